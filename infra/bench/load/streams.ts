import { connect, type Socket } from 'node:net';
import { MENU_EVENT } from '@tavola/contracts/menu-page.ts';
import { clock } from '../lib/clock.ts';
import { requestText } from '../lib/http-connection.ts';
import { loadProgram } from '../lib/load-process.ts';
import { percentile } from '../lib/statistics.ts';

export interface StreamsInput {
  /** The streams' addresses, with the version that the page has; each is opened as often as the others. */
  urls: string[];
  count: number;
}

/** When a write was sent and acknowledged that raised the menu at `urls[index]` to `version`. */
export interface HeardWrite {
  index: number;
  version: string;
  sentAt: number;
  acknowledgedAt: number;
}

export interface StreamsResult {
  /** Events that should have come, and did. */
  expected: number;
  heard: number;
  /** From the acknowledgement, in milliseconds. */
  p50: number;
  p99: number;
  last: number;
  /** The same from the sending of the write. */
  sentP99: number;
}

/** How many are opened at the same time. */
const OPENING = 100;

// Opens streams, says how many are open, and when it is told of the writes, when their events came.
loadProgram<StreamsInput, StreamsResult>(async ({ urls, count }, ready) => {
  /** Arrivals by restaurant and version. */
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
        // An address has some 28,000 ports.
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
        if (!text.includes(`event: ${MENU_EVENT}`)) return;
        const [, version] = /\ndata: ?(\S+)/.exec(text) ?? [];
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
