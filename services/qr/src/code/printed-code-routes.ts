import { versionParam } from '@tavola/contracts/history.ts';
import { qrOperations } from '@tavola/contracts/operations/qr.ts';
import { ownRestaurantsIn } from '@tavola/contracts/rules/visits.ts';
import { isAheadOfUser, isCrawler } from '@tavola/service-kit/http/bots.ts';
import { hasDoNotTrack } from '@tavola/service-kit/http/do-not-track.ts';
import { type OperationRoutes, operationRoutes, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { afterRequest } from '@tavola/service-kit/observability/request-context.ts';
import type { Request, Response } from 'express';
import type { Deps } from '../deps.ts';
import { codeDestinations } from './code-destinations.ts';
import { CODE_ID, printedCode } from './code-store.ts';
import { preferredLanguage } from './preferred-language.ts';

/** /q: redirects a printed code to its menu, whatever the menu's current slug, in the guest's language. */
export function printedCodeRoutes(deps: Deps): OperationRoutes {
  const { db, auth, tellVisit, log } = deps;
  const routes = operationRoutes(deps);
  // Guests who scan the same code share what is read for the first one, who may disconnect.
  const destination = codeDestinations(auth, (id) => afterRequest(() => printedCode(db, id)));

  serveRaw(routes, qrOperations.followCode, async ({ req, params: { id }, query }, res) => {
    if (!CODE_ID.test(id)) return sayUnknown(res);
    const found = await destination(id).catch((error: Error) => {
      log.warn({ err: error, code: id }, 'code destination not resolved');
      return 'unavailable' as const;
    });
    if (found === 'unavailable') return sayUnavailable(res);
    if (!found) return sayUnknown(res);
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

function sayUnknown(res: Response): void {
  say(res, 404, 'This code is not in use', 'Please ask the staff for the menu.');
}

function sayUnavailable(res: Response): void {
  res.set('Retry-After', '2');
  say(res, 503, 'The menu is unavailable right now', 'Please scan the code again in a moment, or ask the staff.');
}

/** Sends a page to read: requests come from people with phones, not from programs. */
function say(res: Response, status: number, heading: string, text: string): void {
  res
    .status(status)
    .type('html')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
        `<title>${heading}</title><body style="font:1.125rem/1.5 system-ui;max-width:30rem;margin:20vh auto;padding:0 1.5rem">` +
        `<h1>${heading}</h1><p>${text}</p></body></html>`,
    );
}
