import { MENU_CACHE_PREFIX, MENU_SOURCES, type MenuSource } from '@tavola/contracts/public-menu.ts';
import type { Redis } from '@tavola/service-kit/data/redis.ts';
import { ENTRY_SECONDS, versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import type { CachedMenu } from './cached-menu.ts';
import { type Fingerprints, isWhole, OWN_FINGERPRINTS } from './fingerprints.ts';
import { MENU_FORMAT } from './master-menu.ts';

/** A reading of Redis for a slug. */
export interface CacheReading {
  /** The restaurant last seen at the slug. */
  tenantId: string | null;
  menu: CachedMenu | null;
  /** The sources of which a version newer than `menu`'s is known. */
  outdated: readonly MenuSource[];
  /** The id of Redis's data set: pass it back with a fill. */
  dataSet: string;
}

/** Menus in Redis. Both calls reject when it is down. Passing the `expected` restaurant at the slug saves a round trip. */
export interface MenuCache {
  read(slug: string, expected?: string): Promise<CacheReading>;
  /** Stores `menu` unless a newer version is known, or Redis has lost its data since `dataSet`. */
  fill(menu: CachedMenu, dataSet: string): Promise<void>;
}

/**
 * Entries are keyed by tenant, because writers do not know the slug; a second key maps the slug to the tenant. An
 * entry repeats the slug it was made for, so the key of a restaurant that has moved is detected, not served. Bodies of
 * another `format` are left to the processes that wrote them.
 */
export function menuCache(redis: Redis, format: string = MENU_FORMAT): MenuCache {
  const entries = versionedCache(redis, MENU_CACHE_PREFIX, MENU_SOURCES, format);
  const slugKey = (slug: string) => `slug:${slug}`;
  return {
    async read(slug, expected) {
      const [tenantId, dataSet, expectedEntry] = await Promise.all([
        expected ?? redis.get(slugKey(slug)),
        entries.dataSet(),
        expected === undefined ? null : entries.read(expected),
      ]);
      const entry = tenantId && tenantId !== expected ? await entries.read(tenantId) : expectedEntry;
      const nothing = { tenantId, menu: null, outdated: MENU_SOURCES, dataSet };
      if (!tenantId || !entry) return nothing;
      const end = entry.body.indexOf('\n');
      // Older releases wrote one time, for both parts.
      const [writtenFor, at, restaurantAt = at, offered = '', turns = '', fingerprints = '', unlisted = ''] = entry.body
        .toString('latin1', 0, end)
        .split(' ');
      if (writtenFor !== slug) return nothing;
      const gzip = entry.body.subarray(end + 1);
      const menu: CachedMenu = {
        slug,
        tenantId,
        versions: entry.versions,
        at: Number(at),
        restaurantAt: Number(restaurantAt),
        fingerprints: fingerprintsIn(fingerprints),
        isListed: unlisted === '',
        gzip: gzip.length > 0 ? gzip : null,
        offered: listIn(offered),
        turns: listIn(turns).map((second) => Number.parseInt(second, 36) * 1000),
        made: new Map(),
      };
      return { tenantId, menu, outdated: entry.outdated, dataSet };
    },

    async fill(menu, dataSet) {
      const { slug, tenantId, versions, at, restaurantAt, isListed, gzip, offered, turns } = menu;
      const seconds = turns.map((turn) => (turn / 1000).toString(36)).join(',');
      const fingerprints = isWhole(menu) ? '' : `${menu.fingerprints.tenant},${menu.fingerprints.menu}`;
      const unlisted = isListed ? '' : '1';
      const head = [slug, at, restaurantAt, offered.join(','), seconds, fingerprints, unlisted].join(' ').trimEnd();
      const body = Buffer.concat([Buffer.from(`${head}\n`), gzip ?? Buffer.alloc(0)]);
      await Promise.all([
        entries.fill(tenantId, versions, body, dataSet),
        redis.set(slugKey(slug), tenantId, { expiration: { type: 'EX', value: ENTRY_SECONDS } }),
      ]);
    },
  };
}

/** The fingerprints in an entry; those of this release are not written. */
const fingerprintsIn = (text: string): Fingerprints => {
  const [tenant, menu] = text.split(',');
  return tenant && menu ? { tenant, menu } : OWN_FINGERPRINTS;
};

const listIn = (text: string): string[] => (text === '' ? [] : text.split(','));
