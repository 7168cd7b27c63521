import type { EventKind } from '@tavola/contracts/events.ts';
import { gauge, type Metrics, registerMetric } from '../observability/metrics.ts';
import type { Pool } from './postgres.ts';
import type { Redis } from './redis.ts';

/** Adds a connection pool's load to `metrics`. */
export function watchPool(metrics: Metrics, pool: Pool): void {
  registerMetric(
    metrics,
    { name: 'tavola_pg_pool_connections', help: 'Connections to PostgreSQL, by state.', type: 'gauge' },
    () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  );
  gauge(metrics, 'tavola_pg_pool_max_connections', 'The most connections the pool may have.', () => pool.options.max);
  gauge(
    metrics,
    'tavola_pg_pool_waiting',
    'Statements and transactions that wait for a connection.',
    () => pool.waitingCount,
  );
}

/** Adds a stream's backlog and lag to `metrics`. `caughtUpTo` returns Unix time in milliseconds. */
export function watchStream(metrics: Metrics, redis: Redis, kind: EventKind<unknown>, caughtUpTo: () => number): void {
  const labels = { stream: kind.name };
  registerMetric(
    metrics,
    { name: 'tavola_stream_backlog', help: 'Entries of a stream that are still to be acted on.', type: 'gauge' },
    async () => [{ labels, value: await redis.xLen(kind.name) }],
  );
  registerMetric(
    metrics,
    {
      name: 'tavola_stream_lag_seconds',
      help: 'How long ago everything in the stream had been acted on.',
      type: 'gauge',
    },
    () => [{ labels, value: Math.max(0, Date.now() - caughtUpTo()) / 1000 }],
  );
}
