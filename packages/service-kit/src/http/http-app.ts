import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { isDatabaseAway } from '../data/database-errors.ts';
import type { Logger } from '../observability/log.ts';
import {
  contextOf,
  currentRequestId,
  inRequest,
  newRequestId,
  REQUEST_ID_HEADER,
} from '../observability/request-context.ts';
import { isReadyNow, LIVE_PATH, READY_PATH, type ReadyCheck, sayLive, sayReady } from '../runtime/health.ts';
import { Problem } from './problem.ts';
import type { Requests } from './request-log.ts';
import { problemOf, sendProblem } from './send-problem.ts';

/** Largest request body a service reads. */
export const BODY_LIMIT_BYTES = 256 * 1024;

interface AppParts {
  log: Logger;
  requests: Requests;
  /** Answers /health/ready; /health/live checks no dependencies. */
  ready: ReadyCheck;
}

/**
 * The Express app of every process: request id, one log line per request, health, then what `routes` mounts, and errors as problem+json.
 * It does not read bodies (the gateway must not): routes with a body use `jsonBody`.
 */
export function httpApp({ log, requests, ready }: AppParts, routes: (app: Express) => void): Express {
  const app = express();
  app.disable('x-powered-by');
  // Automatic ETags hash every body. The one place that wants an ETag makes its own.
  app.disable('etag');
  app.set('case sensitive routing', true);
  app.set('query parser', 'simple');
  app.use(requestContext(requests));
  app.get(LIVE_PATH, (_req, res) => sayLive(res));
  app.get(READY_PATH, async (_req, res) => sayReady(res, await isReadyNow(ready)));
  routes(app);
  app.use((req: Request) => {
    throw new Problem('not-found', `There is nothing at ${req.method} ${req.path}.`);
  });
  app.use(problemAnswer(log));
  return app;
}

/** Reads a JSON body of at most `limitBytes` into `req.body`; any other content type is refused. */
export function jsonBody(limitBytes = BODY_LIMIT_BYTES): RequestHandler {
  const parse = express.json({
    limit: limitBytes,
    inflate: false,
    // express.json() would read it as {}, an update that changes nothing, which is not what the client meant.
    verify: (_req, _res, body) => {
      if (body.length === 0) throw new Error('The body is empty');
    },
  });
  return (req, res, next) => {
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    if (hasBody && !req.is('application/json')) {
      throw new Problem('unsupported-media-type', 'The body must be JSON, sent as application/json.');
    }
    // express.json() would accept any UTF charset, even UTF-7.
    if (/;\s*charset\s*=\s*(?!"?utf-8\b)/i.test(req.headers['content-type'] ?? '')) {
      throw new Problem('unsupported-media-type', 'The body must be uncompressed JSON in UTF-8.');
    }
    parse(req, res, next);
  };
}

function requestContext(requests: Requests): RequestHandler {
  return (req, res, next) => {
    const context = contextOf(req.headers);
    const leaving = new AbortController();
    context.gone = leaving.signal;
    const startedAt = performance.now();
    res.setHeader(REQUEST_ID_HEADER, context.requestId);
    // Cacheable responses set their own Cache-Control.
    res.setHeader('Cache-Control', 'no-store');
    // Must be the first listener: a tracer's ends the span that is named here.
    res.prependListener('close', () => {
      if (!res.writableFinished) leaving.abort();
      if (req.path.startsWith('/health/')) return;
      const route = requests.to(req.method, routeOf(req));
      context.trace?.name?.(route.method, route.route);
      context.tenantId ??= req.params.tenantId as string | undefined;
      requests.note(route, context, {
        path: req.originalUrl.split('?', 1)[0] as string,
        status: res.statusCode,
        ms: performance.now() - startedAt,
        problem: problemOf(res),
        isAborted: !res.writableFinished,
      });
    });
    inRequest(context, next);
  };
}

/** The full template of the route that took a request, or `none`. */
const routeOf = ({ baseUrl, route }: Request): string => (route ? `${baseUrl}${route.path}` : 'none');

function problemAnswer(log: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const problem = asProblem(error);
    if (problem.code === 'internal') log.error({ err: error, requestId: currentRequestId() }, 'request failed');
    else if (problem.code === 'unavailable')
      log.warn({ err: problem.cause, requestId: currentRequestId() }, 'unavailable');
    sendProblem(res, problem, currentRequestId() ?? newRequestId());
  };
}

/** Errors of Express and body-parser carry a status and a type. Any other error that is not a Problem is our fault. */
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseAway(error)) {
    return new Problem('unavailable', 'This is not available right now. Please try again in a moment.', {
      cause: error,
      retryAfter: 2,
    });
  }
  const { status, type, limit } = error as { status?: unknown; type?: unknown; limit?: unknown };
  if (type === 'entity.too.large') {
    return new Problem('body-too-large', `The body can be at most ${Number(limit) / 1024} KiB.`);
  }
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new Problem('unsupported-media-type', 'The body must be uncompressed JSON in UTF-8.');
  }
  if (typeof type === 'string' && typeof status === 'number' && status < 500) {
    return new Problem('malformed-body', 'The body is not valid JSON.', { cause: error });
  }
  if (status === 400) return new Problem('malformed-request', 'The address could not be decoded.', { cause: error });
  return new Problem('internal', 'Something went wrong on our side. Please try again.', { cause: error });
}
