import type { ServerResponse } from 'node:http';

/** Whether the process can do its work; answers false or throws when a dependency it cannot do without is away. */
export type ReadyCheck = () => Promise<boolean> | boolean;

export const LIVE_PATH = '/health/live';
export const READY_PATH = '/health/ready';

/** Answers that the process lives, which asks nobody. */
export const sayLive = (res: ServerResponse): void => say(res, 200, 'live');

/** Answers whether the process can do its work: 200, or 503. */
export function sayReady(res: ServerResponse, isReady: boolean): void {
  if (isReady) say(res, 200, 'ready');
  else say(res, 503, 'not ready');
}

/** Asks `ready`; whatever it throws means no. */
export const isReadyNow = async (ready: ReadyCheck): Promise<boolean> => {
  try {
    return await ready();
  } catch {
    return false;
  }
};

/** How long a neighbour may take to say that it is ready, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Whether the process at `url` says that it is ready. Never rejects. */
export const saysReady = (url: string): Promise<boolean> =>
  fetch(url + READY_PATH, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    },
    () => false,
  );

/**
 * Ready for good once `check` has said yes: for a process that can do something while all others are away, but not before
 * it has had anything from them.
 */
export function onceTrue(check: ReadyCheck): ReadyCheck {
  let isTrue = false;
  return async () => {
    isTrue ||= await check();
    return isTrue;
  };
}

function say(res: ServerResponse, code: number, status: string): void {
  res.writeHead(code, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  res.end(JSON.stringify({ status }));
}
