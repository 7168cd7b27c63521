import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startBench } from './lib/bench.ts';
import { hasCores } from './lib/cores.ts';
import { watchHealth } from './lib/memory.ts';
import { closedLoop, type Offered, openLoad } from './lib/offered-load.ts';
import { ownersMix } from './lib/owners-mix.ts';
import { aroundReport, ms, table, whenAndWhere, whole, writeReport } from './lib/report.ts';

// npm run bench:overload: offers twice the capacity; writes docs/reliability.md. `-- --quick` is a short run, printed only.

const FILE = 'docs/reliability.md';
const CALLERS = 64;
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const seconds = values.quick ? 5 : 30;
if (!values.quick) aroundReport('bench:overload', FILE);

const busy = loadavg()[0] as number;
const say = (line: string) => console.log(`  ${line}`);
const bench = await startBench({ rounds: 1, seconds, isQuick: values.quick, say });
try {
  const { origin } = bench.stack;
  const next = await ownersMix(bench);
  // The first requests open connections and trigger compilation.
  await closedLoop(origin, next, { callers: CALLERS, seconds: Math.min(10, seconds) });
  const peak = await closedLoop(origin, next, { callers: CALLERS, seconds });
  say(`peak: ${whole(peak.goodput)} good answers/s`);
  const health = watchHealth(bench);
  const twice = await openLoad(origin, next, { rate: 2 * peak.goodput, seconds });
  const healthy = await health.stop();
  say(`at twice of that: ${whole(twice.goodput)} good answers/s; ${JSON.stringify(twice.statuses)}`);
  const again = await closedLoop(origin, next, { callers: CALLERS, seconds: Math.min(10, seconds) });

  const row = (name: string, one: Offered) => [
    name,
    whole(one.sent / one.seconds),
    whole(one.goodput),
    ms(one.goodP50),
    ms(one.goodP99),
    whole((one.statuses[503] ?? 0) + (one.statuses[429] ?? 0)),
    one.slowestRefusal > 0 ? ms(one.slowestRefusal) : '–',
    whole(
      Object.entries(one.statuses).reduce(
        (sum, [status, count]) => (/^(2..|3..|429|503|-1)$/.test(status) ? sum : sum + count),
        0,
      ),
    ),
  ];
  const isKept = twice.goodput >= 0.9 * peak.goodput;
  const parts = [
    `Made by \`npm run bench:overload\` ${whenAndWhere()}, whose load was ${busy.toFixed(1)} before; Node ${process.versions.node}. ${hasCores ? 'All servers share one core, the load has another.' : 'Servers and load share all cores.'} Everything goes through nginx: half of it owners' reads, a tenth prices written, the rest menus; ${seconds} s each. The peak is ${CALLERS} callers in a closed loop.`,
    table(
      ['Load', 'offered/s', 'good/s', 'p50', 'p99', '429 and 503', 'slowest of these', 'anything else'],
      [row('the peak', peak), row('twice the peak, open', twice), row('the peak again', again)],
    ),
    `Wanted: at twice the capacity at least 90 % of the peak: ${isKept ? 'met' : '**missed**'} (${whole((100 * twice.goodput) / peak.goodput)} %). Refusals without Retry-After: ${whole(twice.withoutRetryAfter)}. Not even sent, for want of a connection: ${whole(twice.statuses[-1] ?? 0)}. Meanwhile /health/live was asked ${whole(healthy.asked)} times; ${whole(healthy.failed)} times without an answer, the slowest took ${ms(healthy.slowest)}.`,
  ];
  console.log(`\n${parts.join('\n\n')}`);
  if (!values.quick) writeReport('bench:overload', parts, FILE);
} finally {
  await bench.stop();
}
process.exit(0);
