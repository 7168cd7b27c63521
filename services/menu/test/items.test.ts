import { initialValues } from '@tavola/contracts/field-list.ts';
import { ITEM_FIELDS, type NewMenuItem } from '@tavola/contracts/menu.ts';
import { picturesOf } from '@tavola/contracts/rules/pictures.ts';
import type { Answer } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, startMenu } from './setup.ts';

const menu = await startMenu();
const { call, database } = menu;

/** Every field an owner can set, with values other than the initial ones. */
const full: Omit<NewMenuItem, 'categoryId'> = {
  name: 'Tagliatelle al ragù',
  description: 'Slowly cooked',
  price: 14.9,
  isAvailable: false,
  isPopular: true,
  isFeatured: true,
  image: 'https://example.com/ragù.jpg?w=600#x',
};

describe('GET /api/menu-items', () => {
  it('lists items in the order in which they were added, also after changes [S7.18]', async () => {
    const owner = makeOwner(menu);
    const { id: categoryId } = await owner.category();
    const added = [];
    for (const name of ['C', 'A', 'D', 'B']) added.push(await owner.item({ name, categoryId }));
    await owner.send('PUT', `/api/menu-items/${added[0].id}`, { name: 'Z', price: 0 });
    await owner.send('DELETE', `/api/menu-items/${added[2].id}`);
    await owner.item({ name: 'E', categoryId });
    const names = (await owner.items()).map((item: { name: string }) => item.name);
    expect(names).toEqual(['Z', 'A', 'B', 'E']);
  });
});

describe('POST /api/menu-items', () => {
  it('adds an item and answers with it [S3.6 S7.19]', async () => {
    const owner = makeOwner(menu);
    const { id: categoryId } = await owner.category();
    const answer = await owner.send('POST', '/api/menu-items', { ...full, categoryId });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: expect.any(Number), ...full, categoryId });
    expect(await owner.items()).toEqual([answer.body]);
  });

  it('makes an item available, neither popular nor featured, without description and image by default [S3.7]', async () => {
    const owner = makeOwner(menu);
    const { id: categoryId } = await owner.category();
    const answer = await owner.send('POST', '/api/menu-items', { name: 'Acqua', price: 2, categoryId });
    const said = { name: 'Acqua', price: 2, categoryId };
    expect(answer.body).toEqual({ id: expect.any(Number), ...said, ...initialValues(ITEM_FIELDS) });
    const unsaid = { description: null, isAvailable: true, isPopular: false, isFeatured: false, image: null };
    expect(answer.body).toMatchObject(unsaid);
  });

  it('shows a picture of its own restaurant, and refuses that of another one', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const addressOf = (tenantId: string) => `${picturesOf(tenantId)}${'ab'.repeat(12)}-800x600-aabbcc/800.jpg`;
    const image = addressOf(owner.tenantId);
    const item = await owner.item({ image });
    expect(item.image).toBe(image);
    const path = `/api/menu-items/${item.id}`;
    const taken = [
      await owner.send('PUT', path, { image: addressOf(other.tenantId) }),
      await owner.send('POST', '/api/menu-items', { ...item, image: addressOf(other.tenantId) }),
    ];
    for (const answer of taken) {
      expectProblem(answer, 400);
      expect(answer.body.errors).toEqual([{ field: 'image', message: 'This picture belongs to another restaurant.' }]);
    }
    for (const none of [
      image.replace('800.jpg', '799.jpg'),
      image.replace('.jpg', '.svg'),
      `/x${image}`,
      '/m/',
      '/share.png',
    ])
      expectProblem(await owner.send('PUT', path, { image: none }), 400);
    const used = await call('GET', `/internal/tenants/${owner.tenantId}/pictures`, AS_SERVICE);
    expect(used.body).toEqual({ pictures: [image] });
  });

  it('refuses a picture without https, but keeps one that was stored before that was a rule', async () => {
    const owner = makeOwner(menu);
    const item = await owner.item();
    const path = `/api/menu-items/${item.id}`;
    const image = 'HTTP://example.com/old.jpg';
    const expectRefused = (answer: Answer) => {
      expectProblem(answer, 400, ['image']);
      expect(answer.body.detail).toBe("The picture's address must start with https://.");
    };
    expectRefused(await owner.send('POST', '/api/menu-items', { ...item, image }));
    expectRefused(await owner.send('PUT', path, { image }));
    await menu.database.rows('UPDATE menu.item SET image = $2 WHERE id = $1', [item.id, image]);
    expect(await owner.send('PUT', path, { ...item, image, price: 9 })).toMatchObject({
      status: 200,
      body: { image, price: 9 },
    });
    expectRefused(await owner.send('PUT', path, { image: 'http://example.com/new.jpg' }));
    expect((await owner.send('PUT', path, { image: 'https://example.com/old.jpg' })).status).toBe(200);
  });

  it('accepts the longest texts', async () => {
    const longest = {
      name: 'é'.repeat(150),
      description: '寿'.repeat(1000),
      image: `https://example.com/${'x'.repeat(2028)}`,
    };
    const owner = makeOwner(menu);
    const item = await owner.item(longest);
    expect(item).toMatchObject(longest);
    expect(await owner.items()).toEqual([item]);
  });
});

describe('PUT /api/menu-items/{id}', () => {
  it('changes an item and answers with it [S7.20]', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const { id: categoryId } = await owner.category({ name: 'Another' });
    const answer = await owner.send('PUT', `/api/menu-items/${id}`, { ...full, categoryId });
    expect(answer).toMatchObject({ status: 200, body: { id, ...full, categoryId } });
    expect(await owner.items()).toEqual([{ id, ...full, categoryId }]);
  });

  it('keeps fields that are left out, and clears empty texts', async () => {
    const owner = makeOwner(menu);
    let expected = await owner.item();
    const path = `/api/menu-items/${expected.id}`;
    expect((await owner.send('PUT', path, {})).body).toEqual(expected);
    for (const [field, value] of Object.entries(full)) {
      expect(value).not.toEqual(expected[field]);
      expected = { ...expected, [field]: value };
      expect((await owner.send('PUT', path, { [field]: value })).body).toEqual(expected);
    }
    const cleared = await owner.send('PUT', path, { description: ' ', image: null });
    expect(cleared.body).toEqual({ ...expected, description: null, image: null });
    expect(await owner.items()).toEqual([cleared.body]);
  });
});

describe('DELETE /api/menu-items/{id}', () => {
  it('removes an item once: 204 without a body, then 404 [S7.21]', async () => {
    const owner = makeOwner(menu);
    const [gone, stays] = [await owner.item(), await owner.item()];
    expect(await owner.send('DELETE', `/api/menu-items/${gone.id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await owner.items()).toEqual([stays]);
    expectProblem(await owner.send('DELETE', `/api/menu-items/${gone.id}`), 404);
    expectProblem(await owner.send('PUT', `/api/menu-items/${gone.id}`, { name: 'Back' }), 404);
  });
});

describe('prices', () => {
  it.each([0, 0.07, 4.35, 1234567.89, 99_999_999.99])(
    'come back as the number %d, to the cent [S3.6]',
    async (price) => {
      const owner = makeOwner(menu);
      const { id, price: answered } = await owner.item({ price });
      expect(answered).toBe(price);
      expect((await owner.items())[0].price).toBe(price);
      expect((await owner.send('PUT', `/api/menu-items/${id}`, { price })).body.price).toBe(price);
      const [row] = await database.rows<{ price: string }>('SELECT price::text FROM menu.item WHERE id = $1', [id]);
      expect(row?.price).toBe(price.toFixed(2));
    },
  );
});
