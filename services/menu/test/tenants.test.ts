import type { Answer } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { asMenuRole, makeOwner, startMenu } from './setup.ts';

const menu = await startMenu();
const { database } = menu;

/** A response without the parts that differ per request. */
const told = ({ status, body, headers }: Answer) => ({
  status,
  body: { ...body, requestId: '' },
  headers: [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
});

const UNUSED = 2_000_000_000;

describe('another restaurant’s ids', async () => {
  const [mine, theirs] = [makeOwner(menu), makeOwner(menu)];
  const theirItem = await theirs.item({ name: 'Theirs' });
  const theirCategory = theirItem.categoryId;
  const myItem = await mine.item({ name: 'Mine' });

  /** Sends the request for another tenant's id and for an unused one; returns both responses. */
  const both = async (send: (id: number) => Promise<Answer>, id: number) => {
    const before = [await mine.version(), await theirs.version()];
    const answers = [await send(id), await send(UNUSED)] as const;
    expect([await mine.version(), await theirs.version()]).toEqual(before);
    return answers;
  };

  it.each([
    ['PUT', '/api/categories', { name: 'Stolen' }],
    ['DELETE', '/api/categories', undefined],
    ['PUT', '/api/menu-items', { name: 'Stolen' }],
    ['DELETE', '/api/menu-items', undefined],
  ])('are answered exactly like missing ones at %s %s/{id}', async (method, path, body) => {
    const id = path === '/api/categories' ? theirCategory : theirItem.id;
    const [foreign, missing] = await both((some) => mine.send(method, `${path}/${some}`, body), id);
    expectProblem(foreign, 404);
    expect(told(foreign)).toEqual(told(missing));
    expect(await theirs.items()).toEqual([theirItem]);
    expect(await theirs.categories()).toMatchObject([{ id: theirCategory, name: 'Pasta' }]);
  });

  it('are answered exactly like missing ones as the category of a new item', async () => {
    const [foreign, missing] = await both(
      (categoryId) => mine.send('POST', '/api/menu-items', { name: 'X', price: 1, categoryId }),
      theirCategory,
    );
    expectProblem(foreign, 400, ['categoryId']);
    expect(told(foreign)).toEqual(told(missing));
    expect(await mine.items()).toEqual([myItem]);
  });

  it('are answered exactly like missing ones as the category of a changed item', async () => {
    const [foreign, missing] = await both(
      (categoryId) => mine.send('PUT', `/api/menu-items/${myItem.id}`, { name: 'X', categoryId }),
      theirCategory,
    );
    expectProblem(foreign, 400, ['categoryId']);
    expect(told(foreign)).toEqual(told(missing));
    expect(await mine.items()).toEqual([myItem]);
  });

  it('are in neither list', async () => {
    expect(await mine.items()).toEqual([myItem]);
    expect(await mine.categories()).toMatchObject([{ id: myItem.categoryId }]);
  });
});

describe('row-level security, bypassing the service', async () => {
  const [a, b] = [makeOwner(menu), makeOwner(menu)];
  const [itemOfA, itemOfB] = [await a.item(), await b.item()];
  const role = asMenuRole(database);
  const TABLES = ['menu.category', 'menu.item', 'menu.menu_version'];

  it.each(TABLES)('shows no row of %s to a query without a tenant', async (table) => {
    expect(await database.rows(`SELECT 1 FROM ${table}`)).not.toEqual([]);
    expect((await role.query(`SELECT * FROM ${table}`)).rows).toEqual([]);
    expect((await role.query(`DELETE FROM ${table}`)).rowCount).toBe(0);
  });

  it.each(TABLES)('shows only a restaurant’s own rows of %s [P5]', async (table) => {
    const { rows } = await role.asTenant(a.tenantId, `SELECT DISTINCT tenant_id FROM ${table}`);
    expect(rows).toEqual([{ tenant_id: a.tenantId }]);
  });

  it('changes and removes no row of another restaurant', async () => {
    const changed = await role.asTenant(a.tenantId, 'UPDATE menu.item SET price = 0 WHERE id = $1', [itemOfB.id]);
    expect(changed.rowCount).toBe(0);
    const removed = await role.asTenant(a.tenantId, 'DELETE FROM menu.item WHERE id = $1', [itemOfB.id]);
    expect(removed.rowCount).toBe(0);
    // The same statement does find an own row.
    expect((await role.asTenant(a.tenantId, 'DELETE FROM menu.item WHERE id = $1', [itemOfA.id])).rowCount).toBe(1);
  });

  it.each([
    ['menu.category', "INSERT INTO menu.category (tenant_id, name, position) VALUES ($1, 'X', 1)"],
    ['menu.item', "INSERT INTO menu.item (tenant_id, name, price, position) VALUES ($1, 'X', 1, 1)"],
    ['menu.menu_version', 'INSERT INTO menu.menu_version (tenant_id, version) VALUES ($1, 1)'],
  ])('adds no row to %s for another restaurant', async (_table, sql) => {
    const stranger = makeOwner(menu).tenantId;
    const refusal = { code: '42501', message: expect.stringContaining('row-level security') };
    await expect(role.asTenant(a.tenantId, sql, [stranger])).rejects.toMatchObject(refusal);
    await expect(role.query(sql, [stranger])).rejects.toMatchObject(refusal);
    expect((await role.asTenant(stranger, sql, [stranger])).rowCount).toBe(1);
  });

  it('refuses to move an own row to another restaurant', async () => {
    const sql = 'UPDATE menu.item SET tenant_id = $1, category_id = NULL WHERE id = $2';
    await expect(role.asTenant(a.tenantId, sql, [b.tenantId, itemOfA.id])).rejects.toMatchObject({ code: '42501' });
  });

  it('keeps an item out of another restaurant’s category', async () => {
    const sql = 'UPDATE menu.item SET category_id = $1 WHERE id = $2';
    const values = [itemOfB.categoryId, itemOfA.id];
    await expect(role.asTenant(a.tenantId, sql, values)).rejects.toMatchObject({ code: '23503' });
  });

  it('leaves no tenant on a pooled connection', async () => {
    for (let n = 0; n < 3; n += 1) {
      await role.asTenant(a.tenantId, 'SELECT 1');
      expect((await role.query('SELECT * FROM menu.item')).rows).toEqual([]);
    }
  });

  it('allows platform figures to read, but not to write', async () => {
    const { rows } = await role.asPlatform('SELECT DISTINCT tenant_id FROM menu.item');
    expect(rows).toEqual(expect.arrayContaining([{ tenant_id: a.tenantId }, { tenant_id: b.tenantId }]));
    expect((await role.asPlatform('DELETE FROM menu.item')).rowCount).toBe(0);
    expect((await role.asPlatform('UPDATE menu.item SET price = 0')).rowCount).toBe(0);
  });
});

describe('menu’s role in PostgreSQL', async () => {
  const role = asMenuRole(database);
  it.each([
    'SELECT * FROM auth.tenant',
    'SELECT * FROM auth."user"',
    'SELECT * FROM qr.code',
    'SELECT * FROM analytics.daily_tally',
    'SELECT * FROM admin.beta_application',
    'INSERT INTO auth.tenant (id) VALUES (gen_random_uuid())',
    'CREATE TABLE menu.mine (id int)',
    'CREATE TABLE public.mine (id int)',
    'ALTER TABLE menu.item DISABLE ROW LEVEL SECURITY',
    'SET ROLE menu_owner',
    'SET ROLE postgres',
  ])('is refused: %s', async (sql) => {
    await expect(role.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});
