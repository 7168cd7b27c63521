import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { AsyncHandler } from '@tavola/service-kit/http/serve.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { currentRequest, newRequestId } from '@tavola/service-kit/observability/request-context.ts';
import { type SecurityEvent, securityLog } from '@tavola/service-kit/observability/security-log.ts';
import { addressOf } from './address-of.ts';

/** Has the log say how each request ended that a handler answers; `event` is what it is about. What fails by our own fault is no event. */
export type NoteEvent = (event: string) => (handler: AsyncHandler) => AsyncHandler;

/** Notes what happens to accounts: who did it or tried to, how it ended, and a hash of the address. */
export function noteEvent({ log, serviceToken }: { log: Logger; serviceToken: string }): NoteEvent {
  const note = securityLog(log, serviceToken);
  return (event) => (handler) => async (req, res) => {
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
