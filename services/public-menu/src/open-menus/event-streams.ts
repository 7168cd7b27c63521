import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSlug } from '@tavola/contracts/slug.ts';
import type { Requests } from '@tavola/service-kit/http/request-log.ts';
import { contextOf } from '@tavola/service-kit/observability/request-context.ts';
import type { ChangePropagator } from '../edge/change-propagator.ts';
import { versionOf } from '../menu/cached-menu.ts';
import type { ReadFor } from '../menu/cold-reads.ts';
import type { OpenMenus } from './open-menus.ts';

const PATH = /^\/api\/public\/menu\/([a-z0-9-]+)\/events(?:\?(.*))?$/;

/**
 * GET /api/public/menu/{slug}/events?v={version}: sends an event when the menu becomes newer than the phone's version.
 * It bypasses Express, whose request and response would stay in memory as long as the stream. `refuse` answers if
 * there is no such menu or no capacity.
 */
export function eventStreams({
  readFor,
  streams,
  propagator,
  requests,
}: {
  readFor: ReadFor;
  streams: OpenMenus;
  propagator: Pick<ChangePropagator, 'opened'>;
  requests: Requests;
}) {
  const route = requests.to('GET', '/api/public/menu/:slug/events');
  return (req: IncomingMessage, res: ServerResponse, refuse: () => void): boolean => {
    const [, slug, query] = PATH.exec(req.url ?? '') ?? [];
    if (req.method !== 'GET' || slug === undefined || !isSlug(slug)) return false;
    const startedAt = performance.now();
    const seen = req.headers['last-event-id']?.toString() || new URLSearchParams(query).get('v') || '';
    readFor(req, slug).then(
      ({ menu, level }) => {
        if (req.socket.destroyed) return;
        const isOpen =
          menu?.gzip && streams.open(req, res, { tenantId: menu.tenantId, slug, version: versionOf(menu) }, seen);
        if (!isOpen) {
          refuse();
          return;
        }
        propagator.opened(menu, level);
        // Logged now: nothing of the request may stay in memory as long as the stream.
        const context = { ...contextOf(req.headers), tenantId: menu.tenantId };
        context.trace?.name?.('GET', route.route);
        const path = (req.url ?? '').split('?', 1)[0] as string;
        requests.note(route, context, { path, status: 200, ms: performance.now() - startedAt });
      },
      () => refuse(),
    );
    return true;
  };
}
