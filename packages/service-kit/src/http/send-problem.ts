import type { ServerResponse } from 'node:http';
import type { ProblemCode } from '@tavola/contracts/errors.ts';
import { REQUEST_ID_HEADER } from '../observability/request-context.ts';
import { type Problem, toProblemBody } from './problem.ts';

const answered = new WeakMap<ServerResponse, ProblemCode>();

/** The code of the problem that this process sent as `res`; undefined if it sent none, or passed on another service's. */
export const problemOf = (res: ServerResponse): ProblemCode | undefined =>
  res.statusCode < 400 ? undefined : answered.get(res);

/**
 * Sends `problem`, in the form of every error of every process; headers already set are kept. If a response has already begun,
 * the connection is closed instead. `page` is HTML that is sent in place of the problem.
 */
export function sendProblem(res: ServerResponse, problem: Problem, requestId: string, page?: string): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  answered.set(res, problem.code);
  const body = Buffer.from(page ?? JSON.stringify(toProblemBody(problem, requestId)));
  res.statusCode = problem.status;
  res.setHeader(REQUEST_ID_HEADER, requestId);
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'no-store');
  if (problem.retryAfter !== undefined) res.setHeader('Retry-After', String(problem.retryAfter));
  const type = page === undefined ? 'application/problem+json' : 'text/html';
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  res.setHeader('Content-Length', body.length);
  res.end(body);
}
