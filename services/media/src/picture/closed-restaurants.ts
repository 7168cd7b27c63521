import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { followChangedAddresses } from '@tavola/service-kit/messaging/changed-addresses.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { CLOSED, closedKey, type Storage } from '../storage/storage.ts';

/** How often auth is asked, in milliseconds. */
const LOOK_MS = 1_000;

/** Restaurants whose menu is closed, because they are suspended or to be deleted: nobody may see their pictures. */
export interface ClosedRestaurants {
  /** Whether the restaurant is one of them, as far as this process knows. */
  has(tenantId: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Follows auth's list of them, from its beginning, and marks each in `storage`. There nginx, which serves files itself, looks, too, and
 * so does a process that has not heard of auth yet.
 */
export function closedRestaurants(
  auth: Pick<ServiceClient<'auth'>, 'call'>,
  storage: Storage,
  log: Logger,
): ClosedRestaurants {
  /** The marks of those that are closed, and of those that are marked; undefined until the storage has named its marks. */
  let closed: Set<string> | undefined;
  let marked = new Set<string>();
  /** The marks of those that are closed in what was read of the list so far. */
  const listed = new Set<string>();

  const setMark = async (mark: string, isClosed: boolean) => {
    if (marked.has(mark) === isClosed) return;
    if (isClosed) await storage.put(mark, new Uint8Array());
    else await storage.remove(mark);
    marked[isClosed ? 'add' : 'delete'](mark);
  };

  const feed = followChangedAddresses(auth, { since: 0, everyMs: LOOK_MS }, log, async (page) => {
    if (!closed) {
      marked = new Set(await storage.list(CLOSED));
      closed = new Set(marked);
    }
    const changes = page.map(({ tenantId, isShown }) => ({ mark: closedKey(tenantId), isClosed: isShown === false }));
    // First what needs no storage: one mark that can't be written must not keep other restaurants from being closed or opened.
    for (const { mark, isClosed } of changes)
      for (const set of [listed, closed]) set[isClosed ? 'add' : 'delete'](mark);
    const failures: unknown[] = [];
    for (const { mark, isClosed } of changes) await setMark(mark, isClosed).catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  });

  /** Removes the marks of restaurants that were deleted while no media process ran. */
  const removeOldMarks = async () => {
    for (const mark of marked) {
      if (listed.has(mark)) continue;
      await setMark(mark, false);
      closed?.delete(mark);
    }
  };
  void feed.known
    .then(removeOldMarks)
    .catch((error: Error) => log.warn({ reason: error.message }, 'old marks are still there'));

  return {
    async has(tenantId) {
      const mark = closedKey(tenantId);
      return closed ? closed.has(mark) : (await storage.get(mark)) !== null;
    },
    close: () => feed.close(),
  };
}
