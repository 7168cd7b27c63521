import type { IncomingMessage, ServerResponse } from 'node:http';
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
}

/**
 * Forwards a request to a service and sends its response back. The request headers must be sanitized. If no response has
 * begun `withinMs` after the service got the whole request, the client gets a 503. If many requests to that service have
 * waited half of that, new ones are rejected immediately.
 */
export type Forwarder = (req: IncomingMessage, res: ServerResponse, requestId: string, withinMs?: number) => void;
