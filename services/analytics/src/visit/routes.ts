import { visitInput } from '@tavola/contracts/analytics.ts';
import { jsonBody } from '@tavola/service-kit/http-app.ts';
import { valid } from '@tavola/service-kit/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { isBot } from './bots.ts';
import { refusesCounting } from './tell-view.ts';

/** How long an answer waits for the stream, in milliseconds. The page has gone by then: it is only told later. */
const WAIT_MS = 100;

/** /api/public/visits: a diner's page says that a menu was read. No cookie, and nothing of the guest is kept or passed on. */
export function visitRoutes({ tellView }: Deps): Router {
  const routes = Router({ caseSensitive: true });

  routes.post('/', jsonBody(), async (req, res) => {
    const view = valid(visitInput, req.body);
    const userAgent = req.get('user-agent') ?? '';
    if (!refusesCounting(req.headers) && !isBot(userAgent)) {
      // The gateway names one address, its own reading of who asks.
      const address = req.get('x-forwarded-for') ?? req.socket.remoteAddress ?? '';
      await atMost(WAIT_MS, tellView(view, { address, userAgent }));
    }
    res.status(204).end();
  });

  return routes;
}

/** Waits for `work`, but not for long. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
