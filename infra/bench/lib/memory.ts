import type { Bench } from './bench.ts';
import { residentOf } from './processes.ts';

const WATCHED = ['nginx', 'gateway', 'auth', 'menu', 'public-menu', 'postgres', 'redis-cache'];

/** The current memory of each of the site's processes, in bytes. */
export const memoryNow = (bench: Bench): Record<string, number> =>
  Object.fromEntries(Object.entries(bench.servers(...WATCHED)).map(([name, pid]) => [name, residentOf(pid)]));

/** Continuously probes the liveness of the processes that serve users; returns the totals. */
export function watchHealth(bench: Bench): { stop(): Promise<{ asked: number; failed: number; slowest: number }> } {
  const urls = ['gateway', 'auth', 'menu', 'public-menu'].map((name) => `${bench.stack.metricsUrls[name]}/health/live`);
  let [asked, failed, slowest] = [0, 0, 0];
  const one = async (url: string) => {
    const startedAt = performance.now();
    asked += 1;
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (!answer?.ok) failed += 1;
    await answer?.arrayBuffer();
    slowest = Math.max(slowest, performance.now() - startedAt);
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = Promise.all(urls.map(one)).then(() => {});
  }, 500);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      return { asked, failed, slowest };
    },
  };
}
