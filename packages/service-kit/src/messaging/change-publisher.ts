import type { EventKind } from '@tavola/contracts/events.ts';
import { LEASE_MS } from '@tavola/contracts/public-menu.ts';
import pTimeout from 'p-timeout';
import { type Pool, readAsPlatform, sql } from '../data/postgres.ts';
import { isUp, type Redis } from '../data/redis.ts';
import type { VersionedCache } from '../data/versioned-cache.ts';
import type { Logger } from '../observability/log.ts';
import { publish } from './events.ts';

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
export interface ChangePublisher<Told extends Change = Change> {
  /**
   * To be awaited between the commit and the acknowledgement: puts the tombstone into the cache entry and tells the
   * change. Never rejects: with Redis away the change is kept, and this resolves when it is announced after all, or when
   * no process trusts its memory any more.
   */
  publish(change: Told): Promise<void>;
  /** Stops looking for what others have not told; tries for a second to announce what is kept, then gives it up. */
  close(): Promise<void>;
}

/** What is still to be announced: how many tenants' newest changes. */
export interface Backlog {
  readonly backlog: number;
}

/**
 * Where an changePublisher finds the changes of a writer that died between its commit and its announcement, be it another
 * replica or this process's own predecessor.
 */
export interface Ledger {
  pool: Pool;
  /** Selects all tenants as they are told, to be narrowed by `changed_at`: the start of the transaction that changed each last. */
  rows: string;
  /** How often it is looked at, in milliseconds. */
  everyMs?: number;
}

/** How often changes that could not be announced are tried again, in milliseconds. */
const RETRY_MS = 100;

/** How long a change that could not be announced is waited for: a lease, and what two processes' timers may be off by. */
const WAIT_MS = LEASE_MS + 20;

const CLOSE_MS = 1_000;

const LOOK_MS = 5_000;

/**
 * A look goes back to this long before the last one began: a change shows when its transaction is committed, but is dated by
 * its start. Transactions end after 5 s (`inTransaction`), or with a last statement begun before that, which has 5 s as well.
 */
const LATE_COMMIT = '10 seconds';

/** How far the first look goes back: further than any reader believes a menu without asking (public-menu's BODY_MS). */
const FIRST_LOOK = '20 minutes';

/** How many changes are told in one go. */
const BATCH_SIZE = 500;

/** The newest change of a tenant that is still to be announced: an older one says nothing more. */
interface Kept<Told> {
  change: Told;
  announced: PromiseWithResolvers<void>;
}

/**
 * Announces changes of one source to the versioned cache and to whoever hears `kind`; with a `ledger` those, too, that are
 * found in it and that this process has not announced. To announce one twice says nothing new, so replicas need not agree
 * on who does it.
 */
export function makeChangePublisher<Source extends string, Told extends Change>(
  redis: Redis,
  cache: Pick<VersionedCache<Source>, 'raise'>,
  source: Source,
  kind: EventKind<Told>,
  log: Logger,
  ledger?: Ledger,
): ChangePublisher<Told> & Backlog {
  /** By tenant: what is kept is bounded by the tenants that write while Redis is away. */
  const kept = new Map<string, Kept<Told>>();

  // Both go out at once and are done in this order: whoever hears of the change finds the tombstone there.
  const attempt = (change: Told): Promise<unknown> =>
    Promise.all([cache.raise(change.tenantId, source, change.version), publish(redis, kind, change)]);

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

  /** By tenant, the versions that need not be announced again: those since the last look, and those that it found. */
  let noted = new Map<string, number>();
  const note = ({ tenantId, version }: Change) => noted.set(tenantId, Math.max(version, noted.get(tenantId) ?? 0));

  let lookedAt: string | undefined;
  let looking: Promise<void> | undefined;
  const look = async ({ pool, rows }: Ledger) => {
    const before = noted;
    noted = new Map();
    try {
      const found = await changesSince(pool, rows, lookedAt);
      lookedAt = found.at;
      for (const change of found.changes as Told[]) {
        const { tenantId, version } = change;
        if (version > Math.max(before.get(tenantId) ?? 0, noted.get(tenantId) ?? 0)) keep(change);
        note(change);
      }
    } catch (error) {
      for (const [tenantId, version] of before) note({ tenantId, version });
      log.warn(
        { event: kind.name, reason: (error as Error).message },
        'not looked for changes that were not announced',
      );
    }
    void retry();
  };
  const lookAt = (where: Ledger) => {
    // The database may take longer than the pause between two.
    looking ??= look(where).finally(() => (looking = undefined));
  };
  if (ledger) lookAt(ledger);
  const looks = ledger && setInterval(lookAt, ledger.everyMs ?? LOOK_MS, ledger).unref();

  return {
    async publish(change) {
      if (ledger) note(change);
      try {
        await attempt(change);
      } catch (error) {
        const { tenantId, version } = change;
        const reason = (error as Error).message;
        log.warn({ event: kind.name, tenantId, version, reason }, 'change not announced yet');
        await pTimeout(keep(change).announced.promise, { milliseconds: WAIT_MS, message: false });
      }
    },

    get backlog() {
      return kept.size;
    },

    async close() {
      clearInterval(looks);
      await looking;
      void retry();
      const announced = Promise.all([...kept.values()].map((entry) => entry.announced.promise));
      await pTimeout(announced, { milliseconds: CLOSE_MS, message: false });
      clearInterval(timer);
      redis.off('ready', retry);
      if (kept.size > 0) log.error({ event: kind.name, tenants: kept.size }, 'changes were never announced');
    },
  };
}

/** What was changed since `at`, and when that was asked, both by the database's clock. */
async function changesSince(pool: Pool, rows: string, at?: string): Promise<{ at: string; changes: Change[] }> {
  const since = at ? sql`${at}::timestamptz - ${LATE_COMMIT}::interval` : sql`now() - ${FIRST_LOOK}::interval`;
  const [found] = await readAsPlatform<{ at: string; changes: Change[] }>(
    pool,
    `SELECT now()::text AS at, coalesce(json_agg(row), '[]') AS changes FROM (${rows} WHERE changed_at > ${since}) AS row`,
  );
  if (!found) throw new Error('an aggregate has one row');
  return found;
}
