import { Problem } from '@tavola/service-kit/http/problem.ts';

export const tookTooLong = (cause: Error) =>
  new Problem('timeout', 'This took too long. Please try again in a moment.', { cause });

export const slowUpstreamProblem = (method: string) =>
  new Problem(
    'unavailable',
    method === 'GET' || method === 'HEAD'
      ? 'The service is slow right now. Please try again in a moment.'
      : 'The service is slow right now. Your change may have been saved. Check before you try again.',
    { cause: new Error('the service did not answer in time'), retryAfter: 2 },
  );

export const unavailableProblem = (cause: Error) =>
  new Problem('unavailable', 'Part of the service is unavailable right now. Please try again in a moment.', {
    cause,
    retryAfter: 2,
  });

export const overloadProblem = () =>
  new Problem('unavailable', 'The service is busy right now. Please try again in a moment.', {
    retryAfter: 2,
  });
