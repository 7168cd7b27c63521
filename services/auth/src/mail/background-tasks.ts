import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { afterRequest } from '@tavola/service-kit/observability/request-context.ts';
import { isRefusedForGood } from './mailer.ts';

/** Retries `act` until it succeeds or time runs out. */
export type Retrying = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Tasks that run after the response. They are kept in memory: a killed process loses them. */
export interface BackgroundTasks {
  /**
   * Starts a task. Whatever it wraps in `retrying` is retried on failure, for up to 15 minutes; a mail that was refused for
   * good is not.
   * @throws Problem `unavailable` where too many tasks are pending.
   */
  push(what: string, work: (retrying: Retrying) => Promise<void>): void;
  /** Gives running tasks a moment to finish, and drops those that wait for a retry. */
  close(): Promise<void>;
}

/** Delay before the first retry, in milliseconds. It doubles with each retry. */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;

/** Nothing is retried after this time, in milliseconds. */
const GIVE_UP_MS = 15 * 60_000;

/** Most tasks that may be pending. */
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
          // Another attempt would only harm the sender's reputation.
          if (isRefusedForGood(error)) throw error;
          if (Date.now() + rest > deadline || closing.signal.aborted) throw error;
          log.warn({ reason: (error as Error).message, restMs: rest }, 'background task failed, retrying');
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
      // Not part of the request, whose writes are undone if its client has disconnected.
      const done = afterRequest(() => work(retryingUntil(Date.now() + GIVE_UP_MS)))
        .catch((error: Error) => log.error({ err: error, what }, 'background task given up'))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async close() {
      closing.abort();
      await Promise.race([Promise.all(running), sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
