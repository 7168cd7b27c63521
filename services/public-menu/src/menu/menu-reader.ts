import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { Change, Freshness } from '../change-feed/change-feed.ts';
import type { CachedMenu } from './cached-menu.ts';
import type { CacheReading, MenuCache } from './menu-cache.ts';
import { BODY_MS, type MenuMemory } from './menu-memory.ts';
import type { MenuOrigin, MovedMenu } from './menu-origin.ts';

/** Where an answer came from; `stale` is a last good copy, served while the truth cannot be asked. */
export type Level = 'memory' | 'redis' | 'origin' | 'stale';

/** The menu at a slug, null where there is none, and where it came from. */
export interface Reading {
  menu: CachedMenu | null;
  level: Level;
  /** The slug at which the menu is now; only where there is none at the slug that was asked for. */
  movedTo?: string | undefined;
}

/** Reads menus: from memory, from Redis, from their owners, whichever is nearest and can be believed. */
export interface MenuReader {
  /** What memory says, or undefined where it can't say. */
  find(slug: string): CachedMenu | null | undefined;
  /** @throws Problem `unavailable` where the owners are away and there is no last good copy. */
  read(slug: string): Promise<Reading>;
  /** A change was told: whatever was being read before it is not given to those who ask from now on. */
  hear(change: Change): void;
}

/** How long a last good copy is served while the truth cannot be asked, in milliseconds. */
export const STALE_MS = 24 * 60 * 60 * 1000;

/**
 * How long a reader who could have a last good copy waits for the truth, in milliseconds, once its owners have been found
 * away. Before that a reader waits as long as they are given.
 */
const PATIENCE_MS = 150;

/** One reading on its way. */
interface InFlightRead {
  /** What is being read; settles once. */
  promise: Promise<Reading>;
  /** The epoch in which it began, null where nothing could be believed then. */
  trustedIn: number | null;
  /** Known as soon as auth has said whose menu is at the slug. */
  tenantId: string | undefined;
  /** Whether a change was told since it began. */
  isOutdated: boolean;
  /** The one that begins when this has landed, for those who may not join this one. */
  next: Promise<Reading> | undefined;
}

export interface ReaderParts {
  memory: MenuMemory;
  trust: Freshness;
  cache: MenuCache;
  origin: MenuOrigin;
  log: Logger;
  /** Unix time in milliseconds. */
  now?: () => number;
  /** Resolves after so many milliseconds. */
  rest?: (ms: number) => Promise<unknown>;
}

/** A reader over the three levels. Why what it gives is never old: docs/architecture.md. */
export function menuReader({
  memory,
  trust,
  cache,
  origin,
  log,
  now = Date.now,
  rest = waited,
}: ReaderParts): MenuReader {
  /** By slug, the one that may be joined. */
  const joinable = new Map<string, InFlightRead>();
  const inFlight = new Set<InFlightRead>();
  /** Whether the owners did not answer when they were last asked. */
  let isOriginAway = false;

  /** A reading for somebody who asks now: nobody joins one that began before a change that was told since. */
  const readingOf = (slug: string): Promise<Reading> => {
    const flight = joinable.get(slug);
    if (!flight) return start(slug);
    if (!trust.isTrusted()) {
      // A change may have been made that could not be told: only what begins from now on is sure to hold it.
      flight.next ??= flight.promise.then(
        () => start(slug),
        () => start(slug),
      );
      return flight.next;
    }
    // What was told between two epochs was not heard here.
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
    const expected = memory.lastGood(slug)?.tenantId;
    const cached = trustedIn === null ? null : await cache.read(slug, expected).catch(() => null);
    if (cached?.menu && isTrue(cached, trustedIn)) {
      return { menu: memory.keep(cached.menu, trustedIn), level: 'redis' };
    }
    let found: CachedMenu | MovedMenu | null;
    try {
      found = await origin.read(slug, cached?.tenantId ?? expected, (tenantId) => {
        flight.tenantId = tenantId;
      });
      isOriginAway = false;
    } catch (error) {
      isOriginAway = true;
      if (cached?.menu) memory.keep(cached.menu, null);
      throw error;
    }
    if (!found || 'movedTo' in found) {
      const movedTo = found?.movedTo;
      memory.keepUnknown(slug, flight.isOutdated ? null : trustedIn, movedTo);
      return { menu: null, level: 'origin', movedTo };
    }
    const menu = memory.keep(found, trustedIn);
    if (cached) cache.fill(menu, cached.epoch).catch((error) => log.debug({ err: error }, 'menu not kept in redis'));
    return { menu, level: 'origin' };
  };

  const isTrue = ({ menu, isCurrent }: CacheReading, trustedIn: number | null) =>
    menu !== null &&
    isCurrent &&
    // An answer that took its time may be from before a change that is still being told.
    trust.isTrusted() &&
    trust.epoch === trustedIn &&
    now() - menu.at <= BODY_MS &&
    memory.isNews(menu.tenantId, menu.versions);

  /** `copy`, unless it is too old to be served. */
  const ifGood = (copy: CachedMenu | null | undefined): CachedMenu | null =>
    copy && now() - copy.at <= STALE_MS ? copy : null;

  return {
    find: memory.find,

    async read(slug) {
      const menu = memory.find(slug);
      if (menu === null) return { menu, level: 'memory', movedTo: memory.movedTo(slug) };
      if (menu !== undefined) return { menu, level: 'memory' };
      const landing = readingOf(slug);
      // Whoever goes on with a copy leaves it; it must not end the process.
      landing.catch(() => {});
      const copy = ifGood(memory.lastGood(slug));
      try {
        if (!copy || !isOriginAway) return await landing;
        const reading = await Promise.race([landing, rest(PATIENCE_MS)]);
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
