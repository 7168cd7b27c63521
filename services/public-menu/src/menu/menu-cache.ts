import { MENU_CACHE_PREFIX, type MenuSource } from '@tavola/contracts/public-menu.ts';
import type { Redis } from '@tavola/service-kit/redis.ts';
import { ENTRY_SECONDS, versionedCache } from '@tavola/service-kit/versioned-cache.ts';
import type { OriginMenu } from './menu-origin.ts';

/** A cached answer: the menu's JSON, or null for a restaurant that shows none. */
export interface CachedMenu {
  json: string | null;
}

/** Menus in Redis. Both calls give up quietly when Redis is away: the origin has the truth. */
export interface MenuCache {
  read(slug: string): Promise<CachedMenu | null>;
  fill(slug: string, menu: OriginMenu): Promise<void>;
}

/**
 * Entries are kept by tenant, because those who write know no slug; a second key leads from the slug to the tenant. The
 * entry repeats the slug it was made for, so a key that leads to a restaurant which has moved on is noticed, not served.
 */
export function menuCache(redis: Redis): MenuCache {
  const entries = versionedCache<MenuSource>(redis, MENU_CACHE_PREFIX);
  const slugKey = (slug: string) => `slug:${slug}`;
  return {
    async read(slug) {
      try {
        const tenantId = await redis.get(slugKey(slug));
        const body = tenantId && (await entries.read(tenantId));
        if (!body) return null;
        const end = body.indexOf('\n');
        if (end < 0 || body.slice(0, end) !== slug) return null;
        return { json: body.slice(end + 1) || null };
      } catch {
        return null;
      }
    },

    async fill(slug, { tenantId, versions, json }) {
      try {
        await entries.fill(tenantId, versions, `${slug}\n${json ?? ''}`);
        await redis.set(slugKey(slug), tenantId, { expiration: { type: 'EX', value: ENTRY_SECONDS } });
      } catch {
        // Nothing is lost but the time of the next read.
      }
    },
  };
}
