import type { IncomingMessage, ServerResponse } from 'node:http';

/** Passes a request on to a service and its answer back. The request's headers are clean. */
export type Way = (req: IncomingMessage, res: ServerResponse, requestId: string) => void;
