import type { Queue, Worker } from 'bullmq';
import { histogram, type Series } from '../observability/histogram.ts';
import { type Figure, type Metrics, registerMetric } from '../observability/metrics.ts';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Registers metrics of the jobs in each queue and the age of the oldest waiting one. */
export function registerQueueMetrics(metrics: Metrics, queues: readonly Queue[]): void {
  registerMetric(metrics, { name: 'tavola_queue_jobs', help: 'Jobs in a queue, by state.', type: 'gauge' }, async () =>
    (await Promise.all(queues.map(jobsOf))).flat(),
  );
  registerMetric(
    metrics,
    { name: 'tavola_queue_oldest_job_age_seconds', help: 'How long the oldest job has waited.', type: 'gauge' },
    () => Promise.all(queues.map(oldestOf)),
  );
}

async function jobsOf(queue: Queue): Promise<Figure[]> {
  const counts = await queue.getJobCounts(...STATES);
  return STATES.map((state) => ({ labels: { queue: queue.name, state }, value: counts[state] ?? 0 }));
}

async function oldestOf(queue: Queue): Promise<Figure> {
  const [oldest] = await queue.getJobs(['waiting'], 0, 0, true);
  return { labels: { queue: queue.name }, value: oldest ? Math.max(0, Date.now() - oldest.timestamp) / 1000 : 0 };
}

/** Registers metrics of the results and durations of the jobs that `workers` took. */
export function registerWorkerMetrics(metrics: Metrics, workers: readonly Worker[]): void {
  const seriesOf = histogram(metrics, 'tavola_queue_job_duration_seconds', 'How long jobs took that were done.');
  const failures = new Map<string, number>();
  for (const worker of workers) {
    const labels = { queue: worker.name };
    const series: Series = seriesOf(labels);
    failures.set(worker.name, 0);
    worker.on('completed', ({ processedOn = 0, finishedOn = 0 }) => series.add((finishedOn - processedOn) / 1000));
    worker.on('failed', () => failures.set(worker.name, (failures.get(worker.name) ?? 0) + 1));
  }
  registerMetric(
    metrics,
    { name: 'tavola_queue_failures_total', help: 'Attempts at jobs that failed.', type: 'counter' },
    () => [...failures].map(([queue, value]) => ({ labels: { queue }, value })),
  );
}
