import type { Logger } from '../observability/log.ts';

const SWEEP_MS = 10 * 60_000;

/**
 * Runs `sweep` every ten minutes; returns a function that stops it. A failed sweep is logged with the message `missed`, and
 * retried by the next one. Replicas may sweep in parallel.
 */
export function startSweeping(sweep: () => Promise<unknown>, missed: string, log: Logger): () => void {
  const timer = setInterval(
    () => void sweep().catch((error: Error) => log.warn({ reason: error.message }, missed)),
    SWEEP_MS,
  ).unref();
  return () => clearInterval(timer);
}
