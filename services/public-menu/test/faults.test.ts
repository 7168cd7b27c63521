import { setTimeout as sleep } from 'node:timers/promises';
import { LEASE_MS } from '@tavola/contracts/public-menu.ts';
import { noRedis, ownRedis } from '@tavola/test-kit/own-redis.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it, vi } from 'vitest';
import { fakeOwners, gate, makeRestaurant, startPublicMenu, untilCached } from './setup.ts';

// These tests mostly wait and share nothing, so they run concurrently.

/** public-menu with its own auth and menu, which have one restaurant that is cached in Redis and one that is not. */
async function started(redisUrl?: string) {
  const owners = await fakeOwners();
  const [cached, uncached] = [makeRestaurant(), makeRestaurant()];
  owners.restaurants.push(cached, uncached);
  const service = await startPublicMenu(owners, redisUrl ? { REDIS_CACHE_URL: redisUrl } : {});
  return { owners, service, cached: cached.tenant.slug, uncached: uncached.tenant.slug, restaurant: cached };
}

async function timed<Result>(act: () => Promise<Result>): Promise<[Result, number]> {
  const startedAt = performance.now();
  const result = await act();
  return [result, performance.now() - startedAt];
}

describe.concurrent('with Redis away', async () => {
  const [restarted, hung] = [await ownRedis(), await ownRedis()];

  it('menus come from the origin, and changes are seen at once', async () => {
    const { service, restaurant, cached } = await started(await noRedis());
    for (let price = 1; price <= 3; price += 1) {
      restaurant.menu.items = restaurant.menu.items.map((item) => ({ ...item, price }));
      restaurant.menu.version += 1;
      const [answer, ms] = await timed(() => service.read(cached));
      expect(answer).toMatchObject({ status: 200, body: { items: [{ price }] } });
      expect(answer.headers.get('x-cache')).toBe('origin');
      expect(ms).toBeLessThan(1_000);
    }
    expectProblem(await service.read('unknown'), 404);
    expect((await service.call('GET', '/health/ready')).status).toBe(200);
  });

  it('menus come from the origin during an outage, and from memory again after it', async () => {
    const { service, cached } = await started(restarted.url);
    await untilCached(service, cached);
    await restarted.stop();
    expect((await service.read(cached)).headers.get('x-cache')).toBe('origin');
    await restarted.start();
    await untilCached(service, cached);
  });

  it('a Redis that hangs holds no reader up for three seconds', async () => {
    const { service, cached } = await started(hung.url);
    await untilCached(service, cached);
    hung.freeze();
    await sleep(LEASE_MS + 50);
    const [answer, ms] = await timed(() => service.read(cached));
    hung.thaw();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-cache')).toBe('origin');
    expect(ms).toBeLessThan(3_000);
  });
});

describe.concurrent.each(['auth', 'menu'] as const)('with %s away', (who) => {
  it('a cached menu is served, and another is unavailable, said in under three seconds', async () => {
    const { owners, service, cached, uncached } = await started();
    await untilCached(service, cached);
    await (who === 'auth' ? owners.closeAuth() : owners.closeMenu());
    expect(await service.read(cached)).toMatchObject({ status: 200, body: { tenant: { slug: cached } } });
    const [answer, ms] = await timed(() => service.read(uncached));
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(ms).toBeLessThan(3_000);
  });
});

describe.concurrent.each(['beforeAuthAnswers', 'beforeMenuAnswers'] as const)(
  'with an owner that hangs (%s)',
  (which) => {
    it('a cached menu is served, and another is unavailable, said in under three seconds', async () => {
      const { owners, service, cached, uncached } = await started();
      await untilCached(service, cached);
      const never = gate();
      owners[which] = never.wait;
      expect((await service.read(cached)).status).toBe(200);
      const [answer, ms] = await timed(() => service.read(uncached));
      expectProblem(answer, 503);
      expect(ms).toBeLessThan(3_000);
      // The answer was only late: the next request is served.
      never.open();
      owners[which] = () => {};
      expect((await service.read(uncached)).status).toBe(200);
    });
  },
);

describe.concurrent('with an owner that answers something else', () => {
  it('says unavailable, keeps nothing of it, and serves the menu once it is right again', async () => {
    const { service, restaurant, cached } = await started();
    const right = restaurant.menu;
    for (const wrong of [{}, { ...right, version: 'x' }, { ...right, items: [{ name: 'No price' }] }, []]) {
      restaurant.menu = wrong as never;
      expectProblem(await service.read(cached), 503);
    }
    restaurant.menu = right;
    expect((await service.read(cached)).headers.get('x-cache')).toBe('origin');
  });

  it('says unavailable where menu fails, or does not know the restaurant that auth knows', async () => {
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

describe('with owners that went away', () => {
  it('the last good copy is served, marked stale, once the truth is asked for and can not be had; then the truth again', async () => {
    const { owners, service, restaurant, cached } = await started();
    await untilCached(service, cached);
    const never = gate();
    owners.beforeMenuAnswers = never.wait;
    restaurant.menu.items = restaurant.menu.items.map((item) => ({ ...item, price: 77 }));
    await service.changeMenu(restaurant, {});
    await sleep(100);
    const [answer, ms] = await timed(() => service.read(cached));
    expect(answer).toMatchObject({ status: 200, body: { items: [{ price: 10 }] } });
    expect(answer.headers.get('x-cache')).toBe('stale');
    expect(ms).toBeLessThan(2_500);
    owners.beforeMenuAnswers = () => {};
    never.open();
    await vi.waitFor(async () => expect((await service.read(cached)).body.items[0].price).toBe(77), { timeout: 5_000 });
  });
});
