import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { isDatabaseAway } from './database-away.ts';
import { isReadyNow, LIVE_PATH, READY_PATH, type ReadyCheck, sayLive, sayReady } from './health.ts';
import type { Logger } from './log.ts';
import { Problem, problemBody } from './problem.ts';
import { currentRequestId, inRequest, isRequestId, newRequestId, REQUEST_ID_HEADER } from './request-context.ts';

/** Largest request body a service reads. */
export const BODY_LIMIT_BYTES = 256 * 1024;

export interface HttpAppOptions {
  log: Logger;
  /** Said at /health/ready; /health/live never asks anybody. */
  ready: ReadyCheck;
  /** Mounts the process's own routes. */
  routes: (app: Express) => void;
}

/**
 * An Express app as every process here serves it: request id, one log line a request, health, then `routes`, and
 * errors as problem+json. Bodies are not read here (the gateway must not): routes that take one use `jsonBody`.
 */
export function httpApp({ log, ready, routes }: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  // An automatic ETag hashes every body; the one place that wants one makes its own.
  app.disable('etag');
  app.set('case sensitive routing', true);
  app.set('query parser', 'simple');
  app.use(requestContext(log));
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
    // express.json() would take it for {}, and a change that changes nothing is not what was meant.
    verify: (_req, _res, body) => {
      if (body.length === 0) throw new Error('The body is empty');
    },
  });
  return (req, res, next) => {
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    if (hasBody && !req.is('application/json')) {
      throw new Problem('unsupported-media-type', 'The body must be JSON, sent as application/json.');
    }
    parse(req, res, next);
  };
}

function requestContext(log: Logger): RequestHandler {
  return (req, res, next) => {
    const given = req.get(REQUEST_ID_HEADER);
    const requestId = isRequestId(given) ? given : newRequestId();
    const startedAt = performance.now();
    res.setHeader(REQUEST_ID_HEADER, requestId);
    // What may be kept says so itself.
    res.setHeader('Cache-Control', 'no-store');
    res.on('close', () => {
      if (req.path.startsWith('/health/')) return;
      log.info(
        {
          requestId,
          method: req.method,
          route: req.route ? `${req.baseUrl}${req.route.path}` : undefined,
          path: req.originalUrl.split('?')[0],
          status: res.statusCode,
          ms: Math.round((performance.now() - startedAt) * 10) / 10,
          ...(res.writableFinished ? {} : { aborted: true }),
        },
        'request',
      );
    });
    inRequest(requestId, next);
  };
}

function problemAnswer(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const problem = asProblem(error);
    if (problem.code === 'internal') log.error({ err: error, requestId: currentRequestId() }, 'request failed');
    else if (problem.code === 'unavailable')
      log.warn({ err: problem.cause, requestId: currentRequestId() }, 'unavailable');
    if (res.headersSent) {
      req.socket.destroy();
      return;
    }
    sendProblem(res, problem);
  };
}

/** Answers `problem`, as every error of every process is answered. */
export function sendProblem(res: Response, problem: Problem): void {
  if (problem.retryAfter !== undefined) res.setHeader('Retry-After', String(problem.retryAfter));
  res
    .status(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(problem, currentRequestId() ?? newRequestId())));
}

/** Express's and body-parser's own errors carry a status and a type; everything else that is not a Problem is ours. */
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
