import { Problem } from '../http/problem.ts';

export interface FairLimit {
  /** How many tasks run in parallel. */
  atOnce: number;
  /** How many more may wait. */
  waiting: number;
  /** How long a task may wait, in milliseconds. */
  waitMs: number;
  /** Message sent to rejected clients. */
  refusal: string;
  /** How long rejected clients should wait, in seconds. */
  retryAfter: number;
}

/** What decides whose turn it is. */
export interface Claim {
  /** The client's network. */
  network: string;
  /** How much the restaurant has used so far. */
  used: number;
}

/** Runs `work` when it is its turn, unless `signal` was aborted before: then nobody waits for it any more. */
export type FairRun = <Result>(work: () => Promise<Result>, claim: Claim, signal: AbortSignal) => Promise<Result>;

interface Waiter extends Claim {
  start(): void;
  refuse(): void;
}

/**
 * Limits how many tasks run in parallel. The next to run is of the network that runs fewest; of those, the one that has used least; of
 * those, the one that has waited longest. Where too many wait, the one is refused that would have been last: an already waiting one
 * makes room for a newcomer with a better claim.
 * @throws Problem `unavailable` for a task that is refused so, that waits too long, or for nobody.
 */
export function limitFairly({ atOnce, waiting: most, waitMs, refusal, retryAfter }: FairLimit): FairRun {
  const waiting = new Set<Waiter>();
  const running: Claim[] = [];
  const refused = () => new Problem('unavailable', refusal, { retryAfter });
  const runningOf = (network: string) => running.filter((one) => one.network === network).length;
  const openOf = (network: string) => runningOf(network) + [...waiting].filter((one) => one.network === network).length;

  // They are in the order of their arrival, and sorting keeps that of equals.
  const next = () =>
    [...waiting].sort((one, other) => runningOf(one.network) - runningOf(other.network) || one.used - other.used)[0];
  const last = () =>
    [...waiting].sort((one, other) => openOf(one.network) - openOf(other.network) || one.used - other.used).at(-1);

  const startNext = () => {
    if (running.length < atOnce) next()?.start();
  };

  return async (work, claim, signal) => {
    if (signal.aborted) throw refused();
    const turn = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(waiter);
      clearTimeout(timer);
      signal.removeEventListener('abort', waiter.refuse);
    };
    const waiter: Waiter = {
      ...claim,
      start() {
        leave();
        running.push(claim);
        turn.resolve();
      },
      refuse() {
        leave();
        turn.reject(refused());
      },
    };
    const timer = setTimeout(waiter.refuse, waitMs);
    signal.addEventListener('abort', waiter.refuse);
    waiting.add(waiter);
    startNext();
    if (waiting.size > most) last()?.refuse();
    await turn.promise;
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(claim), 1);
      startNext();
    }
  };
}
