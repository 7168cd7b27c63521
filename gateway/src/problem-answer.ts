import { Problem } from '@tavola/service-kit/http/problem.ts';

export const tookTooLong = (cause: Error) =>
  new Problem('timeout', 'This took too long. Please try again in a moment.', { cause });

export const slowUpstreamProblem = (method: string) =>
  new Problem(
    'unavailable',
    method === 'GET' || method === 'HEAD'
      ? 'A part of the service is too slow right now. Please try again in a moment.'
      : 'A part of the service is too slow right now. Your change may have been made: look first, then try again.',
    { cause: new Error('the service did not answer in time'), retryAfter: 2 },
  );

export const unavailableProblem = (cause: Error) =>
  new Problem('unavailable', 'A part of the service is away right now. Please try again in a moment.', {
    cause,
    retryAfter: 2,
  });

export const overloadProblem = () =>
  new Problem('unavailable', 'There is more to do than can be done right now. Please try again in a moment.', {
    retryAfter: 2,
  });
