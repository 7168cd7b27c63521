import { setTimeout as sleep } from 'node:timers/promises';
import { sessionEnds } from '@tavola/contracts/auth.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';

/** How often auth is asked for sessions that were ended, in milliseconds. */
const LOOK_MS = 300;

/** How often those are forgotten whose tokens have expired, in milliseconds. */
const FORGET_MS = 60_000;

/** Which sessions were ended before their tokens, as far as this process knows. */
export interface Sessions {
  /**
   * To be called for a token that is good: whether its session still is.
   * @throws Problem `unauthenticated` where it was ended; `unavailable` until auth has been asked for the first time.
   */
  mustBeOpen(access: Access): void;
  /** Resolves when auth has been asked for the first time. */
  readonly known: Promise<void>;
  /** Stops asking. */
  close(): Promise<void>;
}

/**
 * Keeps the ids of ended sessions in memory, read from auth's list by the number of the last end that is known: nothing is
 * missed, whoever was away meanwhile. With auth away it goes on with what it knows, since then no end is acknowledged.
 */
export function watchSessions(auth: ServiceClient, log: Logger): Sessions {
  /** By the session's id: when its token expires, Unix time in seconds. */
  const ended = new Map<string, number>();
  const stopping = new AbortController();
  const known = Promise.withResolvers<void>();
  let position = 0;
  let isKnown = false;
  let isAway = false;
  let forgetAt = Date.now() + FORGET_MS;

  const read = async () => {
    while (true) {
      const { ends, last } = await auth.get(`/internal/session-ends?after=${position}`, sessionEnds);
      // The database was put back to an earlier state: its numbers begin again from there.
      if (last < position) position = 0;
      else if (ends.length === 0) return;
      for (const { seq, sid, exp } of ends) {
        ended.set(sid, exp);
        position = seq;
      }
    }
  };

  const look = async () => {
    try {
      await read();
      if (isAway) log.info('auth says again which sessions are ended');
      isAway = false;
      isKnown = true;
      known.resolve();
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'auth does not say which sessions are ended');
      isAway = true;
    }
  };

  const forgetExpired = () => {
    const now = Date.now();
    if (now < forgetAt) return;
    forgetAt = now + FORGET_MS;
    for (const [sid, exp] of ended) if (exp * 1000 < now) ended.delete(sid);
  };

  const watch = async () => {
    while (!stopping.signal.aborted) {
      await look();
      forgetExpired();
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const done = watch();

  return {
    mustBeOpen({ sid }) {
      if (!isKnown) {
        throw new Problem('unavailable', 'Signing in is not possible right now. Please try again in a moment.', {
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
