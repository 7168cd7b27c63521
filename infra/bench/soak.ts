import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startBench } from './lib/bench.ts';
import { hasCores } from './lib/cores.ts';
import { memoryNow, watchHealth } from './lib/memory.ts';
import { closedLoop, type Offered, openLoad } from './lib/offered-load.ts';
import { ownersMix } from './lib/owners-mix.ts';
import { aroundReport, ms, size, whenAndWhere, whole, writeReport } from './lib/report.ts';
import { median } from './lib/statistics.ts';

// npm run bench:soak -- --minutes 30: 70 % of capacity for long; writes docs/reliability.md, below 10 minutes printed only.

const FILE = 'docs/reliability.md';
const SHARE = 0.7;
/** Memory is read after each slice. */
const SLICE_SECONDS = 10;
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0, not ${values.minutes}.`);
const isWritten = minutes >= 10;
if (isWritten) aroundReport('bench:soak', FILE);

const busy = loadavg()[0] as number;
const say = (line: string) => console.log(`  ${line}`);
const bench = await startBench({ rounds: 1, seconds: 10, isQuick: false, say });
try {
  const { origin } = bench.stack;
  const next = await ownersMix(bench);
  await closedLoop(origin, next, { callers: 64, seconds: 10 });
  const peak = await closedLoop(origin, next, { callers: 64, seconds: 10 });
  const rate = SHARE * peak.goodput;
  say(`${whole(rate)} requests/s for ${minutes} minutes`);
  const health = watchHealth(bench);
  const slices: { load: Offered; memory: Record<string, number> }[] = [];
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end) {
    slices.push({ load: await openLoad(origin, next, { rate, seconds: SLICE_SECONDS }), memory: memoryNow(bench) });
    const { goodP99, statuses } = (slices.at(-1) as (typeof slices)[number]).load;
    if (slices.length % 6 === 0) say(`${slices.length / 6} min: p99 ${ms(goodP99)}, ${JSON.stringify(statuses)}`);
  }
  const healthy = await health.stop();

  // Quarters: the first one warms up.
  const quarters = [1, 2, 3, 4].map((nth) =>
    slices.slice(Math.floor(((nth - 1) * slices.length) / 4), Math.floor((nth * slices.length) / 4)),
  );
  const names = Object.keys(slices[0]?.memory ?? {});
  const memoryIn = (quarter: typeof slices, name: string) => median(quarter.map(({ memory }) => memory[name] ?? 0));
  const [, second = [], , last = []] = quarters;
  const growth = (name: string) => 100 * (memoryIn(last, name) / memoryIn(second, name) - 1);
  const isFlat = names.every((name) => growth(name) <= 10);
  const sum = (of: (load: Offered) => number) => slices.reduce((total, { load }) => total + of(load), 0);
  const bad = sum(({ sent, statuses }) => sent - (statuses[200] ?? 0));
  const others = [...new Set(slices.flatMap(({ load }) => Object.keys(load.statuses)))]
    .filter((status) => status !== '200')
    .map((status) => `${whole(sum(({ statuses }) => statuses[Number(status)] ?? 0))} × ${status}`);
  const parts = [
    `Made by \`npm run bench:soak -- --minutes ${minutes}\` ${whenAndWhere()}, whose load was ${busy.toFixed(1)} before; Node ${process.versions.node}. ${hasCores ? 'All servers share one core, the load has another.' : 'Servers and load share all cores.'} ${whole(rate)} requests/s, ${SHARE * 100} % of the peak, in an open loop through nginx: ${whole(sum(({ sent }) => sent))} in all, ${whole(bad)} of them answered with anything but 200${others.length > 0 ? ` (${others.join(', ')})` : ''}. /health/live was asked ${whole(healthy.asked)} times, ${whole(healthy.failed)} times without an answer; the slowest took ${ms(healthy.slowest)}.`,
    `Medians of the second quarter and the last: p99 ${[second, last].map((one) => ms(median(one.map(({ load }) => load.goodP99)))).join(', ')}; memory of ${names
      .map((name) => {
        const sizes = [second, last].map((one) => size(memoryIn(one, name)));
        return `${name} ${sizes.join(', ')} (${growth(name) >= 0 ? '+' : ''}${growth(name).toFixed(1)} %)`;
      })
      .join('; ')}.`,
    `Wanted: no process grows by more than 10 % from the second quarter to the last: ${isFlat ? 'met' : '**missed**'}.`,
  ];
  console.log(`\n${parts.join('\n\n')}`);
  if (isWritten) writeReport('bench:soak', parts, FILE);
} finally {
  await bench.stop();
}
process.exit(0);
