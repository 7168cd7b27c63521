import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The header that carries a request's trace from one process to the next (W3C Trace Context). */
export const TRACEPARENT_HEADER = 'traceparent';

/** The trace that a request belongs to. */
export interface Trace {
  /** The header value passed on to other services. */
  traceparent: string;
  /** Sets the route, once it is known. */
  name?(method: string, route: string): void;
}

/** The tracer of requests, if tracing is on (tracing.ts). */
interface Tracer {
  /** The trace of the request being served. */
  current(): Trace | undefined;
  /** Sends pending traces. */
  close(): Promise<void>;
}

let tracer: Tracer | undefined;

/** From now on `by` determines a request's trace, and passes it on to other services. */
export function traceWith(by: Tracer): void {
  tracer = by;
}

/** Has the tracer, if there is one, send pending traces. */
export const closeTracer = async (): Promise<void> => tracer?.close();

/** Whether a tracer is active. It then passes traces on itself, and no other code may. */
export const isTraced = (): boolean => tracer !== undefined;

/** The trace of a request: the one named in its `headers`, else a new one. */
export function traceOf(headers: IncomingHttpHeaders, requestId: string): Trace {
  const current = tracer?.current();
  if (current) return current;
  const given = headers[TRACEPARENT_HEADER] as string | undefined;
  return { traceparent: isTraceparent(given) ? given : newTraceparent(requestId) };
}

/** The trace id, by which log lines are found. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

const isTraceparent = (value: string | undefined): value is string =>
  value !== undefined && /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(value);

/** A new trace. Its id is the request id, if that is valid as one. */
function newTraceparent(requestId: string): string {
  const random = randomUUID().replaceAll('-', '');
  const plain = requestId.replaceAll('-', '');
  return `00-${/^(?!0{32})[0-9a-f]{32}$/.test(plain) ? plain : random}-${random.slice(0, 16)}-01`;
}
