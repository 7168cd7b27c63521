import { publicMenuOperations } from '@tavola/contracts/operations/public-menu.ts';
import { isSlug } from '@tavola/contracts/slug.ts';
import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { setRequestIdentity } from '@tavola/service-kit/observability/request-context.ts';
import type { Request, Response } from 'express';
import type { Deps } from '../deps.ts';
import { kitchenManifest, manifest } from '../page/manifest.ts';
import { type Form, isOffered } from './cached-menu.ts';
import { decode } from './codings.ts';
import { tenantIn } from './menu-json.ts';
import type { Reading } from './menu-reader.ts';

/**
 * /menu: the diners' page with its menu, and the manifests that make it and the kitchen's screen installable. /api/public/menu: the menu as data.
 * `X-Cache` gives the source: memory, redis, origin or stale.
 */
export function menuRoutes({
  readFor,
  answers,
  changesSince,
}: Pick<Deps, 'readFor' | 'answers' | 'changesSince'>): OperationRoutes {
  const routes = operationRoutes();

  serveRaw(routes, publicMenuOperations.readMenu, async ({ req, params: { slug } }, res) => {
    if (!(await answerMenu({ readFor, answers }, req, res, { slug, lang: '', form: 'data' })))
      throw notFound('The menu');
  });

  serveRaw(routes, publicMenuOperations.readMenuInLanguage, async ({ req, params: { slug, lang } }, res) => {
    if (!(await answerMenu({ readFor, answers }, req, res, { slug, lang, form: 'data' }))) throw notFound('The menu');
  });

  serveRaw(routes, publicMenuOperations.readMenuPage, async ({ req, params: { slug } }, res) => {
    const isThere = await answerMenu({ readFor, answers }, req, res, { slug, lang: '', form: 'page' });
    if (!isThere) answers.sendMissingPage(req, res);
  });

  serveRaw(routes, publicMenuOperations.readMenuPageInLanguage, async ({ req, params: { slug, lang } }, res) => {
    const isThere = await answerMenu({ readFor, answers }, req, res, { slug, lang, form: 'page' });
    if (!isThere) answers.sendMissingPage(req, res);
  });

  for (const [operation, manifestOf] of [
    [publicMenuOperations.readMenuManifest, manifest],
    [publicMenuOperations.readKitchenManifest, kitchenManifest],
  ] as const) {
    serveRaw(routes, operation, async ({ req, params: { slug } }, res) => {
      const { menu } = isSlug(slug) ? await readFor(req, slug) : { menu: null };
      if (!menu?.gzip) throw notFound('The menu');
      const tenant = tenantIn(await decode(menu.gzip, 'gzip'));
      res
        .set('Cache-Control', 'public, max-age=3600')
        .type('application/manifest+json')
        .send(JSON.stringify(manifestOf(tenant)));
    });
  }

  // Only requests that were refused a stream (open-menus/event-streams.ts) and HEAD requests get here.
  serveRaw(routes, publicMenuOperations.watchMenu, async ({ req, params: { slug } }, res) => {
    const { menu, movedTo }: Partial<Reading> = isSlug(slug) ? await readFor(req, slug) : {};
    if (movedTo !== undefined) {
      // A page that was opened under the former slug keeps following its menu.
      res.redirect(302, publicMenuOperations.watchMenu.path.replace('{slug}', movedTo) + queryOf(req));
      return;
    }
    if (!menu?.gzip) throw notFound('The menu');
    if (req.method === 'HEAD') {
      res.type('text/event-stream').end();
      return;
    }
    throw new Problem('unavailable', 'Too many people have this menu open right now.', { retryAfter: 10 });
  });

  serveRaw(routes, publicMenuOperations.compareMenu, async ({ req, params: { slug, version } }, res) => {
    const { menu } = isSlug(slug) ? await readFor(req, slug) : { menu: null };
    if (!menu?.gzip) throw notFound('The menu');
    setRequestIdentity({ tenantId: menu.tenantId });
    const changes = await changesSince(menu, version);
    // It is made from memory at once, so no edge need keep it.
    res.set({ 'Cache-Control': 'public, max-age=10', 'X-Accel-Expires': '0' }).json(changes);
  });

  return routes;
}

/** What a guest asked for; `lang` is the language in the address, empty where there is none. */
interface Asked {
  slug: string;
  lang: string;
  form: Form;
}

/** The operation that reads a menu, by form. */
const READ = { data: publicMenuOperations.readMenu, page: publicMenuOperations.readMenuPage } as const;

const pathOf = ({ slug, lang, form }: Asked): string =>
  READ[form].path.replace('{slug}', slug) + (lang && `/${encodeURIComponent(lang)}`);

const queryOf = ({ originalUrl }: Request): string => {
  const at = originalUrl.indexOf('?');
  return at < 0 ? '' : originalUrl.slice(at);
};

/**
 * Sends the menu that was asked for, or redirects to its new slug, or from a language that it is not offered in. Returns false
 * if there is none; the caller then sends its own error.
 */
async function answerMenu(
  { readFor, answers }: Pick<Deps, 'readFor' | 'answers'>,
  req: Request,
  res: Response,
  asked: Asked,
): Promise<boolean> {
  const { slug, lang, form } = asked;
  if (!isSlug(slug)) return false;
  // A second address would be a second entry in every cache.
  if (req.path.endsWith('/')) {
    res.redirect(308, pathOf(asked) + queryOf(req));
    return true;
  }
  const { menu, level, movedTo } = await readFor(req, slug);
  if (menu) setRequestIdentity({ tenantId: menu.tenantId });
  // The answer for an inactive restaurant reveals no more than that for an unknown one.
  if (menu?.gzip) {
    const spelled = menu.offered.find((one) => one.toLowerCase() === lang.toLowerCase());
    if (isOffered(menu, lang)) {
      await answers.send(req, res, form, menu, lang, level);
    } else if (spelled !== undefined && isOffered(menu, spelled)) {
      res.redirect(308, pathOf({ ...asked, lang: spelled }) + queryOf(req));
    } else {
      setAll(res, answers.notOffered(req, menu, lang, form, level));
      res.redirect(302, pathOf({ ...asked, lang: '' }) + queryOf(req));
    }
    return true;
  }
  setAll(res, answers.missing(req, slug, lang, form, level, menu !== null || movedTo !== undefined));
  if (movedTo === undefined) return false;
  // Temporary: the restaurant may take its old slug back.
  res.redirect(302, pathOf({ ...asked, slug: movedTo }));
  return true;
}

/** Sets headers from alternating names and values. */
function setAll(res: Response, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] as string, headers[at + 1] as string);
}
