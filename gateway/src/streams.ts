import type { ServerResponse } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { sendProblem } from '@tavola/service-kit/http/send-problem.ts';
import { type Forwarder, unavailableProblem } from './forwarder.ts';

/** How long ending all open streams is spread over, in milliseconds, so that phones don't all reconnect together. */
const SPREAD_MS = 2_000;

/** Interval between batches of ended streams, in milliseconds. */
const STEP_MS = 20;

export interface Streams {
  pass: Forwarder;
  /** Ends the open streams in small batches and rejects new ones. */
  end(): Promise<void>;
}

/** Tracks open streams, which would keep a stopping gateway alive. `pass` forwards them. */
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
          // A response that has not begun can't be ended cleanly.
          if (res.headersSent) res.end();
          else res.destroy();
        }
        await rest(STEP_MS);
      }
    },
  };
}
