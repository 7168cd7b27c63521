import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';

/** Runs `act` until it succeeds, for as long as it makes sense. */
export type Retrying = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Work that nobody waits for. It is kept in memory: a process that is killed forgets it. */
export interface BackgroundTasks {
  /**
   * Takes on some work. What it wraps in `retrying` is tried again when it fails, over a quarter of an hour.
   * @throws Problem `unavailable` where too much is waiting already.
   */
  push(what: string, work: (retrying: Retrying) => Promise<void>): void;
  /** Gives what is running a moment to finish, and gives up what waits to be tried again. */
  close(): Promise<void>;
}

/** Rest before the first new try, in milliseconds; doubled each time. */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;

/** From then on nothing is tried again, in milliseconds. */
const GIVE_UP_MS = 15 * 60_000;

/** How many pieces of work may be waiting. */
const MOST_WAITING = 1_000;

const CLOSE_MS = 3_000;

export function makeBackgroundTasks(log: Logger, firstRestMs = FIRST_REST_MS): BackgroundTasks {
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  const retryingUntil =
    (deadline: number): Retrying =>
    async (act) => {
      for (let rest = firstRestMs; ; rest = Math.min(rest * 2, LONGEST_REST_MS)) {
        try {
          return await act();
        } catch (error) {
          if (Date.now() + rest > deadline || closing.signal.aborted) throw error;
          log.warn({ reason: (error as Error).message, restMs: rest }, 'work for later is tried again');
          await sleep(rest, undefined, { signal: closing.signal }).catch(() => {
            throw error;
          });
        }
      }
    };

  return {
    push(what, work) {
      if (running.size >= MOST_WAITING) {
        throw new Problem('unavailable', 'This is not available right now. Please try again in a minute.', {
          retryAfter: 60,
        });
      }
      const done = work(retryingUntil(Date.now() + GIVE_UP_MS))
        .catch((error: Error) => log.error({ err: error, what }, 'work for later was given up'))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async close() {
      closing.abort();
      await Promise.race([Promise.all(running), sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
