import { Problem } from '../http/problem.ts';
import { fairLine, type LineLimits, type Place } from './fair-line.ts';

export interface QueueLimits<Kind extends string> extends LineLimits<Kind> {
  /** How many tasks run at once; unlimited by default. */
  atOnce?: number;
  /** How long a task may wait, in milliseconds; unlimited by default. */
  waitMs?: number;
  /** What a refused client is told, where `limit` is the kind of key whose limit was reached, if it was one. */
  refuse(limit?: Kind): Problem;
}

/** Where a task waits, and for whom. */
export type QueuePlace<Kind extends string> = Place<Kind> & {
  /** Once it is aborted, nobody waits for the task any more. */
  signal?: AbortSignal | undefined;
};

/** Runs tasks when it is their turn. */
export interface FairQueue<Kind extends string> {
  /**
   * Runs `work` when it is its turn, unless the place's signal is aborted before.
   * @throws the queue's refusal if too many tasks are waiting, or this one waits too long, for nobody, or loses its place; and
   * whatever `work` throws.
   */
  run<Result>(place: QueuePlace<Kind>, work: () => Promise<Result>): Promise<Result>;
}

/** A refusal for a process that is busy: 503, with a retry after `retryAfter` seconds. */
export const busy =
  (message: string, retryAfter = 2) =>
  (): Problem =>
    new Problem('unavailable', message, { retryAfter });

interface Waiter {
  start(): void;
  refuse(): void;
}

/**
 * Limits how many tasks of a process run at once, in all and of each key, and gives everybody a turn. A task that can run does so
 * before `run` returns.
 */
export function fairQueue<Kind extends string = never>(limits: QueueLimits<Kind>): FairQueue<Kind> {
  const { atOnce = Number.POSITIVE_INFINITY, waitMs, order, refuse } = limits;
  const line = fairLine<Waiter, Kind>(limits);
  let running = 0;

  /** Starts all that may run now; without a limit in all, `ended` makes room only for tasks that share a key with it. */
  const startNext = (ended?: Place<Kind>) => {
    while (running < atOnce) {
      const next = line.next(Number.isFinite(atOnce) ? undefined : ended);
      if (!next) return;
      running += 1;
      next.start();
    }
  };

  const end = (waiter: Waiter, place: Place<Kind>) => {
    line.done(waiter);
    const go = () => {
      running -= 1;
      startNext(place);
    };
    // Such a task has occupied the thread. Its owner may have another one, which counts, and other work of the process goes on.
    if (order === 'least-time') setImmediate(go);
    else go();
  };

  const itsTurn = (waiter: Waiter, place: QueuePlace<Kind>): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiter.start = resolve;
    waiter.refuse = () => reject(refuse());
    const refused = line.add(waiter, place);
    if (refused?.task === waiter) {
      reject(refuse(refused.limit));
      return promise;
    }
    refused?.task.refuse();
    const { signal } = place;
    if (waitMs === undefined && !signal) return promise;
    const leave = () => {
      line.remove(waiter);
      waiter.refuse();
    };
    const timer = waitMs === undefined ? undefined : setTimeout(leave, waitMs);
    signal?.addEventListener('abort', leave);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    });
  };

  return {
    async run(place, work) {
      if (place.signal?.aborted) throw refuse();
      const waiter: Waiter = { start() {}, refuse() {} };
      if (running < atOnce && line.begin(waiter, place)) running += 1;
      else await itsTurn(waiter, place);
      try {
        return await work();
      } finally {
        end(waiter, place);
      }
    },
  };
}
