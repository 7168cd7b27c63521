import type { RequestListener, ServerResponse } from 'node:http';
import type { Metrics } from '../observability/metrics.ts';
import { hasWrongToken, tokenRefusals } from './token-refusals.ts';

/** Whether the process can work. Returns false or throws when a required dependency is down. */
export type ReadyCheck = () => Promise<boolean> | boolean;

export const LIVE_PATH = '/health/live';
export const READY_PATH = '/health/ready';

/** Answers that the process is alive, without checking dependencies. */
export const sayLive = (res: ServerResponse): void => say(res, 200, 'live');

/** Answers whether the process is ready, 200 or 503, and which services refuse its token. */
export function sayReady(res: ServerResponse, isReady: boolean): void {
  const reasons = tokenRefusals();
  say(res, isReady ? 200 : 503, isReady ? 'ready' : 'not ready', reasons.length > 0 ? { reasons } : {});
}

/** Calls `ready`; an exception counts as false, and so does a service token that is another one elsewhere. */
export const isReadyNow = async (ready: ReadyCheck): Promise<boolean> => {
  try {
    return !hasWrongToken() && (await ready());
  } catch {
    return false;
  }
};

/** Timeout for another service's readiness check, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Whether the process at `url` reports that it is ready. Never rejects. */
export const saysReady = (url: string): Promise<boolean> =>
  fetch(url + READY_PATH, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );

/**
 * Stays ready once `check` has returned true. For a process that can work while all its dependencies are down, but not before
 * they have answered once.
 */
export function onceTrue(check: ReadyCheck): ReadyCheck {
  let isTrue = false;
  return async () => {
    isTrue ||= await check();
    return isTrue;
  };
}

function say(res: ServerResponse, code: number, status: string, more = {}): void {
  res.writeHead(code, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  res.end(JSON.stringify({ status, ...more }));
}

/**
 * A process's endpoints for operators, on a separate port: `/metrics` in Prometheus's text format, `/health/live` and
 * `/health/ready`.
 */
export function operatorEndpoints({ ready, metrics }: { ready: ReadyCheck; metrics: Metrics }): RequestListener {
  return (req, res) => {
    if (req.url === LIVE_PATH) sayLive(res);
    else if (req.url === READY_PATH) void isReadyNow(ready).then((isReady) => sayReady(res, isReady));
    else if (req.url === '/metrics') void sayMetrics(res, metrics);
    else res.writeHead(404).end();
  };
}

async function sayMetrics(res: ServerResponse, metrics: Metrics): Promise<void> {
  try {
    const text = await metrics.metrics();
    res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
  } catch {
    res.writeHead(500).end();
  }
}
