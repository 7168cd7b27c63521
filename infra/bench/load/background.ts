import { setPriority } from 'node:os';
import { type HttpConnection, httpConnection } from '../lib/http-connection.ts';
import { loadProgram } from '../lib/load-process.ts';
import { percentile } from '../lib/statistics.ts';

const CONNECTIONS = 128;

interface OpenLoopOptions {
  origin: string;
  request: string;
  /** Requests per second. */
  rate: number;
  seconds: number;
}

export interface OpenLoopResult {
  /** Responses per second. */
  rate: number;
  errors: number;
  /** Milliseconds from a request's due time. */
  p50: number;
  p99: number;
}

/**
 * An open loop: a request is due every 1/rate seconds whether or not earlier ones were answered, and its latency counts
 * from its due time. So a server that pauses for a second affects every request of that second.
 */
async function openLoop({ origin, request, rate, seconds }: OpenLoopOptions): Promise<OpenLoopResult> {
  const bytes = Buffer.from(request);
  const idle: HttpConnection[] = Array.from({ length: CONNECTIONS }, () => httpConnection(origin));
  const all = [...idle];
  const total = Math.round(rate * seconds);
  const latencies: number[] = [];
  let [sent, errors] = [0, 0];
  const start = performance.now();
  const dueAt = (index: number) => start + (index / rate) * 1000;

  const finished = Promise.withResolvers<void>();
  let isOver = false;
  const sendDue = () => {
    if (isOver) return;
    const now = performance.now();
    while (sent < total && dueAt(sent) <= now) {
      const connection = idle.pop();
      if (!connection) return;
      const due = dueAt(sent);
      sent += 1;
      connection.send(bytes, (_error, answer) => {
        if (answer?.status === 200) latencies.push(performance.now() - due);
        else errors += 1;
        idle.push(connection);
        if (latencies.length + errors === total) finished.resolve();
        // Requests may be waiting for a connection.
        else if (idle.length === 1) sendDue();
      });
    }
  };
  const timer = setInterval(sendDue, 1);
  await Promise.race([finished.promise, new Promise((resolve) => setTimeout(resolve, (seconds + 5) * 1000).unref())]);
  isOver = true;
  clearInterval(timer);
  const took = (performance.now() - start) / 1000;
  for (const connection of all) connection.close();
  return {
    rate: latencies.length / took,
    errors,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

// In the background of another measurement, which has priority when both want the core.
loadProgram<OpenLoopOptions, OpenLoopResult>((options, ready) => {
  setPriority(10);
  ready();
  return openLoop(options);
});
