import { Agent, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { SERVICE_TOKEN_HEADER } from '@tavola/service-kit/access.ts';
import { sendProblem } from '@tavola/service-kit/http-app.ts';
import type { Logger } from '@tavola/service-kit/log.ts';
import { Problem } from '@tavola/service-kit/problem.ts';
import { currentRequestId, REQUEST_ID_HEADER } from '@tavola/service-kit/request-context.ts';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/** How long a service may take to answer, in milliseconds. */
export const UPSTREAM_TIMEOUT_MS = 15_000;

// Idle connections end well before the services' own keep-alive time-out (75 s), so that none is closed as it is used.
const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 64, timeout: 60_000 });

/** Passes requests on to the service at `url`; a service that is away is a 503, one silent for `timeoutMs` a 504. */
export function proxyTo(service: string, url: string, log: Logger, timeoutMs = UPSTREAM_TIMEOUT_MS): RequestHandler {
  /** Requests whose service was given up on. */
  const late = new WeakSet<IncomingMessage>();
  const proxy = createProxyMiddleware<Request, Response>({
    target: url,
    agent,
    changeOrigin: true,
    proxyTimeout: timeoutMs,
    on: {
      proxyReq: (proxyReq, req) => {
        // What follows, "socket hang up", does not tell a service that was silent from one that died.
        proxyReq.once('timeout', () => late.add(req));
      },
      proxyRes: (proxyRes) => {
        // The gateway has already said it.
        delete proxyRes.headers[REQUEST_ID_HEADER];
      },
      // With this given, the library leaves out its own error page: text that tells a stranger where the service lives.
      error: (error, req, res) => {
        log.warn({ service, requestId: currentRequestId(), reason: error.message }, 'service did not answer');
        if (!('status' in res) || res.headersSent) {
          res.destroy();
          return;
        }
        // A body that nobody reads on would stand before the client's next request on this connection.
        req.unpipe();
        req.resume();
        sendProblem(res, late.has(req) ? tookTooLong(error) : isAway(error));
      },
    },
  });
  return (req, res, next) => {
    onlyOurWord(req.headers, req.socket.remoteAddress);
    return proxy(req, res, next);
  };
}

/** Takes out of a request's headers what only the platform itself may say, and puts in what it says. */
function onlyOurWord(headers: IncomingHttpHeaders, clientAddress = ''): void {
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === SERVICE_TOKEN_HEADER) delete headers[name];
  }
  // Already met: the server has said "100 Continue".
  delete headers.expect;
  headers['x-forwarded-for'] = clientAddress;
  headers[REQUEST_ID_HEADER] = currentRequestId();
}

const tookTooLong = (cause: Error) =>
  new Problem('timeout', 'This took too long. Please try again in a moment.', { cause });

const isAway = (cause: Error) =>
  new Problem('unavailable', 'A part of the service is away right now. Please try again in a moment.', {
    cause,
    retryAfter: 2,
  });
