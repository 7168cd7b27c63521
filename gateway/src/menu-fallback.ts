import type { IncomingMessage, ServerResponse } from 'node:http';
import { tenantAtSlug } from '@tavola/contracts/auth.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { guestNotice } from '@tavola/contracts/rules/guest-notice.ts';
import { isSlug } from '@tavola/contracts/slug.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { refreshed } from '@tavola/service-kit/data/refreshed.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { sendProblem } from '@tavola/service-kit/http/send-problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { busy, fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';
import type { Refuse } from './forwarder.ts';

/** How long auth's answer is used, in milliseconds. */
const FRESH_MS = 1_000;

/** Most answers that are kept. */
const KEPT_MAX = 10_000;

/** Questions to auth at a time; how many more wait, and how long, in milliseconds. */
const AT_ONCE = 16;
const WAITING_MAX = 500;
const WAIT_MS = 500;

/** The address of a menu or its page, perhaps in a language. */
const MENU = /^(\/menu|\/api\/public\/menu)\/([^/?]+)(?:\/([A-Za-z]{2,3}(?:-[A-Za-z]+)*))?(?:\?|$)/;

/** What auth says of a slug. */
interface Leads {
  /** The menu's slug, if it is another one. */
  to?: string;
  isShown: boolean;
  /** Whether a restaurant has or had the slug, so that an edge may have its menu. */
  isKnown: boolean;
  languages: readonly string[];
}

const UNKNOWN: Leads = { isShown: false, isKnown: false, languages: [] };

// auth may run another release.
const restaurant = tolerant(tenantAtSlug);

/**
 * Answers requests for menus that public-menu does not answer. A refusal would make nginx send the copy that it keeps for outages,
 * also that of a menu which has been suspended, deleted or renamed since. So auth is asked first; where it says that the address
 * leads to no menu any more, that is the answer, as public-menu gives it.
 */
export function menuFallback(auth: Pick<ServiceClient<'auth'>, 'find'>): Refuse {
  const queue = fairQueue({
    atOnce: AT_ONCE,
    waiting: WAITING_MAX,
    waitMs: WAIT_MS,
    refuse: busy('Too many menus are being opened right now. Please try again.'),
  });
  const leads = refreshed<Leads>({
    read: (slug) =>
      queue.run({}, async () => {
        const found = await auth.find(internalAuthOperations.getTenantAtSlug, {
          params: { slug },
          answerSchema: restaurant,
        });
        if (!found) return UNKNOWN;
        const { isActive: isShown, languages } = found;
        return {
          isShown,
          isKnown: true,
          languages: languages ? [languages.base, ...languages.others] : [],
          ...(found.slug !== slug && { to: found.slug }),
        };
      }),
    freshMs: () => FRESH_MS,
    lastGoodMs: 0,
    most: KEPT_MAX,
  });

  return (req, res, problem, requestId) => {
    const [, form, slug = '', lang = ''] = MENU.exec(req.url ?? '') ?? [];
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!form || !isRead || !isSlug(slug) || res.headersSent) {
      sendProblem(res, problem, requestId);
      return;
    }
    leads.get(slug).then(
      (found) => {
        if (res.headersSent || res.destroyed) return;
        if (found.isShown && found.to === undefined) sendProblem(res, problem, requestId);
        else sendGone(req, res, found, { form, lang, requestId });
      },
      () => sendProblem(res, problem, requestId),
    );
  };
}

/** Says that there is no menu, or where it is, as public-menu does (`answerMenu`). */
function sendGone(
  req: IncomingMessage,
  res: ServerResponse,
  { isShown, isKnown, to, languages }: Leads,
  { form, lang, requestId }: { form: string; lang: string; requestId: string },
): void {
  res.setHeader('Cache-Control', 'public, no-cache');
  res.setHeader('Vary', 'Accept-Encoding');
  // Anybody can invent slugs and languages, and their answers would push menus out of the edges.
  const isCacheable = isKnown && (lang === '' || languages.includes(lang));
  const [, second] = /^(\d{1,12})(?:\.\d+)?$/.exec(String(req.headers['x-edge-time'])) ?? [];
  res.setHeader('X-Accel-Expires', isCacheable && second !== undefined ? `@${second}` : '0');
  if (isShown && to !== undefined) {
    res.writeHead(302, { location: `${form}/${to}${lang && `/${lang}`}` }).end();
    return;
  }
  if (form !== '/menu') {
    sendProblem(res, notFound('The menu'), requestId);
    return;
  }
  res.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(req.method === 'HEAD' ? undefined : PAGE);
}

/** The page of no menu, without the application, which only public-menu has. */
const PAGE = guestNotice('missing', 'en');
