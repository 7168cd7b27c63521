import { setTimeout as sleep } from 'node:timers/promises';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { ownMsSince } from '@tavola/test-kit/timed.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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

const owners = await fakeOwners();
// Two processes on one Redis: the other finds in Redis what one has in memory.
const service = await startPublicMenu(owners);
const other = await startPublicMenu(owners);
const { read, changeTenant } = service;

const first = makeRestaurant();
owners.restaurants.push(first);

beforeEach(async () => {
  owners.beforeMenuAnswers = () => {};
  owners.beforeAuthAnswers = () => {};
  // On a busy machine a process may have lost the change feed for a moment, and does not trust its memory then.
  await Promise.all([untilCached(service, first.tenant.slug), untilCached(other, first.tenant.slug)]);
});

function restaurant(price = 1): Restaurant {
  const made = makeRestaurant();
  made.menu.items = priced(made, price);
  owners.restaurants.push(made);
  return made;
}

const priced = ({ menu }: Restaurant, price: number) => menu.items.map((item) => ({ ...item, price }));
const changePrice = (made: Restaurant, price: number) => service.changeMenu(made, { items: priced(made, price) });

const seen = async ({ tenant }: Restaurant, from: PublicMenuService = service) => {
  const answer = await from.read(tenant.slug);
  return { price: answer.body.items[0].price, from: levelOf(answer) };
};
const untilPrice = (made: Restaurant, price: number, from: PublicMenuService = service) =>
  untilSeen(from, made.tenant.slug, ({ body }) => body.items[0].price === price);

/** Waits until Redis has a body of `made`. */
const filled = ({ tenant }: Restaurant) =>
  vi.waitFor(async () => expect(await service.cache.read(tenant.id)).not.toBeNull(), {
    timeout: 15_000,
    interval: 5,
  });
/** Waits until no process rereads a menu because it was sent recently. */
const untilQuiet = () => sleep(1_600);

describe('after an acknowledged write', () => {
  it('every process shows it within the promised time, and nothing older afterwards', async () => {
    const made = restaurant(1);
    for (const price of [1, 2, 3]) {
      if (price > 1) await changePrice(made, price);
      await Promise.all([untilPrice(made, price), untilPrice(made, price, other)]);
      const prices = new Set<number>();
      const levelAt = async (process: PublicMenuService) => {
        const { price, from } = await seen(made, process);
        prices.add(price);
        return from;
      };
      // On a busy machine a process may have lost the change feed for a moment, and reads Redis then.
      await expect.poll(async () => [await levelAt(service), await levelAt(other)]).toEqual(['memory', 'memory']);
      expect([...prices]).toEqual([price]);
      // Another restaurant's menu stays cached.
      expect((await seen(first)).from).not.toBe('origin');
    }
  });

  it('one process asks the origin, and the next reads from Redis', async () => {
    const made = restaurant(1);
    owners.asked.length = 0;
    expect(await seen(made)).toEqual({ price: 1, from: 'origin' });
    expect(owners.asked).toHaveLength(2);
    await filled(made);
    expect(await seen(made, other)).toEqual({ price: 1, from: 'redis' });
    expect(await seen(made)).toEqual({ price: 1, from: 'memory' });
    expect(await seen(made, other)).toEqual({ price: 1, from: 'memory' });
    expect(owners.asked).toHaveLength(2);
  });

  it('a change of the restaurant is visible, also its deactivation', async () => {
    const made = restaurant();
    const { slug } = made.tenant;
    await seen(made);
    await changeTenant(made, { name: 'New name' });
    await untilSeen(service, slug, ({ body }) => body.tenant.name === 'New name');
    await changeTenant(made, { isActive: false });
    expectProblem(await untilSeen(service, slug, ({ status }) => status === 404), 404);
    await changeTenant(made, { isActive: true });
    await untilSeen(service, slug, ({ status }) => status === 200);
  });
});

describe('a fill that began before a write', () => {
  /** A read of `made` that has reached its owner(s) and is held up before the answer. */
  async function heldUp(made: Restaurant, at: 'beforeAuthAnswers' | 'beforeMenuAnswers' = 'beforeMenuAnswers') {
    const slow = gate();
    owners[at] = slow.wait;
    const early = read(made.tenant.slug);
    await slow.arrived;
    owners[at] = () => {};
    return { early, goOn: slow.open };
  }

  it('cannot restore the old menu when it ends after the write', async () => {
    const made = restaurant(1);
    const { early, goOn } = await heldUp(made);
    await changePrice(made, 2);
    await sleep(20);
    goOn();
    // This read began before the write: it may see the old menu, but must not leave it behind.
    expect((await early).body.items[0].price).toBe(1);
    await sleep(20);
    expect(await service.cache.read(made.tenant.id)).toBeNull();
    expect(await seen(made)).toEqual({ price: 2, from: 'origin' });
    await filled(made);
    expect(await seen(made, other)).toEqual({ price: 2, from: 'redis' });
    expect(await seen(made)).toEqual({ price: 2, from: 'memory' });
  });

  it('is not shared with later requests', async () => {
    const made = restaurant(1);
    const { early, goOn } = await heldUp(made);
    await changePrice(made, 2);
    await untilPrice(made, 2);
    goOn();
    await early;
    expect(await seen(made)).toEqual({ price: 2, from: 'memory' });
    expect((await service.cache.read(made.tenant.id))?.versions).toEqual({ tenant: 1, menu: 2 });
  });

  it('cannot replace a newer menu whose change is not published yet', async () => {
    const made = restaurant(1);
    const { early, goOn } = await heldUp(made);
    // Committed, but not published.
    made.menu.items = priced(made, 2);
    made.menu.version += 1;
    expect(await seen(made, other)).toEqual({ price: 2, from: 'origin' });
    goOn();
    await early;
    await sleep(20);
    expect((await service.cache.read(made.tenant.id))?.versions).toEqual({ tenant: 1, menu: 2 });
  });

  it('cannot restore the old restaurant, whenever the write happens', async () => {
    for (const when of ['beforeAuthAnswers', 'beforeMenuAnswers'] as const) {
      const made = restaurant();
      const { early, goOn } = await heldUp(made, when);
      await changeTenant(made, { name: 'New name' });
      await sleep(20);
      goOn();
      expect((await early).body.tenant.name).toBe('Da Ada');
      for (const from of [service, other]) {
        await untilSeen(from, made.tenant.slug, ({ body }) => body.tenant.name === 'New name');
      }
    }
  });
});

describe('a slug that moved to another restaurant', () => {
  const untilAt = async (slug: string, { tenant }: Restaurant) => {
    for (const from of [service, other]) await untilSeen(from, slug, ({ body }) => body.tenant?.id === tenant.id);
  };

  it('leads to the new one, and the old one has its new slug', async () => {
    const [old, next] = [restaurant(1), restaurant(2)];
    const { slug } = old.tenant;
    for (const from of [service, other]) await Promise.all([seen(old, from), seen(next, from)]);
    await changeTenant(old, { slug: `${slug}-moved` });
    await changeTenant(next, { slug });
    await untilAt(slug, next);
    await untilAt(`${slug}-moved`, old);
    expect(levelOf(await read(slug))).toBe('memory');
  });

  it('leads to the new one even after a late fill of the old one', async () => {
    const [old, next] = [restaurant(1), restaurant(2)];
    const { slug } = old.tenant;
    const slow = gate();
    owners.beforeMenuAnswers = slow.wait;
    const early = read(slug);
    await slow.arrived;
    owners.beforeMenuAnswers = () => {};
    await changeTenant(old, { slug: `${slug}-moved` });
    await changeTenant(next, { slug });
    await untilAt(slug, next);
    await untilAt(`${slug}-moved`, old);
    slow.open();
    await early;
    await untilAt(slug, next);
    await untilAt(`${slug}-moved`, old);
  });

  it('is read again when the new one changes, even if Redis still leads to the old one', async () => {
    const [old, next] = [restaurant(1), restaurant(2)];
    const { slug } = old.tenant;
    await seen(old);
    await untilQuiet();
    await changeTenant(old, { slug: `${slug}-moved` });
    await changeTenant(next, { slug });
    await sleep(20);
    const slow = gate();
    owners.beforeMenuAnswers = slow.wait;
    const early = read(slug);
    await slow.arrived;
    owners.beforeMenuAnswers = () => {};
    await changePrice(next, 3);
    await untilSeen(service, slug, ({ body }) => body.items[0].price === 3);
    slow.open();
    await early;
  });

  it('is found if it is taken during a lookup', async () => {
    const next = restaurant(2);
    const slug = `${next.tenant.slug}-free`;
    const slow = gate();
    owners.beforeAuthAnswers = slow.wait;
    const early = read(slug);
    await slow.arrived;
    owners.beforeAuthAnswers = () => {};
    await changeTenant(next, { slug });
    await sleep(20);
    slow.open();
    expectProblem(await early, 404);
    await untilAt(slug, next);
  });

  it('is a redirect as soon as its restaurant has another one', async () => {
    const made = restaurant();
    const { slug } = made.tenant;
    await seen(made);
    await changeTenant(made, { slug: `${slug}-moved` });
    const { headers } = await untilSeen(service, slug, ({ status }) => status === 302);
    expect(headers.get('location')).toBe(`/api/public/menu/${slug}-moved`);
  });
});

describe('an unknown slug', { tags: 'full' }, () => {
  it('is looked up at most once in ten seconds, and at once after a sign-up with it', async () => {
    const made = makeRestaurant();
    const { slug } = made.tenant;
    // On a busy machine, a process may have to ask Redis first whether it missed something; until then it remembers nothing.
    await expect.poll(async () => levelOf(await read(slug))).toBe('memory');
    owners.asked.length = 0;
    expectProblem(await read(slug), 404);
    expect(owners.asked).toEqual([]);
    owners.restaurants.push(made);
    await changeTenant(made, {});
    await untilSeen(service, slug, ({ status }) => status === 200);
  });

  it('is looked up again after ten seconds, without an event', async () => {
    const made = makeRestaurant();
    expectProblem(await read(made.tenant.slug), 404);
    owners.restaurants.push(made);
    const startedAt = performance.now();
    while ((await read(made.tenant.slug)).status === 404) {
      expect(ownMsSince(startedAt)).toBeLessThan(10_500);
      await sleep(100);
    }
  });
});

describe('a process whose subscription was cut', async () => {
  // A Redis of its own: the command cuts every subscription there is.
  const { url } = await ownRedis();
  const cut = await startPublicMenu(owners, { REDIS_CACHE_URL: url });
  const cutToo = await startPublicMenu(owners, { REDIS_CACHE_URL: url });

  it('does not trust what it cached before', async () => {
    const made = restaurant(1);
    await untilCached(cut, made.tenant.slug);
    for (let price = 2; price <= 6; price += 1) {
      await cut.redis.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']);
      await cut.changeMenu(made, { items: priced(made, price) });
      await Promise.all([untilPrice(made, price, cut), untilPrice(made, price, cutToo)]);
      await untilCached(cut, made.tenant.slug);
      expect((await seen(made, cut)).price).toBe(price);
    }
  });
});
