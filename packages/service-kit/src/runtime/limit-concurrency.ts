import pLimit from 'p-limit';
import { Problem } from '../http/problem.ts';

export interface ConcurrencyLimit {
  /** How many tasks run in parallel. */
  atOnce: number;
  /** How many more may wait; unlimited by default. */
  waiting?: number;
  /** How long a task may wait, in milliseconds; unlimited by default. */
  waitMs?: number;
  /** Message sent to rejected clients. */
  refusal: string;
}

/** Runs `work` when it is its turn. */
export type LimitedRun = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits how many tasks run in parallel; the rest wait, first come, first served.
 * @throws Problem `unavailable` if too many tasks are waiting already, or this one waits too long.
 */
export function limitConcurrency({ atOnce, waiting, waitMs, refusal }: ConcurrencyLimit): LimitedRun {
  const limit = pLimit(atOnce);
  const most = atOnce + (waiting ?? Number.POSITIVE_INFINITY);
  // Tasks that are still in the queue, though refused.
  let refusedInQueue = 0;
  const refused = () => new Problem('unavailable', refusal, { retryAfter: 2 });
  return async (work) => {
    if (limit.activeCount + limit.pendingCount - refusedInQueue >= most) throw refused();
    if (waitMs === undefined) return limit(work);
    let isTooLate = false;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      isTooLate = true;
      refusedInQueue += 1;
      late.reject(refused());
    }, waitMs);
    const turn = limit(async () => {
      clearTimeout(timer);
      if (isTooLate) {
        refusedInQueue -= 1;
        throw refused();
      }
      return work();
    });
    return Promise.race([turn, late.promise]);
  };
}
