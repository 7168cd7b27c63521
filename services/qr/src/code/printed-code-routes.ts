import { versionParam } from '@tavola/contracts/history.ts';
import { qrOperations } from '@tavola/contracts/operations/qr.ts';
import { ownRestaurantsIn } from '@tavola/contracts/rules/visits.ts';
import { isAheadOfUser, isCrawler } from '@tavola/service-kit/http/bots.ts';
import { hasDoNotTrack } from '@tavola/service-kit/http/do-not-track.ts';
import { noticeFor } from '@tavola/service-kit/http/guest-notice.ts';
import { preferredLanguage } from '@tavola/service-kit/http/preferred-language.ts';
import { type OperationRoutes, operationRoutes, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { afterRequest } from '@tavola/service-kit/observability/request-context.ts';
import type { Request, Response } from 'express';
import type { Deps } from '../deps.ts';
import { codeDestinations } from './code-destinations.ts';
import { CODE_ID, printedCode } from './code-store.ts';

/** /q: redirects a printed code to its menu, whatever the menu's current slug, in the guest's language. */
export function printedCodeRoutes(deps: Deps): OperationRoutes {
  const { db, auth, tellVisit, log } = deps;
  const routes = operationRoutes(deps);
  // Guests who scan the same code share what is read for the first one, who may disconnect.
  const destination = codeDestinations(auth, (id) => afterRequest(() => printedCode(db, id)));

  serveRaw(routes, qrOperations.followCode, async ({ req, params: { id }, query }, res) => {
    if (!CODE_ID.test(id)) return say(req, res, 404, 'missing');
    const found = await destination(id).catch((error: Error) => {
      log.warn({ err: error, code: id }, 'code destination not resolved');
      return 'unavailable' as const;
    });
    if (found === 'unavailable') {
      res.set('Retry-After', '2');
      return say(req, res, 503, 'unavailable');
    }
    if (!found) return say(req, res, 404, 'missing');
    const { tenantId, slug, languages, isAtTable, isMain, tellsChanges } = found;
    if (isScan(req, tenantId)) {
      // A scan that can't be counted is lost; the guest does not wait for it.
      void tellVisit({ kind: 'scan', tenantId, at: Date.now(), codeId: id }).catch((error: Error) =>
        log.warn({ reason: error.message }, 'scan not counted'),
      );
    }
    const lang = languages && preferredLanguage(languages, req.headers['accept-language']);
    const path = lang === undefined || lang === languages?.base ? slug : `${slug}/${lang}`;
    res.set({ 'Cache-Control': 'no-store', Vary: 'Accept-Language' });
    // `c` lets the page report the code when the guest leaves; `at` says where the guest is, `p` how old the paper is.
    // Cards show no prices that could grow old; only printed menus do, with the main code.
    const printed = isMain && tellsChanges ? printedVersion(query.p) : null;
    res.redirect(302, `/menu/${path}?c=${id}${isAtTable ? '&at=table' : ''}${printed === null ? '' : `&p=${printed}`}`);
  });

  return routes;
}

/**
 * Whether a guest of the restaurant scanned a code, who does not object to being counted: not a program, such as one that checks a link
 * (HEAD) or makes a preview of it, nor the restaurant itself.
 */
const isScan = ({ method, headers }: Request, tenantId: string): boolean =>
  method === 'GET' &&
  !hasDoNotTrack(headers) &&
  !isAheadOfUser(headers) &&
  !isCrawler(headers['user-agent']) &&
  !ownRestaurantsIn(headers.cookie).includes(tenantId);

/** The version that was printed; null unless it is one. */
const printedVersion = (given: string | undefined): number | null => versionParam.safeParse(given).data ?? null;

/** Sends a page to read, in the guest's language: requests come from people with phones, not from programs. */
function say({ headers }: Request, res: Response, status: number, notice: 'missing' | 'unavailable'): void {
  res.status(status).vary('Accept-Language').type('html').send(noticeFor(notice, headers['accept-language']));
}
