import { type Bench, type Finding, NotAvailable, type Restaurant, restaurants } from '../lib/bench.ts';
import { sleep } from '../lib/clock.ts';
import { startLoad } from '../lib/load-process.ts';
import { pushedWrites, streamUrls } from '../lib/pushed-writes.ts';
import { ms, table, whole } from '../lib/report.ts';
import type { StreamsInput, StreamsResult } from '../load/streams.ts';

const STREAMS = 5_000;
const MENUS = 100;

/** Time from a write's acknowledgement until open pages get it: many pages of one menu, and of many menus. */
export async function push(bench: Bench): Promise<Finding> {
  const { db, demo } = bench;
  const slugs = await bench.copies(MENUS);
  const many = await restaurants(db, `slug IN (${slugs.map((slug) => `'${slug}'`).join()})`, bench.tokenOf);
  const writes = bench.isQuick ? 10 : 40;
  const ofMany = await heard(bench, many, writes * 2, 100);
  const ofOne = await heard(bench, [demo], writes, 500);
  const row = (name: string, one: StreamsResult) => [
    name,
    `${whole(one.heard)} of ${whole(one.expected)}`,
    ...[one.p50, one.p99, one.last, one.sentP99].map(ms),
  ];
  const isMet = (one: StreamsResult) => one.p99 <= 150 && one.heard >= one.expected;
  const goal = 'p99 ≤ 150 ms';
  return {
    title: 'From an acknowledged write to open pages',
    goals: [
      {
        what: `Acknowledged write → pushed, ${whole(STREAMS)} streams of ${MENUS} menus`,
        goal,
        measured: ms(ofMany.p99),
        isMet: isMet(ofMany),
      },
      {
        what: `The same, all ${whole(STREAMS)} of one menu`,
        goal,
        measured: ms(ofOne.p99),
        isMet: isMet(ofOne),
        whyMissed: `each event passes three processes on one core, ${whole(STREAMS)} times`,
      },
    ],
    parts: [
      `${whole(STREAMS)} open streams through nginx and the gateway; from the acknowledgement to the event's arrival in the client, one process for all of them:`,
      table(
        ['Streams', 'events', 'p50', 'p99', 'last', 'p99 from the sending of the write'],
        [row(`of ${MENUS} menus`, ofMany), row('all of one menu', ofOne)],
      ),
    ],
  };
}

async function heard(bench: Bench, menus: Restaurant[], writes: number, pauseMs: number): Promise<StreamsResult> {
  const input: StreamsInput = { urls: await streamUrls(bench.stack.origin, menus), count: STREAMS };
  const load = startLoad<StreamsResult>('streams', input);
  try {
    const opened = (await load.ready) as { open: number; failure: string | null };
    if (opened.failure) throw new NotAvailable(`${whole(opened.open)} streams were opened, then ${opened.failure}`);
    await sleep(500);
    const done = await pushedWrites(bench, menus, writes, pauseMs);
    await sleep(1_500);
    load.tell(done);
    return await load.result;
  } finally {
    load.stop();
    // Closing the streams keeps the servers busy for a while.
    await sleep(1_000);
  }
}
