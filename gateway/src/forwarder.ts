import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { sendProblem } from '@tavola/service-kit/http/send-problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';

/** A service that requests are forwarded to. */
export interface Destination {
  service: string;
  url: string;
  log: Logger;
  /** Timeout for its first byte, for each pause in a response and for a small body of a request, in milliseconds. */
  timeoutMs: number;
  /** Timeout for its first byte and for each pause in a response, where that is longer. */
  answerTimeoutMs?: number;
  /** Answers a request that the service does not answer, with `problem` by default. */
  refuse?: Refuse;
}

export type Refuse = (req: IncomingMessage, res: ServerResponse, problem: Problem, requestId: string) => void;

export const sendRefusal: Refuse = (_req, res, problem, requestId) => sendProblem(res, problem, requestId);

/**
 * Forwards a request to a service and sends its response back. The request headers must be sanitized. If no response has
 * begun `withinMs` after the service got the whole request, the client gets a 503. If many requests to that service have
 * waited half of that, new ones are rejected immediately.
 */
export type Forwarder = (req: IncomingMessage, res: ServerResponse, requestId: string, withinMs?: number) => void;

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
