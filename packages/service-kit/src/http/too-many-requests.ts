import { Problem } from './problem.ts';

/** The Problem for too many attempts; `ms` is how long to wait, in milliseconds. */
export function tooManyRequests(what: string, ms: number): Problem {
  const retryAfter = Math.max(1, Math.ceil(ms / 1_000));
  return new Problem('too-many-requests', `${what} Please try again in ${inWords(retryAfter)}.`, { retryAfter });
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second';
  if (seconds < 100) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
