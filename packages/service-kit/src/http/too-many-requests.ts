import { Problem } from './problem.ts';

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
