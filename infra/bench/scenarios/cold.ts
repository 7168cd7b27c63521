import { type Bench, type Finding, menuPath, NotAvailable } from '../lib/bench.ts';
import { clock } from '../lib/clock.ts';
import { headerOf, httpConnection, requestText } from '../lib/http-connection.ts';
import { cpuOf } from '../lib/processes.ts';
import { ms, table, whole } from '../lib/report.ts';
import { statementsOf } from '../lib/statements.ts';
import { median, percentile } from '../lib/statistics.ts';

interface Fills {
  latencies: number[];
  /** Microseconds per fill, by process. */
  cpu: Record<string, number>;
}

const SERVERS = ['nginx', 'gateway', 'public-menu', 'auth', 'menu', 'postgres', 'redis-cache'];

/** Menus that were never read, through the whole chain, one after the other. */
export async function cold(bench: Bench): Promise<Finding> {
  const { rounds } = bench;
  const each = bench.isQuick ? 100 : 400;
  const slugs = await bench.copies(each * (1 + rounds));
  const take = () => slugs.splice(0, each);
  // The first ones trigger compilation, open connections and show the database queries.
  const statements = await statementsOf(bench, ['auth', 'menu'], async () => {
    await fill(bench, take());
  });
  // The timers' checks for unpublished changes and for sessions that ended belong to no fill.
  const asked = statements.filter((one) => !/\b(changed_at|session_end_seq)\b/.test(one));
  const queries = asked.filter((one) => /\bFROM (?!set_config)/i.test(one)).length / each;
  const around = asked.length / each - queries;

  const fills: Fills[] = [];
  for (let round = 0; round < rounds; round += 1) fills.push(await fill(bench, take()));
  const [p50 = Number.NaN, p99 = Number.NaN] = [0.5, 0.99].map((share) =>
    median(fills.map(({ latencies }) => percentile(latencies, share))),
  );
  const cpu = SERVERS.map((name) => `${name} ${whole(median(fills.map((one) => one.cpu[name] ?? 0)))}`);
  return {
    title: 'Cold fill',
    goals: [
      // A few background statements in hundreds of fills stay below the precision shown.
      { what: 'Cold fill: queries', goal: '≤ 2', measured: queries.toFixed(2), isMet: Number(queries.toFixed(2)) <= 2 },
      { what: 'Cold fill with the whole chain', goal: 'p50 ≤ 12 ms', measured: ms(p50), isMet: p50 <= 12 },
    ],
    parts: [
      `Menus of the demo's size that nobody has read, ${whole(each)} a round, through nginx, gateway, public-menu, auth, menu and PostgreSQL. Around the ${queries.toFixed(2)} queries a fill there are ${around.toFixed(2)} statements that read no table (transactions, the tenant's setting):`,
      table(['p50', 'p99', 'CPU, µs a fill'], [[ms(p50), ms(p99), cpu.join(', ')]]),
    ],
  };
}

async function fill(bench: Bench, slugs: readonly string[]): Promise<Fills> {
  const { origin } = bench.stack;
  const servers = Object.entries(bench.servers(...SERVERS));
  const latencies: number[] = [];
  const before = servers.map(([, pid]) => cpuOf(pid));
  const connection = httpConnection(origin);
  for (const slug of slugs) {
    const began = clock();
    const answer = await connection.ask(requestText('GET', origin + menuPath(slug), { 'Accept-Encoding': 'gzip' }));
    latencies.push(clock() - began);
    const said = headerOf(answer, 'x-cache');
    if (answer.status !== 200) throw new Error(`a first read was answered ${answer.status}`);
    if (said !== 'origin') throw new NotAvailable(`a first read comes from ${said}, not the origin`);
  }
  connection.close();
  const cpu = servers.map(([name, pid], index) => [name, (cpuOf(pid) - (before[index] ?? 0)) / slugs.length]);
  return { latencies, cpu: Object.fromEntries(cpu) };
}
