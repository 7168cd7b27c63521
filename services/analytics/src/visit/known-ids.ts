import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import { internalQrOperations } from '@tavola/contracts/operations/internal/qr.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { LRUCache } from 'lru-cache';
import type { Tally } from './tally.ts';

/** Which dishes and codes exist: guests' beacons can name any. */
export interface KnownIds {
  /**
   * `tally` without the dishes and codes that its restaurant does not have. A code that was scanned exists, because only qr adds scans.
   * @throws Problem `unavailable` if menu or qr does not say whether an id exists.
   */
  knownPart(tally: Tally): Promise<Tally>;
}

/** Ids cached of all restaurants' dishes together, and as many of their codes; each takes some 50 bytes. */
const KEPT = 500_000;

/** How long to rely on a restaurant's cached ids, in milliseconds: some may have been deleted since. */
const FRESH_MS = 60_000;

/** After an answer without a wanted id, how long no other is asked for, in milliseconds: made-up ids would need one every batch. */
const FRUITLESS_MS = 2_000;

/** Asks menu and qr at most once for each restaurant and batch. */
export function makeKnownIds(menu: ServiceClient<'menu'>, qr: ServiceClient<'qr'>): KnownIds {
  const items = cachedIds(async (tenantId) => {
    const { itemIds } = await menu.call(internalMenuOperations.listItemIds, { params: { tenantId } });
    return itemIds;
  });
  const codes = cachedIds(async (tenantId) => {
    const { codeIds } = await qr.call(internalQrOperations.listCodeIds, { params: { tenantId } });
    return codeIds;
  });
  return {
    async knownPart(tally) {
      const scanned = new Set(tally.codes.filter(({ scans }) => scans > 0).map(({ code }) => code));
      const named = tally.codes.map(({ code }) => code).filter((code) => !scanned.has(code));
      const [knownItems, knownCodes] = await Promise.all([
        items(
          tally.tenantId,
          tally.items.map(({ item }) => item),
        ),
        codes(tally.tenantId, named),
      ]);
      return {
        ...tally,
        items: tally.items.filter(({ item }) => knownItems.has(item)),
        codes: tally.codes.filter(({ code }) => scanned.has(code) || knownCodes.has(code)),
      };
    },
  };
}

interface CachedIds<Id> {
  ids: ReadonlySet<Id>;
  readAt: number;
  /** Whether it lacked a wanted id. */
  isFruitless: boolean;
}

/** Returns the ids of a restaurant: those of `wanted` that exist are among them, except ids added just after a fruitless answer. */
function cachedIds<Id>(read: (tenantId: string) => Promise<readonly Id[]>) {
  const cache = new LRUCache<string, CachedIds<Id>>({ maxSize: KEPT, sizeCalculation: ({ ids }) => ids.size + 1 });
  return async (tenantId: string, wanted: readonly Id[]): Promise<ReadonlySet<Id>> => {
    if (wanted.length === 0) return new Set();
    const cached = cache.get(tenantId);
    const hasAll = cached !== undefined && wanted.every((id) => cached.ids.has(id));
    const now = Date.now();
    if (cached && now - cached.readAt < (hasAll ? FRESH_MS : cached.isFruitless ? FRUITLESS_MS : 0)) return cached.ids;
    const found: CachedIds<Id> = await read(tenantId).then(
      (answer) => {
        const ids = new Set(answer);
        return { ids, readAt: now, isFruitless: !wanted.every((id) => ids.has(id)) };
      },
      (error) => {
        if (hasAll) return { ...cached, readAt: now };
        throw error;
      },
    );
    cache.set(tenantId, found);
    return found.ids;
  };
}
