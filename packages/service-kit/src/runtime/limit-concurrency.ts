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

/** Runs `work` when it is its turn, unless `isGone` was aborted before: then nobody waits for it any more. */
export type LimitedRun = <Result>(work: () => Promise<Result>, isGone?: AbortSignal) => Promise<Result>;

/**
 * Limits how many tasks run in parallel; the rest wait, first come, first served.
 * @throws Problem `unavailable` if too many tasks are waiting already, or this one waits too long or for nobody.
 */
export function limitConcurrency({ atOnce, waiting, waitMs, refusal }: ConcurrencyLimit): LimitedRun {
  const limit = pLimit(atOnce);
  const most = atOnce + (waiting ?? Number.POSITIVE_INFINITY);
  // Tasks that are still in the queue, though refused.
  let refusedInQueue = 0;
  const refused = () => new Problem('unavailable', refusal, { retryAfter: 2 });
  return async (work, isGone) => {
    if (limit.activeCount + limit.pendingCount - refusedInQueue >= most || isGone?.aborted) throw refused();
    if (waitMs === undefined && !isGone) return limit(work);
    let isRefused = false;
    const refusing = Promise.withResolvers<never>();
    const refuse = () => {
      if (isRefused) return;
      isRefused = true;
      refusedInQueue += 1;
      refusing.reject(refused());
    };
    const timer = waitMs === undefined ? undefined : setTimeout(refuse, waitMs);
    isGone?.addEventListener('abort', refuse);
    const turn = limit(async () => {
      clearTimeout(timer);
      isGone?.removeEventListener('abort', refuse);
      if (isRefused) {
        refusedInQueue -= 1;
        throw refused();
      }
      return work();
    });
    return Promise.race([turn, refusing.promise]);
  };
}
