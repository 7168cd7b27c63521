import { publicMenuOperations } from '@tavola/contracts/operations/public-menu.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serveRaw } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';

/** /robots.txt, /sitemap.xml and /sitemaps/, for search engines. */
export function discoveryRoutes({ sitemaps, publicOrigin }: Pick<Deps, 'sitemaps' | 'publicOrigin'>): OperationRoutes {
  const routes = operationRoutes();

  serveRaw(routes, publicMenuOperations.readRobots, async (_call, res) => {
    res.set('Cache-Control', 'public, max-age=3600').type('text/plain').send(robots(publicOrigin));
  });

  serveRaw(routes, publicMenuOperations.readSitemap, async (_call, res) => {
    res
      .set('Cache-Control', 'public, max-age=600')
      .type('application/xml')
      .send(await sitemaps.first());
  });

  serveRaw(routes, publicMenuOperations.readSitemapFile, async ({ params }, res) => {
    const [, number] = /^([1-9]\d{0,5})\.xml$/.exec(params.name) ?? [];
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
