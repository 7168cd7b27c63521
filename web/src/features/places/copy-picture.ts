import type { QueryClient } from '@tanstack/react-query';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { ApiError, apiRequest, errorText } from '../../lib/http/api.ts';
import { ITEMS } from '../../lib/http/queries.ts';
import type { CarriedPicture } from '../../lib/pictures/carried-pictures.ts';
import { UploadError, uploadPicture } from '../../lib/pictures/upload-picture.ts';

/** How long a list of dishes may be to begin with, in milliseconds: what is saved on top of an older one is refused. */
const LIST_MS = 60_000;

interface CopyOptions {
  tenantId: string;
  token: string | null;
  signal: AbortSignal;
}

/**
 * Shows a picture at a dish of the restaurant, as the restaurant's own: another restaurant's is downloaded and uploaded. Does nothing for a
 * dish that is gone, or has a picture by now. Throws what the requests throw.
 */
export async function copyPicture(
  client: QueryClient,
  { item: id, address }: CarriedPicture,
  { tenantId, token, signal }: CopyOptions,
): Promise<void> {
  const find = async (staleTime: number) => {
    const items = await client.fetchQuery<MenuItem[]>({ queryKey: ITEMS, staleTime });
    return items.find((one) => one.id === id && one.image === null);
  };
  if (!(await find(LIST_MS))) return;
  const owner = pictureAt(address)?.tenantId;
  const image = owner === undefined || owner === tenantId ? address : await uploaded(address, { token, signal });
  const save = async (item: MenuItem) => {
    const options = { signal, tag: entityTag(item), as: token ?? undefined };
    const saved = await apiRequest<MenuItem>('PUT', `${ITEMS[0]}/${id}`, { image }, options);
    client.setQueryData<MenuItem[]>(ITEMS, (items) => items?.map((one) => (one.id === id ? saved : one)));
  };
  const item = await find(LIST_MS);
  try {
    if (item) await save(item);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'changed-meanwhile') throw error;
    const now = await find(0);
    if (now) await save(now);
  }
}

async function uploaded(address: string, options: Omit<CopyOptions, 'tenantId'>): Promise<string> {
  const { token: as, signal } = options;
  const response = await fetch(address, { signal });
  if (response.status === 404 || response.status === 410) throw new UploadError("The photo isn't there any more.");
  if (!response.ok) throw new ApiError(response.status, '', response.headers.get('retry-after'));
  const blob = await response.blob();
  const file = new File([blob], 'photo', { type: blob.type });
  return (await uploadPicture(file, { onProgress: () => {}, signal, as })).url;
}

/** Of a failure: whether the picture can be copied later, and in how many seconds if that is known; else why it can't be. */
export interface CopyFailure {
  kind: 'limit' | 'later' | 'full' | 'refused';
  seconds?: number | undefined;
  reason: string;
}

/** What a failure of `copyPicture` means. */
export function copyFailure(error: unknown): CopyFailure {
  const cause = error instanceof UploadError ? error.cause : error;
  const reason = error instanceof UploadError ? error.message : errorText(error, "It couldn't be copied.");
  if (!(cause instanceof ApiError))
    return { kind: error instanceof UploadError && !error.canRetry ? 'refused' : 'later', reason };
  if (cause.status === 429) return { kind: 'limit', seconds: cause.retryAfter, reason };
  if (cause.code === 'quota-reached') return { kind: 'full', reason };
  return { kind: cause.status >= 500 || cause.status === 401 ? 'later' : 'refused', reason };
}
