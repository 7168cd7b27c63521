import { Agent } from 'node:http';
import { sendProblem } from '@tavola/service-kit/http-app.ts';
import type { Logger } from '@tavola/service-kit/log.ts';
import { Problem } from '@tavola/service-kit/problem.ts';
import { currentRequestId, REQUEST_ID_HEADER } from '@tavola/service-kit/request-context.ts';
import type { RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/** How long a service may take to answer, in milliseconds. */
export const UPSTREAM_TIMEOUT_MS = 15_000;

// Idle connections end well before the services' own keep-alive time-out (75 s), so that none is closed as it is used.
const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 64, timeout: 60_000 });

/** Headers that only the platform itself may set. */
const OURS = [
  'x-service-token',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
];

/** Passes requests on to the service at `url`; a service that is away is a 503, a slow one a 504. */
export function proxyTo(service: string, url: string, log: Logger): RequestHandler {
  return createProxyMiddleware({
    target: url,
    agent,
    changeOrigin: true,
    proxyTimeout: UPSTREAM_TIMEOUT_MS,
    // Its own error page is text, and tells a stranger where the service lives.
    ejectPlugins: true,
    on: {
      proxyReq: (proxyReq, req) => {
        for (const header of OURS) proxyReq.removeHeader(header);
        proxyReq.setHeader('x-forwarded-for', req.socket.remoteAddress ?? '');
        proxyReq.setHeader(REQUEST_ID_HEADER, currentRequestId() ?? '');
      },
      proxyRes: (proxyRes) => {
        // The gateway has already said it.
        delete proxyRes.headers[REQUEST_ID_HEADER];
      },
      error: (error, _req, res) => {
        log.warn({ service, requestId: currentRequestId(), reason: error.message }, 'service did not answer');
        if (!('status' in res)) {
          res.destroy();
          return;
        }
        const response = res as Response;
        if (response.headersSent) response.destroy();
        else sendProblem(response, upstreamProblem(error));
      },
    },
  });
}

function upstreamProblem(error: Error): Problem {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT'
    ? new Problem('timeout', 'This took too long. Please try again in a moment.', { cause: error })
    : new Problem('unavailable', 'A part of the service is away right now. Please try again in a moment.', {
        cause: error,
        retryAfter: 2,
      });
}
