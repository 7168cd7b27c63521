import { publicMenu } from '@tavola/contracts/public-menu.ts';
import type { Answer } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { fakeOwners, makeCategory, makeItem, makeRestaurant, startPublicMenu, untilCached } from './setup.ts';

const owners = await fakeOwners();
const service = await startPublicMenu(owners);
const { read, call, redis } = service;

/** A restaurant that auth and menu know. */
function restaurant(...given: Parameters<typeof makeRestaurant>) {
  const made = makeRestaurant(...given);
  owners.restaurants.push(made);
  return made;
}

const known = restaurant();
await untilCached(service, known.tenant.slug);

describe('GET /api/public/menu/{slug}', () => {
  it('gives tenant, categories and items in the shape of the contract, and nothing else', async () => {
    const { tenant, menu } = restaurant({
      name: 'Sushi 寿司',
      description: 'Fresh',
      phone: '+81 3',
      logo: 'https://e.x/l.png',
    });
    const { status, body } = await read(tenant.slug);
    expect(status).toBe(200);
    const { version: _version, ...shown } = tenant;
    expect(body).toEqual({ tenant: shown, categories: menu.categories, items: menu.items });
    expect(publicMenu.strict().parse(body)).toEqual(body);
  });

  it('hides inactive categories and their items, and keeps items without a category', async () => {
    const [shown, hidden, empty] = [makeCategory(), makeCategory({ isActive: false }), makeCategory()];
    const items = [
      makeItem({ categoryId: null, name: 'First of all' }),
      makeItem({ categoryId: hidden.id, name: 'Hidden' }),
      makeItem({ categoryId: shown.id, isAvailable: false, name: 'Out of stock, but shown' }),
      makeItem({ categoryId: null, name: 'Last of all' }),
    ];
    const { tenant } = restaurant({}, { categories: [empty, hidden, shown], items });
    const { body } = await read(tenant.slug);
    expect(body.categories).toEqual([empty, shown]);
    expect(body.items).toEqual([items[0], items[2], items[3]]);
  });

  it('shows a restaurant with an empty menu', async () => {
    const { tenant } = restaurant({}, { version: 0, categories: [], items: [] });
    expect((await read(tenant.slug)).body).toMatchObject({ categories: [], items: [] });
    expect((await read(tenant.slug)).headers.get('x-cache')).toBe('redis');
  });

  it.each([0, 0.07, 4.35, 99_999_999.99])(
    'gives the price %d as that number, from the origin and from Redis',
    async (price) => {
      const { tenant } = restaurant({}, { items: [makeItem({ price })] });
      expect((await read(tenant.slug)).body.items[0].price).toBe(price);
      expect((await read(tenant.slug)).body.items[0].price).toBe(price);
    },
  );

  it('asks the origin once, then Redis, and answers the same', async () => {
    const { tenant } = restaurant();
    const first = await read(tenant.slug);
    owners.asked.length = 0;
    const second = await read(tenant.slug);
    expect([first, second].map((answer) => answer.headers.get('x-cache'))).toEqual(['origin', 'redis']);
    expect(second.body).toEqual(first.body);
    expect(owners.asked).toEqual([]);
  });

  it('has every answer asked for again: it may be kept, but not used unasked', async () => {
    const { tenant } = restaurant();
    for (const { headers } of [await read(tenant.slug), await read(tenant.slug)]) {
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    }
  });

  it('answers HEAD as GET, without the body', async () => {
    const { tenant } = restaurant();
    expect(await call('HEAD', `/api/public/menu/${tenant.slug}`)).toMatchObject({ status: 200, body: undefined });
  });

  it('needs no token, and minds none', async () => {
    const { tenant } = restaurant();
    const answer = await call('GET', `/api/public/menu/${tenant.slug}`, { token: 'garbage' });
    expect(answer.status).toBe(200);
  });
});

describe('a menu that is not there', () => {
  const told = ({ status, body, headers }: Answer) => ({
    status,
    body: { ...body, requestId: '' },
    headers: [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
  });

  it('is answered alike for an unknown slug, an inactive restaurant, and a slug that nobody can have', async () => {
    const { tenant } = restaurant({ isActive: false });
    const answers = [
      await read(`unknown-${tenant.slug}`),
      await read(tenant.slug),
      await read(tenant.slug),
      await read('No_Slug'),
    ];
    for (const answer of answers) expectProblem(answer, 404);
    for (const answer of answers) expect(told(answer)).toEqual(told(answers[0] as Answer));
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    'Upper',
    '-edge',
    'edge-',
    'two--hyphens',
    'dot.ted',
    'under_score',
    'caf%C3%A9',
    '%00',
    'a%00',
    'a%0A',
    'a%20b',
    '..%2F..%2Finternal%2Fstats',
    'a%2Fb',
    'a%3Fb',
    'x'.repeat(64),
    'x'.repeat(5000),
    '%F0%9F%8D%95',
  ])('is not even asked for where the slug can not be one: %s', async (slug) => {
    owners.asked.length = 0;
    expectProblem(await read(slug), 404);
    expect(owners.asked).toEqual([]);
  });

  it('is a bad request where the address can not be decoded', async () => {
    expectProblem(await read('%E0%A4%A'), 400);
  });

  it('is there once the restaurant has signed up', async () => {
    const made = makeRestaurant();
    expectProblem(await read(made.tenant.slug), 404);
    owners.restaurants.push(made);
    expect((await read(made.tenant.slug)).status).toBe(200);
  });
});

describe('a cache entry that makes no sense', () => {
  const slugKey = (slug: string) => `slug:${slug}`;
  const entryKey = (id: string) => `menu:${id}`;

  it.each([
    ['no slug in it', (slug: string) => `${slug}?`],
    ['another restaurant’s slug in it', () => 'elsewhere\n{"tenant":{}}'],
    ['nothing in it', () => ''],
    ['only a line break in it', () => '\n'],
    ['random bytes in it', () => '\u0000\ufffd\u0007'],
  ])('is passed over, with %s', async (_what, garbage) => {
    const { tenant } = restaurant();
    await read(tenant.slug);
    await redis.hSet(entryKey(tenant.id), 'body', garbage(tenant.slug));
    expect(await read(tenant.slug)).toMatchObject({ status: 200, body: { tenant: { id: tenant.id } } });
    // And has been replaced.
    expect((await read(tenant.slug)).headers.get('x-cache')).toBe('redis');
  });

  it('is passed over where it is of another type', async () => {
    const { tenant } = restaurant();
    await read(tenant.slug);
    await redis.set(entryKey(tenant.id), 'text');
    expect((await read(tenant.slug)).status).toBe(200);
    await redis.del(entryKey(tenant.id));
    await redis.del(slugKey(tenant.slug));
    await redis.lPush(slugKey(tenant.slug), 'x');
    expect((await read(tenant.slug)).status).toBe(200);
  });

  it('is passed over where the slug leads to nobody', async () => {
    const { tenant } = restaurant();
    await redis.set(slugKey(tenant.slug), 'nobody');
    expect(await read(tenant.slug)).toMatchObject({ status: 200, body: { tenant: { id: tenant.id } } });
  });
});
