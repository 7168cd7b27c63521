import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeOwners, gate, makeRestaurant, type Restaurant, startPublicMenu, untilCached } from './setup.ts';

const owners = await fakeOwners();
const service = await startPublicMenu(owners);
const { read, cache } = service;

const first = makeRestaurant();
owners.restaurants.push(first);
await untilCached(service, first.tenant.slug);

beforeEach(() => {
  owners.beforeMenuAnswers = () => {};
  owners.beforeAuthAnswers = () => {};
});

function restaurant(price = 1): Restaurant {
  const made = makeRestaurant();
  setPrice(made, price);
  owners.restaurants.push(made);
  return made;
}

const setPrice = ({ menu }: Restaurant, price: number) => {
  menu.items = menu.items.map((item) => ({ ...item, price }));
};

/** What menu does for a write: a new version with the change, then the tombstone, then the acknowledgement. */
async function changePrice(made: Restaurant, price: number): Promise<void> {
  setPrice(made, price);
  made.menu.version += 1;
  await cache.raise(made.tenant.id, 'menu', made.menu.version);
}

/** What auth does for a write. */
async function changeTenant(made: Restaurant, change: Partial<Restaurant['tenant']>): Promise<void> {
  Object.assign(made.tenant, change);
  made.tenant.version += 1;
  await cache.raise(made.tenant.id, 'tenant', made.tenant.version);
}

const seen = async ({ tenant }: Restaurant) => {
  const { body, headers } = await read(tenant.slug);
  return { price: body.items[0].price, from: headers.get('x-cache') };
};

describe('after an acknowledged write', () => {
  it('the next read asks the origin and sees it, the one after that is from Redis', async () => {
    const made = restaurant(1);
    await seen(made);
    expect(await seen(made)).toEqual({ price: 1, from: 'redis' });
    await changePrice(made, 2);
    expect(await seen(made)).toEqual({ price: 2, from: 'origin' });
    expect(await seen(made)).toEqual({ price: 2, from: 'redis' });
  });

  it('a change of the restaurant is seen, and that it is not active any more', async () => {
    const made = restaurant();
    await seen(made);
    await changeTenant(made, { name: 'New name' });
    expect((await read(made.tenant.slug)).body.tenant.name).toBe('New name');
    await changeTenant(made, { isActive: false });
    expectProblem(await read(made.tenant.slug), 404);
    expectProblem(await read(made.tenant.slug), 404);
    await changeTenant(made, { isActive: true });
    expect((await read(made.tenant.slug)).status).toBe(200);
  });
});

describe('a fill that began before a write', () => {
  it('can not put the old menu back when it ends after it', async () => {
    const made = restaurant(1);
    const slow = gate();
    owners.beforeMenuAnswers = slow.wait;
    const early = seen(made);
    await slow.arrived;
    owners.beforeMenuAnswers = () => {};

    await changePrice(made, 2);
    slow.open();
    // This read began before the write: it may see the old menu, but must not leave it behind.
    expect(await early).toEqual({ price: 1, from: 'origin' });
    expect(await cache.read(made.tenant.id)).toBeNull();
    expect(await seen(made)).toEqual({ price: 2, from: 'origin' });
    expect(await seen(made)).toEqual({ price: 2, from: 'redis' });
  });

  it('can not replace the new menu when another fill was faster', async () => {
    const made = restaurant(1);
    const slow = gate();
    owners.beforeMenuAnswers = slow.wait;
    const early = seen(made);
    await slow.arrived;
    owners.beforeMenuAnswers = () => {};

    await changePrice(made, 2);
    expect(await seen(made)).toEqual({ price: 2, from: 'origin' });
    slow.open();
    await early;
    expect(await seen(made)).toEqual({ price: 2, from: 'redis' });
  });

  it('can not replace what was read of a write that has told nobody yet', async () => {
    const made = restaurant(1);
    const slow = gate();
    owners.beforeMenuAnswers = slow.wait;
    const early = seen(made);
    await slow.arrived;
    owners.beforeMenuAnswers = () => {};

    // Committed, but not announced; a reader sees it all the same, and nobody after it may see less.
    setPrice(made, 2);
    made.menu.version += 1;
    expect(await seen(made)).toEqual({ price: 2, from: 'origin' });
    slow.open();
    await early;
    expect(await seen(made)).toEqual({ price: 2, from: 'redis' });
  });

  it('can not put the old restaurant back, wherever between the two questions the write falls', async () => {
    for (const when of ['beforeAuthAnswers', 'beforeMenuAnswers'] as const) {
      const made = restaurant();
      const slow = gate();
      owners[when] = slow.wait;
      const early = read(made.tenant.slug);
      await slow.arrived;
      owners[when] = () => {};

      await changeTenant(made, { name: 'New name' });
      slow.open();
      expect((await early).body.tenant.name).toBe('Da Ada');
      const late = await read(made.tenant.slug);
      expect(late.headers.get('x-cache')).toBe('origin');
      expect(late.body.tenant.name).toBe('New name');
      expect((await read(made.tenant.slug)).body.tenant.name).toBe('New name');
    }
  });

  it('can not bring an inactive restaurant back', async () => {
    const made = restaurant();
    const slow = gate();
    owners.beforeMenuAnswers = slow.wait;
    const early = read(made.tenant.slug);
    await slow.arrived;
    owners.beforeMenuAnswers = () => {};
    await changeTenant(made, { isActive: false });
    slow.open();
    await early;
    expectProblem(await read(made.tenant.slug), 404);
    expectProblem(await read(made.tenant.slug), 404);
  });

  it('can not put anything old back when both owners wrote meanwhile, in either order', async () => {
    for (const order of [0, 1]) {
      const made = restaurant(1);
      const slow = gate();
      owners.beforeMenuAnswers = slow.wait;
      const early = read(made.tenant.slug);
      await slow.arrived;
      owners.beforeMenuAnswers = () => {};
      if (order === 0) await changePrice(made, 2);
      await changeTenant(made, { name: 'New name' });
      if (order === 1) await changePrice(made, 2);
      slow.open();
      await early;
      for (const from of ['origin', 'redis']) {
        const { body, headers } = await read(made.tenant.slug);
        expect({ from: headers.get('x-cache'), name: body.tenant.name, price: body.items[0].price }).toEqual({
          from,
          name: 'New name',
          price: 2,
        });
      }
    }
  });
});

describe('a slug that moved to another restaurant', () => {
  it('leads to the new one at once, and the old one is found under its new slug', async () => {
    const [old, next] = [restaurant(1), restaurant(2)];
    const { slug } = old.tenant;
    await seen(old);
    expect((await seen(old)).from).toBe('redis');
    await seen(next);
    await changeTenant(old, { slug: `${slug}-moved` });
    await changeTenant(next, { slug });
    for (let n = 0; n < 3; n += 1) {
      expect((await read(slug)).body.tenant.id).toBe(next.tenant.id);
      expect((await read(`${slug}-moved`)).body.tenant.id).toBe(old.tenant.id);
    }
    expect((await read(slug)).headers.get('x-cache')).toBe('redis');
  });

  it('leads to the new one even after a fill of the old one that ended late', async () => {
    const [old, next] = [restaurant(1), restaurant(2)];
    const { slug } = old.tenant;
    const slow = gate();
    owners.beforeMenuAnswers = slow.wait;
    const early = read(slug);
    await slow.arrived;
    owners.beforeMenuAnswers = () => {};
    await changeTenant(old, { slug: `${slug}-moved` });
    await changeTenant(next, { slug });
    expect((await read(slug)).body.tenant.id).toBe(next.tenant.id);
    expect((await read(`${slug}-moved`)).body.tenant.id).toBe(old.tenant.id);
    slow.open();
    await early;
    for (let n = 0; n < 3; n += 1) {
      expect((await read(slug)).body.tenant.id).toBe(next.tenant.id);
      expect((await read(`${slug}-moved`)).body.tenant.id).toBe(old.tenant.id);
    }
  });

  it('leads to nobody once nobody has it', async () => {
    const made = restaurant();
    const { slug } = made.tenant;
    await seen(made);
    await changeTenant(made, { slug: `${slug}-moved` });
    expectProblem(await read(slug), 404);
  });
});
