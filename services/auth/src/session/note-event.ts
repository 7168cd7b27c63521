import { createHmac, hkdfSync } from 'node:crypto';
import type { ProblemCode } from '@tavola/contracts/errors.ts';
import type { MemberRole } from '@tavola/contracts/permissions.ts';
import { addressOf } from '@tavola/service-kit/http/address-key.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { AsyncHandler } from '@tavola/service-kit/http/serve.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import {
  currentRequest,
  newRequestId,
  type RequestContext,
} from '@tavola/service-kit/observability/request-context.ts';

/** Whom or what an event is about, by id, and the role that is given. */
type About = Pick<SecurityEvent, 'subject' | 'role'>;

const known = new WeakMap<RequestContext, About>();

/** Says what the event of this request is about, for its line in the log. */
export function noteAbout(about: About): void {
  const request = currentRequest();
  if (request) known.set(request, about);
}

/** Wraps a handler so that the log records each request's outcome under the name `event`. Server errors are not recorded. */
type NoteEvent = (event: string) => (handler: AsyncHandler) => AsyncHandler;

/** Records security events of accounts: the actor, the outcome, what it is about and a hash of the address. */
export function noteEvent({ log, serviceToken }: { log: Logger; serviceToken: string }): NoteEvent {
  const note = securityLog(log, serviceToken);
  return (event) => (handler) => async (req, res) => {
    const say = (outcome: SecurityEvent['outcome']) => {
      const request = currentRequest();
      const { requestId = newRequestId(), userId, tenantId } = request ?? {};
      note({
        event,
        outcome,
        address: addressOf(req),
        requestId,
        userId,
        tenantId,
        ...(request && known.get(request)),
      });
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

/** An event that matters when investigating an attack. */
interface SecurityEvent {
  /** For example 'login'. */
  event: string;
  /** Its result: done, or rejected with this code. */
  outcome: 'done' | ProblemCode;
  /** The address it came from. The log holds only a hash of it. */
  address: string;
  requestId: string;
  userId?: string | undefined;
  tenantId?: string | undefined;
  /** The id of whom or what it is about, where that is not the user: a member, an invitation, a restaurant. */
  subject?: string | undefined;
  role?: MemberRole | undefined;
}

/** How many characters of an address's hash are logged, enough to tell two apart. */
const HASH_LENGTH = 16;

/**
 * Logs events as lines of `log` with the message "security event". `client` is a keyed hash of the address, the same in every
 * process with this service token. Without the token nobody can test addresses against it.
 */
export function securityLog(log: Logger, serviceToken: string): (event: SecurityEvent) => void {
  const key = Buffer.from(hkdfSync('sha256', serviceToken, '', 'tavola addresses in logs', 32));
  return ({ outcome, address, ...event }) => {
    const client = createHmac('sha256', key).update(address).digest('base64url').slice(0, HASH_LENGTH);
    log[outcome === 'done' ? 'info' : 'warn']({ ...event, outcome, client }, 'security event');
  };
}
