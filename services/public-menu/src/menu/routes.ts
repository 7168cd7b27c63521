import { SLUG_MAX_LENGTH, SLUG_PATTERN } from '@tavola/contracts/slug.ts';
import { notFound } from '@tavola/service-kit/problem.ts';
import { type Response, Router } from 'express';
import type { Deps } from '../deps.ts';

/** /api/public/menu: what a diner's phone reads. `X-Cache` says where the answer came from: redis or origin. */
export function menuRoutes({ cache, origin }: Deps): Router {
  const routes = Router({ caseSensitive: true });

  routes.get('/:slug', async (req, res) => {
    const { slug } = req.params;
    if (slug.length > SLUG_MAX_LENGTH || !SLUG_PATTERN.test(slug)) throw notFound('The menu');

    const cached = await cache.read(slug);
    if (cached) return answer(res, cached.json, 'redis');

    const menu = await origin.read(slug);
    if (!menu) throw notFound('The menu');
    await cache.fill(slug, menu);
    return answer(res, menu.json, 'origin');
  });

  return routes;
}

function answer(res: Response, json: string | null, source: 'redis' | 'origin'): void {
  // An inactive restaurant's answer tells nothing that an unknown one's would not.
  if (json === null) throw notFound('The menu');
  res.set('X-Cache', source);
  // Asked for again at every look: a menu that is a minute old may be wrong.
  res.set('Cache-Control', 'no-cache').type('json').send(json);
}
