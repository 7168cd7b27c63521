import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { operationOf } from '@tavola/contracts/operations/operations.ts';
import { LARGE_BODY_BYTES, type LimitName } from '@tavola/contracts/operations/rate-limits.ts';
import {
  type Access,
  type AdminTwoFactor,
  accessBy,
  mustBeAdmin,
  mustHave,
  SERVICE_TOKEN_HEADER,
  type TokenCheck,
} from '@tavola/service-kit/http/access.ts';
import { addressKey } from '@tavola/service-kit/http/address-key.ts';
import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Requests } from '@tavola/service-kit/http/request-log.ts';
import { problemOf } from '@tavola/service-kit/http/send-problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import {
  contextOf,
  REQUEST_ID_HEADER,
  type RequestContext,
} from '@tavola/service-kit/observability/request-context.ts';
import { isTraced, TRACEPARENT_HEADER } from '@tavola/service-kit/observability/trace-context.ts';
import type { ReadyCheck } from '@tavola/service-kit/runtime/health.ts';
import { trustedProxyClients } from './client-address.ts';
import { DOCS_PATH, docsRoutes } from './docs/routes.ts';
import type { Destination, Forwarder, Refuse } from './forwarder.ts';
import { lowerCaseAddress } from './lower-case-address.ts';
import { proxyTo } from './proxy.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { refuseScan } from './refuse-scan.ts';
import { isStream, ROUTES, type Route, routeOf, type Service } from './routes.ts';
import type { Sessions } from './sessions.ts';
import { makeStreams } from './streams.ts';
import { isSmallRequest, undiciForwarder } from './undici-forwarder.ts';

/** Timeout for a service's first byte and for each pause in a response, in milliseconds. Streams have a heartbeat every 10 s. */
const UPSTREAM_TIMEOUT_MS = 15_000;

/** Forwards requests to one service. */
interface Forwarders {
  /** For whole, small requests. */
  fast: Forwarder;
  proxy: Forwarder;
}

export interface Deps {
  services: Readonly<Record<Service, string>>;
  checkToken: TokenCheck;
  /** Sessions that ended before their tokens expired. */
  sessions: Pick<Sessions, 'mustBeOpen'>;
  adminTwoFactor: AdminTwoFactor;
  /** Answers requests that public-menu does not answer; by default with the problem. */
  menuFallback?: Refuse;
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies: BlockList;
  rateLimiter: RateLimiter;
  log: Logger;
  ready: ReadyCheck;
  requests: Requests;
  upstreamTimeoutMs?: number;
  /**
   * Timeout for the first byte of a response to a signed-in user, in milliseconds. Routes with `isSlow` have none.
   * Requests to public-menu get twice as long, because it waits for other services.
   */
  answerWithinMs?: number;
}

export interface Gateway {
  listener: RequestListener;
  /** Ends the open streams, spread over two seconds. Call it when the gateway stops. */
  endStreams(): Promise<void>;
}

/**
 * The gateway: finds the route, checks the caller and forwards the request without inspecting its body. Forwarded requests
 * bypass Express, which serves only the rare rest: health, docs and paths that are not in the table.
 */
export function makeApp(deps: Deps): Gateway {
  const {
    services,
    checkToken,
    sessions,
    adminTwoFactor,
    menuFallback,
    trustedProxies,
    rateLimiter,
    log,
    ready,
    requests,
    upstreamTimeoutMs = UPSTREAM_TIMEOUT_MS,
    answerWithinMs,
  } = deps;
  const clients = trustedProxyClients(trustedProxies);
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    clients.addressOf(socket, headers['x-forwarded-for'] as string | undefined);
  const to = (service: Service, answerTimeoutMs = upstreamTimeoutMs): Destination => ({
    service,
    url: services[service],
    log,
    timeoutMs: upstreamTimeoutMs,
    answerTimeoutMs,
    ...(service === 'public-menu' && menuFallback && { refuse: menuFallback }),
    ...(service === 'qr' && { refuse: refuseScan }),
  });
  const forwardersTo = (destination: Destination): Forwarders => ({
    fast: undiciForwarder(destination),
    proxy: proxyTo(destination),
  });
  const defaultForwarders = Object.fromEntries(
    (Object.keys(services) as Service[]).map((service) => [service, forwardersTo(to(service))]),
  ) as Record<Service, Forwarders>;
  const slowForwarders = new Map(
    ROUTES.filter(({ timeoutMs }) => timeoutMs !== undefined).map((route) => [
      route,
      forwardersTo(to(route.service, route.timeoutMs)),
    ]),
  );
  const streams = makeStreams(undiciForwarder(to('public-menu'), { isForStreams: true }));
  const rest = httpApp({ log, requests, ready }, (app) => {
    app.use(async (req, res, next) => {
      await rateLimiter.count('other', addressKey(addressOf(req)), res);
      next();
    });
    app.use(DOCS_PATH, docsRoutes());
  });

  const guard = async (
    { who, limit = 'user', largeLimit }: Route,
    path: string,
    req: IncomingMessage,
    res: ServerResponse,
    context: RequestContext,
  ) => {
    if (who === 'anyone') return;
    const access = accessBy(checkToken, req.headers.authorization);
    context.tenantId = access.tenantId ?? undefined;
    context.userId = access.sub;
    sessions.mustBeOpen(access);
    if (who === 'admin') mustBeAdmin(access, adminTwoFactor);
    requireRole(access, req.method ?? '', path);
    await rateLimiter.count(limit, access.sub, res);
    if (largeLimit && hasLargeBody(req)) await rateLimiter.count(largeLimit, access.sub, res);
  };

  const withinOf = ({ service, who, isSlow }: Route): number | undefined => {
    if (answerWithinMs === undefined || isSlow) return undefined;
    if (service === 'public-menu') return 2 * answerWithinMs;
    return who === 'anyone' ? undefined : answerWithinMs;
  };

  /** Forwards a request, or redirects it to `movedTo`, or throws the Problem to reject it with. */
  const pass = async (
    req: IncomingMessage,
    res: ServerResponse,
    route: Route,
    { path, movedTo }: { path: string; movedTo: string | undefined },
    context: RequestContext,
  ) => {
    const { headers } = req;
    const address = addressOf(req);
    const key = addressKey(address);
    const limit = addressLimitOf(route);
    await rateLimiter.count(limit, key, res, address);
    if (movedTo !== undefined) {
      dropBody(req);
      res
        .writeHead(308, { location: movedTo, 'content-type': 'text/plain; charset=utf-8' })
        .end(`Moved to ${movedTo}\n`);
      return;
    }
    // An invented slug is in no cache: each costs a read of auth's database.
    if (limit === 'menus') await rateLimiter.countMissing('missing-menus', key, res);
    await guard(route, path, req, res, context);
    if (res.destroyed) return;
    sanitizeForwardedHeaders(headers, address, context);
    const { requestId } = context;
    if (isStream(route, path)) {
      rateLimiter.open(key, res);
      dropBody(req);
      streams.pass(req, res, requestId);
      return;
    }
    const { fast, proxy } = slowForwarders.get(route) ?? defaultForwarders[route.service];
    if (isSmallRequest(req)) fast(req, res, requestId, withinOf(route));
    else proxy(req, res, requestId);
  };

  const listener: RequestListener = (req, res) => {
    const url = req.url ?? '';
    const queryAt = url.indexOf('?');
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    // One address, so one entry in every cache.
    const lower = req.method === 'GET' || req.method === 'HEAD' ? lowerCaseAddress(path) : undefined;
    const route = routeOf(lower ?? path);
    if (!route) {
      rest(req, res);
      return;
    }
    const { headers, method = '' } = req;
    const startedAt = performance.now();
    const context = contextOf(headers);
    const { requestId } = context;
    const template = templateOf(route, path);
    context.trace?.name?.(method, template);
    res.once('close', () =>
      requests.note(requests.to(method, template), context, {
        path,
        status: res.statusCode,
        ms: performance.now() - startedAt,
        problem: problemOf(res),
        isAborted: !res.writableFinished,
      }),
    );
    const movedTo = lower === undefined ? undefined : lower + url.slice(path.length);
    pass(req, res, route, { path, movedTo }, context).catch((error) =>
      refuseScan(req, res, asProblem(error, log, requestId), requestId),
    );
  };
  return { listener, endStreams: streams.end };
}

/**
 * Finding the operation takes a microsecond, which owners, and admins, need not spend: they may call all of them.
 * @throws Problem `forbidden` where the operation, if there is one, needs more than the session's role allows.
 */
function requireRole(access: Access, method: string, path: string): void {
  if (access.role === 'owner' || access.role === 'admin') return;
  const needs = operationOf(method, path)?.needs;
  if (needs) mustHave(access, needs);
}

/** Removes headers that only the platform may set from a request, then sets them. */
function sanitizeForwardedHeaders(
  headers: IncomingHttpHeaders,
  clientAddress: string,
  { requestId, trace }: RequestContext,
): void {
  for (const name in headers) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === SERVICE_TOKEN_HEADER) delete headers[name];
  }
  // Already handled: the server has sent "100 Continue".
  if (headers.expect !== undefined) delete headers.expect;
  headers['x-forwarded-for'] = clientAddress;
  headers[REQUEST_ID_HEADER] = requestId;
  // A tracer sets this header itself on every outgoing request.
  if (isTraced()) delete headers[TRACEPARENT_HEADER];
  else headers[TRACEPARENT_HEADER] = trace?.traceparent;
}

/** Makes a request one without a body; what the client still sends is discarded. */
function dropBody(req: IncomingMessage): void {
  delete req.headers['content-length'];
  delete req.headers['transfer-encoding'];
  req.resume();
}

/** Whether the body has more than LARGE_BODY_BYTES, or does not say how many. */
const hasLargeBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE_BODY_BYTES;

/** The limit that applies per address, before authentication. */
const addressLimitOf = ({ who, limit = 'other' }: Route): LimitName => (who === 'anyone' ? limit : 'signed-in');

/** The route's template for logs and metrics: one name for all paths of the route. */
function templateOf(route: Route, path: string): string {
  if (isStream(route, path)) return `${route.path}*${route.streamSuffix}`;
  return route.path.endsWith('/') ? `${route.path}*` : route.path;
}

function asProblem(error: unknown, log: Logger, requestId: string): Problem {
  if (error instanceof Problem) return error;
  log.error({ err: error, requestId }, 'request failed');
  return new Problem('internal', 'Something went wrong on our side. Please try again.', { cause: error });
}
