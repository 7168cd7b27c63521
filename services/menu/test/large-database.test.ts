import { setTimeout as sleep } from 'node:timers/promises';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { beforeAll, expect, it } from 'vitest';
import { makeOwner, startMenu } from './setup.ts';

// @module-tag full

const menu = await startMenu();
const { call, database, deps } = menu;

/** So many that PostgreSQL reads a table by an index, unless it can't. */
const RESTAURANTS = 3_000;

const DAY = [[720, 900]];

beforeAll(async () => {
  const each = `FROM generate_series(1, ${RESTAURANTS}) AS number`;
  const id = `lpad(number::text, 32, '0')::uuid`;
  // Long ago: the service looks for changes that were just made.
  await database.rows(
    `INSERT INTO menu.menu_version (tenant_id, version, changed_at) SELECT ${id}, 1, 'epoch' ${each}`,
  );
  await database.rows(`INSERT INTO menu.category (tenant_id, name, position) SELECT ${id}, 'Pasta', 1 ${each}`);
  await database.rows(`INSERT INTO menu.item (tenant_id, name, price, position) SELECT ${id}, 'Ravioli', 9, 1 ${each}`);
  await database.rows(
    `INSERT INTO menu.daypart (tenant_id, name, weekly, special, is_active, position)
     SELECT ${id}, 'Lunch', '[]', '[]', true, 1 ${each}`,
  );
  await database.rows(
    `INSERT INTO menu.option_group (tenant_id, name, min, options, position) SELECT ${id}, 'Milk', 0, '[]', 1 ${each}`,
  );
  await database.rows(
    'ANALYZE menu.menu_version, menu.category, menu.item, menu.daypart, menu.option_group, menu.menu_change',
  );
}, 60_000);

/** The tables of which all rows were read since the last call, by all who have ended their work. */
async function readWhole(): Promise<string[]> {
  const flushed = Array.from({ length: 10 }, () => deps.pool.query('SELECT pg_stat_force_next_flush(), pg_sleep(0.1)'));
  await Promise.all([...flushed, database.rows('SELECT pg_stat_force_next_flush()')]);
  const found = await database.rows<{ relname: string }>(
    `SELECT pg_class.relname FROM pg_stat_user_tables JOIN pg_class ON pg_class.oid = relid WHERE seq_scan > 0 AND reltuples > 100`,
  );
  await database.rows('SELECT pg_stat_reset()');
  return found.map(({ relname }) => relname);
}

it('a restaurant’s reads and writes take no longer where there are many others: none reads a table whole', async () => {
  const owner = makeOwner(menu);
  const [pasta, drinks] = [await owner.category(), await owner.category()];
  const { body: milk } = await owner.send('POST', '/api/option-groups', {
    name: 'Milk',
    options: [{ name: 'Oat milk' }],
  });
  const [first, second] = [await owner.item({ categoryId: pasta.id }), await owner.item({ categoryId: pasta.id })];
  // What was done so far may be told late.
  await expect.poll(readWhole, { timeout: 15_000 }).toEqual([]);

  const calls: [method: string, path: string, body?: object][] = [
    ['GET', '/api/categories'],
    ['GET', '/api/menu-items'],
    ['GET', '/api/dayparts'],
    ['GET', '/api/option-groups'],
    ['GET', '/api/history'],
    ['PUT', `/api/menu-items/${first.id}`, { price: 21 }],
    ['PUT', `/api/categories/${drinks.id}`, { name: 'Wine' }],
    ['PUT', '/api/menu-items/order', { ids: [second.id, first.id] }],
    [
      'PUT',
      '/api/dayparts',
      { dayparts: [{ name: 'Lunch', weekly: Array(7).fill(DAY), special: [], isActive: true }] },
    ],
    ['PUT', `/api/menu-items/${first.id}`, { optionGroups: [milk.id] }],
    ['PUT', '/api/availability', { changes: [{ option: milk.options[0].id, isAvailable: false }] }],
    ['PUT', `/api/option-groups/${milk.id}`, { name: 'Milks' }],
    ['DELETE', `/api/option-groups/${milk.id}`],
    ['DELETE', `/api/menu-items/${second.id}`],
    ['DELETE', `/api/categories/${pasta.id}`],
  ];
  for (const [method, path, body] of calls) {
    const { status, body: answer } = await owner.send(method, path, body);
    expect([method, path, status < 300 || answer, await readWhole()]).toEqual([method, path, true, []]);
  }
  expect((await call('GET', `/internal/menus/${owner.tenantId}`, AS_SERVICE)).status).toBe(200);
  expect(await readWhole()).toEqual([]);
  // Every five seconds, each process looks for changes that another one made and did not tell.
  await sleep(5_200);
  expect(await readWhole()).toEqual([]);
});
