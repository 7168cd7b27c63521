import { Registry } from 'prom-client';

/** What a process tells of itself in figures, asked for at METRICS_PORT. */
export type Metrics = Registry;

export const makeMetrics = (): Metrics => new Registry();
