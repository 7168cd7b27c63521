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
export function closedRestaurants(auth: Pick<ServiceClient, 'get'>, storage: Storage, log: Logger): ClosedRestaurants {
  /** The marks of those that are closed, and of those that are marked; undefined until the storage has named its marks. */
  let closed: Set<string> | undefined;
  let marked = new Set<string>();
  /** The marks of those that are closed in what was read of the list so far. */
  const listed = new Set<string>();

  const open = async (mark: string) => {
    if (marked.has(mark)) await storage.remove(mark);
    marked.delete(mark);
    closed?.delete(mark);
  };

  const feed = followChangedAddresses(auth, { since: 0, everyMs: LOOK_MS }, log, async (page) => {
    if (!closed) {
      marked = new Set(await storage.list(CLOSED));
      closed = new Set(marked);
    }
    for (const { tenantId, isShown } of page) {
      const mark = closedKey(tenantId);
      if (isShown === false) {
        listed.add(mark);
        closed.add(mark);
        if (!marked.has(mark)) await storage.put(mark, new Uint8Array());
        marked.add(mark);
      } else {
        listed.delete(mark);
        await open(mark);
      }
    }
  });

  /** Removes the marks of restaurants that were deleted while no media process ran. */
  const removeOldMarks = async () => {
    for (const mark of marked) if (!listed.has(mark)) await open(mark);
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
