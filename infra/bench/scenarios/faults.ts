import { type Bench, type Finding, menuPath, type Restaurant, restaurants } from '../lib/bench.ts';
import { sleep } from '../lib/clock.ts';
import { pinServers, unpinServers } from '../lib/cores.ts';
import { askOnce } from '../lib/http-connection.ts';
import { startLoad } from '../lib/load-process.ts';
import { ms, table, whole } from '../lib/report.ts';
import type { CheckedReadsInput, CheckedReadsResult } from '../load/checked-reads.ts';

/** Target rate; a machine that can't reach it gets half, then half again. */
const READS_PER_SECOND = 6_000;
const WRITES_PER_SECOND = 50;
const LEAST_READS_PER_SECOND = 500;
const RESTAURANTS = 25;

/** Redis killed, frozen and restarted during reads from two public-menu processes and owners' writes. */
export async function faults(bench: Bench): Promise<Finding> {
  const { db, stack } = bench;
  const slugs = await bench.copies(RESTAURANTS);
  const menus = await restaurants(db, `slug IN (${slugs.map((slug) => `'${slug}'`).join()})`, bench.tokenOf);
  const second = await bench.clone('public-menu');
  const readOrigins = [bench.urlOf('public-menu'), second.url];
  const seconds = bench.isQuick ? 2 : 6;
  const redis = () => bench.servers('redis-cache')['redis-cache'] as number;

  const kinds: [name: string, fault: () => Promise<void>][] = [
    [`killed, for ${seconds} s`, () => keepKilled(redis, seconds)],
    [
      `frozen, for ${seconds} s`,
      async () => {
        const pid = redis();
        process.kill(pid, 'SIGSTOP');
        await sleep(seconds * 1000);
        process.kill(pid, 'SIGCONT');
      },
    ],
    ['restarted', async () => void process.kill(redis(), 'SIGTERM')],
  ];
  const results: [string, CheckedReadsResult][] = [];
  let part = 1;
  const measure = async (fault: () => Promise<void>) => {
    // A restarted process runs on its supervisor's core.
    unpinServers([...Object.values(stack.pids()), second.pid]);
    await warm(readOrigins, menus);
    return underFault(bench, menus, readOrigins, part, fault);
  };
  try {
    let calm = await measure(() => sleep(seconds * 1000));
    while (calm.readsPerSecond < READS_PER_SECOND * part * 0.9 && READS_PER_SECOND * part > LEAST_READS_PER_SECOND) {
      bench.say(`${whole(calm.readsPerSecond)} of ${whole(READS_PER_SECOND * part)} reads/s: trying half of it`);
      part /= 2;
      calm = await measure(() => sleep(seconds * 1000));
    }
    results.push(['none', calm]);
    for (const [name, fault] of kinds) {
      results.push([name, await measure(fault)]);
    }
  } finally {
    await second.stop();
    pinServers(Object.values(stack.pids()));
  }

  const faulty = results.slice(1).map(([, result]) => result);
  const sum = (of: (result: CheckedReadsResult) => number) => faulty.reduce((total, one) => total + of(one), 0);
  const [readErrors, writeErrors] = [sum((one) => one.readErrors.length), sum((one) => one.writeErrors.length)];
  const oldest = Math.max(...faulty.map((one) => one.oldest));
  const examples = results.flatMap(([name, one]) => one.examples.slice(0, 3).map((example) => `${name}: ${example}`));
  const reasons = [...new Set(faulty.flatMap((one) => [...one.readErrors, ...one.writeErrors]))].slice(0, 5);
  return {
    title: 'Redis killed, frozen, restarted',
    goals: [
      {
        what: 'Redis killed, frozen, restarted: read errors',
        goal: '0',
        measured: whole(readErrors),
        isMet: readErrors === 0,
      },
      { what: 'The same: write errors', goal: '0', measured: whole(writeErrors), isMet: writeErrors === 0 },
      { what: 'The same: stalest read', goal: '≤ 100 ms', measured: ms(oldest), isMet: oldest <= 100 },
    ],
    parts: [
      `Two public-menu processes asked directly for ${RESTAURANTS} menus in an open loop of ${whole(READS_PER_SECOND * part)} reads/s, and ${WRITES_PER_SECOND * part} prices written a second through the site; a read is stale by the time since the acknowledgement of a write that it lacks. Times of reads count from when they were due; servers and load share both cores.`,
      table(
        ['Redis', 'reads/s', 'errors', 'stale', 'stalest', 'p50', 'p99', 'writes', 'errors', 'p50', 'p99', 'most'],
        results.map(([name, one]) => [
          name,
          whole(one.readsPerSecond),
          whole(one.readErrors.length),
          whole(one.oldWithin250 + one.oldBeyond250),
          ...[one.oldest, one.readP50, one.readP99].map(ms),
          whole(one.writes),
          whole(one.writeErrors.length),
          ...[one.writeP50, one.writeP99, one.longestWrite].map(ms),
        ]),
      ),
      ...(examples.length > 0 ? [`For example:\n\n- ${examples.join('\n- ')}`] : []),
      ...(reasons.length > 0 ? [`Errors said: ${reasons.join('; ')}.`] : []),
    ],
  };
}

async function underFault(
  bench: Bench,
  menus: Restaurant[],
  readOrigins: string[],
  part: number,
  fault: () => Promise<void>,
): Promise<CheckedReadsResult> {
  const input: CheckedReadsInput = {
    writeOrigin: bench.stack.origin,
    writesPerSecond: WRITES_PER_SECOND * part,
    readOrigins,
    codings: ['gzip'],
    languages: [''],
    readers: 128,
    readsPerSecond: READS_PER_SECOND * part,
    restaurants: menus,
    firstPrice: bench.newPrices(100_000),
    reads: Number.MAX_SAFE_INTEGER,
  };
  const load = startLoad<CheckedReadsResult>('checked-reads', input);
  await load.ready;
  await sleep(1_000);
  await fault();
  await sleep(3_000);
  load.tell('stop');
  return load.result;
}

/** Keeps a process killed for the given time, whatever restarts it. */
async function keepKilled(pid: () => number, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    try {
      process.kill(pid(), 'SIGKILL');
    } catch {
      // The process is gone and not yet restarted.
    }
    await sleep(5);
  }
}

async function warm(origins: readonly string[], menus: readonly Restaurant[]): Promise<void> {
  for (const origin of origins) {
    for (const { slug } of menus) await askOnce('GET', origin + menuPath(slug), { 'Accept-Encoding': 'gzip' });
  }
}
