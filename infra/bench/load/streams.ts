import { connect, type Socket } from 'node:net';
import { MENU_EVENT } from '@tavola/contracts/menu-page.ts';
import { clock } from '../lib/clock.ts';
import { requestText } from '../lib/http-connection.ts';
import { loadProgram } from '../lib/load-process.ts';
import { percentile } from '../lib/statistics.ts';

export interface StreamsInput {
  /** The streams' URLs, with the page's version; each is opened equally often. */
  urls: string[];
  count: number;
}

/** When the write that raised the menu at `urls[index]` to `version` was sent and acknowledged. */
export interface HeardWrite {
  index: number;
  version: string;
  sentAt: number;
  acknowledgedAt: number;
}

export interface StreamsResult {
  /** Events that were expected, and that arrived. */
  expected: number;
  heard: number;
  /** Milliseconds from the acknowledgement. */
  p50: number;
  p99: number;
  last: number;
  /** The same, from sending the write. */
  sentP99: number;
}

/** Streams that are opened concurrently. */
const OPENING = 100;

// Opens streams, reports how many are open and, once it gets the list of writes, when their events arrived.
loadProgram<StreamsInput, StreamsResult>(async ({ urls, count }, ready) => {
  /** Arrival times by restaurant and version. */
  const arrivals = new Map<string, number[]>();
  const sockets: Socket[] = [];
  const open = (number: number) =>
    new Promise<string | null>((resolve) => {
      const index = number % urls.length;
      const url = urls[index] as string;
      const { hostname, port } = new URL(url);
      const socket = connect({
        host: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port: Number(port),
        // One local address has about 28,000 ports.
        localAddress: `127.0.0.${1 + (number % 8)}`,
      });
      sockets.push(socket);
      socket.once('error', (error) => resolve(error.message));
      socket.once('close', () => resolve('closed'));
      socket.setTimeout(20_000, () => resolve('no answer'));
      socket.write(requestText('GET', url, { Accept: 'text/event-stream' }));
      socket.on('data', (chunk) => {
        const at = clock();
        const text = chunk.toString('latin1');
        if (text.startsWith('HTTP/1.1 ')) resolve(text.startsWith('200', 9) ? null : text.slice(0, 12));
        const [, news] = text.split(`event: ${MENU_EVENT}`);
        if (news === undefined) return;
        const [, version] = /\ndata: ?(\S+)/.exec(news) ?? [];
        const key = `${index} ${version}`;
        const times = arrivals.get(key);
        if (times) times.push(at);
        else arrivals.set(key, [at]);
      });
    });

  const failures: string[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: OPENING }, async () => {
      while (next < count && failures.length === 0) {
        const number = next;
        next += 1;
        const failure = await open(number);
        if (failure) failures.push(failure);
      }
    }),
  );
  const writes = new Promise<HeardWrite[]>((resolve) => {
    process.once('message', (message) => resolve(message as HeardWrite[]));
  });
  ready({ open: next - failures.length, failure: failures[0] ?? null });

  const [late, lateSent]: [number[], number[]] = [[], []];
  let expected = 0;
  for (const { index, version, sentAt, acknowledgedAt } of await writes) {
    expected += Math.floor(count / urls.length) + (index < count % urls.length ? 1 : 0);
    for (const at of arrivals.get(`${index} ${version}`) ?? []) {
      late.push(at - acknowledgedAt);
      lateSent.push(at - sentAt);
    }
  }
  for (const socket of sockets) socket.destroy();
  return {
    expected,
    heard: late.length,
    p50: percentile(late, 0.5),
    p99: percentile(late, 0.99),
    last: percentile(late, 1),
    sentP99: percentile(lateSent, 0.99),
  };
});
