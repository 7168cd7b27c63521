import { type Bench, type Finding, menuPath, NotAvailable, probe } from '../lib/bench.ts';
import { sleep } from '../lib/clock.ts';
import { startLoad } from '../lib/load-process.ts';
import { cpuOf, residentOf } from '../lib/processes.ts';
import { pushedWrites, streamUrls } from '../lib/pushed-writes.ts';
import { ms, size, table, whole } from '../lib/report.ts';
import type { StreamsInput, StreamsResult } from '../load/streams.ts';

const STREAMS = 10_000;

/** The cost of open streams for one public-menu process, and the time until a change reaches all of them. */
export async function streams(bench: Bench): Promise<Finding> {
  const { demo } = bench;
  const clone = await bench.clone('public-menu', { env: { OPEN_MENUS_PER_RESTAURANT: String(2 * STREAMS) } });
  try {
    // Compile first, or compilation would count as the streams' cost.
    for (let read = 0; read < 500; read += 1) await probe(clone.url + menuPath(demo.slug));
    const [url] = (await streamUrls(clone.url, [demo])) as [string];
    const first = startLoad<StreamsResult>('streams', { urls: [url], count: 100 } satisfies StreamsInput);
    await first.ready;
    first.stop();
    await sleep(2_000);

    const before = residentOf(clone.pid);
    const load = startLoad<StreamsResult>('streams', { urls: [url], count: STREAMS } satisfies StreamsInput);
    const opened = (await load.ready) as { open: number; failure: string | null };
    if (opened.failure) {
      load.stop();
      throw new NotAvailable(`only ${opened.open} streams could be opened (${opened.failure})`);
    }
    await sleep(3_000);
    const each = (residentOf(clone.pid) - before) / STREAMS;
    const idleFrom = cpuOf(clone.pid);
    await sleep(5_000);
    const idleCpu = (cpuOf(clone.pid) - idleFrom) / 5e6;
    const writes = bench.isQuick ? 3 : 10;
    const done = await pushedWrites(bench, [demo], writes, 2_000);
    const afterwards = (residentOf(clone.pid) - before) / STREAMS;
    load.tell(done);
    const heard = await load.result;
    return {
      title: 'Open streams on one process',
      goals: [
        { what: 'Memory per open stream', goal: '≤ 15 KB', measured: size(afterwards), isMet: afterwards <= 15_000 },
        {
          what: `A change reaches ${whole(STREAMS)} streams of one process`,
          goal: '≤ 1 s',
          measured: ms(heard.last),
          isMet: heard.last <= 1_000 && heard.heard >= heard.expected,
        },
      ],
      parts: [
        `${whole(STREAMS)} streams of one menu on one public-menu process, asked directly; ${writes} writes:`,
        table(
          ['', 'measured'],
          [
            ['Memory per stream (RSS), all open', size(each)],
            ['Memory per stream (RSS), after the writes', size(afterwards)],
            ['CPU while nothing happens but heartbeats', `${(idleCpu * 100).toFixed(1)} % of a core`],
            ['Events heard', `${whole(heard.heard)} of ${whole(heard.expected)}`],
            ['From acknowledgement to arrival, p50', ms(heard.p50)],
            ['p99', ms(heard.p99)],
            ['last', ms(heard.last)],
          ],
        ),
      ],
    };
  } finally {
    await clone.stop();
  }
}
