import type { ServerResponse } from 'node:http';
import { Problem, problemBody } from '@tavola/service-kit/problem.ts';
import { REQUEST_ID_HEADER } from '@tavola/service-kit/request-context.ts';

/** Answers `problem` as every process here does, without Express; once an answer has begun only its end can be said. */
export function answerProblem(res: ServerResponse, problem: Problem, requestId: string): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const body = JSON.stringify(problemBody(problem, requestId));
  res.writeHead(problem.status, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    [REQUEST_ID_HEADER]: requestId,
    ...(problem.retryAfter !== undefined && { 'Retry-After': String(problem.retryAfter) }),
  });
  res.end(body);
}

export const tookTooLong = (cause: Error) =>
  new Problem('timeout', 'This took too long. Please try again in a moment.', { cause });

export const isAway = (cause: Error) =>
  new Problem('unavailable', 'A part of the service is away right now. Please try again in a moment.', {
    cause,
    retryAfter: 2,
  });
