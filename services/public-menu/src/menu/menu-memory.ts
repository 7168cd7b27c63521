import type { MenuSource } from '@tavola/contracts/public-menu.ts';
import type { Versions } from '@tavola/service-kit/data/versioned-cache.ts';
import { LRUCache } from 'lru-cache';
import type { Change, Freshness } from '../change-feed/change-feed.ts';
import { bytesOf, type CachedMenu, covers } from './cached-menu.ts';

/**
 * A body is asked for anew after this long, whatever has been heard: the last backstop, in milliseconds. Long, because each
 * time a menu that is seldom read is cold again, and what it is for is found within seconds by who looks for untold changes
 * (service-kit's changePublisher). Shorter than a writer that starts looks back, so no outage of a writer leaves an old body behind.
 */
export const BODY_MS = 15 * 60_000;

/** How long it is remembered that there is no menu at a slug, in milliseconds. */
const UNKNOWN_MS = 10_000;

/** How many such slugs are remembered. */
const UNKNOWN_MAX = 10_000;

/**
 * How long a heard version forbids older fills, in milliseconds: longer than any fill can take. A menu that is kept
 * says its versions itself.
 */
const FLOOR_MS = 60_000;

interface Place {
  menu: CachedMenu;
  /** The epoch in which the menu counts as the truth; null where it is only a last good copy. */
  trustedIn: number | null;
}

/** The menus a process has at hand: the most recently read, up to so many bytes. */
export interface MenuMemory {
  /** The menu at `slug` if it can be believed now; null where it is known that there is none. */
  find(slug: string): CachedMenu | null | undefined;
  /** The menu at `slug` as it was last known, old or not. */
  lastGood(slug: string): CachedMenu | undefined;
  /** The slug under which `tenantId`'s menu is kept. */
  slugOf(tenantId: string): string | undefined;
  /** Whether `versions` are at least as new as all that was heard of the tenant. */
  isNews(tenantId: string, versions: Versions<MenuSource>): boolean;
  /**
   * Keeps `menu`, unless something newer was heard of; with a `trustedIn` of null only as a last good copy. Gives the menu to
   * be answered with: where the same one was here already, with what had been made of it.
   */
  keep(menu: CachedMenu, trustedIn: number | null): CachedMenu;
  /** Remembers that there is no menu at `slug`, or that it has moved. */
  keepUnknown(slug: string, trustedIn: number | null, movedTo?: string): void;
  /** Where the menu went that was at `slug`, of which `find` says that there is none. */
  movedTo(slug: string): string | undefined;
  hear(change: Change): void;
  /** To be called after something was made of `menu`. */
  hasGrown(menu: CachedMenu): void;
  readonly bytes: number;
  readonly size: number;
}

/** A memory of `maxBytes` that believes what it keeps as far as `trust` goes. `now` is Unix time in milliseconds. */
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
  const floors = new Map<string, { versions: Versions<MenuSource>; at: number }>();

  const put = (slug: string, place: Place) => {
    places.set(slug, place);
    // Alone larger than the whole memory, it is not kept.
    if (!places.has(slug)) slugs.delete(place.menu.tenantId);
  };
  const floorOf = (tenantId: string): Versions<MenuSource> => floors.get(tenantId)?.versions ?? { tenant: 0, menu: 0 };
  const raiseFloor = (tenantId: string, versions: Partial<Versions<MenuSource>>) => {
    const known = floorOf(tenantId);
    const { tenant = 0, menu = 0 } = versions;
    if (tenant <= known.tenant && menu <= known.menu) return;
    floors.delete(tenantId);
    floors.set(tenantId, {
      versions: { tenant: Math.max(known.tenant, tenant), menu: Math.max(known.menu, menu) },
      at: now(),
    });
    // Oldest first: what is past its time lies at the front.
    for (const [oldest, { at }] of floors) {
      if (now() - at < FLOOR_MS) break;
      floors.delete(oldest);
    }
  };

  return {
    find(slug) {
      const place = places.get(slug);
      if (place) {
        if (place.trustedIn !== trust.epoch || now() - place.menu.at > BODY_MS || !trust.isTrusted()) return undefined;
        return place.menu;
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
      const formerSlug = slugs.get(tenantId);
      const before = places.peek(formerSlug ?? slug);
      if (before && before.menu.tenantId === tenantId && !covers(versions, before.menu.versions)) {
        // Each knows what the other does not: neither is the truth.
        if (!covers(before.menu.versions, versions)) before.trustedIn = null;
        return menu;
      }
      if (formerSlug !== undefined) places.delete(formerSlug);
      places.delete(slug);
      unknown.delete(slug);
      // Read again and nothing new: what was made of it still holds.
      const isSame =
        before?.menu.tenantId === tenantId && before.menu.slug === slug && covers(before.menu.versions, versions);
      const kept = isSame ? { ...menu, gzip: before.menu.gzip, made: before.menu.made } : menu;
      slugs.set(tenantId, slug);
      put(slug, { menu: kept, trustedIn: covers(versions, floorOf(tenantId)) ? trustedIn : null });
      return kept;
    },

    keepUnknown(slug, trustedIn, movedTo) {
      places.delete(slug);
      if (trustedIn !== null) unknown.set(slug, { trustedIn, at: now(), movedTo });
    },

    movedTo: (slug) => unknown.peek(slug)?.movedTo,

    hear({ tenantId, source, version, slug }) {
      raiseFloor(tenantId, { [source]: version });
      if (slug !== undefined) unknown.delete(slug);
      const place = places.peek(slugs.get(tenantId) ?? '');
      if (place && place.menu.versions[source] < version) place.trustedIn = null;
    },

    hasGrown(menu) {
      const place = places.peek(menu.slug);
      // Another object, as the size of the same one is not asked for again.
      if (place?.menu === menu) put(menu.slug, { ...place });
    },

    get bytes() {
      return places.calculatedSize;
    },
    get size() {
      return places.size;
    },
  };
}
