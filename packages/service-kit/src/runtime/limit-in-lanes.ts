import { Problem } from '../http/problem.ts';

export interface LanesLimit {
  /** How many tasks run in parallel. */
  atOnce: number;
  /** How many more may wait in each lane, at least 1. */
  waiting: number;
  /** How long a task may wait, in milliseconds. */
  waitMs: number;
  /** Message sent to rejected clients. */
  refusal: string;
}

/** Where a task waits. */
export interface Place {
  lane: 'first' | 'second';
  /** Whose task it is. Within a lane, everybody takes turns. */
  by: string;
}

/** Runs `work` when it is its turn, unless `signal` is aborted before: then nobody waits for it any more. */
export type LanedRun = <Result>(place: Place, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/** Of how many tasks that wait in both lanes one is of the second lane, which would starve otherwise. */
const SECOND_EVERY = 4;

/** Retry-After for rejected clients, in seconds. */
const RETRY_AFTER_S = 2;

/**
 * Limits how many tasks run in parallel. The rest wait in two lanes, of which the first goes ahead. In a full lane, a newcomer
 * takes the place of whoever has the most tasks in it.
 * @throws Problem `unavailable` if the lane is full, or the task waits too long, for nobody, or loses its place.
 */
export function limitInLanes({ atOnce, waiting, waitMs, refusal }: LanesLimit): LanedRun {
  const lanes = { first: makeLane(waiting), second: makeLane(waiting) };
  let running = 0;
  let firstInARow = 0;

  const startNext = () => {
    const isSecondDue = firstInARow >= SECOND_EVERY - 1 && lanes.second.size() > 0;
    const name = isSecondDue || lanes.first.size() === 0 ? 'second' : 'first';
    const waiter = lanes[name].take();
    if (!waiter) return;
    firstInARow = name === 'first' ? firstInARow + 1 : 0;
    running += 1;
    waiter.start();
  };

  const itsTurn = ({ lane, by }: Place, signal: AbortSignal | undefined): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(new Problem('unavailable', refusal, { retryAfter: RETRY_AFTER_S }));
    if (signal?.aborted) {
      refuse();
      return promise;
    }
    // Nobody waits while a place is free.
    if (running < atOnce) {
      running += 1;
      resolve();
      return promise;
    }
    const waiter = { start: resolve, refuse };
    if (!lanes[lane].add(by, waiter)) {
      refuse();
      return promise;
    }
    const leave = () => {
      lanes[lane].remove(by, waiter);
      refuse();
    };
    const timer = setTimeout(leave, waitMs);
    signal?.addEventListener('abort', leave);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    });
  };

  return async (place, work, signal) => {
    await itsTurn(place, signal);
    try {
      return await work();
    } finally {
      running -= 1;
      startNext();
    }
  };
}

/** A task that waits. */
interface Waiter {
  start(): void;
  refuse(): void;
}

/** Tasks that wait, at most `most`. Whoever they are of takes turns. */
function makeLane(most: number) {
  const queues = new Map<string, Waiter[]>();
  let size = 0;

  const remove = (by: string, waiter: Waiter) => {
    const queue = queues.get(by) ?? [];
    const at = queue.indexOf(waiter);
    if (at < 0) return;
    queue.splice(at, 1);
    size -= 1;
    if (queue.length === 0) queues.delete(by);
  };

  /** Refuses the newest task of whoever has the most, unless `by` would then have as many. Returns whether it did. */
  const makeRoom = (by: string) => {
    const [longest, queue] = [...queues].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    const newest = queue.at(-1) as Waiter;
    if (queue.length <= (queues.get(by)?.length ?? 0) + 1) return false;
    remove(longest, newest);
    newest.refuse();
    return true;
  };

  return {
    size: () => size,
    /** Returns whether there is room. */
    add(by: string, waiter: Waiter): boolean {
      if (size >= most && !makeRoom(by)) return false;
      const queue = queues.get(by);
      if (queue) queue.push(waiter);
      else queues.set(by, [waiter]);
      size += 1;
      return true;
    },
    /** The next task, which waits no more. */
    take(): Waiter | undefined {
      const [next] = queues;
      if (!next) return undefined;
      const [by, queue] = next;
      const waiter = queue.shift() as Waiter;
      size -= 1;
      // Behind everybody else.
      queues.delete(by);
      if (queue.length > 0) queues.set(by, queue);
      return waiter;
    },
    remove,
  };
}
