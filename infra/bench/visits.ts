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
import { startUncachedEdge } from './lib/uncached-edge.ts';
import type { Visited, VisitsOptions, VisitsResult } from './load/visits.ts';

// npm run bench:visits: menu reads, at the edge and past it, alone and beside 2,000 beacons/s; writes docs/performance.md.
// `-- --rounds N` sets the number of rounds. `-- --quick` and `-- --rate N` (beacons/s) are short runs, printed only.

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

/** Reads of one kind, with and without beacons. */
interface Compared {
  alone: OpenLoopResult;
  /** Beside as many requests that a bare nginx rejects: the cost of generating and receiving them. */
  besideNoise: OpenLoopResult;
  beside: OpenLoopResult;
  visits: VisitsResult;
  /** Microseconds per beacon, by server process. */
  cpu: Record<string, number>;
  /** Milliseconds from the last beacon until all were counted. */
  countedAfter: number;
}

// Other load on the machine distorts the results, so the report states the load average.
const busy = loadavg()[0] as number;
const say = (line: string) => console.log(`  ${line}`);
const bench = await startBench({ rounds, seconds, isQuick: values.quick, say });
try {
  const { db, stack, demo } = bench;
  const { origin } = stack;
  const slugs = await bench.copies(RESTAURANTS);
  await db.query(
    `INSERT INTO qr.code (id, tenant_id, name)
     SELECT left(md5(id::text || n), 8), id, 'Table ' || n FROM auth.tenant, generate_series(1, 20) AS n WHERE slug = ANY ($1)`,
    [slugs],
  );
  const { rows: visited } = await db.query<Visited>(
    `SELECT id, ARRAY(SELECT item.id FROM menu.item WHERE tenant_id = tenant.id ORDER BY item.position) AS items,
            ARRAY(SELECT code.id FROM qr.code WHERE tenant_id = tenant.id) AS codes
     FROM auth.tenant WHERE slug = ANY ($1) ORDER BY slug`,
    [slugs],
  );
  const tenants = visited.map(({ id }) => id);
  const uncached = await startUncachedEdge(bench);
  const kinds = [
    { what: 'a menu at the edge', origin, level: 'edge' },
    { what: 'past the edge', origin: uncached.origin, level: 'memory' },
  ];
  const read = (from: string) => {
    const request = requestText('GET', from + menuPath(demo.slug), { 'Accept-Encoding': 'gzip' });
    return openLoop({ origin: from, request, rate: READS, seconds });
  };
  const visit = (to: string, rate: number, forSeconds: number) =>
    startLoad<VisitsResult>('visits', {
      origin: to,
      tenants: visited,
      rate,
      seconds: forSeconds,
    } satisfies VisitsOptions);
  const servers = bench.servers(...SERVERS);
  const each = (of: (pid: number) => number) =>
    Object.fromEntries(Object.entries(servers).map(([name, pid]) => [name, of(pid)]));
  /** The result of `work`, and each server's CPU time meanwhile, in microseconds. */
  const measured = async <Result>(work: () => Promise<Result>) => {
    const before = each(cpuOf);
    const result = await work();
    const after = each(cpuOf);
    return { result, cpu: (name: string) => (after[name] ?? 0) - (before[name] ?? 0) };
  };

  const counted = async (): Promise<number> => {
    const { rows: sums } = await db.query<{ views: number }>(
      'SELECT coalesce(sum(views), 0)::int AS views FROM analytics.quarter_tally WHERE tenant_id = ANY ($1)',
      [tenants],
    );
    return sums[0]?.views ?? 0;
  };
  /** Sent and accepted so far. A beacon with a late response was sent, and may be counted. */
  const told = { sent: 0, taken: 0 };
  /** Waits until all accepted beacons are counted. */
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

  const compare = async (from: string): Promise<Compared> => {
    const alone = await measured(() => read(from));
    const noise = visit(new URL(bench.rivals.static.url).origin, BEACONS, seconds + 1);
    await noise.ready;
    const besideNoise = await read(from);
    await noise.result;
    const load = visit(origin, BEACONS, seconds + 1);
    await load.ready;
    const both = await measured(async () => ({ beside: await read(from), visits: await load.result }));
    const { beside, visits } = both.result;
    const countedAfter = await untilCounted(visits);
    const cpu = Object.fromEntries(
      SERVERS.map((name) => [name, (both.cpu(name) - alone.cpu(name)) / Math.max(1, sumOf(visits.taken))]),
    );
    return { alone: alone.result, besideNoise, beside, visits, cpu, countedAfter };
  };

  // The first requests open connections, trigger compilation and make services query auth about the restaurants.
  for (const kind of kinds) await probeFrom(kind.level, kind.origin + menuPath(demo.slug));
  await untilCounted(await visit(origin, BEACONS / 2, 3).result);
  const all: Compared[][] = [];
  while (all.length < rounds) {
    const round: Compared[] = [];
    for (const { what, origin: from } of kinds) {
      const found = await compare(from);
      round.push(found);
      const { alone, besideNoise, beside, visits } = found;
      say(
        `round ${all.length + 1}: ${what}: p99 ${ms(alone.p99)} alone, ${ms(besideNoise.p99)} beside noise, ${ms(beside.p99)} beside ${whole(visits.rate)} beacons/s`,
      );
    }
    all.push(round);
  }
  await uncached.stop();

  const p99Of = (at: number, which: 'alone' | 'besideNoise' | 'beside') =>
    median(all.map((round) => (round[at] as Compared)[which].p99));
  const row = (name: string, which: 'alone' | 'besideNoise' | 'beside') => [
    name,
    ...kinds.map((_, at) => {
      const p50 = median(all.map((round) => (round[at] as Compared)[which].p50));
      return `${ms(p50)}, ${ms(p99Of(at, which))}`;
    }),
  ];
  const isMet = kinds.every((_, at) => {
    const alone = p99Of(at, 'alone');
    return p99Of(at, 'beside') <= Math.max(alone * 1.5, alone + 3);
  });
  const everything = all.flat();
  const middle = (pick: (one: Compared) => number) => median(everything.map(pick));
  const failed = everything.reduce(
    (sum, one) => sum + one.alone.errors + one.besideNoise.errors + one.beside.errors,
    0,
  );
  const share = (BEACONS * SERVERS.reduce((sum, name) => sum + middle(({ cpu }) => cpu[name] ?? 0), 0)) / 1e6;
  const lost = everything.reduce((sum, { visits }) => sum + visits.sent - sumOf(visits.taken), 0);
  const parts = [
    `Made by \`npm run bench:visits\` ${whenAndWhere()}, whose load was ${busy.toFixed(1)} before and ${(loadavg()[0] as number).toFixed(1)} after; Node ${process.versions.node}. ${hasCores ? 'All servers share one core, the load has another.' : 'Servers and load share all cores.'} Medians of ${rounds} rounds of ${seconds} s; everything goes through nginx and the gateway, in open loops. Only the ratios travel.`,
    table(
      [`p50 and p99 of ${whole(READS)} reads/s`, ...kinds.map(({ what }) => what)],
      [
        row('alone', 'alone'),
        row('beside as many requests that a bare nginx refuses', 'besideNoise'),
        row(`beside ${whole(BEACONS)} beacons/s`, 'beside'),
      ],
    ),
    `Failed reads: ${whole(failed)}. Wanted: a p99 of at most 1.5 × as much as alone, or 3 ms more: ${isMet ? 'met' : `missed, because readers share the processor with the beacons, which take ${whole(share * 100)} % of a core`}.`,
    table(
      ['Beacons, 20 items each, to 100 restaurants', ''],
      [
        ['taken a second', whole(middle(({ visits }) => visits.rate))],
        ['not taken, of all', whole(lost)],
        ['answer, p50 / p99', `${ms(middle(({ visits }) => visits.p50))} / ${ms(middle(({ visits }) => visits.p99))}`],
        ['all counted, none twice, after the last one', ms(middle(({ countedAfter }) => countedAfter))],
        [
          'CPU of a beacon, µs',
          SERVERS.map((name) => `${name} ${whole(middle(({ cpu }) => cpu[name] ?? 0))}`).join(', '),
        ],
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
