import { notFound } from '@tavola/service-kit/http/problem.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';

/** /robots.txt, /sitemap.xml and /sitemaps/: what search engines ask for. */
export function discoveryRoutes({ sitemaps, publicOrigin }: Pick<Deps, 'sitemaps' | 'publicOrigin'>): Router {
  const routes = Router({ caseSensitive: true });

  routes.get('/robots.txt', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=3600').type('text/plain').send(robots(publicOrigin));
  });
  routes.get('/sitemap.xml', async (_req, res) => {
    res
      .set('Cache-Control', 'public, max-age=600')
      .type('application/xml')
      .send(await sitemaps.first());
  });
  routes.get('/sitemaps/:name', async (req, res) => {
    const [, number] = /^([1-9]\d{0,5})\.xml$/.exec(req.params.name) ?? [];
    const file = number ? await sitemaps.file(Number(number)) : null;
    if (!file) throw notFound('The sitemap');
    res.set('Cache-Control', 'public, max-age=600').type('application/xml').send(file);
  });
  return routes;
}

const robots = (origin: string) => `User-agent: *
Disallow: /api/
Disallow: /dashboard
Disallow: /admin
Disallow: /q/

Sitemap: ${origin}/sitemap.xml
`;
