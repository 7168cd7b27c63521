import { publicMenuOperations } from '@tavola/contracts/operations/public-menu.ts';
import { isSlug } from '@tavola/contracts/slug.ts';
import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { setRequestIdentity } from '@tavola/service-kit/observability/request-context.ts';
import type { Request, Response } from 'express';
import type { Deps } from '../deps.ts';
import type { Form } from './cached-menu.ts';

/** /api/public/menu: what a diner's phone reads. `X-Cache` says where the answer came from: memory, redis, origin or stale. */
export function menuRoutes({ reader, answers }: Pick<Deps, 'reader' | 'answers'>): OperationRoutes {
  const routes = operationRoutes();

  serveRaw(routes, publicMenuOperations.readMenu, async ({ req, params: { slug } }, res) => {
    if (!(await answerMenu({ reader, answers }, req, res, slug, 'data'))) throw notFound('The menu');
  });

  // Whoever gets here was refused a stream (open-menus/event-streams.ts), or asks only for its headers.
  serveRaw(routes, publicMenuOperations.watchMenu, async ({ req, params: { slug } }, res) => {
    const { menu } = isSlug(slug) ? await reader.read(slug) : { menu: null };
    if (!menu?.gzip) throw notFound('The menu');
    if (req.method === 'HEAD') {
      res.type('text/event-stream').end();
      return;
    }
    throw new Problem('unavailable', 'Too many have this menu open right now.', { retryAfter: 10 });
  });

  return routes;
}

/** By form, what reads a menu. */
const READ = { data: publicMenuOperations.readMenu, page: publicMenuOperations.readMenuPage } as const;

/**
 * Answers with the menu at `slug`, or leads to where it has moved; false where there is none, which the
 * caller says in its own form.
 */
export async function answerMenu(
  { reader, answers }: Pick<Deps, 'reader' | 'answers'>,
  req: Request,
  res: Response,
  slug: string,
  form: Form,
): Promise<boolean> {
  if (!isSlug(slug)) return false;
  const { menu, level, movedTo } = await reader.read(slug);
  if (menu) setRequestIdentity({ tenantId: menu.tenantId });
  // An inactive restaurant's answer tells nothing that an unknown one's would not.
  if (menu?.gzip) {
    answers.send(req, res, form, menu, level);
    return true;
  }
  const headers = answers.missing(req, slug, form, level);
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] as string, headers[at + 1] as string);
  if (movedTo === undefined) return false;
  // Not for good: the restaurant may take its old address back.
  res.redirect(302, READ[form].path.replace('{slug}', movedTo));
  return true;
}
