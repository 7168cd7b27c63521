import { type Figure, type Metrics, registerMetric } from './metrics.ts';

/** Bucket upper bounds in seconds, from one millisecond to five seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

/** Observations with one set of labels. */
export interface Series {
  add(seconds: number): void;
}

/**
 * A histogram of durations. Returns a function that makes the series for a set of labels. Make a series once and keep it:
 * adding to it costs only a loop and two additions.
 */
export function histogram(
  metrics: Metrics,
  name: string,
  help: string,
): (labels?: Readonly<Record<string, string>>) => Series {
  const all: { labels: Readonly<Record<string, string>>; counts: number[]; sum: number }[] = [];

  const figuresOf = ({ labels, counts, sum }: (typeof all)[number]): Figure[] => {
    let count = 0;
    const buckets = counts.map((more, at) => {
      count += more;
      return { metricName: `${name}_bucket`, labels: { ...labels, le: String(SECONDS[at] ?? '+Inf') }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  };
  registerMetric(metrics, { name, help, type: 'histogram' }, () => all.flatMap(figuresOf));

  return (labels = {}) => {
    const series = { labels, counts: [...SECONDS.map(() => 0), 0], sum: 0 };
    all.push(series);
    const { counts } = series;
    return {
      add(seconds) {
        let at = 0;
        while (at < SECONDS.length && seconds > (SECONDS[at] as number)) at += 1;
        counts[at] = (counts[at] as number) + 1;
        series.sum += seconds;
      },
    };
  };
}
