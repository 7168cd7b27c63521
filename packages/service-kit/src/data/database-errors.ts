/** Prisma's codes for a database that can't be reached, does not answer in time, has no connection left, or ended a deadlock. */
const PRISMA_CODES: ReadonlySet<unknown> = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
]);

/** The driver adapter's names for the same errors. */
const ADAPTER_KINDS: ReadonlySet<unknown> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

/** A write on a standby, or on a primary that takes none. */
export const READ_ONLY = '25006';

/** SQLSTATE classes 08 (connection), 40 (rolled back: deadlocks), 53 (resources) and 57 (operator intervention, statement time-out among it). */
const AWAY_SQLSTATE = new RegExp(`^(08|${READ_ONLY}|40|53|57)`);

/** Errors of the `pg` client that have only a message. */
const PG_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|timeout expired)/;

/** Socket errors for an unreachable server, or one whose name is not known right now. */
const SOCKET_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

interface DatabaseError {
  message?: unknown;
  code?: unknown;
  cause?: { kind?: unknown; originalCode?: unknown };
  meta?: { driverAdapterError?: { cause?: { kind?: unknown; originalCode?: unknown } } };
}

/** Whether `error` means that the database is down, overloaded or broke a deadlock, so that a later retry makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  const { message, code, cause, meta } = (error ?? {}) as DatabaseError;
  const driver = meta?.driverAdapterError?.cause ?? cause;
  return (
    PRISMA_CODES.has(code) ||
    (typeof code === 'string' && (AWAY_SQLSTATE.test(code) || SOCKET_CODES.has(code))) ||
    ADAPTER_KINDS.has(driver?.kind) ||
    (typeof message === 'string' && PG_WORDS.test(message)) ||
    (typeof driver?.originalCode === 'string' && AWAY_SQLSTATE.test(driver.originalCode))
  );
}
