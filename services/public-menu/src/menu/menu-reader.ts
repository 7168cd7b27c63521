import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { Change, Freshness } from '../change-feed/change-feed.ts';
import type { CachedMenu } from './cached-menu.ts';
import { isRestaurantYoung, isYoung } from './fingerprints.ts';
import type { CacheReading, MenuCache } from './menu-cache.ts';
import type { MenuMemory } from './menu-memory.ts';
import { AWAY_PATIENCE_MS, type MenuOrigin, type OriginReading } from './menu-origin.ts';

/**
 * Where an answer came from. `stale`: an owning service can't be reached, so all of the menu, or its restaurant, is from
 * a last good copy that may be outdated.
 */
export type Level = 'memory' | 'redis' | 'origin' | 'stale';

/** The menu at a slug (null if there is none) and its source. */
export interface Reading {
  menu: CachedMenu | null;
  level: Level;
  /** The menu's new slug; set only if there is none at the requested slug. */
  movedTo?: string | undefined;
}

/** Reads menus from the nearest source that can be trusted: memory, Redis, or the owning services. */
export interface MenuReader {
  /** @throws Problem `unavailable` if the owning services are down and there is no last good copy. */
  read(slug: string): Promise<Reading>;
  /** Handles a change event: later requests never join a read that began before it. */
  hear(change: Change): void;
}

/** How long a last good copy is served while the owning services can't be reached, in milliseconds. */
const STALE_MS = 24 * 60 * 60 * 1000;

type WithMenu = CacheReading & { menu: CachedMenu };

interface InFlightRead {
  /** The read's result. */
  promise: Promise<Reading>;
  /** The epoch in which the read began; null if nothing could be trusted then. */
  trustedIn: number | null;
  /** Set as soon as auth has returned the restaurant at the slug. */
  tenantId: string | undefined;
  /** Whether a change was received since the read began. */
  isOutdated: boolean;
  /** The read that starts after this one ends, for requests that may not join this one. */
  next: Promise<Reading> | undefined;
}

interface ReaderParts {
  memory: MenuMemory;
  trust: Freshness;
  cache: MenuCache;
  origin: MenuOrigin;
  log: Logger;
  /** Unix time in milliseconds. */
  now?: () => number;
  /** Resolves after this many milliseconds. */
  rest?: (ms: number) => Promise<unknown>;
}

/** A reader over the three levels. docs/architecture.md explains why it never returns an old menu. */
export function menuReader({
  memory,
  trust,
  cache,
  origin,
  log,
  now = Date.now,
  rest = waited,
}: ReaderParts): MenuReader {
  /** By slug, the read that may be joined. */
  const joinable = new Map<string, InFlightRead>();
  const inFlight = new Set<InFlightRead>();
  /** Whether the last request to the owning services failed. */
  let isOriginAway = false;

  /** A read for a new request. It never joins a read that began before a change received since. */
  const readingOf = (slug: string): Promise<Reading> => {
    const flight = joinable.get(slug);
    if (!flight) return start(slug);
    if (!trust.isTrusted()) {
      // A change may have been made but not published: only a read that begins now is sure to include it.
      flight.next ??= flight.promise.then(
        () => start(slug),
        () => start(slug),
      );
      return flight.next;
    }
    // Changes published between two epochs were not received here.
    return flight.isOutdated || flight.trustedIn !== trust.epoch ? start(slug) : flight.promise;
  };

  const start = (slug: string): Promise<Reading> => {
    const flight: InFlightRead = {
      promise: undefined as never,
      trustedIn: trust.isTrusted() ? trust.epoch : null,
      tenantId: undefined,
      isOutdated: false,
      next: undefined,
    };
    flight.promise = fetchMenu(slug, flight).finally(() => {
      inFlight.delete(flight);
      if (joinable.get(slug) === flight) joinable.delete(slug);
    });
    joinable.set(slug, flight);
    inFlight.add(flight);
    return flight.promise;
  };

  const fetchMenu = async (slug: string, flight: InFlightRead): Promise<Reading> => {
    const { trustedIn } = flight;
    const lastGood = memory.lastGood(slug);
    const expected = lastGood?.tenantId;
    const cached = trustedIn === null ? null : await cache.read(slug, expected).catch(() => null);
    if (cached && isTrue(cached, trustedIn)) {
      return { menu: memory.keep(cached.menu, trustedIn), level: 'redis' };
    }
    const isRestaurantCurrent = cached !== null && isRestaurantTrue(cached, trustedIn);
    const known = {
      tenantId: cached?.tenantId ?? expected,
      copy: (isRestaurantCurrent ? null : ifGood(lastGood)) ?? ifGood(cached?.menu) ?? undefined,
      isRestaurantCurrent,
    };
    let found: OriginReading;
    try {
      found = await origin.read(slug, known, (tenantId) => {
        flight.tenantId = tenantId;
      });
      isOriginAway = false;
    } catch (error) {
      isOriginAway = true;
      if (cached?.menu) memory.keep(cached.menu, null);
      throw error;
    }
    if (!found.menu) {
      memory.keepUnknown(slug, flight.isOutdated ? null : trustedIn, found.movedTo);
      return { menu: null, level: 'origin', movedTo: found.movedTo };
    }
    if (found.isRestaurantOld) return { menu: memory.keep(found.menu, null), level: 'stale' };
    const menu = memory.keep(found.menu, trustedIn);
    if (cached) cache.fill(menu, cached.dataSet).catch((error) => log.debug({ err: error }, 'menu not kept in redis'));
    return { menu, level: 'origin' };
  };

  const isTrue = (cached: CacheReading, trustedIn: number | null): cached is WithMenu =>
    isRestaurantTrue(cached, trustedIn) &&
    !cached.outdated.includes('menu') &&
    isYoung(cached.menu, now()) &&
    memory.isNews(cached.menu.tenantId, cached.menu.versions);

  /** Whether the restaurant in `cached` is current, so that only its dishes have to be read. */
  const isRestaurantTrue = (cached: CacheReading, trustedIn: number | null): cached is WithMenu =>
    cached.menu !== null &&
    !cached.outdated.includes('tenant') &&
    // A slow answer may predate a change that is still being published.
    trust.isTrusted() &&
    trust.epoch === trustedIn &&
    isRestaurantYoung(cached.menu, now()) &&
    memory.isNews(cached.menu.tenantId, { ...cached.menu.versions, menu: Number.POSITIVE_INFINITY });

  /** `copy`, unless it is too old to serve. */
  const ifGood = (copy: CachedMenu | null | undefined): CachedMenu | null =>
    copy && now() - copy.restaurantAt <= STALE_MS ? copy : null;

  return {
    async read(slug) {
      const menu = memory.find(slug);
      if (menu === null) return { menu, level: 'memory', movedTo: memory.movedTo(slug) };
      if (menu !== undefined) return { menu, level: 'memory' };
      const landing = readingOf(slug);
      // A request that continues with a copy ignores the read; its failure must not end the process.
      landing.catch(() => {});
      const copy = ifGood(memory.lastGood(slug));
      try {
        if (!copy || !isOriginAway) return await landing;
        const reading = await Promise.race([landing, rest(AWAY_PATIENCE_MS)]);
        if (reading) return reading as Reading;
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'unavailable')) throw error;
        const found = copy ?? ifGood((await cache.read(slug).catch(() => null))?.menu);
        if (!found) throw error;
        return { menu: found, level: 'stale' };
      }
      return { menu: copy, level: 'stale' };
    },

    hear(change) {
      memory.hear(change);
      for (const flight of inFlight) {
        if (flight.tenantId === undefined || flight.tenantId === change.tenantId) flight.isOutdated = true;
      }
    },
  };
}

const waited = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
