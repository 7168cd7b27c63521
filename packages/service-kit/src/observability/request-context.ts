import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { InTurn } from '../runtime/tenant-queues.ts';
import { type Trace, traceOf } from './trace-context.ts';

/** The header that carries a request's id from the gateway through every service. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Data about a request while it is served. */
export interface RequestContext {
  readonly requestId: string;
  /** The trace it belongs to. */
  readonly trace?: Trace;
  /** The restaurant it concerns, once known. */
  tenantId?: string | undefined;
  /** The signed-in user, once known. */
  userId?: string | undefined;
  /** Whether a kitchen device acts, in the user's name. */
  onDevice?: boolean | undefined;
  /** Aborted when the client disconnects before the response is complete. */
  gone?: AbortSignal;
  /** The queue in which its transactions wait for a database connection; those of strangers and of services don't. */
  inTurn?: InTurn;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `act` as part of a request, so that logs and calls to other services carry its id. */
export const inRequest = <T>(context: RequestContext, act: () => T): T => storage.run(context, act);

/** Runs `act` outside of the current request: what it writes stays also where the client has gone. */
export const afterRequest = <T>(act: () => T): T => storage.exit(act);

/** The request being served, or undefined outside one. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** The id of the request being served, or undefined outside one. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;

/** Records the request's restaurant, and who acts, for its log line and for what it changes. */
export function setRequestIdentity(who: { tenantId?: string | null; userId?: string; onDevice?: boolean }): void {
  const context = storage.getStore();
  if (!context) return;
  context.tenantId = who.tenantId ?? context.tenantId;
  context.userId = who.userId ?? context.userId;
  context.onDevice = who.onDevice ?? context.onDevice;
}

/** The context from a request's headers; a missing id or trace is created. */
export function contextOf(headers: IncomingHttpHeaders): RequestContext {
  const given = headers[REQUEST_ID_HEADER] as string | undefined;
  const requestId = isRequestId(given) ? given : newRequestId();
  return { requestId, trace: traceOf(headers, requestId) };
}

/** A new request id. */
export const newRequestId = (): string => randomUUID();

/** Whether `value` can serve as a request id: short, and harmless in a log line. */
const isRequestId = (value: string | undefined): value is string =>
  value !== undefined && /^[A-Za-z0-9-]{8,64}$/.test(value);
