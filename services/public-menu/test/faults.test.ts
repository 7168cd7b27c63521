import { setTimeout as sleep } from 'node:timers/promises';
import { LEASE_MS } from '@tavola/contracts/public-menu.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { noRedis, ownRedis } from '@tavola/test-kit/own-redis.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { describe, expect, it, vi } from 'vitest';
import {
  fakeOwners,
  gate,
  levelOf,
  makeRestaurant,
  type PublicMenuService,
  type Restaurant,
  startPublicMenu,
  untilCached,
  untilSeen,
} from './setup.ts';

// @module-tag full
// These tests mostly wait and share nothing, so they run concurrently.

/** public-menu with its own auth and menu, which have one restaurant that is cached in Redis and one that is not. */
async function started(redisUrl?: string) {
  const owners = await fakeOwners();
  const [cached, uncached] = [makeRestaurant(), makeRestaurant()];
  owners.restaurants.push(cached, uncached);
  const service = await startPublicMenu(owners, redisUrl ? { REDIS_CACHE_URL: redisUrl } : {});
  return { owners, service, cached: cached.tenant.slug, uncached: uncached.tenant.slug, restaurant: cached };
}

describe.concurrent('while Redis is down', async () => {
  const hung = await ownRedis();

  it('menus come from the origin, and changes are visible at once', async () => {
    const { service, restaurant, cached } = await started(await noRedis());
    for (let price = 1; price <= 3; price += 1) {
      restaurant.menu.items = restaurant.menu.items.map((item) => ({ ...item, price }));
      restaurant.menu.version += 1;
      const { result: answer, ownMs } = await timed(() => service.read(cached));
      expect(answer).toMatchObject({ status: 200, body: { items: [{ price }] } });
      expect(answer.headers.get('x-cache')).toBe('origin');
      expect(ownMs).toBeLessThan(1_000);
    }
    expectProblem(await service.read('unknown'), 404);
    expect((await service.call('GET', '/health/ready')).status).toBe(200);
  });

  it('a Redis that hangs delays no reader by three seconds', async () => {
    const { service, cached } = await started(hung.url);
    await untilCached(service, cached);
    hung.freeze();
    await sleep(LEASE_MS + 50);
    const { result: answer, ownMs } = await timed(() => service.read(cached));
    hung.thaw();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-cache')).toBe('origin');
    expect(ownMs).toBeLessThan(3_000);
  });
});

describe.concurrent.each(['beforeAuthAnswers', 'beforeMenuAnswers'] as const)(
  'with an owner that hangs (%s)',
  (which) => {
    it('a cached menu is served, and another is a 503 within three seconds', async () => {
      const { owners, service, cached, uncached } = await started();
      await untilCached(service, cached);
      const never = gate();
      owners[which] = never.wait;
      expect((await service.read(cached)).status).toBe(200);
      const { result: answer, ownMs } = await timed(() => service.read(uncached));
      expectProblem(answer, 503);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(ownMs).toBeLessThan(3_000);
      // The answer was only late: the next request is served.
      never.open();
      owners[which] = () => {};
      expect((await service.read(uncached)).status).toBe(200);
    });
  },
);

describe.concurrent('while auth or menu sends invalid responses', () => {
  it('answers 503, caches nothing, and serves the menu once they are valid', async () => {
    const { service, restaurant, cached } = await started();
    const right = restaurant.menu;
    for (const wrong of [{}, { ...right, version: 'x' }, { ...right, items: [{ name: 'No price' }] }, []]) {
      restaurant.menu = wrong as never;
      expectProblem(await service.read(cached), 503);
    }
    restaurant.menu = right;
    expect((await service.read(cached)).headers.get('x-cache')).toBe('origin');
  });

  it('answers 503 if menu fails, or does not know the restaurant', async () => {
    const { owners, service, cached, restaurant } = await started();
    owners.beforeMenuAnswers = () => {
      throw new Error('500');
    };
    expectProblem(await service.read(cached), 503);
    owners.beforeMenuAnswers = () => {};
    restaurant.menu = undefined as never;
    expectProblem(await service.read(cached), 503);
  });
});

describe('while auth and menu are down', () => {
  it('the last good copy is served, marked stale, and the current menu once they are back', async () => {
    const { owners, service, restaurant, cached } = await started();
    await untilCached(service, cached);
    const never = gate();
    owners.beforeMenuAnswers = never.wait;
    restaurant.menu.items = restaurant.menu.items.map((item) => ({ ...item, price: 77 }));
    await service.changeMenu(restaurant, {});
    await sleep(100);
    const { result: answer, ownMs } = await timed(() => service.read(cached));
    expect(answer).toMatchObject({ status: 200, body: { items: [{ price: 10 }] } });
    expect(answer.headers.get('x-cache')).toBe('stale');
    expect(ownMs).toBeLessThan(2_500);
    const headers = { 'x-edge-time': '1700000000.000', 'x-edge-refresh': '1' };
    const asEdge = await service.call('GET', `/api/public/menu/${cached}`, { headers });
    expect({ level: levelOf(asEdge), expires: asEdge.headers.get('x-accel-expires') }).toEqual({
      level: 'stale',
      expires: '0',
    });
    owners.beforeMenuAnswers = () => {};
    never.open();
    await vi.waitFor(async () => expect((await service.read(cached)).body.items[0].price).toBe(77), {
      timeout: 30_000,
    });
  });
});

describe('while auth hangs', () => {
  const changePrice = (service: PublicMenuService, made: Restaurant, price: number) =>
    service.changeMenu(made, { items: made.menu.items.map((item) => ({ ...item, price })) });
  const seen = ({ body, headers }: Awaited<ReturnType<PublicMenuService['read']>>) => ({
    price: body.items[0].price,
    name: body.tenant.name,
    level: headers.get('x-cache'),
  });

  it('a changed price is visible at once, with and without the menu in memory', async () => {
    const { owners, service, restaurant, cached } = await started();
    await untilCached(service, cached);
    const other = await startPublicMenu(owners);
    const another = makeRestaurant();
    owners.restaurants.push(another);
    await untilCached(other, another.tenant.slug);
    owners.beforeAuthAnswers = gate().wait;
    for (const price of [77, 78]) {
      await changePrice(service, restaurant, price);
      for (const from of [service, other]) {
        await untilSeen(from, cached, ({ body }) => body.items[0].price === price);
      }
    }
  });

  it('a changed price is visible, also on phones, even if the restaurant changed, too, which is visible once auth is back', async () => {
    const { owners, service, restaurant, cached } = await started();
    const { name } = restaurant.tenant;
    await untilCached(service, cached);
    const told = vi.spyOn(service.deps.streams, 'tell');
    const leaving = new AbortController();
    const stream = await agreedFetch(`${service.url}/api/public/menu/${cached}/events?v=1.1`, {
      signal: leaving.signal,
    });
    const never = gate();
    owners.beforeAuthAnswers = never.wait;
    await service.changeTenant(restaurant, { name: 'New name' });
    await changePrice(service, restaurant, 77);
    await sleep(100);
    expect(seen(await service.read(cached))).toEqual({ price: 77, name, level: 'stale' });
    await changePrice(service, restaurant, 78);
    const { result: answer, ownMs } = await timed(() => service.read(cached));
    expect(seen(answer)).toEqual({ price: 78, name, level: 'stale' });
    expect(ownMs).toBeLessThan(1_000);
    // At the latest when open menus are compared, once a second.
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(restaurant.tenant.id, '1.3'), { timeout: 30_000 });
    // Read here, too, so that the response is not garbage, which fetch would disconnect.
    expect(stream.status).toBe(200);
    leaving.abort();
    owners.beforeAuthAnswers = () => {};
    never.open();
    const isBack = async () => expect(seen(await service.read(cached))).toMatchObject({ price: 78, name: 'New name' });
    await vi.waitFor(isBack, { timeout: 30_000 });
  });

  it('a changed price is visible even while Redis is down, marked stale, and not cached by an edge', async () => {
    const { owners, service, restaurant, cached } = await started(await noRedis());
    await service.read(cached);
    owners.beforeAuthAnswers = gate().wait;
    for (const price of [77, 78]) {
      restaurant.menu.items = restaurant.menu.items.map((item) => ({ ...item, price }));
      restaurant.menu.version += 1;
      const answer = await service.read(cached);
      expect(seen(answer)).toMatchObject({ price, level: 'stale' });
      expect(answer.headers.get('x-accel-expires')).toBe('0');
    }
  });
});
