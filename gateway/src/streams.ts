import type { ServerResponse } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { sendProblem } from '@tavola/service-kit/http/send-problem.ts';
import type { Forwarder } from './forwarder.ts';
import { unavailableProblem } from './problem-answer.ts';

/** Over how long the ends of all open streams are spread, in milliseconds, so that the phones don't come back all at once. */
const SPREAD_MS = 2_000;

/** How often some are ended, in milliseconds. */
const STEP_MS = 20;

export interface Streams {
  pass: Forwarder;
  /** Ends the open streams bit by bit, and takes no new one. */
  end(): Promise<void>;
}

/** The open streams, which would keep a gateway that is to stop from stopping. They go the way `pass`. */
export function makeStreams(pass: Forwarder): Streams {
  const open = new Set<ServerResponse>();
  let isEnding = false;
  return {
    pass(req, res, requestId) {
      if (isEnding) {
        sendProblem(res, unavailableProblem(new Error('the gateway is stopping')), requestId);
        return;
      }
      open.add(res);
      res.once('close', () => open.delete(res));
      pass(req, res, requestId);
    },
    async end() {
      isEnding = true;
      const perStep = Math.ceil((open.size * STEP_MS) / SPREAD_MS);
      while (open.size > 0) {
        for (const res of [...open].slice(0, perStep)) {
          open.delete(res);
          // Before an answer has begun there is nothing to end in order.
          if (res.headersSent) res.end();
          else res.destroy();
        }
        await rest(STEP_MS);
      }
    },
  };
}
