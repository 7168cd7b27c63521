import { askedChangesSince, type MenuChanges } from '@tavola/contracts/history.ts';
import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import { tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';
import { LRUCache } from 'lru-cache';
import type { CachedMenu } from './cached-menu.ts';

/** How many comparisons of one restaurant may wait in a process while one is made. */
export const COMPARISONS_WAITING = 20;

/** When a client that meets more should try again, in milliseconds. */
const RETRY_AFTER_MS = 2_000;

const NOTHING = { prices: 0, gone: 0, added: 0, soldOut: 0, choicesGone: 0, choicesSoldOut: 0 };

/** How many comparisons are kept, of about 200 bytes, and for how long, in milliseconds. */
const KEPT_COMPARISONS = 20_000;
const KEPT_MS = 60_000;

/**
 * What guests see differently in a menu since a version of it.
 * @throws Problem `unavailable` if menu does not answer; `too-many-requests` if too many of the restaurant's wait.
 */
export type ChangesSince = (menu: Pick<CachedMenu, 'tenantId' | 'versions'>, since: number) => Promise<MenuChanges>;

/**
 * Asks the service `menu`, and keeps its answer for `keptMs`: within one version of the menu, only dishes that are sold out until a
 * time change. Guests who ask the same meanwhile share one answer.
 */
export function changesSince(menu: ServiceClient<'menu'>, keptMs = KEPT_MS): ChangesSince {
  const kept = new LRUCache<string, Promise<MenuChanges>>({ max: KEPT_COMPARISONS, ttl: keptMs });
  const queue = fairQueue({
    per: { restaurant: { atOnce: 1, waiting: COMPARISONS_WAITING } },
    refuse: () => tooManyRequests('Too many printed menus are being compared.', RETRY_AFTER_MS),
  });
  return ({ tenantId, versions: { menu: now } }, since) => {
    // Anybody can name versions that never were.
    if (since > now) return Promise.resolve({ since, now, isKnown: false, ...NOTHING });
    const key = `${tenantId} ${since} ${now}`;
    const known = kept.get(key);
    if (known) return known;
    const reading = queue.run({ restaurant: tenantId }, async () => {
      const [changes] = await menu.call(internalMenuOperations.getMenuChanges, {
        params: { tenantId },
        query: { since: String(since) },
        answerSchema: askedChangesSince,
      });
      return changes as MenuChanges;
    });
    kept.set(key, reading);
    reading.catch(() => kept.delete(key));
    return reading;
  };
}
