import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { internalMenu } from '@tavola/contracts/menu.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { fingerprintOf } from '@tavola/service-kit/data/fingerprint.ts';
import { exported } from '@tavola/test-kit/exported.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, startMenu } from './setup.ts';

// Facets: optional fields of an item in one JSON document.

const menu = await startMenu();
const { call, database } = menu;

const internal = AS_SERVICE;
const put = (owner: Owner, id: number, change: object, tag?: string) =>
  call('PUT', `/api/menu-items/${id}`, {
    token: owner.token,
    body: change,
    headers: tag === undefined ? {} : { 'if-match': tag },
  });
const storedFacets = async (id: number) => {
  const [row] = await database.rows<{ facets: object }>('SELECT facets FROM menu.item WHERE id = $1', [id]);
  return row?.facets;
};
/** Writes an item's document past the service, as a newer release would. */
const storeFacets = (id: number, facets: object) =>
  database.rows('UPDATE menu.item SET facets = $2 WHERE id = $1', [id, JSON.stringify(facets)]);

describe('an item without facets', () => {
  const BEFORE = [
    'id',
    'name',
    'description',
    'price',
    'categoryId',
    'isAvailable',
    'isPopular',
    'isFeatured',
    'image',
  ];
  const fields = { name: 'Ragù "bianco"', description: null, price: 14.9, isPopular: true };

  it('has the same response, byte for byte, as before facets existed', async () => {
    const owner = makeOwner(menu);
    const [one, two] = [await owner.item(fields), await owner.item({ name: 'Acqua', price: 2 })];
    expect(Object.keys(one)).toEqual(BEFORE);
    const said = [one, two].map(
      ({ id, categoryId, name, description, price, isPopular }) =>
        `{"id":${id},"name":${JSON.stringify(name)},"description":${description},"price":${price},"categoryId":${categoryId},"isAvailable":true,"isPopular":${isPopular},"isFeatured":false,"image":null}`,
    );
    const list = await call('GET', '/api/menu-items', { token: owner.token });
    expect(list.text).toBe(`[${said.join(', \n ')}]`);
    const whole = await call('GET', `/internal/menus/${owner.tenantId}`, internal);
    const categories = (await owner.categories()).map((category: object) => JSON.stringify(category)).join(', \n ');
    expect(whole.text).toBe(
      `{"shape" : "${fingerprintOf(internalMenu)}", "version" : 4, "categories" : [${categories}], "items" : [${said.join(', \n ')}], "dayparts" : [], "optionGroups" : []}`,
    );
    expect((await put(owner, one.id, {})).text).toBe(said[0]);
  });
});

describe('facets of an item', () => {
  it('are stored with a new one, and read everywhere', async () => {
    const owner = makeOwner(menu);
    const added = await owner.item({ name: 'Arrabbiata', spice: 3, energy: 640 });
    expect(added).toMatchObject({ spice: 3, energy: 640 });
    await owner.item({ name: 'Acqua', spice: null });
    const [first, second] = await owner.items();
    expect(first).toEqual(added);
    expect(second).not.toHaveProperty('spice');
    const whole = await call('GET', `/internal/menus/${owner.tenantId}`, internal);
    expect(whole.body.items).toEqual([first, second]);
    const { items } = await exported(call, 'menu', owner.tenantId);
    expect(items[0]).toMatchObject({ ...added, createdAt: expect.any(String) });
    expect((await owner.send('PUT', '/api/menu-items/order', { ids: [second.id, first.id] })).body).toEqual([
      second,
      first,
    ]);
  });

  it('stay if they are left out, are replaced if given, and removed with null', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ spice: 1 });
    const answered = async (change: object) => (await put(owner, id, change)).body;
    expect(await answered({ name: 'Amatriciana' })).toMatchObject({ name: 'Amatriciana', spice: 1 });
    expect(await answered({ energy: 500 })).toMatchObject({ spice: 1, energy: 500 });
    // A value of zero is one.
    expect(await answered({ spice: 0, price: 9 })).toMatchObject({ price: 9, spice: 0, energy: 500 });
    const cleared = await answered({ energy: null });
    expect(cleared).not.toHaveProperty('energy');
    expect(await answered({ energy: null })).toEqual(cleared);
    expect(await answered({ spice: null })).not.toHaveProperty('spice');
    expect(await storedFacets(id)).toEqual({});
    expect(await owner.items()).toEqual([await answered({})]);
  });

  it('are all kept by changes at the same moment', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    await Promise.all([
      put(owner, id, { spice: 2 }),
      put(owner, id, { energy: 300 }),
      put(owner, id, { name: 'Both' }),
    ]);
    expect(await owner.items()).toMatchObject([{ name: 'Both', spice: 2, energy: 300 }]);
  });

  it('are part of the entity tag', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ spice: 1 });
    const tag = (await put(owner, id, {})).headers.get('etag') as string;
    const theirs = await put(owner, id, { spice: 2 });
    const refused = await put(owner, id, { name: 'Mine' }, tag);
    expectProblem(refused, 409);
    expect(refused.body).toMatchObject({ type: 'urn:tavola:problem:changed-meanwhile', current: theirs.body });
    const [listed] = await owner.items();
    expect((await put(owner, id, { name: 'Mine' }, `"${entityTag(listed)}"`)).status).toBe(200);
  });

  it('that contradict one another are refused, and nothing is written', async () => {
    const error = { field: 'diet', message: "A dish can't be both halal and with pork." };
    const owner = makeOwner(menu);
    const { id, categoryId } = await owner.item({ spice: 1 });
    const version = await owner.version();
    for (const answer of [
      await put(owner, id, { diet: ['halal', 'pork'] }),
      await owner.send('POST', '/api/menu-items', { name: 'Ham', price: 1, categoryId, diet: ['pork', 'halal'] }),
    ]) {
      expectProblem(answer, 400);
      expect(answer.body.errors).toEqual([error]);
    }
    expect([await owner.version(), await storedFacets(id)]).toEqual([version, { spice: 1 }]);
    expect((await put(owner, id, { diet: ['halal'], spice: null })).status).toBe(200);
  });
});

describe('a document of a newer release', () => {
  const newer = { spice: 1, origin: { states: 'cuf' } };

  it('is shown without unknown facets, and keeps them through every write', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    await storeFacets(id, newer);
    for (const change of [{}, { name: 'Other' }, { spice: 2 }, { spice: null }, { energy: 7, price: 3 }]) {
      expect((await put(owner, id, change)).body).not.toHaveProperty('origin');
      expect(await storedFacets(id)).toHaveProperty('origin', newer.origin);
    }
    expect((await owner.items())[0]).not.toHaveProperty('origin');
    expect(await storedFacets(id)).toEqual({ energy: 7, origin: newer.origin });
  });
});

it('known facets count in the size of a menu', async () => {
  const owner = makeOwner(menu);
  const { id: categoryId } = await owner.category();
  const { id } = await owner.item({ categoryId });
  const { length } = (await call('GET', '/api/menu-items', { token: owner.token })).text;
  const categories = JSON.stringify(await owner.categories()).length;
  const item = { categoryId, name: 'Filler', price: 1 };
  const filler = await owner.item(item);
  const withFiller = (await call('GET', '/api/menu-items', { token: owner.token })).text.length;
  // Fills the menu up to ten bytes: a facet of an item needs more.
  const room = QUOTAS.menuBytes.most - 10 - (categories + withFiller);
  await database.rows(`UPDATE menu.item SET name = name || repeat('x', $2::int) WHERE id = $1`, [filler.id, room]);
  expect(withFiller).toBeGreaterThan(length);
  const refused = await put(owner, id, { energy: 1234 });
  expectProblem(refused, 409);
  expect(refused.body).toMatchObject({ type: 'urn:tavola:problem:quota-reached', quota: { name: 'menuBytes' } });
  expect(await storedFacets(id)).toEqual({});
  expect((await put(owner, id, { energy: null, price: 123_456 })).status).toBe(200);
});
