import type { RequestListener } from 'node:http';
import { publicMenuOperations } from '@tavola/contracts/operations/public-menu.ts';
import { httpApp } from '@tavola/service-kit/http/http-app.ts';
import { mountOperations } from '@tavola/service-kit/http/serve.ts';
import type { Express } from 'express';
import type { Deps } from './deps.ts';
import { discoveryRoutes } from './discovery/routes.ts';
import { hotPath } from './menu/hot-path.ts';
import { menuRoutes } from './menu/routes.ts';
import { eventStreams } from './open-menus/event-streams.ts';

/** Every route of public-menu as an Express app. */
export const makeRoutes = (deps: Deps): Express =>
  httpApp(deps, (app) => {
    mountOperations(app, publicMenuOperations, menuRoutes(deps), discoveryRoutes(deps));
  });

/** public-menu: the hot path answers from memory, event streams are opened, Express serves the rest. */
export function makeApp(deps: Deps): RequestListener {
  const app = makeRoutes(deps);
  const answered = hotPath(deps);
  const streamed = eventStreams(deps);
  return (req, res) => {
    if (answered(req, res)) return;
    if (streamed(req, res, () => app(req, res))) return;
    app(req, res);
  };
}
