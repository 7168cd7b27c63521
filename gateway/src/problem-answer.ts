import { Problem } from '@tavola/service-kit/problem.ts';

export const tookTooLong = (cause: Error) =>
  new Problem('timeout', 'This took too long. Please try again in a moment.', { cause });

export const isAway = (cause: Error) =>
  new Problem('unavailable', 'A part of the service is away right now. Please try again in a moment.', {
    cause,
    retryAfter: 2,
  });
