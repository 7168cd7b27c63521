import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@tavola/service-kit/observability/log.ts';

/** A service that requests are passed on to. */
export interface Destination {
  service: string;
  url: string;
  log: Logger;
  /** How long it may take to answer, and be silent in an answer, in milliseconds. */
  timeoutMs: number;
}

/**
 * Passes a request on to a service and its answer back. The request's headers are clean. A service that has not begun to
 * answer `withinMs` after it was given the whole request is not waited for any longer, and not asked at all where many have
 * waited there for half of that.
 */
export type Forwarder = (req: IncomingMessage, res: ServerResponse, requestId: string, withinMs?: number) => void;
