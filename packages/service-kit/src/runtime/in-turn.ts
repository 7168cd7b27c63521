import { Problem } from '../http/problem.ts';

/** Runs `work` when it is its turn. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets `atOnce` pieces of work run side by side and `waiting` more wait for them, first come, first served.
 * @throws Problem `unavailable`, for work that comes when as many are waiting: `refusal` is the sentence that says so.
 */
export function inTurn(atOnce: number, waiting: number, refusal: string): InTurn {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else {
      throw new Problem('unavailable', `${refusal} Please try again in a moment.`, { retryAfter: 2 });
    }
    try {
      return await work();
    } finally {
      // Who is next takes over the place; only where nobody waits it becomes free.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
