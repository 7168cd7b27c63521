import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The header that carries a request's trace from one process to the next (W3C Trace Context). */
export const TRACEPARENT_HEADER = 'traceparent';

/** The trace that a request belongs to. */
export interface Trace {
  /** As it is passed on to whoever is asked for this request's sake. */
  traceparent: string;
  /** Says which route it was, once that is known. */
  name?(method: string, route: string): void;
}

/** Who traces requests, where somebody does (tracing.ts). */
export interface Tracer {
  /** The trace of the request being served. */
  current(): Trace | undefined;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}

let tracer: Tracer | undefined;

/** From now on `by` says what trace a request belongs to, and tells whoever is asked for its sake. */
export function traceWith(by: Tracer): void {
  tracer = by;
}

/** Has the tracer, where there is one, send what it has. */
export const closeTracer = async (): Promise<void> => tracer?.close();

/** Whether somebody traces requests and passes their traces on; nobody else is to. */
export const isTraced = (): boolean => tracer !== undefined;

/** The trace of a request that came with `headers`: the one that it says, else a new one. */
export function traceOf(headers: IncomingHttpHeaders, requestId: string): Trace {
  const current = tracer?.current();
  if (current) return current;
  const given = headers[TRACEPARENT_HEADER] as string | undefined;
  return { traceparent: isTraceparent(given) ? given : newTraceparent(requestId) };
}

/** The trace's id, by which log lines are found. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

const isTraceparent = (value: string | undefined): value is string =>
  value !== undefined && /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(value);

/** A trace that begins here; where the request's id can be its id, too, it is. */
function newTraceparent(requestId: string): string {
  const random = randomUUID().replaceAll('-', '');
  const plain = requestId.replaceAll('-', '');
  return `00-${/^(?!0{32})[0-9a-f]{32}$/.test(plain) ? plain : random}-${random.slice(0, 16)}-01`;
}
