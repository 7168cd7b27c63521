import type { Express, Router } from 'express';

interface Layer {
  /** The path it was mounted at. */
  rawPath: unknown;
  handle: Partial<Router>;
  route?: { methods: Record<string, boolean> };
}

/**
 * Every route of `app`, such as `GET /api/categories/{id}`, read from its routers.
 * @throws Error where a route's path is not a string.
 */
export function routesOf(app: Pick<Express, 'router'> | Router): string[] {
  return within(('router' in app ? app.router : app).stack as unknown as Layer[], '');
}

const within = (layers: readonly Layer[], prefix: string): string[] =>
  layers.flatMap(({ rawPath, route, handle }) => {
    const inner = handle.stack as unknown as Layer[] | undefined;
    if (!route && !inner) return [];
    if (typeof rawPath !== 'string') throw new Error(`The path ${String(rawPath)} under ${prefix} is no text`);
    const path = prefix + rawPath.replace(/\/$/, '').replace(/:(\w+)/g, '{$1}');
    if (inner && !route) return within(inner, path);
    return Object.keys(route?.methods ?? {}).map((method) => `${method.toUpperCase()} ${path || '/'}`);
  });
