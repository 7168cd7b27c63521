import { setTimeout as sleep } from 'node:timers/promises';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';

/** How often auth is polled for ended sessions, in milliseconds. */
const POLL_MS = 300;

/** The sessions that ended before their tokens expired, as far as this process knows. */
export interface Sessions {
  /**
   * Checks that the session of a valid token is still open.
   * @throws Problem `unauthenticated` if it has ended; `unavailable` until auth has answered for the first time.
   */
  mustBeOpen(access: Access): void;
  /** Resolves when auth has answered for the first time. */
  readonly known: Promise<void>;
  /** Stops polling. */
  close(): Promise<void>;
}

/**
 * Keeps the ids of ended sessions in memory. It reads auth's list from the last known sequence number, so an outage on either
 * side loses nothing. While auth is down it uses what it has: no session end is acknowledged then.
 */
export function pollSessions(auth: ServiceClient<'auth'>, log: Logger): Sessions {
  /** Session id to its token's expiry, Unix time in seconds. */
  const ended = new Map<string, number>();
  const stopping = new AbortController();
  const known = Promise.withResolvers<void>();
  let position = 0;
  let isKnown = false;
  let isAway = false;

  const read = async () => {
    while (true) {
      const { ends, last } = await auth.call(internalAuthOperations.listSessionEnds, {
        query: { after: String(position) },
      });
      // The database was restored to an earlier state, so its sequence numbers start over from there.
      if (last < position) position = 0;
      else if (ends.length === 0) return;
      for (const { seq, sid, exp } of ends) {
        ended.set(sid, exp);
        position = seq;
      }
    }
  };

  const ask = async () => {
    try {
      await read();
      if (isAway) log.info('ended sessions are read from auth again');
      isAway = false;
      isKnown = true;
      known.resolve();
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'ended sessions not read from auth');
      isAway = true;
    }
  };

  const forgetExpired = () => {
    const now = Date.now();
    for (const [sid, exp] of ended) if (exp * 1000 < now) ended.delete(sid);
  };

  const poll = async () => {
    while (!stopping.signal.aborted) {
      await ask();
      forgetExpired();
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const done = poll();

  return {
    mustBeOpen({ sid }) {
      if (!isKnown) {
        throw new Problem('unavailable', 'Sign-in is unavailable right now. Please try again in a moment.', {
          retryAfter: 1,
        });
      }
      if (ended.has(sid)) throw new Problem('unauthenticated', 'Your session has ended. Please sign in again.');
    },
    known: known.promise,
    async close() {
      stopping.abort();
      await done;
    },
  };
}
