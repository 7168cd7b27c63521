import { AVAILABILITY_MAX } from '@tavola/contracts/availability.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { menuOperations } from '@tavola/contracts/operations/menu.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import type { Answer } from '@tavola/test-kit/http.ts';
import { bySize } from '@tavola/test-kit/size.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { whenNotBusy } from '@tavola/test-kit/when-not-busy.ts';
import { expect, it } from 'vitest';
import { LOG_ROWS_MAX } from '../src/history/prune-log.ts';
import { makeOwner, type Owner, startMenu } from './setup.ts';

// @module-tag full

const menu = await startMenu();
const { call, database } = menu;

/** How much the restaurant has: with so many dishes, comparing each with each other takes longer than a statement may. */
const DISHES = bySize(600, QUOTAS.items.most);
const LOGGED = bySize(2_000, LOG_ROWS_MAX);

/** How many restaurants PostgreSQL knows; it expects any other to have next to nothing. */
const KNOWN = 2_000;

const TABLES = ['menu_version', 'category', 'item', 'daypart', 'option_group', 'menu_change'].map(
  (table) => `menu.${table}`,
);

type Row = Answer['body'];
type WriteName = Exclude<
  keyof typeof menuOperations,
  `list${string}` | `get${string}` | `suggest${string}` | `read${string}`
>;

const DAYPARTS = Array.from({ length: QUOTAS.dayparts.most }, (_, at) => ({
  name: `Daypart ${at}`,
  weekly: Array(7).fill([[600 + at, 900]]),
  special: [],
  isActive: true,
}));

/** New sizes that cost 10. */
const DEARER = ['Small', 'Large'].map((name) => ({ name, price: 10 }));

/** Fills the database with small restaurants, and lets PostgreSQL look at them, for the last time. */
async function fillDatabase(): Promise<void> {
  const each = `FROM generate_series(1, ${KNOWN}) AS number`;
  const id = `lpad(number::text, 32, '0')::uuid`;
  for (const table of TABLES) await database.rows(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
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
  await database.rows(`ANALYZE ${TABLES}`);
}

/** A restaurant with as much as it may have, and as long a log; each dish has sizes, and names all dayparts and some option groups. */
async function fullRestaurant(): Promise<Owner> {
  const owner = makeOwner(menu);
  const { dayparts } = (await owner.send('PUT', '/api/dayparts', { dayparts: DAYPARTS })).body;
  const options = Array.from({ length: 10 }, (_, at) => ({ name: `Option ${at}` }));
  const optionGroups: number[] = [];
  for (let at = 0; at < QUOTAS.optionGroups.most; at += 1) {
    const answer = await whenNotBusy(() => owner.send('POST', '/api/option-groups', { name: `Group ${at}`, options }));
    optionGroups.push(answer.body.id);
  }
  const sizes = ['Small', 'Large'].map((name, at) => ({ id: at + 1, name, price: 9, isAvailable: true }));
  const facets = JSON.stringify({
    dayparts: dayparts.map(({ id }: Row) => id),
    variants: sizes,
    optionGroups: optionGroups.slice(0, 2),
  });
  await database.rows(
    `INSERT INTO menu.category (tenant_id, name, position) SELECT $1, 'Category ' || n, n FROM generate_series(1, $2::int) AS n`,
    [owner.tenantId, QUOTAS.categories.most],
  );
  await database.rows(
    `INSERT INTO menu.item (tenant_id, category_id, name, price, position, facets, texts)
     SELECT $1, (SELECT min(id) FROM menu.category WHERE tenant_id = $1), 'Dish ' || n, 9, n, $3,
       jsonb_build_object('fr', jsonb_build_object('name', jsonb_build_object('t', 'Plat ' || n, 'of', 'x', 'by', 'h')))
     FROM generate_series(1, $2::int) AS n`,
    [owner.tenantId, DISHES, facets],
  );
  await database.rows(
    `INSERT INTO menu.menu_change (tenant_id, version, kind, target_id, act, before, after)
     SELECT $1, 10 + n / 4, (ARRAY['draft', 'category', 'item', 'item'])[1 + n % 4], CASE WHEN n % 4 > 0 THEN -n END,
       (ARRAY['changed', 'added', 'removed', 'removed'])[1 + n % 4], '{"price": 1}', '{"price": 2}'
     FROM generate_series(1, $2::int) AS n`,
    [owner.tenantId, LOGGED],
  );
  await database.rows('UPDATE menu.menu_version SET version = 10 + $2::int / 4 WHERE tenant_id = $1', [
    owner.tenantId,
    LOGGED,
  ]);
  return owner;
}

it('every write succeeds in a full restaurant that PostgreSQL has no statistics of', async () => {
  await fillDatabase();
  const owner = await fullRestaurant();
  const written = new Set<string>();
  /** Makes the write `name`; returns its answer. */
  const write = async (name: WriteName, path: string, body?: object): Promise<Row> => {
    const answer = await whenNotBusy(() => owner.send(menuOperations[name].method, path, body));
    expect.soft([name, answer.status, answer.status < 300 || answer.body]).toEqual([name, answer.status, true]);
    written.add(name);
    return answer.body;
  };
  const read = async (path: string, ofService?: boolean): Promise<Row> => {
    const answer = await whenNotBusy(() => (ofService ? call('GET', path, AS_SERVICE) : owner.send('GET', path)));
    expect.soft([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  const putBackNewest = async () => {
    const [{ id }] = (await read('/api/history')).changes;
    await write('putBack', `/api/history/${id}/put-back`);
  };
  const ids = async (path: string): Promise<number[]> => (await owner.send('GET', path)).body.map(({ id }: Row) => id);
  const version = await owner.version();

  await write('orderItems', '/api/menu-items/order', { ids: (await ids('/api/menu-items')).reverse() });
  await putBackNewest();
  await write('orderCategories', '/api/categories/order', { ids: (await ids('/api/categories')).reverse() });
  await putBackNewest();
  const items: Row[] = await owner.items();
  const seen = items.map((item) => ({ item: item.id, etag: entityTag(item) }));
  const draft = await write('confirmDraft', '/api/menu-drafts', {
    changes: seen.map((one) => ({ ...one, fields: { variants: DEARER }, texts: { fr: { name: 'Nouveau' } } })),
  });
  await read(`/api/history?draft=${draft.change}`);
  await read(`/api/history?item=${items[0].id}`);
  await read(`/internal/menus/${owner.tenantId}/changes?since=${version}`, true);
  await putBackNewest();
  expect(await owner.items()).toEqual(items);
  await write('confirmDraft', '/api/menu-drafts', { removals: seen });
  await putBackNewest();
  expect(await owner.items()).toEqual(items);
  await write('changeAvailability', '/api/availability', {
    changes: seen.slice(0, AVAILABILITY_MAX).map(({ item }) => ({ item, isAvailable: false })),
  });
  await write('changeTranslations', '/api/translations/fr', {
    changes: items
      .slice(0, 500)
      .map(({ id, name }) => ({ kind: 'item', id, field: 'name', text: 'Autre', base: name })),
  });
  const [group] = (await owner.send('GET', '/api/option-groups')).body;
  await write('orderOptionGroups', '/api/option-groups/order', { ids: (await ids('/api/option-groups')).reverse() });
  await putBackNewest();
  await write('changeOptionGroup', `/api/option-groups/${group.id}`, { name: 'Milks', keepsTexts: true });
  const states = 'c'.repeat(15);
  await write('declareOptionAllergens', `/api/option-groups/${group.id}/allergens`, {
    options: group.options.map(({ id }: Row) => ({ id, states })),
  });
  await write('deleteOptionGroup', `/api/option-groups/${group.id}`);
  await putBackNewest();
  await write('deleteOptionGroup', `/api/option-groups/${group.id}`);
  await write('addOptionGroup', '/api/option-groups', { name: 'Milk', options: [{ name: 'Oat milk' }] });
  const { body: declared } = await owner.send('PUT', `/api/menu-items/${items[1].id}/allergens`, { states });
  written.add('declareAllergens');
  await write('confirmAllergens', '/api/allergens/confirm', {
    items: [{ id: declared.id, basis: declared.allergens.basis }],
  });
  const [, ...dayparts] = (await owner.send('GET', '/api/dayparts')).body.dayparts;
  await write('changeDayparts', '/api/dayparts', { dayparts: dayparts.reverse() });
  const [first, second] = await ids('/api/categories');
  await write('changeCategory', `/api/categories/${second}`, { name: 'Pizza', keepsTexts: true });
  await write('deleteCategory', `/api/categories/${first}`);
  await putBackNewest();
  await write('deleteCategory', `/api/categories/${second}`);
  await write('addCategory', '/api/categories', { name: 'New' });
  await write('changeItem', `/api/menu-items/${items[0].id}`, {
    name: 'Other',
    variants: null,
    price: 3,
    keepsTexts: true,
  });
  await putBackNewest();
  await write('deleteItem', `/api/menu-items/${items[0].id}`);
  await putBackNewest();
  await write('deleteItem', `/api/menu-items/${items[0].id}`);
  await write('addItem', '/api/menu-items', { name: 'New', price: 3, categoryId: first });
  await putBackNewest();
  const logged = await database.rows<{ version: number }>(
    'SELECT DISTINCT version FROM menu.menu_change WHERE tenant_id = $1 ORDER BY version LIMIT 20',
    [owner.tenantId],
  );
  const versions = logged.map(({ version }) => version);
  await read(`/internal/menus/${owner.tenantId}/changes?since=${versions}`, true);

  const rows = () => database.rows('SELECT FROM menu.menu_change WHERE tenant_id = $1', [owner.tenantId]);
  await expect.poll(async () => (await rows()).length).toBeLessThan(LOG_ROWS_MAX * 1.05);
  const writes = Object.entries(menuOperations).filter(
    ([, { method, path }]) => method !== 'GET' && !path.startsWith('/api/assistant'),
  );
  expect([...written].sort()).toEqual(writes.map(([name]) => name).sort());
});
