import type { EventKind } from '@tavola/contracts/events.ts';
import { LEASE_MS } from '@tavola/contracts/public-menu.ts';
import { tell } from './events.ts';
import type { Logger } from './log.ts';
import { isUp, type Redis } from './redis.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** A tenant's data changed and is committed; `version` is the new one. */
export interface Change {
  tenantId: string;
  version: number;
}

/**
 * Tells changes to the versioned cache and to whoever hears of them.
 *
 * What readers may build on, with the client of `makePromptRedis`: when `announce` resolves, either the tombstone is in
 * Redis and the change published, or Redis was out of this process's reach: the connection was lost or refused and a lease
 * has passed since, or it was silent for 600 ms and a lease. A change that could not be announced is announced within
 * 700 ms after Redis is within reach again (within 200 ms where it refused connections or hung), for as long as this
 * process lives. So a reader that trusts its memory for a lease only, and neither memory nor Redis for 1 s after it missed
 * Redis for 500 ms, never takes an entry from before a change for the newest one.
 */
export interface Announcer<Told extends Change = Change> {
  /**
   * To be awaited between the commit and the acknowledgement: puts the tombstone into the cache entry and tells the
   * change. Never rejects: with Redis away the change is kept, and this resolves when it is announced after all, or when
   * no process trusts its memory any more.
   */
  announce(change: Told): Promise<void>;
  /** Tries for a second to announce what is kept, then gives it up. */
  close(): Promise<void>;
}

/** How often changes that could not be announced are tried again, in milliseconds. */
const RETRY_MS = 100;

/** How long a change that could not be announced is waited for: a lease, and what two processes' timers may be off by. */
const WAIT_MS = LEASE_MS + 20;

const CLOSE_MS = 1_000;

/** How many changes are told in one go. */
const BATCH_SIZE = 500;

/** The newest change of a tenant that is still to be announced: an older one says nothing more. */
interface Kept<Told> {
  change: Told;
  announced: PromiseWithResolvers<void>;
}

/** Announces changes of one source to the versioned cache and to whoever hears `kind`. */
export function makeAnnouncer<Source extends string, Told extends Change>(
  redis: Redis,
  cache: Pick<VersionedCache<Source>, 'raise'>,
  source: Source,
  kind: EventKind<Told>,
  log: Logger,
): Announcer<Told> {
  /** By tenant: what is kept is bounded by the tenants that write while Redis is away. */
  const kept = new Map<string, Kept<Told>>();

  // Both go out at once and are done in this order: whoever hears of the change finds the tombstone there.
  const attempt = (change: Told): Promise<unknown> =>
    Promise.all([cache.raise(change.tenantId, source, change.version), tell(redis, kind, change)]);

  const keep = (change: Told): Kept<Told> => {
    const entry = kept.get(change.tenantId) ?? { change, announced: Promise.withResolvers<void>() };
    if (change.version > entry.change.version) entry.change = change;
    kept.set(change.tenantId, entry);
    return entry;
  };

  const retryOne = async (entry: Kept<Told>) => {
    const { change } = entry;
    await attempt(change);
    // A newer one may have come meanwhile.
    if (entry.change !== change) return;
    kept.delete(change.tenantId);
    entry.announced.resolve();
  };

  let isRetrying = false;
  const retry = async () => {
    // A hung Redis lets an attempt take longer than the pause between two.
    if (isRetrying) return;
    isRetrying = true;
    const entries = [...kept.values()];
    for (let at = 0; at < entries.length && isUp(redis); at += BATCH_SIZE) {
      await Promise.allSettled(entries.slice(at, at + BATCH_SIZE).map(retryOne));
    }
    isRetrying = false;
  };
  const timer = setInterval(retry, RETRY_MS).unref();
  redis.on('ready', retry);

  return {
    async announce(change) {
      try {
        await attempt(change);
      } catch (error) {
        const { tenantId, version } = change;
        const reason = (error as Error).message;
        log.warn({ event: kind.name, tenantId, version, reason }, 'change not announced yet');
        await settledIn(WAIT_MS, keep(change).announced.promise);
      }
    },

    async close() {
      void retry();
      await settledIn(CLOSE_MS, Promise.all([...kept.values()].map(({ announced }) => announced.promise)));
      clearInterval(timer);
      redis.off('ready', retry);
      if (kept.size > 0) log.error({ event: kind.name, tenants: kept.size }, 'changes were never announced');
    },
  };
}

/** Resolves when `promise` does, or after `ms`. */
async function settledIn(ms: number, promise: Promise<unknown>): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const timer = setTimeout(passed.resolve, ms);
  await Promise.race([promise, passed.promise]);
  clearTimeout(timer);
}
