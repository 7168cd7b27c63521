import { createHmac, hkdfSync } from 'node:crypto';
import type { ProblemCode } from '@tavola/contracts/errors.ts';
import type { Logger } from './log.ts';

/** Something that matters when one looks into an attack. */
export interface SecurityEvent {
  /** As in 'login'. */
  event: string;
  /** How it ended: done, or refused with this code. */
  outcome: 'done' | ProblemCode;
  /** The address it came from; the log has a hash of it. */
  address: string;
  requestId: string;
  userId?: string | undefined;
  tenantId?: string | undefined;
}

/** Notes an event. */
export type SecurityLog = (event: SecurityEvent) => void;

/** How much of an address's hash tells two apart. */
const HASH_LENGTH = 16;

/**
 * Notes events as lines of `log` with the message "security event". An address is in them as `client`, a hash that is the same in
 * every process with this service token, and that nobody without it can try addresses against.
 */
export function securityLog(log: Logger, serviceToken: string): SecurityLog {
  const key = Buffer.from(hkdfSync('sha256', serviceToken, '', 'tavola addresses in logs', 32));
  return ({ outcome, address, ...event }) => {
    const client = createHmac('sha256', key).update(address).digest('base64url').slice(0, HASH_LENGTH);
    log[outcome === 'done' ? 'info' : 'warn']({ ...event, outcome, client }, 'security event');
  };
}
