import { globSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { ProcessName } from '@tavola/contracts/topology.ts';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { startThrowawaySite } from '../dev/local/throwaway-site.ts';
import { startFakeAi } from './lib/fake-ai.ts';
import { ms, table, whenAndWhere } from './lib/report.ts';
import { percentile } from './lib/statistics.ts';
import { type Scenario, type Site, Stale } from './neighbours/scenario.ts';

// npm run bench:neighbours: the latency of everybody else before, during and after one guest's or owner's abuse, in one run.
// `-- NAME…` runs only these scenarios of neighbours/. `-- --seconds 5` shortens the phases. Ends with 1 when a goal is missed.

/** During the abuse others may take twice as long as before, and this much more. */
const EXTRA_MS = 20;
/** A request unanswered for this long counts as an error. */
const LONGEST_MS = 10_000;

/** No turn of a watched event loop may take longer. */
const LOOP_MS = 20;

interface Phase {
  latencies: number[];
  stale: number;
  errors: string[];
  /** When it began and ended, in Unix time in milliseconds. */
  from: number;
  to: number;
}

const load = async (name: string): Promise<Scenario> => (await import(`./neighbours/${name}.ts`)).scenario;

if (isMainThread) await main();
else await abuse(workerData);

async function abuse({ name, site }: { name: string; site: Site }): Promise<void> {
  const ending = new AbortController();
  parentPort?.once('message', () => ending.abort());
  await (await load(name)).abuse(site, ending.signal);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '10' } },
  });
  const all = globSync('neighbours/*.ts', { cwd: import.meta.dirname }).map((file) => basename(file, '.ts'));
  const names = positionals.length > 0 ? positionals : all.filter((name) => name !== 'scenario').sort();
  console.log(`${whenAndWhere()}; load ${loadavg()[0]?.toFixed(1)}`);
  const missed: string[] = [];
  for (const name of names) if (!(await measure(name, Number(values.seconds)))) missed.push(name);
  if (missed.length > 0) console.log(`\nMissed: ${missed.join(', ')}`);
  process.exit(missed.length > 0 ? 1 : 0);
}

/** Runs a scenario on a product of its own, prints it, and returns whether its neighbours noticed nothing. */
async function measure(name: string, seconds: number): Promise<boolean> {
  const { title, rate, rateLimitFactor, afterSeconds = 5, loopOf, needsAi, ...scenario } = await load(name);
  const loop = watchedLoop(loopOf);
  const ai = needsAi ? await startFakeAi() : undefined;
  const { stop, ...site } = await startThrowawaySite(`neighbours-${name}`, rateLimitFactor, (one, env) =>
    loop.adapt(one, one === 'menu' ? { ...env, ...ai?.env } : env),
  );
  try {
    const request = await scenario.neighbours(site);
    await phase(request, rate, 3);
    const before = await phase(request, rate, seconds);
    const abuser = new Worker(new URL(import.meta.url), { workerData: { name, site } });
    const over = new Promise<void>((resolve, reject) => abuser.once('error', reject).once('exit', () => resolve()));
    const during = await phase(request, rate, seconds);
    abuser.postMessage('enough');
    await over;
    const after = await phase(request, rate, afterSeconds);
    const p95 = (one: Phase) => percentile(one.latencies, 0.95);
    const isMet =
      p95(during) <= 2 * p95(before) + EXTRA_MS &&
      loop.longest(during) <= LOOP_MS &&
      [before, during, after].every((one) => one.stale === 0 && one.errors.length === 0);
    const row = (label: string, one: Phase) => [
      label,
      ...[0.5, 0.95, 0.99].map((share) => ms(percentile(one.latencies, share))),
      String(one.stale),
      String(one.errors.length),
      ...(loopOf ? [ms(loop.longest(one))] : []),
    ];
    const head = [name, 'p50', 'p95', 'p99', 'stale', 'errors', ...(loopOf ? [`longest turn of ${loopOf}`] : [])];
    console.log(`\n${title}: ${isMet ? 'met' : 'MISSED'}\n`);
    console.log(table(head, [row('before', before), row('during', during), row('after', after)]));
    for (const error of new Set([...before.errors, ...during.errors, ...after.errors].slice(0, 5))) console.log(error);
    return isMet;
  } finally {
    await stop();
    ai?.stop();
    loop.forget();
  }
}

/** Watches the event loop of the process `name`, if there is one: its longest turn in a phase, in milliseconds of CPU time. */
function watchedLoop(name: ProcessName | undefined) {
  const folder = temporaryFolder('loop');
  const file = join(folder.path, 'turns');
  const watch = { NODE_OPTIONS: `--import=${new URL('lib/watch-loop.ts', import.meta.url)}`, BENCH_LOOP_FILE: file };
  return {
    adapt: (one: ProcessName, env: Record<string, string>) => (one === name ? { ...env, ...watch } : env),
    longest({ from, to }: Phase): number {
      if (name === undefined) return 0;
      const turns = readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.split(' ').map(Number));
      return Math.max(...turns.flatMap(([at = 0, length = 0]) => (at >= from && at <= to + 1_000 ? [length] : [])));
    },
    forget: folder.remove,
  };
}

/** Calls `request` at `rate` a second for `seconds`, whether or not earlier calls were answered; latency counts from when each was due. */
async function phase(request: () => Promise<void>, rate: number, seconds: number): Promise<Phase> {
  const found: Phase = { latencies: [], stale: 0, errors: [], from: Date.now(), to: 0 };
  const startedAt = performance.now();
  const one = async (index: number) => {
    const due = startedAt + (index / rate) * 1000;
    // A timer may fire a moment early.
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, Math.ceil(due - performance.now()))));
    const tooLate = Promise.withResolvers<never>();
    const timer = setTimeout(() => tooLate.reject(new Error('unanswered')), LONGEST_MS);
    try {
      await Promise.race([request(), tooLate.promise]);
    } catch (error) {
      if (error instanceof Stale) found.stale += 1;
      else found.errors.push(String(error));
    } finally {
      clearTimeout(timer);
    }
    found.latencies.push(performance.now() - due);
  };
  await Promise.all(Array.from({ length: Math.round(rate * seconds) }, (_, index) => one(index)));
  found.to = Date.now();
  return found;
}
