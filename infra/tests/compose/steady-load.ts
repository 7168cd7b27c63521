import { Agent, request } from 'node:http';

/** One kind of request in a load. */
export interface Kind {
  method?: string;
  path: string;
  /** The expected status. */
  status: number;
  token?: string;
  body?(): unknown;
}

export interface LoadResult {
  sent: number;
  /** Descriptions of the failures; empty when there were none. */
  failures: string[];
  slowestMs: number;
  /** The slowest request. */
  slowest: string;
}

/** Time limit for a response, in milliseconds, so that a missing response does not block the test. */
const PATIENCE_MS = 20_000;

/**
 * Sends `perSecond` requests a second until stopped, whether or not earlier ones were answered. Kinds and `origins` rotate.
 * Connections are kept alive; nothing is retried.
 */
export function startLoad(origins: readonly string[], kinds: readonly Kind[], perSecond: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const result: LoadResult = { sent: 0, failures: [], slowestMs: 0, slowest: '' };
  const open = new Set<Promise<void>>();
  let used = origins;

  const send = async (kind: Kind, number: number) => {
    const startedAt = performance.now();
    const said = await once(used[Math.floor(number / kinds.length) % used.length] as string, kind, agent);
    const ms = performance.now() - startedAt;
    const what = `${kind.method ?? 'GET'} ${kind.path}`;
    if (ms > result.slowestMs) Object.assign(result, { slowestMs: ms, slowest: what });
    if (said) result.failures.push(`${new Date().toISOString()} ${what}: ${said} after ${ms.toFixed(0)} ms`);
  };

  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    for (; result.sent < due; result.sent += 1) {
      const asked = send(kinds[result.sent % kinds.length] as Kind, result.sent);
      open.add(asked);
      void asked.then(() => open.delete(asked));
    }
  }, 10);

  return {
    /** Number of requests sent. */
    sent: () => result.sent,
    /** Switches to these origins, as a load balancer would; resolves once no request to any other origin is pending. */
    async use(those: readonly string[]): Promise<void> {
      used = those;
      await Promise.all(open);
    },
    /** Stops, waits for pending requests, and returns the results. */
    async stop(): Promise<LoadResult> {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
      return result;
    },
  };
}

/** Sends one request; returns its failure, or null. */
function once(
  origin: string,
  { method = 'GET', path, status, token, body }: Kind,
  agent: Agent,
): Promise<string | null> {
  return new Promise((resolve) => {
    const text = body && JSON.stringify(body());
    const asked = request(origin + path, {
      agent,
      method,
      timeout: PATIENCE_MS,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.on('error', ({ message }) => resolve(message));
    asked.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', ({ message }) => resolve(`cut off: ${message}`));
      answer.on('end', () => {
        const wrong = `status ${answer.statusCode}: ${Buffer.concat(chunks).toString().slice(0, 200)}`;
        resolve(answer.statusCode === status ? null : wrong);
      });
    });
    asked.end(text);
  });
}
