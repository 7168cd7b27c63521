import { gauge, type Metrics, registerMetric } from '../observability/metrics.ts';
import type { Pool } from './postgres.ts';

/** Adds a connection pool's load to `metrics`. */
export function registerPoolMetrics(metrics: Metrics, pool: Pool): void {
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
