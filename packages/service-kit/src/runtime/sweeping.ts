import type { Logger } from '../observability/log.ts';

const SWEEP_MS = 10 * 60_000;

/**
 * Sweeps every ten minutes; gives the way to stop. A sweep that failed is logged with what it `missed`, and tried again by the
 * next one. Replicas may do so side by side.
 */
export function startSweeping(sweep: () => Promise<unknown>, missed: string, log: Logger): () => void {
  const timer = setInterval(
    () => void sweep().catch((error: Error) => log.warn({ reason: error.message }, missed)),
    SWEEP_MS,
  ).unref();
  return () => clearInterval(timer);
}
