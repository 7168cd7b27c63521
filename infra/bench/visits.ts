import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { menuPath, probeFrom, startBench } from './lib/bench.ts';
import { sleep } from './lib/clock.ts';
import { hasCores } from './lib/cores.ts';
import { requestText } from './lib/http-connection.ts';
import { startLoad } from './lib/load-process.ts';
import { type OpenLoopResult, openLoop } from './lib/open-loop.ts';
import { cpuOf, residentOf } from './lib/processes.ts';
import { aroundReport, ms, size, table, whenAndWhere, whole, writeReport } from './lib/report.ts';
import { median } from './lib/statistics.ts';
import type { VisitsOptions, VisitsResult } from './load/visits.ts';

// npm run bench:visits: 2,000 beacons a second beside menu reads, and the same reads alone, into docs/performance.md.
// `-- --rounds N` says how often; `-- --quick` and `-- --rate N` (beacons a second) are a look at it, printed only.

const READS = 1_000;
const RESTAURANTS = 100;
const SERVERS = ['nginx', 'gateway', 'analytics', 'redis-queue', 'postgres'];

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, one) => sum + one, 0);

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const rounds = values.quick ? 1 : Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds must be a whole number from 1, not ${rounds}.`);
const BEACONS = Number(values.rate ?? 2_000);
if (!(BEACONS > 0)) throw new Error(`--rate must be a number above 0, not ${values.rate}.`);
const isWritten = !values.quick && values.rate === undefined;
const seconds = values.quick ? 3 : 8;
if (isWritten) aroundReport('bench:visits');

interface Round {
  alone: OpenLoopResult;
  beside: OpenLoopResult;
  visits: VisitsResult;
  /** Microseconds a beacon, by server process. */
  cpu: Record<string, number>;
  /** How long after the last beacon all were counted, in milliseconds. */
  countedAfter: number;
}

// Others' work on the same machine counts against the figures: the report says how busy it was.
const busy = loadavg()[0] as number;
const say = (line: string) => console.log(`  ${line}`);
const bench = await startBench({ rounds, seconds, isQuick: values.quick, say });
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const) {
  process.once(event, async (cause: unknown) => {
    console.error(cause);
    await bench.stop();
    process.exit(1);
  });
}
try {
  const { db, stack, demo } = bench;
  const { origin } = stack;
  const slugs = await bench.copies(RESTAURANTS);
  const { rows } = await db.query<{ id: string }>('SELECT id FROM auth.tenant WHERE slug = ANY ($1) ORDER BY slug', [
    slugs,
  ]);
  const tenants = rows.map(({ id }) => id);
  const url = origin + menuPath(demo.slug);
  await probeFrom('edge', url);
  const request = requestText('GET', url, { 'Accept-Encoding': 'gzip' });
  const read = () => openLoop({ origin, request, rate: READS, seconds });
  const visit = (rate: number, forSeconds: number) =>
    startLoad<VisitsResult>('visits', { origin, tenants, rate, seconds: forSeconds } satisfies VisitsOptions);
  const servers = bench.servers(...SERVERS);
  const each = (of: (pid: number) => number) =>
    Object.fromEntries(Object.entries(servers).map(([name, pid]) => [name, of(pid)]));

  const counted = async (): Promise<number> => {
    const { rows: sums } = await db.query<{ views: number }>(
      'SELECT coalesce(sum(views), 0)::int AS views FROM analytics.quarter_tally WHERE tenant_id = ANY ($1)',
      [tenants],
    );
    return sums[0]?.views ?? 0;
  };
  /** Sent and taken so far. A beacon whose answer came too late was sent, and may be counted. */
  const told = { sent: 0, taken: 0 };
  /** Waits until what was taken is counted. */
  const untilCounted = async ({ sent, taken }: VisitsResult) => {
    told.sent += sent;
    told.taken += sumOf(taken);
    const startedAt = performance.now();
    while (true) {
      const found = await counted();
      if (found > told.sent) throw new Error(`${found} visits were counted, but only ${told.sent} sent`);
      if (found >= told.taken) return performance.now() - startedAt;
      if (performance.now() - startedAt > 30_000)
        throw new Error(`of ${told.taken} visits that were taken, ${found} were counted`);
      await sleep(20);
    }
  };

  // The first requests make connections, have code compiled and auth asked about the restaurants.
  await untilCounted(await visit(BEACONS / 2, 3).result);
  const all: Round[] = [];
  while (all.length < rounds) {
    const alone = await read();
    const load = visit(BEACONS, seconds + 1);
    await load.ready;
    const before = each(cpuOf);
    const beside = await read();
    const visits = await load.result;
    const after = each(cpuOf);
    const countedAfter = await untilCounted(visits);
    const taken = sumOf(visits.taken);
    const cpu = Object.fromEntries(
      SERVERS.map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / Math.max(1, taken)]),
    );
    all.push({ alone, beside, visits, cpu, countedAfter });
    say(
      `round ${all.length}: ${whole(visits.rate)} beacons/s, reads p99 ${ms(alone.p99)} alone, ${ms(beside.p99)} beside`,
    );
  }

  const middle = (pick: (round: Round) => number) => median(all.map(pick));
  const lost = all.reduce((sum, { visits }) => sum + visits.sent - sumOf(visits.taken), 0);
  const ratio = (pick: (result: OpenLoopResult) => number) =>
    middle(({ alone, beside }) => pick(beside) / pick(alone)).toFixed(2);
  const parts = [
    `Made by \`npm run bench:visits\` ${whenAndWhere()}, whose load was ${busy.toFixed(1)} before; Node ${process.versions.node}. ${hasCores ? 'All servers share one core, the load has another.' : 'Servers and load share all cores.'} Medians of ${rounds} rounds of ${seconds} s; everything goes through nginx and the gateway, in open loops. Only the ratios travel.`,
    table(
      ['A menu at the edge, 1,000 reads/s', 'answers/s', 'p50', 'p99', 'errors'],
      [
        [
          'alone',
          whole(middle(({ alone }) => alone.rate)),
          ms(middle(({ alone }) => alone.p50)),
          ms(middle(({ alone }) => alone.p99)),
          whole(all.reduce((sum, { alone }) => sum + alone.errors, 0)),
        ],
        [
          `beside ${whole(BEACONS)} beacons/s`,
          whole(middle(({ beside }) => beside.rate)),
          ms(middle(({ beside }) => beside.p50)),
          ms(middle(({ beside }) => beside.p99)),
          whole(all.reduce((sum, { beside }) => sum + beside.errors, 0)),
        ],
        ['ratio', ratio(({ rate }) => rate), ratio(({ p50 }) => p50), ratio(({ p99 }) => p99), ''],
      ],
    ),
    table(
      ['Beacons, 20 items each, to 100 restaurants', ''],
      [
        ['taken a second', whole(middle(({ visits }) => visits.rate))],
        ['not taken, of all', whole(lost)],
        ['answer, p50 / p99', `${ms(middle(({ visits }) => visits.p50))} / ${ms(middle(({ visits }) => visits.p99))}`],
        ['all counted, none twice, after the last one', ms(middle(({ countedAfter }) => countedAfter))],
        ...SERVERS.map((name) => [
          `CPU of ${name}, µs a beacon${name === 'nginx' ? ' (with half a read)' : ''}`,
          whole(middle(({ cpu }) => cpu[name] ?? 0)),
        ]),
        ['memory of analytics', size(residentOf(servers.analytics as number))],
      ],
    ),
  ];
  console.log(`\n${parts.join('\n\n')}`);
  if (isWritten) writeReport('bench:visits', parts);
} finally {
  await bench.stop();
}
process.exit(0);
