import { type HttpConnection, httpConnection } from './http-connection.ts';
import { percentile } from './statistics.ts';

/** Maximum number of concurrent connections: more than any server here accepts. */
const MOST_CONNECTIONS = 4_000;

/** An offered load, and its results. */
export interface Offered {
  seconds: number;
  sent: number;
  /** Responses by status; 0 means no response. */
  statuses: Record<number, number>;
  /** Successful responses per second. */
  goodput: number;
  /** Latency of successful responses from their due time, in milliseconds. */
  goodP50: number;
  goodP99: number;
  /** Latency of 429 and 503. */
  refusedP99: number;
  slowestRefusal: number;
  /** 429 and 503 without Retry-After. */
  withoutRetryAfter: number;
}

interface Counts {
  statuses: Record<number, number>;
  good: number[];
  refused: number[];
  withoutRetryAfter: number;
}

const RETRY_AFTER = /\r\nretry-after: *\d+/i;

const isGood = (status: number) => status >= 200 && status < 400;
const isRefusal = (status: number) => status === 429 || status === 503;

/** Sends `next()` on a connection and counts the response, with its time since `due`. */
function ask(connection: HttpConnection, request: string, due: number, counts: Counts): Promise<void> {
  return new Promise((resolve) => {
    connection.send(request, (_error, answer) => {
      const status = answer?.status ?? 0;
      const took = performance.now() - due;
      counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
      if (isGood(status)) counts.good.push(took);
      if (answer && isRefusal(status)) {
        counts.refused.push(took);
        if (!RETRY_AFTER.test(answer.head)) counts.withoutRetryAfter += 1;
      }
      resolve();
    });
  });
}

const newCounts = (): Counts => ({ statuses: {}, good: [], refused: [], withoutRetryAfter: 0 });

function offered(counts: Counts, sent: number, seconds: number): Offered {
  return {
    seconds,
    sent,
    statuses: counts.statuses,
    goodput: counts.good.length / seconds,
    goodP50: percentile(counts.good, 0.5),
    goodP99: percentile(counts.good, 0.99),
    refusedP99: percentile(counts.refused, 0.99),
    slowestRefusal: counts.refused.reduce((most, one) => Math.max(most, one), 0),
    withoutRetryAfter: counts.withoutRetryAfter,
  };
}

/** Measures capacity: each of the callers waits for a response before its next request. */
export async function closedLoop(
  origin: string,
  next: () => string,
  { callers, seconds }: { callers: number; seconds: number },
): Promise<Offered> {
  const counts = newCounts();
  let sent = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const caller = async () => {
    const connection = httpConnection(origin);
    while (performance.now() < end) {
      sent += 1;
      await ask(connection, next(), performance.now(), counts);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return offered(counts, sent, (performance.now() - startedAt) / 1000);
}

/** Sends `rate` requests a second, whether or not earlier ones were answered: load above capacity. */
export async function openLoad(
  origin: string,
  next: () => string,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Offered> {
  const counts = newCounts();
  const idle: HttpConnection[] = [];
  const all: HttpConnection[] = [];
  const underWay = new Set<Promise<void>>();
  let [sent, unsent] = [0, 0];
  const startedAt = performance.now();
  const total = Math.round(rate * seconds);
  const sendDue = () => {
    const now = performance.now();
    while (sent + unsent < total && startedAt + ((sent + unsent) / rate) * 1000 <= now) {
      const due = startedAt + ((sent + unsent) / rate) * 1000;
      let connection = idle.pop();
      if (!connection && all.length < MOST_CONNECTIONS) {
        connection = httpConnection(origin);
        all.push(connection);
      }
      if (!connection) {
        unsent += 1;
        continue;
      }
      const own = connection;
      sent += 1;
      const one = ask(own, next(), due, counts).then(() => {
        idle.push(own);
        underWay.delete(one);
      });
      underWay.add(one);
    }
  };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      sendDue();
      if (sent + unsent < total) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  const took = (performance.now() - startedAt) / 1000;
  await Promise.all(underWay);
  for (const connection of all) connection.close();
  if (unsent > 0) counts.statuses[-1] = unsent;
  return offered(counts, sent, took);
}
