import pTimeout from 'p-timeout';
import { Registry } from 'prom-client';

/** Timeout for values read from another server, in milliseconds; Prometheus gives up after 10 s. */
const READ_MS = 1_000;

/** A process's metrics, scraped at METRICS_PORT. */
export type Metrics = Registry;

export const makeMetrics = (): Metrics => new Registry();

/** A metric's name and meaning. Names end in a base unit (seconds, bytes). */
interface MetricKind {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
}

/** One value of a metric, under its labels. */
export interface Figure {
  value: number;
  labels?: Readonly<Record<string, string>>;
  /** Set where it differs from the metric's name: for a histogram's parts. */
  metricName?: string;
}

/**
 * Registers a metric whose values `read` supplies at each scrape. So code counts in plain numbers, and labels and text cost
 * something only at a scrape. A metric that can't be read within a second is left out.
 */
export function registerMetric(metrics: Metrics, kind: MetricKind, read: () => Figure[] | Promise<Figure[]>): void {
  const metric = {
    ...kind,
    get: async () => ({
      ...kind,
      values: await pTimeout(Promise.resolve().then(read), { milliseconds: READ_MS }).catch(() => []),
    }),
  };
  // prom-client's own metrics hash their labels at every update. Its registry needs only this of a metric.
  metrics.registerMetric(metric as never);
}

/** A gauge without labels; see `registerMetric`. */
export const gauge = (metrics: Metrics, name: string, help: string, read: () => number | Promise<number>): void =>
  registerMetric(metrics, { name, help, type: 'gauge' }, async () => [{ value: await read() }]);
