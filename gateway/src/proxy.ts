import { Agent, type IncomingMessage, ServerResponse } from 'node:http';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { sendProblem } from '@tavola/service-kit/http/send-problem.ts';
import { REQUEST_ID_HEADER } from '@tavola/service-kit/observability/request-context.ts';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { type Destination, type Forwarder, sendRefusal, tookTooLong, unavailableProblem } from './forwarder.ts';

// Idle connections close well before the services' keep-alive timeout (75 s), so that no service closes one in use.
const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 64, timeout: 60_000 });

/** A whole body may take as long as this many of the longest pauses: 30 s. */
const BODY_PAUSES = 2;

/** Forwards any request. An unreachable service gives a 503; one that is silent for too long, or a body that takes too long, a 504. */
export function proxyTo({
  service,
  url,
  log,
  timeoutMs,
  answerTimeoutMs = timeoutMs,
  refuse = sendRefusal,
}: Destination): Forwarder {
  /** Requests that timed out. */
  const late = new WeakSet<IncomingMessage>();
  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    // A string would be parsed twice per request.
    target: new URL(url),
    agent,
    changeOrigin: true,
    proxyTimeout: answerTimeoutMs,
    // The library's own plugins log each step, and their error responses reveal the service's address.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', (proxyReq, req) => {
          // The error that follows, "socket hang up", is the same for a silent service and a crashed one.
          proxyReq.once('timeout', () => late.add(req));
          const patience = setTimeout(() => {
            late.add(req);
            proxyReq.destroy(new Error('the body took too long'));
          }, BODY_PAUSES * timeoutMs);
          req.once('end', () => clearTimeout(patience));
          proxyReq.once('close', () => clearTimeout(patience));
        });
        server.on('proxyRes', (proxyRes) => {
          // The gateway has already set it.
          delete proxyRes.headers[REQUEST_ID_HEADER];
          // The service's connection header does not apply to the client's connection.
          delete proxyRes.headers.connection;
        });
        server.on('error', (error, req, res) => {
          if (!req || !(res instanceof ServerResponse)) return;
          const requestId = String(req.headers[REQUEST_ID_HEADER]);
          log.warn({ service, requestId, reason: error.message }, 'service did not answer');
          // Unread body data would block the client's next request on this connection.
          req.unpipe();
          req.resume();
          refuse(req, res, late.has(req) ? tookTooLong(error) : unavailableProblem(error), requestId);
        });
      },
    ],
  });
  return (req, res, requestId) => {
    res.setHeader(REQUEST_ID_HEADER, requestId);
    // Cacheable responses set their own Cache-Control.
    res.setHeader('cache-control', 'no-store');
    // It calls next() after an error that was answered above, and for a URL that it can't parse.
    void proxy(req, res, () => sendProblem(res, notFound('The address'), requestId));
  };
}
