import { requireRole, signedIn, type TokenCheck } from '@tavola/service-kit/access.ts';
import { httpApp } from '@tavola/service-kit/http-app.ts';
import type { Logger } from '@tavola/service-kit/log.ts';
import { type Express, type RequestHandler, Router } from 'express';
import { proxyTo } from './proxy.ts';
import { ROUTES, routeOf, type Service, type WhoMay } from './routes.ts';

export interface Deps {
  services: Readonly<Record<Service, string>>;
  checkToken: TokenCheck;
  log: Logger;
  /** How long a service may take to answer, in milliseconds; `UPSTREAM_TIMEOUT_MS` where nothing is said. */
  upstreamTimeoutMs?: number;
}

/** The gateway as an Express app: looks up the route, checks who is calling, passes the request on. Bodies stream through unread. */
export function makeApp({ services, checkToken, log, upstreamTimeoutMs }: Deps): Express {
  const mustBeSignedIn = signedIn(checkToken);
  const mustBeAdmin = requireRole('admin');
  const guards: Record<WhoMay, RequestHandler[]> = {
    anyone: [],
    'signed-in': [mustBeSignedIn],
    admin: [mustBeSignedIn, mustBeAdmin],
  };
  const proxies = Object.fromEntries(
    Object.entries(services).map(([service, url]) => [service, proxyTo(service, url, log, upstreamTimeoutMs)]),
  ) as Record<Service, RequestHandler>;

  const handlers = new Map(
    ROUTES.map((route) => [route, Router().use(...guards[route.who], proxies[route.service])] as const),
  );

  return httpApp({
    log,
    // It can always say what it can't reach.
    ready: () => true,
    routes: (app) => {
      app.use((req, res, next) => {
        const route = routeOf(req.path);
        const handler = route && handlers.get(route);
        if (handler) handler(req, res, next);
        else next();
      });
    },
  });
}
