import type { IncomingMessage, ServerResponse } from 'node:http';
import { contextOf } from '@tavola/service-kit/observability/request-context.ts';
import type { Deps } from '../deps.ts';
import { isOffered } from './cached-menu.ts';

const DATA = '/api/public/menu/';
const PAGE = '/menu/';

/**
 * Answers requests for menus whose answers are in memory before Express sees them: Express alone costs several times as
 * much as the answer. Returns whether it answered. The logged time ends when the answer is handed to the operating system.
 */
export function hotPath({ memory, answers, requests }: Pick<Deps, 'memory' | 'answers' | 'requests'>) {
  const routes = { data: requests.to('GET', `${DATA}:slug`), page: requests.to('GET', `${PAGE}:slug`) };
  const routesIn = { data: requests.to('GET', `${DATA}:slug/:lang`), page: requests.to('GET', `${PAGE}:slug/:lang`) };
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    if (req.method !== 'GET') return false;
    const url = req.url ?? '';
    const form = url.startsWith(DATA) ? 'data' : url.startsWith(PAGE) ? 'page' : null;
    if (form === null) return false;
    const query = url.indexOf('?');
    const address = url.slice(form === 'data' ? DATA.length : PAGE.length, query < 0 ? undefined : query);
    const slash = address.indexOf('/');
    const slug = slash < 0 ? address : address.slice(0, slash);
    // Only valid slugs are found, and only languages are offered: a deeper path is never one.
    const lang = slash < 0 ? '' : address.slice(slash + 1);
    const menu = memory.find(slug);
    if (!menu?.gzip || (slash >= 0 && (lang === '' || !isOffered(menu, lang)))) return false;
    const startedAt = performance.now();
    if (!answers.sendReady(req, res, form, menu, lang, 'memory')) return false;
    const route = (lang === '' ? routes : routesIn)[form];
    const context = contextOf(req.headers);
    context.tenantId = menu.tenantId;
    context.trace?.name?.('GET', route.route);
    const path = query < 0 ? url : url.slice(0, query);
    requests.note(route, context, { path, status: res.statusCode, ms: performance.now() - startedAt });
    return true;
  };
}
