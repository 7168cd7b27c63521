import pTimeout from 'p-timeout';
import { Registry } from 'prom-client';

/** How long figures may take that another server is asked for, in milliseconds: Prometheus gives up after 10 s. */
const READ_MS = 1_000;

/** What a process tells of itself in figures, asked for at METRICS_PORT. */
export type Metrics = Registry;

export const makeMetrics = (): Metrics => new Registry();

/** What a metric is called and means; names end in their unit, in base units (seconds, bytes). */
export interface MetricKind {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
}

/** One value of a metric, under its labels. */
export interface Figure {
  value: number;
  labels?: Readonly<Record<string, string>>;
  /** Where it is not the metric's own: a histogram's parts. */
  metricName?: string;
}

/**
 * Has `metrics` ask `read` for the figures of a metric whenever it is asked itself. So whoever counts does so in plain
 * numbers, and pays for labels and text only at a scrape. A metric that can't be
 * read now, or within a second, is left out.
 */
export function figures(metrics: Metrics, kind: MetricKind, read: () => Figure[] | Promise<Figure[]>): void {
  const metric = {
    ...kind,
    get: async () => ({
      ...kind,
      values: await pTimeout(Promise.resolve().then(read), { milliseconds: READ_MS }).catch(() => []),
    }),
  };
  // prom-client's own metrics hash their labels at every step; its registry asks no more of one than this.
  metrics.registerMetric(metric as never);
}

/** A gauge without labels; see `figures`. */
export const gauge = (metrics: Metrics, name: string, help: string, read: () => number | Promise<number>): void =>
  figures(metrics, { name, help, type: 'gauge' }, async () => [{ value: await read() }]);
