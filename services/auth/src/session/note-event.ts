import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { AsyncHandler } from '@tavola/service-kit/http/serve.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { currentRequest, newRequestId } from '@tavola/service-kit/observability/request-context.ts';
import { type SecurityEvent, securityLog } from '@tavola/service-kit/observability/security-log.ts';
import { addressOf } from './address-of.ts';

/** Wraps a handler so that the log records each request's outcome under the name `event`. Server errors are not recorded. */
export type NoteEvent = (event: string) => (handler: AsyncHandler) => AsyncHandler;

/** Records security events of accounts: the actor, the outcome and a hash of the address. */
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
