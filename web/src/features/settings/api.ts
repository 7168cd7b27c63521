import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account, Tenant, TenantInput } from '@tavola/contracts/auth.ts';
import type { Daypart, Dayparts, DaypartsInput } from '@tavola/contracts/dayparts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { DataExport } from '@tavola/contracts/export.ts';
import type { PictureCount } from '@tavola/contracts/pictures.ts';
import { ApiError, apiRequest } from '../../lib/http/api.ts';
import { apiFile, saveFile } from '../../lib/http/api-file.ts';
import { toastFailure } from '../../lib/http/failure-toast.ts';
import { hasFailed } from '../../lib/http/has-failed.ts';
import { CATEGORIES, DAYPARTS, ITEMS, TENANT, useCategories, useItems } from '../../lib/http/queries.ts';
import { refetchTranslations } from '../../lib/http/refetch-translations.ts';
import { type EditedThing, isLastEdit, useSerialEdit } from '../../lib/http/serial-edit.ts';
import { PICTURES } from '../../lib/pictures/picture-deletion.ts';
import type { DaypartUses } from './daypart-uses.ts';

/** Whether guests can't see the menu, because the restaurant will be deleted; undefined until that is known. */
export function useIsMenuClosed(): boolean | undefined {
  const account = useQuery<Account>({ queryKey: ['/api/account'] });
  return account.data ? account.data.deleteAt !== null : hasFailed(account) ? false : undefined;
}

/** The restaurant, and what depends on its menu's address or its time zone. */
const FOLLOWING: readonly unknown[] = [...TENANT, '/api/qr-code', '/api/dashboard/stats', '/api/analytics'];

const withoutQuery = (path: unknown) => String(path).replace(/\?.*/, '');

/** Saves the restaurant's information and branding if it still matches `tag`. */
export function useSaveTenant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, tag }: { input: TenantInput; tag: string | undefined }) =>
      apiRequest<Tenant>('PUT', '/api/tenant', input, { tag }),
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.current) return;
      client.setQueryData<Tenant>(TENANT, error.current as Tenant);
    },
    onSuccess: (saved) => {
      client.setQueryData<Tenant>(TENANT, saved);
      void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => FOLLOWING.includes(withoutQuery(path)) });
      refetchTranslations(client);
    },
  });
}

const EXPORT = '/api/account/export';
const EXPORT_PROGRESS = [`${EXPORT}/progress`] as const;

/** How often an export that is being made is looked at, in milliseconds. */
const EXPORT_LOOK_MS = 1_000;

/** Whether an export is being made. */
export const isBeingMade = (found: DataExport | undefined): boolean =>
  found?.state === 'waiting' || found?.state === 'working';

/** The export of all the restaurant's data, polled while it is being made, despite errors in between. */
export function useDataExport() {
  return useQuery<DataExport>({
    queryKey: EXPORT_PROGRESS,
    refetchInterval: ({ state: { data } }) => (isBeingMade(data) ? EXPORT_LOOK_MS : false),
  });
}

/** Has an export made. */
export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiRequest<DataExport>('POST', EXPORT),
    onSuccess: (started) => client.setQueryData<DataExport>(EXPORT_PROGRESS, started),
  });
}

/** Downloads the file of an export. */
export function useDownloadExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const file = await apiFile(`${EXPORT}/file`);
      saveFile({ ...file, name: file.name ?? name });
    },
    // It may have expired, or another one may be in its place.
    onError: () => void client.invalidateQueries({ queryKey: EXPORT_PROGRESS }),
  });
}

/** How many pictures the restaurant has uploaded. */
export function usePictureCount() {
  return useQuery<PictureCount>({ queryKey: PICTURES });
}

/** Downloads all pictures. The browser holds the whole file until it is complete. */
export function useDownloadPictures() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => saveFile(await apiFile(`${PICTURES[0]}.zip`)),
    // They may be deleted by now.
    onError: () => void client.invalidateQueries({ queryKey: PICTURES }),
  });
}

const EDITING_DAYPARTS = 'edit-dayparts';

/** The categories and items that name dayparts; undefined while they load. */
export function useDaypartUses(): DaypartUses | undefined {
  const { data: categories } = useCategories();
  const { data: items } = useItems();
  return categories && items && { categories, items };
}

/** Makes the list of dayparts to save from the one that is there; undefined if that no longer fits. */
export type DaypartsEdit = (dayparts: readonly Daypart[]) => DaypartsInput['dayparts'] | undefined;

/** Says that others changed what an edit is about. */
export class ChangedElsewhere extends Error {}

/** How often an edit is made anew on top of what others changed meanwhile. */
const TRIES = 4;

async function saveDayparts(edit: DaypartsEdit, thing: EditedThing<Dayparts>): Promise<Dayparts> {
  for (let tries = 1; ; tries += 1) {
    const base = thing.confirmed ?? { dayparts: [] };
    const dayparts = edit(base.dayparts);
    if (!dayparts) throw new ChangedElsewhere();
    try {
      return await apiRequest<Dayparts>('PUT', DAYPARTS[0], { dayparts }, { tag: entityTag(base) });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.current || tries === TRIES) throw error;
      thing.confirmed = error.current as Dayparts;
    }
  }
}

/**
 * Changes the list of dayparts. What others changed meanwhile stays: the edit is made again on top of it. With `isShownFirst` an
 * optimistic update, rolled back with a toast if the server refuses.
 */
export function useEditDayparts() {
  const client = useQueryClient();
  const show = (list: Dayparts) => client.setQueryData<Dayparts>(DAYPARTS, list);
  return useSerialEdit<Dayparts, { edit: DaypartsEdit; isShownFirst?: boolean }>({
    kind: EDITING_DAYPARTS,
    queryKey: DAYPARTS,
    stateOf: () => client.getQueryData<Dayparts>(DAYPARTS),
    show: ({ edit, isShownFirst }) => {
      const shown = client.getQueryData<Dayparts>(DAYPARTS);
      if (shown && isShownFirst) show({ dayparts: edit(shown.dayparts) as Daypart[] });
    },
    send: ({ edit }, thing) => saveDayparts(edit, thing),
    onSaved: (saved) => {
      if (isLastEdit(client, EDITING_DAYPARTS)) show(saved);
    },
    onRefused: (error, { isShownFirst }, { confirmed }) => {
      if (confirmed) show(confirmed);
      // Here, because callbacks of `mutate` are dropped once the screen is left, or another edit follows.
      if (isShownFirst) toastFailure(error, 'Update failed', 'Failed to update menu times. Please try again.');
    },
    onSettled: () => {
      if (!isLastEdit(client, EDITING_DAYPARTS)) return;
      // A deleted daypart is no longer named there.
      for (const queryKey of [DAYPARTS, CATEGORIES, ITEMS]) void client.invalidateQueries({ queryKey });
      refetchTranslations(client);
    },
  });
}
