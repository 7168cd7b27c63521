import { publicMenuOperations } from '@tavola/contracts/operations/public-menu.ts';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { isSlug } from '@tavola/contracts/slug.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serveRaw } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { decode } from '../menu/codings.ts';
import { tenantIn } from '../menu/menu-json.ts';
import { answerMenu } from '../menu/routes.ts';

/** /menu/{slug} and /menu/{slug}/{lang}: the diners' page with its menu, and the manifest that makes it installable. */
export function pageRoutes({ readFor, answers }: Pick<Deps, 'readFor' | 'answers'>): OperationRoutes {
  const routes = operationRoutes();

  serveRaw(routes, publicMenuOperations.readMenuPage, async ({ req, params: { slug } }, res) => {
    const isThere = await answerMenu({ readFor, answers }, req, res, { slug, lang: '', form: 'page' });
    if (!isThere) answers.sendMissingPage(req, res);
  });

  serveRaw(routes, publicMenuOperations.readMenuPageInLanguage, async ({ req, params: { slug, lang } }, res) => {
    const isThere = await answerMenu({ readFor, answers }, req, res, { slug, lang, form: 'page' });
    if (!isThere) answers.sendMissingPage(req, res);
  });

  serveRaw(routes, publicMenuOperations.readMenuManifest, async ({ req, params: { slug } }, res) => {
    const { menu } = isSlug(slug) ? await readFor(req, slug) : { menu: null };
    if (!menu?.gzip) throw notFound('The menu');
    const tenant = tenantIn(await decode(menu.gzip, 'gzip'));
    res
      .set('Cache-Control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(JSON.stringify(manifest(tenant)));
  });

  return routes;
}

/** The web app manifest of the page (W3C Web Application Manifest). */
const manifest = ({ name, slug, themeColor }: PublicMenu['tenant']) => ({
  id: `/menu/${slug}`,
  start_url: `/menu/${slug}`,
  scope: `/menu/${slug}`,
  name: `Menu of ${name}`,
  short_name: name,
  display: 'standalone',
  theme_color: themeColor,
  background_color: '#faf6ee',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});
