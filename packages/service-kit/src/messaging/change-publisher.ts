import type { EventKind } from '@tavola/contracts/events.ts';
import { LEASE_MS } from '@tavola/contracts/public-menu.ts';
import pTimeout from 'p-timeout';
import { type Pool, readAsPlatform } from '../data/postgres.ts';
import { isUp, type Redis } from '../data/redis.ts';
import type { VersionedCache } from '../data/versioned-cache.ts';
import { histogram } from '../observability/histogram.ts';
import type { Logger } from '../observability/log.ts';
import { type Metrics, registerMetric } from '../observability/metrics.ts';
import { publish } from './events.ts';

/** A tenant's data changed and is committed; `version` is the new one. */
export interface Change {
  tenantId: string;
  version: number;
  /** Whether nobody may see what was cached before it, not even while its source is away. */
  endsCopies?: boolean;
}

/**
 * Publishes changes to the versioned cache and to subscribers.
 *
 * What readers can rely on, with a client from `makeFailFastRedis`: when `publish` resolves, either the tombstone is in Redis
 * and the change is published, or this process could not reach Redis. That means: the connection was lost or refused and a
 * lease has passed since, or Redis was silent for 600 ms plus a lease. An unpublished change is published within 700 ms after
 * Redis is reachable again (200 ms if it refused connections or hung), for as long as this process lives. So a reader never
 * takes an entry from before a change for the newest one, provided that it trusts its memory for one lease only, and trusts
 * neither memory nor Redis for 1 s after it missed Redis for 500 ms.
 */
export interface ChangePublisher<Told extends Change = Change> {
  /**
   * Await it between the commit and the acknowledgement: it puts the tombstone into the cache entry and publishes the change.
   * Never rejects. If Redis is down the change is kept, and this resolves when it is published after all, or when no process
   * trusts its memory any more.
   */
  publish(change: Told): Promise<void>;
  /** Stops looking for changes that others left unpublished; retries pending ones for a second, then drops them. */
  close(): Promise<void>;
}

/** The number of tenants whose newest change is still unpublished. */
interface Backlog {
  readonly backlog: number;
}

/**
 * Where a change publisher finds the changes of a writer that crashed between commit and publish: another replica, or this
 * process before its restart.
 */
export interface Ledger {
  pool: Pool;
  /** A SELECT of the changes after `time`, an SQL expression. The time of a change is the start of its transaction. */
  selectAfter(time: string): string;
  /** How often it is read, in milliseconds. */
  everyMs?: number;
}

/** Retry interval for unpublished changes, in milliseconds. */
const RETRY_MS = 100;

/** How long `publish` waits for a failed change: a lease, plus the drift between two processes' timers. */
const WAIT_MS = LEASE_MS + 20;

const CLOSE_MS = 1_000;

const LOOK_MS = 5_000;

/**
 * Each look starts this long before the previous one began: a change becomes visible at its commit, but is dated by the start
 * of its transaction. Transactions end after 5 s (`inTransaction`); a last statement begun before that has 5 s as well.
 */
const LATE_COMMIT = '10 seconds';

/** How far back the first look goes: longer than any reader uses a menu without revalidating (public-menu's BODY_MS). */
const FIRST_LOOK = '20 minutes';

/** How many changes are published in one batch. */
const BATCH_SIZE = 500;

/** A tenant's newest unpublished change. It makes older ones obsolete. */
interface Kept<Told> {
  change: Told;
  announced: PromiseWithResolvers<void>;
}

/**
 * Publishes changes of one source to the versioned cache and to subscribers of `kind`. With a `ledger` it also publishes the
 * changes found there that this process has not published. Publishing twice is harmless, so replicas need no coordination.
 */
export function makeChangePublisher<Source extends string, Told extends Change>(
  redis: Redis,
  cache: Pick<VersionedCache<Source>, 'raise'>,
  source: Source,
  kind: EventKind<Told>,
  log: Logger,
  ledger?: Ledger,
): ChangePublisher<Told> & Backlog {
  /** By tenant, so its size is bounded by the tenants that write while Redis is down. */
  const kept = new Map<string, Kept<Told>>();

  // Both are sent together and run in this order, so subscribers find the tombstone already there.
  const attempt = (change: Told): Promise<unknown> =>
    Promise.all([
      cache.raise(change.tenantId, source, change.version, change.endsCopies),
      publish(redis, kind, change),
    ]);

  const keep = (change: Told): Kept<Told> => {
    const entry = kept.get(change.tenantId) ?? { change, announced: Promise.withResolvers<void>() };
    if (change.version > entry.change.version) entry.change = change;
    kept.set(change.tenantId, entry);
    return entry;
  };

  const retryOne = async (entry: Kept<Told>) => {
    const { change } = entry;
    await attempt(change);
    // A newer change may have arrived meanwhile.
    if (entry.change !== change) return;
    kept.delete(change.tenantId);
    entry.announced.resolve();
  };

  let isRetrying = false;
  const retry = async () => {
    // With a hung Redis an attempt can take longer than the retry interval.
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

  /** By tenant, the versions that need no publishing again: those since the last look, and those that it found. */
  let noted = new Map<string, number>();
  const note = ({ tenantId, version }: Change) => noted.set(tenantId, Math.max(version, noted.get(tenantId) ?? 0));

  let lookedAt: string | undefined;
  let looking: Promise<void> | undefined;
  const look = async (ledger: Ledger) => {
    const before = noted;
    noted = new Map();
    try {
      const found = await changesSince(ledger, lookedAt);
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
    // The database may take longer than the interval between looks.
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
        log.warn({ event: kind.name, tenantId, version, reason }, 'change not published yet');
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
      if (kept.size > 0) log.error({ event: kind.name, tenants: kept.size }, 'changes never published');
    },
  };
}

/** Wraps `changePublisher` to record in `metrics` how long committed changes take to publish, and how many are pending. */
export function measuredPublisher<Told extends Change>(
  metrics: Metrics,
  kind: EventKind<Told>,
  changePublisher: ChangePublisher<Told> & Backlog,
): ChangePublisher<Told> {
  const series = histogram(
    metrics,
    'tavola_announce_duration_seconds',
    'How long committed changes took to be told to readers, or to be given up on for now.',
  )({ event: kind.name });
  registerMetric(
    metrics,
    { name: 'tavola_unpublished_changes', help: 'Tenants whose newest change is not published yet.', type: 'gauge' },
    () => [{ labels: { event: kind.name }, value: changePublisher.backlog }],
  );
  return {
    async publish(change) {
      const startedAt = performance.now();
      await changePublisher.publish(change);
      series.add((performance.now() - startedAt) / 1000);
    },
    close: () => changePublisher.close(),
  };
}

/** The changes since `at`, and the time of this query, both by the database's clock. */
async function changesSince(ledger: Ledger, at?: string): Promise<{ at: string; changes: Change[] }> {
  // With coalesce() in it, PostgreSQL would read the whole table instead of the index, because of row-level security.
  const changes = ledger.selectAfter(at === undefined ? 'now() - $1::interval' : '$2::timestamptz - $1::interval');
  const [found] = await readAsPlatform<{ at: string; changes: Change[] }>(ledger.pool, {
    text: `SELECT now()::text AS at, coalesce(json_agg(row), '[]') AS changes FROM (${changes}) AS row`,
    values: at === undefined ? [FIRST_LOOK] : [LATE_COMMIT, at],
  });
  if (!found) throw new Error('an aggregate has one row');
  return found;
}
