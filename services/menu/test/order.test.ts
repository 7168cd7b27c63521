import { ID_MAX } from '@tavola/contracts/fields.ts';
import { ORDER_MAX } from '@tavola/contracts/menu.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, startMenu } from './setup.ts';

const menu = await startMenu();
const { call, database } = menu;

interface Row {
  id: number;
  name: string;
  categoryId?: number;
}

const CATEGORIES = {
  path: '/api/categories/order',
  table: 'menu.category',
  /** Adds rows with these names; returns their ids. */
  add: async (owner: Owner, names: string[]) => {
    const ids: number[] = [];
    for (const name of names) ids.push((await owner.category({ name })).id);
    return ids;
  },
  list: (owner: Owner): Promise<Row[]> => owner.categories(),
};
const ITEMS = {
  path: '/api/menu-items/order',
  table: 'menu.item',
  add: async (owner: Owner, names: string[]) => {
    const { id: categoryId } = await owner.category();
    const ids: number[] = [];
    for (const name of names) ids.push((await owner.item({ name, categoryId })).id);
    return ids;
  },
  list: (owner: Owner): Promise<Row[]> => owner.items(),
};

const namesOf = (rows: Row[]) => rows.map((row) => row.name).join('');
const letters = (text: string) => [...text];

/** The menu as public-menu gets it. */
const served = async ({ tenantId }: Owner) => (await call('GET', `/internal/menus/${tenantId}`, AS_SERVICE)).body;

/** The ids of the rows named `word`, letter by letter. */
const idsOf = (word: string, names: string, ids: number[]) =>
  letters(word).map((letter) => ids[names.indexOf(letter)] as number);

/** The positions of the owner's rows, in order. */
const positions = async ({ tenantId }: Owner, table = ITEMS.table) =>
  (
    await database.rows<{ position: number }>(
      `SELECT position FROM ${table} WHERE tenant_id = $1 ORDER BY position, id`,
      [tenantId],
    )
  ).map((row) => row.position);

describe.each([CATEGORIES, ITEMS])('PUT $path', ({ path, table, add, list }) => {
  it('stores an order, answers with the list as GET gives it, and serves the menu in it', async () => {
    const owner = makeOwner(menu);
    const ids = await add(owner, letters('ABCDE'));
    const wanted = idsOf('DBEAC', 'ABCDE', ids);
    const answer = await owner.send('PUT', path, { ids: wanted });
    expect(answer.status).toBe(200);
    expect(answer.body.map((row: Row) => row.id)).toEqual(wanted);
    expect(await list(owner)).toEqual(answer.body);
    const { categories, items } = await served(owner);
    expect(path === CATEGORIES.path ? categories : items).toEqual(answer.body);
  });

  it('ignores rows that a colleague deleted, and leaves rows that a colleague added last', async () => {
    const owner = makeOwner(menu);
    const ids = await add(owner, letters('ABCD'));
    const seen = idsOf('DCBA', 'ABCD', ids);
    await owner.send('DELETE', path.replace('order', String(ids[1])));
    await add(owner, ['E']);
    const answer = await owner.send('PUT', path, { ids: seen });
    expect(answer.status).toBe(200);
    expect(namesOf(answer.body)).toBe('DCAE');
    expect(await positions(owner, table)).toEqual([1, 2, 3, 4]);
  });

  it('gives all rows distinct positions during parallel adds and deletes', async () => {
    const owner = makeOwner(menu);
    const ids = await add(owner, letters('ABCDEF'));
    await Promise.all([
      owner.send('PUT', path, { ids: [...ids].reverse() }),
      owner.send('DELETE', path.replace('order', String(ids[2]))),
      add(owner, ['G']),
      owner.send('PUT', path, { ids: [ids[1], ids[0]] }),
      add(owner, ['H']),
    ]);
    const places = await positions(owner, table);
    expect(new Set(places).size).toBe(places.length);
    expect(letters(namesOf(await list(owner))).sort()).toEqual(letters('ABDEFGH'));
  });
});

// One statement orders both kinds.
describe('an order', () => {
  const { path, add, list } = ITEMS;

  it.each([
    ['CA', 'CBADE'],
    ['EDB', 'AECDB'],
    ['C', 'ABCDE'],
  ])('reorders the rows %s among their own positions, and leaves the others', async (named, after) => {
    const owner = makeOwner(menu);
    const ids = await add(owner, letters('ABCDE'));
    expect(namesOf((await owner.send('PUT', path, { ids: idsOf(named, 'ABCDE', ids) })).body)).toBe(after);
  });

  it('gives rows that shared a position distinct ones, in listed order', async () => {
    const owner = makeOwner(menu);
    const ids = await add(owner, letters('ABCD'));
    await database.rows(`UPDATE ${ITEMS.table} SET position = 7 WHERE tenant_id = $1`, [owner.tenantId]);
    expect(namesOf((await owner.send('PUT', path, { ids: idsOf('DA', 'ABCD', ids) })).body)).toBe('DBCA');
    expect(await positions(owner)).toEqual([1, 2, 3, 4]);
  });

  it('leaves a total order that one of twenty parallel requests asked for', async () => {
    const owner = makeOwner(menu);
    const ids = await add(owner, letters('ABCDEFGH'));
    const before = await owner.version();
    // Each request rotates the list; half of them name only part of it.
    const wanted = Array.from({ length: 20 }, (_, n) => {
      const turned = [...ids.slice(n % 8), ...ids.slice(0, n % 8)];
      return n % 2 ? turned.slice(0, 5).reverse() : turned;
    });
    const answers = await Promise.all(wanted.map((some) => owner.send('PUT', path, { ids: some })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    answers.forEach((answer, n) => {
      const answered = answer.body.map((row: Row) => row.id);
      expect([...answered].sort((a, b) => a - b)).toEqual(ids);
      expect(answered.filter((id: number) => wanted[n]?.includes(id))).toEqual(wanted[n]);
    });
    expect(await positions(owner)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await owner.version()).toBe(before + 20);
    expect(answers.map((answer) => answer.body)).toContainEqual(await list(owner));
  });

  it('accepts ids up to its limit, and refuses one more', async () => {
    const owner = makeOwner(menu);
    const [a, b] = (await add(owner, letters('AB'))) as [number, number];
    const missing = Array.from({ length: ORDER_MAX - 2 }, (_, n) => ID_MAX - n);
    const most = await owner.send('PUT', path, { ids: [b, ...missing, a] });
    expect(most.status).toBe(200);
    expect(namesOf(most.body)).toBe('BA');
    expectProblem(await owner.send('PUT', path, { ids: [a, ...missing, b, 5] }), 400, ['ids']);
    expect(namesOf(await list(owner))).toBe('BA');
  });

  it.each([
    ['no id', []],
    ['a text among them', [1, '2']],
    ['wrong ones by the thousand', Array(50_000).fill(0)],
    ['wrong ones, as many as may be', Array(ORDER_MAX).fill('x')],
  ])('refuses %s in place of ids with a message that names them, and changes nothing', async (_what, ids) => {
    const owner = makeOwner(menu);
    const rows = await add(owner, letters('AB'));
    const version = await owner.version();
    const answer = await owner.send('PUT', path, { ids });
    expectProblem(answer, 400);
    expect(answer.body.errors).toEqual([{ field: 'ids', message: expect.stringMatching(/^Ids .{5,60}\.$/) }]);
    expect((await list(owner)).map((row) => row.id)).toEqual(rows);
    expect(await owner.version()).toBe(version);
  });
});
