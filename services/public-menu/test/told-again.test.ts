import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { menuChanged } from '@tavola/contracts/events.ts';
import { publish } from '@tavola/service-kit/messaging/events.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { afterAll, expect, it, vi } from 'vitest';
import { fakeOwners, levelOf, makeRestaurant, type Restaurant, startPublicMenu, untilCached } from './setup.ts';

// @module-tag full

const WAIT = { timeout: 15_000 };

/** An edge without a menu, and the requests it got. */
const refreshed: string[] = [];
const edge = createServer((req, res) => {
  refreshed.push(String(req.url));
  res.writeHead(404).end();
}).listen(0, '127.0.0.1');
afterAll(() => edge.close());
await new Promise((resolve) => edge.once('listening', resolve));

const owners = await fakeOwners();
const service = await startPublicMenu(owners, {
  EDGE_URLS: [`http://127.0.0.1:${(edge.address() as AddressInfo).port}`],
});

/** Publishes `made`'s menu as a writer does that finds it changed. */
async function tellOf({ tenant, menu }: Restaurant) {
  await service.cache.raise(tenant.id, 'menu', menu.version);
  await publish(service.redis, menuChanged, { tenantId: tenant.id, version: menu.version });
}

it('a change that is published again causes no read, no refresh of edges and no event to phones', async () => {
  const made = makeRestaurant();
  owners.restaurants.push(made);
  const { slug } = made.tenant;
  await untilCached(service, slug);
  const leaving = new AbortController();
  const stream = await agreedFetch(`${service.url}/api/public/menu/${slug}/events?v=1.1`, { signal: leaving.signal });
  let events = 0;
  const listen = async () => {
    for await (const part of stream.body ?? []) events += Buffer.from(part).toString().split('event: menu').length - 1;
  };
  listen().catch(() => {});

  await service.changeMenu(made, {});
  await vi.waitFor(() => expect([events, refreshed.length]).toEqual([1, 3]), WAIT);
  // By now, answers from before the change have left the edges.
  await sleep(1_700);
  // On a busy machine a process that got no time for a moment reads anew, so one quiet round is enough.
  await vi.waitFor(async () => {
    await service.read(slug);
    owners.asked.length = 0;
    refreshed.length = 0;
    for (let n = 0; n < 20; n += 1) await tellOf(made);
    await sleep(300);
    expect(levelOf(await service.read(slug))).toBe('memory');
    expect({ asked: owners.asked, refreshed, events }).toEqual({ asked: [], refreshed: [], events: 1 });
  }, WAIT);

  // The next change is new again, although it was not published in time.
  made.menu.version += 1;
  await tellOf(made);
  await vi.waitFor(() => expect([events, refreshed.length]).toEqual([2, 3]), WAIT);
  leaving.abort();
});
