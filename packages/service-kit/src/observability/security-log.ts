import { createHmac, hkdfSync } from 'node:crypto';
import type { ProblemCode } from '@tavola/contracts/errors.ts';
import type { Logger } from './log.ts';

/** An event that matters when investigating an attack. */
export interface SecurityEvent {
  /** For example 'login'. */
  event: string;
  /** Its result: done, or rejected with this code. */
  outcome: 'done' | ProblemCode;
  /** The address it came from. The log holds only a hash of it. */
  address: string;
  requestId: string;
  userId?: string | undefined;
  tenantId?: string | undefined;
}

/** Logs an event. */
export type SecurityLog = (event: SecurityEvent) => void;

/** How many characters of an address's hash are logged, enough to tell two apart. */
const HASH_LENGTH = 16;

/**
 * Logs events as lines of `log` with the message "security event". `client` is a keyed hash of the address, the same in every
 * process with this service token. Without the token nobody can test addresses against it.
 */
export function securityLog(log: Logger, serviceToken: string): SecurityLog {
  const key = Buffer.from(hkdfSync('sha256', serviceToken, '', 'tavola addresses in logs', 32));
  return ({ outcome, address, ...event }) => {
    const client = createHmac('sha256', key).update(address).digest('base64url').slice(0, HASH_LENGTH);
    log[outcome === 'done' ? 'info' : 'warn']({ ...event, outcome, client }, 'security event');
  };
}
