import { QUOTAS, type QuotaName } from '@tavola/contracts/quotas.ts';
import type { Answer } from '@tavola/test-kit/http.ts';
import { limitsTable } from '@tavola/test-kit/limits-table.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, startMenu } from './setup.ts';

const menu = await startMenu();
const { call, database } = menu;

/** Gives the restaurant so many rows at once, past the service; `text` is the description of each. */
async function fill(owner: Owner, table: 'item' | 'category', count: number, text: string | null = null) {
  const values = table === 'item' ? ['price, ', '1, '] : ['', ''];
  await database.rows(
    `INSERT INTO menu.${table} (tenant_id, name, description, ${values[0]}position)
     SELECT $1, 'Old ' || n, $2, ${values[1]}n FROM generate_series(1, $3::int) AS n`,
    [owner.tenantId, text, count],
  );
}

const count = async (owner: Owner, table: 'item' | 'category'): Promise<number> => {
  const [row] = await database.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM menu.${table} WHERE tenant_id = $1`,
    [owner.tenantId],
  );
  return row?.count ?? 0;
};

function expectQuota(answer: Answer, name: QuotaName) {
  expectProblem(answer, 409);
  const { most, message } = QUOTAS[name];
  expect(answer.body).toMatchObject({
    type: 'urn:tavola:problem:quota-reached',
    detail: message,
    quota: { name, most },
  });
}

const addItem = (owner: Owner, categoryId: number) =>
  owner.send('POST', '/api/menu-items', { name: 'New', price: 1, categoryId });
const addCategory = (owner: Owner) => owner.send('POST', '/api/categories', { name: 'New' });

describe('a menu of 2,000 items', () => {
  it('accepts no more until one is deleted', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.category();
    await fill(owner, 'item', QUOTAS.items.most - 1);
    const last = await addItem(owner, id);
    expect(last.status).toBe(201);
    const version = await owner.version();
    expectQuota(await addItem(owner, id), 'items');
    expect([await count(owner, 'item'), await owner.version()]).toEqual([QUOTAS.items.most, version]);
    expect((await addCategory(owner)).status).toBe(201);
    expect((await owner.send('DELETE', `/api/menu-items/${last.body.id}`)).status).toBe(204);
    expect((await addItem(owner, id)).status).toBe(201);
  });

  it('is not exceeded by parallel requests', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.category();
    await fill(owner, 'item', QUOTAS.items.most - 2);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => addItem(owner, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(await count(owner, 'item')).toBe(QUOTAS.items.most);
  });
});

describe('a menu of 200 categories', () => {
  it('accepts no more until one is deleted', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.category();
    await fill(owner, 'category', QUOTAS.categories.most - 1);
    expectQuota(await addCategory(owner), 'categories');
    expect(await count(owner, 'category')).toBe(QUOTAS.categories.most);
    expect((await addItem(owner, id)).status).toBe(201);
    expect((await owner.send('DELETE', `/api/categories/${id}`)).status).toBe(204);
    expect((await addCategory(owner)).status).toBe(201);
  });
});

describe('a menu of more than 1 MB', () => {
  it('can be read, repriced, shortened, deleted from, and gets declarations, but is not extended', {
    tags: 'full',
  }, async () => {
    const owner = makeOwner(menu);
    const { id: categoryId } = await owner.category();
    const { id } = await owner.item({ categoryId, description: 'A dish' });
    const group = (await owner.send('POST', '/api/option-groups', { name: 'Milk', options: [{ name: 'Oat' }] })).body;
    await fill(owner, 'item', 1_000, 'é"'.repeat(500));
    expectQuota(await addItem(owner, categoryId), 'menuBytes');
    expectQuota(await addCategory(owner), 'menuBytes');
    expectQuota(await owner.send('PUT', `/api/menu-items/${id}`, { description: 'A dishé' }), 'menuBytes');
    expectQuota(await owner.send('PUT', `/api/categories/${categoryId}`, { name: 'Pasta asciutta' }), 'menuBytes');
    expect(await owner.items()).toHaveLength(1_001);
    const whole = await call('GET', `/internal/menus/${owner.tenantId}`, AS_SERVICE);
    expect(whole.body.items).toHaveLength(1_001);
    for (const change of [
      { price: 1234.5, isPopular: true },
      { name: 'Gricia' },
      { name: 'G', description: 'Short' },
      { description: null },
    ]) {
      expect((await owner.send('PUT', `/api/menu-items/${id}`, change)).status, JSON.stringify(change)).toBe(200);
    }
    expect((await owner.send('PUT', `/api/categories/${categoryId}`, { name: 'Pizza' })).status).toBe(200);
    const states = 'f'.repeat(15);
    expect((await owner.send('PUT', `/api/menu-items/${id}/allergens`, { states })).status).toBe(200);
    const options = [{ id: group.options[0].id, states }];
    expect((await owner.send('PUT', `/api/option-groups/${group.id}/allergens`, { options })).status).toBe(200);
    expect((await owner.send('DELETE', `/api/menu-items/${id}`)).status).toBe(204);
  });
});

it('docs/limits.md shows these quotas', () => {
  const rows = Object.entries(QUOTAS).map(
    ([name, { what, most }]) => `| ${name} | ${what} | ${most.toLocaleString('en')} |`,
  );
  expect(limitsTable('quotas')).toEqual(rows);
});

it.each(Object.entries(QUOTAS))('the message of %s names the number', (_name, { most, message }) => {
  if (most >= 1_000_000_000) expect(message).toContain(`${most / 1_000_000_000} GB`);
  else expect(message).toContain(most >= 1_000_000 ? `${most / 1_000_000} MB` : most.toLocaleString('en'));
});
