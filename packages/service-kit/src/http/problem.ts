import {
  type FieldError,
  PROBLEM_TYPE_PREFIX,
  PROBLEMS,
  type ProblemBody,
  type ProblemCode,
  type Quota,
} from '@tavola/contracts/errors.ts';

/** An error that is sent as `application/problem+json`, with a code of the closed list. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[] | undefined;
  /** The current state of an object that someone else changed. */
  readonly current: object | undefined;
  /** The quota that was reached. */
  readonly quota: Quota | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined;

  /** `detail` is a sentence for the person at the screen; `errors` says what is wrong with which field. */
  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      errors?: readonly FieldError[];
      current?: object;
      quota?: Quota;
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.errors = more.errors;
    this.current = more.current;
    this.quota = more.quota;
    this.retryAfter = more.retryAfter;
  }

  /** The HTTP status of this problem's code. */
  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** The wire form of a problem (RFC 9457). */
export function toProblemBody(problem: Problem, requestId: string): ProblemBody {
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: `${PROBLEM_TYPE_PREFIX}${problem.code}`,
    title,
    status,
    detail: problem.message,
    requestId,
    ...(problem.errors && { errors: [...problem.errors] }),
    ...(problem.current && { current: { ...problem.current } }),
    ...(problem.quota && { quota: problem.quota }),
  };
}

/** The same answer for a missing row, another tenant's row and an unknown route. */
export const notFound = (what: string): Problem => new Problem('not-found', `${what} was not found.`);

/** Returns `found` unless it is null. @throws Problem `not-found` that calls it `what`. */
export function requireFound<Found>(what: string, found: Found | null): Found {
  if (found === null) throw notFound(what);
  return found;
}

/** The Problem for too many attempts; `ms` is how long to wait, in milliseconds. `field` is the request's field at fault. */
export function tooManyRequests(what: string, ms: number, field?: string): Problem {
  const retryAfter = Math.max(1, Math.ceil(ms / 1_000));
  const message = `${what} Please try again in ${inWords(retryAfter)}.`;
  return new Problem('too-many-requests', message, { retryAfter, ...(field && { errors: [{ field, message }] }) });
}

const DAY_S = 24 * 60 * 60;

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second';
  if (seconds < 100) return `${seconds} seconds`;
  if (seconds < 2 * DAY_S) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / DAY_S)} days`;
}
