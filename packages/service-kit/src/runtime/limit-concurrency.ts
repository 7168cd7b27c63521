import pLimit from 'p-limit';
import { Problem } from '../http/problem.ts';

export interface ConcurrencyLimit {
  /** How much work runs side by side. */
  atOnce: number;
  /** How much more may wait for its turn; any amount where left out. */
  waiting?: number;
  /** How long work may wait, in milliseconds; any time where left out. */
  waitMs?: number;
  /** What rejected clients read. */
  refusal: string;
}

/** Runs `work` when it is its turn. */
export type LimitedRun = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits how much work runs at once; the rest waits, first come, first served.
 * @throws Problem `unavailable`, for work that finds too many waiting, or waits too long.
 */
export function limitConcurrency({ atOnce, waiting, waitMs, refusal }: ConcurrencyLimit): LimitedRun {
  const limit = pLimit(atOnce);
  const most = atOnce + (waiting ?? Number.POSITIVE_INFINITY);
  const refused = () => new Problem('unavailable', refusal, { retryAfter: 2 });
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= most) throw refused();
    if (waitMs === undefined) return limit(work);
    let isTooLate = false;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      isTooLate = true;
      late.reject(refused());
    }, waitMs);
    const turn = limit(async () => {
      clearTimeout(timer);
      if (isTooLate) throw refused();
      return work();
    });
    return Promise.race([turn, late.promise]);
  };
}
