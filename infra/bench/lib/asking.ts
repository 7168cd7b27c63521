import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import type { Site } from '../neighbours/scenario.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** An address of this machine that is nobody else's, for a client that must be told apart from the others. */
export const OTHER_ADDRESS = '127.0.0.2';

/**
 * Reads `path` from the site's nginx, from `localAddress` if given, and returns the status; `headers` are sent exactly so.
 */
export function ask(
  { origin }: Site,
  path: string,
  headers: OutgoingHttpHeaders = {},
  localAddress?: string,
): Promise<number> {
  const url = origin.replace('localhost', '127.0.0.1') + path;
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent, ...(localAddress && { localAddress }) }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode ?? 0))
        .once('error', reject);
    });
    asked.once('error', reject).end();
  });
}

/** Calls `one` this often a second until `signal` aborts; it gets the number of calls before it. Failures are dropped. */
export async function keepAsking(
  perSecond: number,
  signal: AbortSignal,
  one: (count: number) => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  for (let count = 0; !signal.aborted; ) {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    for (; count < due; count += 1) void one(count).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
