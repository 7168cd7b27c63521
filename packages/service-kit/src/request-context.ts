import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The header that carries a request's id from the gateway through every service. */
export const REQUEST_ID_HEADER = 'x-request-id';

const storage = new AsyncLocalStorage<{ requestId: string }>();

/** Runs `act` as part of the request `requestId`, so that logs and calls to neighbours carry the id. */
export const inRequest = <T>(requestId: string, act: () => T): T => storage.run({ requestId }, act);

/** The id of the request being served, or undefined outside one. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;

/** A new request id. */
export const newRequestId = (): string => randomUUID();

/** Whether `value` is fit to be taken over as a request id: short, and harmless in a log line. */
export const isRequestId = (value: string | undefined): value is string =>
  value !== undefined && /^[A-Za-z0-9-]{8,64}$/.test(value);
