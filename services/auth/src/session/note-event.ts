import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { currentRequest, newRequestId } from '@tavola/service-kit/observability/request-context.ts';
import { type SecurityEvent, securityLog } from '@tavola/service-kit/observability/security-log.ts';
import type { Request, Response } from 'express';
import { addressOf } from './address-of.ts';

/** Answers a request. */
type Handler = (req: Request, res: Response) => Promise<void>;

/** Has the log say how each request ended that `handler` answers; `event` is what it is about. What fails by our own fault is no event. */
export type NoteEvent = (event: string, handler: Handler) => Handler;

/** Notes what happens to accounts: who did it or tried to, how it ended, and a hash of the address. */
export function noteEvent({ log, serviceToken }: { log: Logger; serviceToken: string }): NoteEvent {
  const note = securityLog(log, serviceToken);
  return (event, handler) => async (req, res) => {
    const say = (outcome: SecurityEvent['outcome']) => {
      const { requestId = newRequestId(), userId, tenantId } = currentRequest() ?? {};
      note({ event, outcome, address: addressOf(req), requestId, userId, tenantId });
    };
    try {
      await handler(req, res);
      say('done');
    } catch (error) {
      if (error instanceof Problem && error.status < 500) say(error.code);
      throw error;
    }
  };
}
