import { setTimeout as sleep } from 'node:timers/promises';
import { bySize } from '@tavola/test-kit/size.ts';
import { ownMsSince } from '@tavola/test-kit/timed.ts';
import { describe, expect, it } from 'vitest';
import { PROMISE_MS, startServices, untilCached, untilSeen } from './setup.ts';

const services = await startServices();
const { read, readFrom } = services;

/** A restaurant whose menu is in every process's memory. */
async function cachedRestaurant() {
  const restaurant = await services.signedUp();
  await untilCached(services, restaurant.slug);
  return restaurant;
}

/** Waits until the menu at `slug` shows `expected`. */
const untilShown = (slug: string, expected: object) =>
  untilSeen(services, slug, ({ body }) => {
    try {
      expect(body).toMatchObject(expected);
      return true;
    } catch {
      return false;
    }
  });

describe('within the promise after an acknowledgement, a read', () => {
  it('shows every kind of change', async () => {
    const { slug, toMenu, toAuth, category, item } = await cachedRestaurant();
    const put = async (change: object) => (await toMenu('PUT', `/api/menu-items/${item.id}`, change)).body;

    for (const change of [{ price: 0.07 }, { price: 99_999_999.99 }, { isAvailable: false }, { name: 'Amatriciana' }]) {
      const changed = await put(change);
      await untilShown(slug, { items: [changed] });
    }

    await toMenu('PUT', `/api/categories/${category.id}`, { isActive: false });
    await untilShown(slug, { categories: [], items: [] });
    await toMenu('PUT', `/api/categories/${category.id}`, { isActive: true, name: 'Primi' });
    await untilShown(slug, { categories: [{ name: 'Primi' }], items: [{ id: item.id }] });
    await toMenu('DELETE', `/api/categories/${category.id}`);
    await untilShown(slug, { categories: [], items: [{ id: item.id, categoryId: null }] });

    await toAuth('PUT', '/api/tenant', { name: 'Da Bruno', themeColor: '#aa3300', phone: '123' });
    await untilShown(slug, { tenant: { name: 'Da Bruno', themeColor: '#aa3300', phone: '123' } });
  });

  it('changes nothing on another restaurant’s menu, which stays where it is', async () => {
    const [one, two] = [await cachedRestaurant(), await cachedRestaurant()];
    await one.toMenu('PUT', `/api/menu-items/${one.item.id}`, { price: 9 });
    const { body, headers } = await read(two.slug);
    expect(body.items).toEqual([two.item]);
    expect(headers.get('x-cache')).toBe('memory');
  });
});

/** Number of consecutive changes. */
const CHANGES = bySize(30, 100);

/** Whether a read that starts now, at `startedAt`, must show what was acknowledged at `at`. */
const isDue = (at: number, startedAt: number) => at <= startedAt - PROMISE_MS && ownMsSince(at) >= PROMISE_MS;

describe('price changes in a row, with eight readers alongside', () => {
  it('never show an old price after a newer one, nor after its acknowledgement', async () => {
    const { slug, toMenu, item } = await cachedRestaurant();
    const acknowledged: { price: number; at: number }[] = [];
    let isOver = false;
    const seenFrom = { memory: 0, redis: 0, origin: 0 };
    const wrong: string[] = [];

    const reader = async (_: unknown, at: number) => {
      let newest = 0;
      while (!isOver) {
        const startedAt = performance.now();
        const atLeast = acknowledged.findLast(({ at }) => isDue(at, startedAt))?.price ?? 0;
        const { body, headers } = await readFrom(at, slug);
        const { price } = body.items[0];
        seenFrom[headers.get('x-cache') as keyof typeof seenFrom] += 1;
        if (price < atLeast) wrong.push(`${price} after ${atLeast} was acknowledged`);
        if (price < newest) wrong.push(`${price} after ${newest} was seen`);
        newest = Math.max(newest, price);
      }
    };
    const readers = Array.from({ length: 8 }, reader);
    for (let price = 1; price <= CHANGES; price += 1) {
      const answer = await toMenu('PUT', `/api/menu-items/${item.id}`, { price });
      expect(answer.status).toBe(200);
      acknowledged.push({ price, at: performance.now() });
      // Sometimes long enough for a fill to end, sometimes not.
      if (price % 3 === 0) await sleep(price % 7);
    }
    isOver = true;
    await Promise.all(readers);

    expect(wrong).toEqual([]);
    await untilShown(slug, { items: [{ price: CHANGES }] });
    // Both cases really occurred.
    expect(seenFrom.origin).toBeGreaterThan(CHANGES / 5);
    expect(seenFrom.memory).toBeGreaterThan(CHANGES / 5);
  });

  it('never do so either with two people writing different things', async () => {
    const { slug, toMenu, toAuth, item } = await cachedRestaurant();
    const acknowledged: { at: number; shown: { price?: number; name?: number } }[] = [];
    let isOver = false;
    const wrong: string[] = [];
    const reader = async (_: unknown, at: number) => {
      const newest = { price: 0, name: 0 };
      while (!isOver) {
        const startedAt = performance.now();
        const atLeast = { price: 0, name: 0 };
        for (const one of acknowledged) if (isDue(one.at, startedAt)) Object.assign(atLeast, one.shown);
        const { body } = await readFrom(at, slug);
        const now = { price: body.items[0].price as number, name: Number(body.tenant.name) || 0 };
        for (const what of ['price', 'name'] as const) {
          const floor = Math.max(atLeast[what], newest[what]);
          if (now[what] < floor) wrong.push(`${what} ${now[what]} after ${floor}`);
          newest[what] = Math.max(newest[what], now[what]);
        }
      }
    };
    const readers = Array.from({ length: 4 }, reader);
    const prices = async () => {
      for (let price = 1; price <= CHANGES / 2; price += 1) {
        await toMenu('PUT', `/api/menu-items/${item.id}`, { price });
        acknowledged.push({ at: performance.now(), shown: { price } });
      }
    };
    const names = async () => {
      for (let name = 1; name <= CHANGES / 2; name += 1) {
        await toAuth('PUT', '/api/tenant', { name: String(name) });
        acknowledged.push({ at: performance.now(), shown: { name } });
      }
    };
    await Promise.all([prices(), names()]);
    isOver = true;
    await Promise.all(readers);
    expect(wrong).toEqual([]);
    await untilShown(slug, { tenant: { name: String(CHANGES / 2) }, items: [{ price: CHANGES / 2 }] });
  });
});
