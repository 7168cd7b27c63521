import { type Bench, type Finding, menuPath, probeFrom } from '../lib/bench.ts';
import { requestText } from '../lib/http-connection.ts';
import { startLoad } from '../lib/load-process.ts';
import { ms, table, whole } from '../lib/report.ts';
import { percentile } from '../lib/statistics.ts';
import { wrk } from '../lib/wrk.ts';
import type { OpenLoopResult } from '../load/background.ts';
import type { PropagationInput, PropagationResult } from '../load/propagation.ts';

/** The background load, as a share of the edge's capacity. */
const SHARE = 0.7;

/** Time from a price's acknowledgement until the edge shows it: on a quiet site, and on a busy one. */
export async function propagation(bench: Bench): Promise<Finding> {
  const { stack, demo, isQuick } = bench;
  const url = stack.origin + menuPath(demo.slug);
  await probeFrom('edge', url);
  const writes = isQuick ? 50 : 400;
  const pauseMs = 20;
  const measure = () => {
    const firstPrice = bench.newPrices(writes);
    const input: PropagationInput = { origin: stack.origin, restaurant: demo, writes, pauseMs, firstPrice };
    return startLoad<PropagationResult>('propagation', input).result;
  };
  const request = requestText('GET', url, { 'Accept-Encoding': 'gzip' });
  const background = (rate: number, seconds: number) =>
    startLoad<OpenLoopResult>('background', { origin: stack.origin, request, rate, seconds });

  const idle = await measure();
  const most = await wrk(bench.wrkCommand, { url, seconds: bench.seconds });
  const wanted = most.requestsPerSecond * SHARE;
  const seconds = Math.ceil((writes * (pauseMs + 20)) / 1000);
  const load = background(wanted, seconds);
  await load.ready;
  const busy = await measure();
  const loaded = await load.result;
  if (loaded.errors > 0) throw new Error(`${loaded.errors} reads of the load failed.`);

  const [idleP99, busyP99] = [percentile(idle.seen, 0.99), percentile(busy.seen, 0.99)];
  const row = (name: string, { seen, acknowledged }: PropagationResult) => [
    name,
    ...[percentile(seen, 0.5), percentile(seen, 0.99), percentile(seen, 1)].map(ms),
    ...[percentile(acknowledged, 0.5), percentile(acknowledged, 0.99)].map(ms),
  ];
  const share = Math.round((loaded.rate / most.requestsPerSecond) * 100);
  return {
    title: 'From an acknowledged write to the edge',
    goals: [
      {
        what: 'Acknowledged write → next read at the edge new, idle',
        goal: 'p99 ≤ 20 ms',
        measured: ms(idleP99),
        isMet: idleP99 <= 20,
        whyMissed: 'the write itself is as slow in one of a hundred cases, since all servers share one core',
      },
      {
        what: `The same at ${share} % load`,
        goal: 'p99 ≤ 100 ms at 70 % load',
        measured: ms(busyP99),
        isMet: busyP99 <= 100 && share >= 65,
        whyMissed: share < 65 ? 'the load has one core, and can send no more' : 'all servers share one core',
      },
    ],
    parts: [
      `${writes} writes each, from the acknowledgement to the arrival of the first answer with the new price:`,
      table(['', 'p50', 'p99', 'most', 'write p50', 'write p99'], [row('idle', idle), row(`${share} % load`, busy)]),
      `The load is an open loop: ${whole(loaded.rate)} reads/s of the same menu at the edge, of ${whole(most.requestsPerSecond)} in a closed loop; each answered ${ms(loaded.p50)} (p99 ${ms(loaded.p99)}) after it was due.`,
    ],
  };
}
