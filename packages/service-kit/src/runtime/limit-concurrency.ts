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

/** Runs `work` when it is its turn, unless `signal` was aborted before: then nobody waits for it any more. */
export type LimitedRun = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

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
  return async (work, signal) => {
    if (limit.activeCount + limit.pendingCount - refusedInQueue >= most || signal?.aborted) throw refused();
    if (waitMs === undefined && !signal) return limit(work);
    // Once refused, nothing of it is kept in the queue: it may hold a picture.
    let task: typeof work | undefined = work;
    const refusing = Promise.withResolvers<never>();
    const refuse = () => {
      if (!task) return;
      task = undefined;
      refusedInQueue += 1;
      refusing.reject(refused());
    };
    const timer = waitMs === undefined ? undefined : setTimeout(refuse, waitMs);
    signal?.addEventListener('abort', refuse);
    const turn = limit(async () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', refuse);
      if (!task) {
        refusedInQueue -= 1;
        throw refused();
      }
      return task();
    });
    return Promise.race([turn, refusing.promise]);
  };
}
