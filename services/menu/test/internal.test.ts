import { randomUUID } from 'node:crypto';
import { menuExport } from '@tavola/contracts/export.ts';
import { internalMenu, itemIds } from '@tavola/contracts/menu.ts';
import { makePool } from '@tavola/service-kit/data/postgres.ts';
import { shapeOf } from '@tavola/service-kit/data/shape.ts';
import { describeServicesOnly } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it, vi } from 'vitest';
import { makeApp } from '../src/app.ts';
import { makeOwner, startMenu } from './setup.ts';

const menu = await startMenu();
const { call, database, deps } = menu;
const ask = (path: string) => call('GET', path, AS_SERVICE);

/** The name of the fields that this release knows. */
const SHAPE = shapeOf(internalMenu);

describe('GET /internal/menus/{tenantId}', () => {
  it('returns an empty menu at version 0 for a restaurant without writes', async () => {
    expect((await ask(`/internal/menus/${randomUUID()}`)).body).toEqual({
      shape: SHAPE,
      version: 0,
      categories: [],
      items: [],
      dayparts: [],
    });
  });

  it('returns each value as the owner’s own lists do, also unusual ones', async () => {
    const owner = makeOwner(menu);
    const odd = [
      `"double" 'single' \\ \\n $1 $$ -- /* */ ; %`,
      '</script><!-- & é ñ ß 寿司 🍣 👩‍🍳 \u2028 \u0301 עברית',
      'line\nbreak\ttab\r',
      'null',
      '{"json": [1]}',
      `x${'é'.repeat(149)}`,
    ];
    const categories: { id: number }[] = [];
    for (const name of odd.map((text) => text.slice(0, 100))) {
      categories.push(await owner.category({ name, description: name, isActive: categories.length % 2 === 0 }));
    }
    const prices = [0, 0.07, 0.1, 0.29, 1.1, 13.5, 1_000_000, 1234567.89, 99999999.99];
    for (const [n, price] of prices.entries()) {
      const text = odd[n % odd.length];
      await owner.item({
        name: text,
        price,
        description: n % 3 ? text : null,
        image: n % 2 ? `https://example.com/${n}?a="b'\\` : null,
        categoryId: categories[n % categories.length]?.id,
        isAvailable: n % 2 === 0,
        isPopular: n % 3 === 0,
        isFeatured: n % 4 === 0,
      });
    }
    // Items of a deleted category stay, without a category.
    await owner.send('DELETE', `/api/categories/${categories[1]?.id}`);
    const { body } = await ask(`/internal/menus/${owner.tenantId}`);
    expect(body).toEqual({
      shape: SHAPE,
      version: await owner.version(),
      categories: await owner.categories(),
      items: await owner.items(),
      dayparts: [],
    });
    expect(body.items.map((item: { price: number }) => item.price)).toEqual(prices);
    expect(new Set(body.items.map((item: { categoryId: number | null }) => item.categoryId))).toContain(null);
    expect(internalMenu.parse(body)).toEqual(body);
  });

  it('returns a menu as it was at its version, even if it changes while it is read', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    // Reading pauses between the version and the items, at the categories, until released.
    const goOn = await stopAtCategories();
    const reading = ask(`/internal/menus/${owner.tenantId}`);
    await vi.waitFor(async () => expect(await waitingAtCategories()).toBe(1), { timeout: 5_000 });
    expect((await owner.send('PUT', `/api/menu-items/${id}`, { price: 2 })).status).toBe(200);
    await goOn();
    const { body } = await reading;
    expect({ version: body.version, price: body.items[0].price }).toEqual({ version: 2, price: 1 });
    expect((await ask(`/internal/menus/${owner.tenantId}`)).body).toMatchObject({ version: 3, items: [{ price: 2 }] });
  });
});

describe('GET /internal/menus/{tenantId}/item-ids', () => {
  it('returns the ids of one restaurant, and none of an unknown one', async () => {
    const owner = makeOwner(menu);
    const kept = [(await owner.item()).id, (await owner.item({ isAvailable: false })).id];
    const deleted = await owner.item();
    await owner.send('DELETE', `/api/menu-items/${deleted.id}`);
    await makeOwner(menu).item();
    const { body } = await ask(`/internal/menus/${owner.tenantId}/item-ids`);
    expect(itemIds.strict().parse(body).itemIds.toSorted()).toEqual(kept.toSorted());
    expect((await ask(`/internal/menus/${randomUUID()}/item-ids`)).body).toEqual({ itemIds: [] });
  });
});

describe('figures', () => {
  it('count the items of a restaurant that are available', async () => {
    const owner = makeOwner(menu);
    const stats = async () => (await ask(`/internal/menus/${owner.tenantId}/stats`)).body;
    expect(await stats()).toEqual({ availableItems: 0, newItems: null });
    await owner.item({ isAvailable: false });
    const { id } = await owner.item();
    await owner.item();
    await makeOwner(menu).item();
    expect(await stats()).toEqual({ availableItems: 2, newItems: null });
    await owner.send('DELETE', `/api/menu-items/${id}`);
    expect(await stats()).toEqual({ availableItems: 1, newItems: null });
  });

  it('count the items of the last 30 days, once there are older ones', async () => {
    const owner = makeOwner(menu);
    const stats = async () => (await ask(`/internal/menus/${owner.tenantId}/stats`)).body;
    const { id } = await owner.item();
    const age = (days: number) =>
      menu.database.rows("UPDATE menu.item SET created_at = now() - $1 * interval '1 day' WHERE id = $2", [days, id]);
    await age(29);
    await owner.item();
    expect((await stats()).newItems).toBe(null);
    await age(31);
    expect((await stats()).newItems).toBe(1);
  });

  it('count the items of the whole platform', async () => {
    const before = (await ask('/internal/stats')).body.totalMenuItems;
    await makeOwner(menu).item();
    await makeOwner(menu).item();
    expect((await ask('/internal/stats')).body).toEqual({ totalMenuItems: before + 2 });
  });
});

describe('GET /internal/tenants/{tenantId}/export', () => {
  it('returns everything of one menu in display order, with creation and change times', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    await other.item({ name: 'Elsewhere' });
    const since = new Date().toISOString();
    const category = await owner.category({ name: 'Primi', isActive: false });
    const second = await owner.item({ name: `"odd"\n=1+1 寿司`, categoryId: category.id, price: 0.07 });
    const first = await owner.item({ name: 'A', categoryId: category.id, isAvailable: false });
    await owner.send('PUT', '/api/menu-items/order', { ids: [first.id, second.id] });
    const { status, body } = await ask(`/internal/tenants/${owner.tenantId}/export`);
    expect(status).toBe(200);
    expect(menuExport.strict().parse(body)).toEqual(body);
    const kept = { createdAt: expect.any(String), updatedAt: expect.any(String) };
    expect(body).toEqual({
      categories: [{ ...category, ...kept }],
      items: [
        { ...first, ...kept },
        { ...second, ...kept },
      ],
      dayparts: [],
      changes: [
        { act: 'added', name: 'Primi' },
        { act: 'added', targetId: second.id },
        { act: 'added', targetId: first.id, after: { isAvailable: false } },
        { act: 'moved', before: { ids: [second.id, first.id] }, after: { ids: [first.id, second.id] } },
      ].map((change) =>
        expect.objectContaining({
          by: expect.any(String),
          ...change,
          ...(change.after && { after: expect.objectContaining(change.after) }),
        }),
      ),
    });
    expect(body.items[0].createdAt >= since.slice(0, 16)).toBe(true);
  });

  it('returns an empty menu for a restaurant without writes', async () => {
    expect((await ask(`/internal/tenants/${randomUUID()}/export`)).body).toEqual({
      categories: [],
      items: [],
      dayparts: [],
      changes: [],
    });
  });
});

describeServicesOnly(makeApp(deps), call);

/** Makes every read of a category pause in the middle of the statement; returns what releases it. */
async function stopAtCategories(): Promise<() => Promise<void>> {
  const pool = makePool(database.adminUrl, 'stop', deps.log, 1);
  await pool.query(`
    CREATE FUNCTION menu.wait() RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(4); RETURN true; END $$;
    CREATE POLICY wait ON menu.category AS RESTRICTIVE FOR SELECT USING (menu.wait());
    SELECT pg_advisory_lock(4)`);
  return async () => {
    await pool.query('SELECT pg_advisory_unlock(4)');
    await pool.query('DROP FUNCTION menu.wait CASCADE');
    await pool.end();
  };
}

async function waitingAtCategories(): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND locktype = 'advisory'",
  );
  return row?.count ?? 0;
}
