import { OWNERS } from '@tavola/contracts/topology.ts';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { startSite } from '../harness/in-process.ts';
import { newRestaurant, plainHeaders, type Restaurant } from './people.ts';

// @module-tag full
// An owner's export of data from all services, as the gateway returns it.

const site = await startSite();

/** The restaurant's stored data that is in its export. */
const IN_IT = [
  'analytics.code_tally',
  'analytics.item_tally',
  'analytics.quarter_tally',
  'auth.membership',
  'auth.tenant',
  'auth.tenant_slug',
  'auth.user',
  'menu.allergen_declaration',
  'menu.category',
  'menu.daypart',
  'menu.item',
  'media.picture',
  'menu.menu_change',
  'menu.option_group',
  'qr.code',
  'qr.logo',
  'qr.style',
];

/** The stored data that is not in its export, with the reasons. */
const NOT_IN_IT: Readonly<Record<string, string>> = {
  'admin.data_export': 'the export itself',
  'admin.data_export_part': 'the export itself',
  'analytics.visitor': "hashes of today's guests, who are not the restaurant's to take",
  'auth.invitation': 'opens a team, for a week',
  'auth.kitchen_device': 'opens the kitchen, for a month',
  'auth.session': 'opens an account',
  'media.removed_picture': 'hashes of pictures that an admin removed',
  'media.upload': 'what became of a file, for a day',
  'menu.assistant_use': "how much of a day's AI budget is used",
  'menu.idempotency_key': 'what adding something was answered with, for a day',
  'menu.menu_version': 'only numbers changes for caches',
  'qr.idempotency_key': 'what adding something was answered with, for a day',
  'qr.printed_sheet': 'which version of the menu was printed when, for the screen of codes',
  'qr.sheet': 'a file that is made of codes, kept for a day',
};

it('is everything: each table with rows of a restaurant is in it, or is known not to be', async () => {
  const tables = await site.database.rows<{ name: string }>(
    `SELECT DISTINCT table_schema || '.' || table_name AS name FROM information_schema.columns
     WHERE table_schema = ANY ($1) AND (column_name = 'tenant_id' OR table_schema || '.' || table_name = 'auth.tenant')`,
    [[...OWNERS]],
  );
  expect(tables.map(({ name }) => name).toSorted()).toEqual([...IN_IT, ...Object.keys(NOT_IN_IT)].toSorted());
});

it("holds the owner's rows of every such table, and nothing of another restaurant [P11]", async () => {
  const [owner, other] = [await newRestaurant(site), await newRestaurant(site)];
  for (const { tenantId, itemIds, codeIds, mark } of [owner, other]) {
    const rows = (sql: string, ...values: unknown[]) => site.database.rows(sql, [tenantId, ...values]);
    const views = mark === owner.mark ? 111_222 : 333_444;
    await rows(`INSERT INTO analytics.quarter_tally VALUES ($1, '2026-11-20T10:00:00Z', $2, 1, 1, 1)`, views);
    await rows(`INSERT INTO analytics.code_tally VALUES ($1, '2026-11-20', $2, $3, 1)`, codeIds[0], views);
    await rows(`INSERT INTO analytics.item_tally VALUES ($1, '2026-11-20', $2, $3, 1)`, itemIds[0], views);
    await rows(`INSERT INTO qr.logo (tenant_id, hash, png) VALUES ($1, $2, $3)`, mark, Buffer.from(mark));
    await rows('UPDATE qr.style SET logo_hash = $2 WHERE tenant_id = $1', mark);
  }
  for (const { call, mark } of [owner, other]) {
    const daypart = { name: `Lunch ${mark}`, weekly: Array(7).fill([[720, 900]]), special: [], isActive: true };
    expect((await call('PUT', '/api/dayparts', { dayparts: [daypart] })).status).toBe(200);
  }
  await owner.call('PUT', `/api/menu-items/${owner.itemIds[0]}`, { price: 1234.56 });
  for (const { call, itemIds } of [owner, other]) {
    await call('PUT', `/api/menu-items/${itemIds[0]}/allergens`, { states: 'c'.padEnd(15, 'u') });
  }
  const exportOf = async ({ call, token }: Restaurant) => {
    expect((await call('POST', '/api/account/export')).status).toBe(202);
    const progress = async () => (await call('GET', '/api/account/export/progress')).body.state;
    await expect.poll(progress, { timeout: 30_000 }).toBe('done');
    return fetch(`${site.urlOf('gateway')}/api/account/export/file`, {
      headers: { ...plainHeaders(), authorization: `Bearer ${token}` },
    });
  };
  expect((await exportOf(other)).status).toBe(200);
  const response = await exportOf(owner);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toContain(owner.slug);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name] as Uint8Array);
  for (const name of [
    'restaurant',
    'menu-addresses',
    'users',
    'categories',
    'items',
    'dayparts',
    'option-groups',
    'menu-history',
    'allergen-declarations',
    'qr-codes',
    'qr-style',
  ]) {
    expect(text(`json/${name}.json`), name).toContain(owner.mark);
    expect(text(`csv/${name}.csv`), name).toContain(owner.mark);
  }
  for (const file of ['json/pictures.json', 'csv/pictures.csv']) {
    expect(text(file)).toContain(owner.pictureUrl);
    expect(text(file)).not.toContain(other.pictureUrl);
  }
  for (const name of ['visits-by-quarter-hour', 'visits-by-code', 'visits-by-item']) {
    expect(text(`json/${name}.json`), name).toContain('111222');
    expect(text(`csv/${name}.csv`), name).toContain('111222');
  }
  expect(text('json/items.json')).toContain('1234.56');
  expect(text('qr-logo.png')).toBe(owner.mark);
  const all = Object.keys(files).map(text).join('\n');
  const { mark, tenantId, user, codeIds, sessionId } = other;
  for (const foreign of [mark, tenantId, user.id, sessionId, '333444', ...codeIds]) expect(all).not.toContain(foreign);
  expect(all).not.toMatch(/argon2/);
});
