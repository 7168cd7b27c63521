import { Agent, type IncomingMessage, ServerResponse } from 'node:http';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { sendProblem } from '@tavola/service-kit/http/send-problem.ts';
import { REQUEST_ID_HEADER } from '@tavola/service-kit/observability/request-context.ts';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Destination, Forwarder } from './forwarder.ts';
import { tookTooLong, unavailableProblem } from './problem-answer.ts';

// Idle connections end well before the services' own keep-alive time-out (75 s), so that none is closed as it is used.
const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 64, timeout: 60_000 });

/** Passes any request on; a service that is away is a 503, one that is silent for too long a 504. */
export function proxyTo({ service, url, log, timeoutMs }: Destination): Forwarder {
  /** Requests whose service was given up on. */
  const late = new WeakSet<IncomingMessage>();
  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    // As text it would be parsed twice a request.
    target: new URL(url),
    agent,
    changeOrigin: true,
    proxyTimeout: timeoutMs,
    // The library's own plugins log each step, and answer errors with a text that tells a stranger where the service lives.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', (proxyReq, req) => {
          // What follows, "socket hang up", does not tell a service that was silent from one that died.
          proxyReq.once('timeout', () => late.add(req));
        });
        server.on('proxyRes', (proxyRes) => {
          // The gateway has already said it.
          delete proxyRes.headers[REQUEST_ID_HEADER];
          // What is about the connection behind is not about the one in front.
          delete proxyRes.headers.connection;
        });
        server.on('error', (error, req, res) => {
          if (!req || !(res instanceof ServerResponse)) return;
          const requestId = String(req.headers[REQUEST_ID_HEADER]);
          log.warn({ service, requestId, reason: error.message }, 'service did not answer');
          // A body that nobody reads on would stand before the client's next request on this connection.
          req.unpipe();
          req.resume();
          sendProblem(res, late.has(req) ? tookTooLong(error) : unavailableProblem(error), requestId);
        });
      },
    ],
  });
  return (req, res, requestId) => {
    res.setHeader(REQUEST_ID_HEADER, requestId);
    // What may be kept says so itself.
    res.setHeader('cache-control', 'no-store');
    // It calls on after an error that was answered above, and for an address that it can't read.
    void proxy(req, res, () => sendProblem(res, notFound('The address'), requestId));
  };
}
