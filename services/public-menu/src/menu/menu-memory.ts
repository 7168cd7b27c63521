import type { MenuSource } from '@tavola/contracts/public-menu.ts';
import type { Versions } from '@tavola/service-kit/data/versioned-cache.ts';
import { LRUCache } from 'lru-cache';
import type { Change, Freshness } from '../change-feed/change-feed.ts';
import { bytesOf, type CachedMenu, covers, isPlain } from './cached-menu.ts';
import { fingerprintsTag, isWhole, isYoung } from './fingerprints.ts';

/** How long a slug without a menu is remembered, in milliseconds. */
const UNKNOWN_MS = 10_000;

/** Maximum number of such slugs. */
const UNKNOWN_MAX = 10_000;

/**
 * How long a received version rejects older fills, in milliseconds: longer than any fill can take. A cached menu
 * carries its own versions.
 */
const FLOOR_MS = 60_000;

interface Place {
  menu: CachedMenu;
  /** The epoch in which the menu is trusted; null if it is only a last good copy. */
  trustedIn: number | null;
}

/** The process's menu cache: the most recently read menus, up to a limit in bytes. */
export interface MenuMemory {
  /** The menu at `slug` if it can be trusted now; null if there is known to be none. */
  find(slug: string): CachedMenu | null | undefined;
  /** The last known menu at `slug`, stale or not. */
  lastGood(slug: string): CachedMenu | undefined;
  /** The slug under which `tenantId`'s menu is cached. */
  slugOf(tenantId: string): string | undefined;
  /** Whether `versions` are at least as new as every change received for the tenant. */
  isNews(tenantId: string, versions: Versions<MenuSource>): boolean;
  /**
   * Caches `menu`, unless a newer version is known; if `trustedIn` is null, only as a last good copy. Returns the menu
   * to answer with: if the same menu was cached already, with its representations.
   */
  keep(menu: CachedMenu, trustedIn: number | null): CachedMenu;
  /** Remembers that there is no menu at `slug`, or that it has moved. */
  keepUnknown(slug: string, trustedIn: number | null, movedTo?: string): void;
  /** The new slug of the menu that was at `slug`, if `find` returned null for `slug`. */
  movedTo(slug: string): string | undefined;
  hear(change: Change): void;
  /** Call this after adding a representation to `menu`. */
  hasGrown(menu: CachedMenu): void;
  readonly bytes: number;
  readonly size: number;
}

/** A cache of `maxBytes` that trusts its entries as `trust` allows. `now` is Unix time in milliseconds. */
export function menuMemory(trust: Freshness, maxBytes: number, now: () => number = Date.now): MenuMemory {
  const slugs = new Map<string, string>();
  /** By slug. */
  const places = new LRUCache<string, Place>({
    maxSize: maxBytes,
    sizeCalculation: ({ menu }) => bytesOf(menu),
    dispose({ menu }, slug) {
      if (slugs.get(menu.tenantId) === slug) slugs.delete(menu.tenantId);
    },
    noDisposeOnSet: true,
  });
  const unknown = new LRUCache<string, { trustedIn: number; at: number; movedTo: string | undefined }>({
    max: UNKNOWN_MAX,
  });
  /** `ended`: the tenant's version before which its menus are not even last good copies. */
  const floors = new Map<string, { versions: Versions<MenuSource>; ended: number; at: number }>();

  const put = (slug: string, place: Place) => {
    places.set(slug, place);
    // A menu larger than the whole cache is not stored.
    if (!places.has(slug)) slugs.delete(place.menu.tenantId);
  };
  const floorOf = (tenantId: string): Versions<MenuSource> => floors.get(tenantId)?.versions ?? { tenant: 0, menu: 0 };
  const endedOf = (tenantId: string): number => floors.get(tenantId)?.ended ?? 0;
  const raiseFloor = (tenantId: string, versions: Partial<Versions<MenuSource>>, endedBefore = 0) => {
    const known = floorOf(tenantId);
    const ended = endedOf(tenantId);
    const { tenant = 0, menu = 0 } = versions;
    if (tenant <= known.tenant && menu <= known.menu && endedBefore <= ended) return;
    floors.delete(tenantId);
    floors.set(tenantId, {
      versions: { tenant: Math.max(known.tenant, tenant), menu: Math.max(known.menu, menu) },
      ended: Math.max(ended, endedBefore),
      at: now(),
    });
    // Entries are ordered oldest first, so expired ones are at the front.
    for (const [oldest, { at }] of floors) {
      if (now() - at < FLOOR_MS) break;
      floors.delete(oldest);
    }
  };

  /**
   * Forgets what was at `addresses` before `change`, so that nobody sees it even while auth is away. Where it is known what they lead
   * to now, remembers that.
   */
  const endCopies = ({ tenantId, version, slug, isShown }: Change, addresses: NonNullable<Change['addresses']>) => {
    const at = slugs.get(tenantId) ?? '';
    const place = places.peek(at);
    if (place && place.menu.versions.tenant < version) {
      places.delete(at);
      if (isShown === false && at === slug) {
        slugs.set(tenantId, at);
        put(at, { menu: closed(place.menu, version), trustedIn: trust.epoch });
      }
    }
    const movedTo = isShown ? slug : undefined;
    for (const { slug: one } of addresses) {
      const isGone = isShown === false || one !== slug;
      if (isGone && !places.has(one)) unknown.set(one, { trustedIn: trust.epoch, at: now(), movedTo });
    }
  };

  return {
    find(slug) {
      const place = places.get(slug);
      if (place) {
        const { menu, trustedIn } = place;
        return trustedIn === trust.epoch && isYoung(menu, now()) && trust.isTrusted() ? menu : undefined;
      }
      const nothing = unknown.peek(slug);
      if (!nothing || nothing.trustedIn !== trust.epoch || !trust.isTrusted()) return undefined;
      return now() - nothing.at < UNKNOWN_MS ? null : undefined;
    },

    lastGood: (slug) => places.peek(slug)?.menu,

    slugOf: (tenantId) => slugs.get(tenantId),

    isNews: (tenantId, versions) => covers(versions, floorOf(tenantId)),

    keep(menu, trustedIn) {
      const { slug, tenantId, versions } = menu;
      raiseFloor(tenantId, versions);
      if (versions.tenant < endedOf(tenantId)) return menu;
      const formerSlug = slugs.get(tenantId);
      const before = places.peek(formerSlug ?? slug);
      if (before && before.menu.tenantId === tenantId && !covers(versions, before.menu.versions)) {
        // Each has a change that the other lacks, so neither is current.
        if (!covers(before.menu.versions, versions)) before.trustedIn = null;
        return menu;
      }
      if (formerSlug !== undefined) places.delete(formerSlug);
      places.delete(slug);
      unknown.delete(slug);
      // Nothing changed, so its representations are still valid.
      const isSame =
        before?.menu.tenantId === tenantId && before.menu.slug === slug && covers(before.menu.versions, versions);
      const kept = isSame ? withRepresentationsOf(before.menu, menu) : menu;
      slugs.set(tenantId, slug);
      put(slug, { menu: kept, trustedIn: covers(versions, floorOf(tenantId)) ? trustedIn : null });
      return kept;
    },

    keepUnknown(slug, trustedIn, movedTo) {
      places.delete(slug);
      if (trustedIn !== null) unknown.set(slug, { trustedIn, at: now(), movedTo });
    },

    movedTo: (slug) => unknown.peek(slug)?.movedTo,

    hear(change) {
      const { tenantId, source, version, slug, addresses = [] } = change;
      raiseFloor(tenantId, { [source]: version }, addresses.length > 0 ? version : 0);
      if (slug !== undefined) unknown.delete(slug);
      const place = places.peek(slugs.get(tenantId) ?? '');
      if (place && place.menu.versions[source] < version) place.trustedIn = null;
      if (addresses.length > 0) endCopies(change, addresses);
    },

    hasGrown(menu) {
      const place = places.peek(menu.slug);
      // A new object, because the cache does not recalculate the size of the same one.
      if (place?.menu.made === menu.made) put(menu.slug, { ...place });
    },

    get bytes() {
      return places.calculatedSize;
    },
    get size() {
      return places.size;
    },
  };
}

/** What is left of `menu` once its restaurant shows none, from its version `tenant` on. */
const closed = (menu: CachedMenu, tenant: number): CachedMenu => ({
  ...menu,
  versions: { ...menu.versions, tenant },
  gzip: null,
  offered: [],
  turns: [],
  made: new Map(),
});

/**
 * `menu`, which is the same as `before` but read later. Turns that are over by now are in `before` alone. If `menu` lacks fields because
 * another release sent it, `before` is the better one, else the worse.
 */
const withRepresentationsOf = (before: CachedMenu, menu: CachedMenu): CachedMenu => {
  if (isWhole(before) && !isWhole(menu)) return { ...before, at: menu.at, restaurantAt: menu.restaurantAt };
  if (fingerprintsTag(before) !== fingerprintsTag(menu)) return menu;
  return isPlain(before)
    ? { ...menu, gzip: before.gzip, offered: before.offered, made: before.made }
    : { ...menu, made: before.made };
};
