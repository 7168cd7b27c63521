import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Analytics } from '@tavola/contracts/analytics.ts';
import type { Tenant } from '@tavola/contracts/auth.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type {
  Code,
  CodeInput,
  CodeList,
  CodeRun,
  CodeStyle,
  PrintedSheets,
  QrCode,
  RunInput,
  Sheet,
  SheetInput,
  SheetMade,
  StyleInput,
} from '@tavola/contracts/qr.ts';
import { ApiError, apiRequest } from '../../lib/http/api.ts';
import { apiFile, saveFile } from '../../lib/http/api-file.ts';
import { useOnceKeys, withAdded } from '../../lib/http/once-key.ts';
import { CODES, TENANT } from '../../lib/http/queries.ts';
import { dataUrlOf } from './read-logo.ts';

const SCANS_FRESH_MS = 60_000;
const SHEET_LOOK_MS = 600;
const SHEET_ASK_MS = 2_000;
/** After these statuses a sheet is ordered again. */
const SHEET_AGAIN: ReadonlySet<number> = new Set([429, 503, 504]);
/** Ten minutes in total. */
const SHEET_ASKS = 300;

/** The restaurant's QR code and the menu it leads to; fetched only once `wanted`. */
export function useQrCode(wanted: boolean) {
  return useQuery<QrCode>({
    queryKey: ['/api/qr-code'],
    enabled: wanted,
  });
}

/** Scans of each code in the last 30 days; `undefined` while unknown. */
export function useScans(): ReadonlyMap<string, number> | undefined {
  const { data } = useQuery<Analytics>({ queryKey: ['/api/analytics'], staleTime: SCANS_FRESH_MS });
  return data && new Map(data.sources.flatMap(({ codeId, scans }) => (codeId === null ? [] : [[codeId, scans]])));
}

/** A code's printed image as a data URL. `style` only decides when to refetch it. */
export function useCodeImage(code: Code | undefined, style: CodeStyle | undefined) {
  return useQuery<string>({
    queryKey: [`${CODES[0]}/${code?.id}/image`, style],
    queryFn: async ({ signal }) =>
      dataUrlOf((await apiFile(`${CODES[0]}/${code?.id}/image?format=png&size=512`, { signal })).blob),
    enabled: code !== undefined,
    placeholderData: keepPreviousData,
  });
}

function setCodes(client: QueryClient, change: (codes: Code[]) => Code[]) {
  client.setQueryData<CodeList>(CODES, (list) => list && { ...list, codes: change(list.codes) });
}

function setStyle(client: QueryClient, style: CodeStyle) {
  client.setQueryData<CodeList>(CODES, (list) => list && { ...list, style });
  // The dialog's image has the same style.
  void client.invalidateQueries({ queryKey: ['/api/qr-code'] });
}

/** Adds one code (idempotent). */
export function useAddCode() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (input: CodeInput) => apiRequest<Code>('POST', CODES[0], input, { onceKey: once.keyFor(input) }),
    onSuccess: (added, input) => {
      once.renew(input);
      setCodes(client, (codes) => withAdded(codes, [added]));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: CODES }),
  });
}

/** Adds a numbered run of codes (idempotent). */
export function useAddRun() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: (input: RunInput) =>
      apiRequest<CodeRun>('POST', `${CODES[0]}/run`, input, { onceKey: once.keyFor(input) }),
    onSuccess: (added, input) => {
      once.renew(input);
      setCodes(client, (codes) => withAdded(codes, added.codes));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: CODES }),
  });
}

/** Renames a code if it still matches `tag`. */
export function useRenameCode(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, tag }: { input: CodeInput; tag: string | undefined }) =>
      apiRequest<Code>('PUT', `${CODES[0]}/${id}`, input, { tag }),
    onSuccess: (saved) => setCodes(client, (codes) => codes.map((code) => (code.id === id ? saved : code))),
    onSettled: () => void client.invalidateQueries({ queryKey: CODES }),
  });
}

/** Retires a code; printed copies still lead to the menu. */
export function useRetireCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => apiRequest('DELETE', `${CODES[0]}/${id}`),
    onSuccess: (_, id) => {
      const retiredAt = new Date().toISOString();
      setCodes(client, (codes) => codes.map((code) => (code.id === id ? { ...code, retiredAt } : code)));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: CODES }),
  });
}

/** Changes the style of all codes if it still matches `tag`. The server refuses styles that phones can't scan. */
export function useSaveStyle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, tag }: { input: StyleInput; tag: string | undefined }) =>
      apiRequest<CodeStyle>('PUT', `${CODES[0]}/style`, input, { tag }),
    onError: (error) => {
      if (error instanceof ApiError && error.current) setStyle(client, error.current as CodeStyle);
    },
    onSuccess: (style) => setStyle(client, style),
  });
}

/** A file of a code, by its query, as in `format=svg`. */
interface CodeFile {
  id: string;
  query: string;
}

/** Downloads a code. */
export function useDownloadCode() {
  return useMutation({
    mutationFn: async ({ id, query }: CodeFile) => saveFile(await apiFile(`${CODES[0]}/${id}/image?${query}`)),
  });
}

/** Orders a sheet; retries while the service is unavailable or has too many sheets of the restaurant to make. Ordering the same sheet twice makes one sheet. */
export function useMakeSheet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SheetInput) => apiRequest<SheetMade>('POST', `${CODES[0]}/sheets`, input),
    retry: (failures, error) => failures < SHEET_ASKS && error instanceof ApiError && SHEET_AGAIN.has(error.status),
    retryDelay: SHEET_ASK_MS,
    // Some of its codes may have been retired elsewhere.
    onError: () => void client.invalidateQueries({ queryKey: CODES }),
  });
}

/** A sheet's progress, polled until it is done or has failed, despite errors in between. */
export function useSheet(id: string | undefined) {
  return useQuery<Sheet>({
    queryKey: [`${CODES[0]}/sheets/${id}`],
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'done' || data?.state === 'failed' ? false : SHEET_LOOK_MS,
  });
}

/** The newest printed sheets: read again whenever the screen opens. */
export function usePrintedSheets() {
  return useQuery<PrintedSheets>({ queryKey: [`${CODES[0]}/sheets`], staleTime: 0 });
}

/** Downloads a finished sheet. */
export function useDownloadSheet() {
  return useMutation({
    mutationFn: async ({ id, fileName }: { id: string; fileName: string | undefined }) => {
      const { blob, name } = await apiFile(`${CODES[0]}/sheets/${id}/file`);
      saveFile({ blob, name: name ?? fileName });
    },
  });
}

/** Changes whether guests with a printed menu are told what changed since, if the restaurant is still as this page shows it. */
export function useChangePrintedChanges() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ tenant, tells }: { tenant: Tenant; tells: boolean }) =>
      apiRequest<Tenant>(
        'PUT',
        '/api/tenant',
        { name: tenant.name, printedChanges: tells ? null : false },
        { tag: entityTag(tenant) },
      ),
    onSuccess: (saved) => client.setQueryData<Tenant>(TENANT, saved),
    onError: () => void client.invalidateQueries({ queryKey: TENANT }),
  });
}
