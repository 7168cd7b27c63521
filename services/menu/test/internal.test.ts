import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { internalMenu, itemIds } from '@tavola/contracts/menu.ts';
import { ALLERGENS } from '@tavola/contracts/rules/allergens.ts';
import { fingerprintOf } from '@tavola/service-kit/data/fingerprint.ts';
import { makePool } from '@tavola/service-kit/data/postgres.ts';
import { PAGE_BYTES } from '@tavola/service-kit/http/serve-export.ts';
import { exported, exportedPage, exportedPages } from '@tavola/test-kit/exported.ts';
import { describeServicesOnly, expectProblem } from '@tavola/test-kit/refusals.ts';
import { bySize } from '@tavola/test-kit/size.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it, vi } from 'vitest';
import { makeApp } from '../src/app.ts';
import { makeOwner, startMenu } from './setup.ts';

// @module-tag sized

const menu = await startMenu();
const { call, database, deps } = menu;
const ask = (path: string) => call('GET', path, AS_SERVICE);

// On servers in containers, the processes of PostgreSQL can't be looked at.
await deps.warmUp();
const canSeeBackends = (await backends()).some((pid) => privateBytes(pid) > 0);

/** The name of the fields that this release knows. */
const FINGERPRINT = fingerprintOf(internalMenu);

describe('GET /internal/menus/{tenantId}', () => {
  it('returns an empty menu at version 0 for a restaurant without writes', async () => {
    expect((await ask(`/internal/menus/${randomUUID()}`)).body).toEqual({
      shape: FINGERPRINT,
      version: 0,
      categories: [],
      items: [],
      dayparts: [],
      optionGroups: [],
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
      shape: FINGERPRINT,
      version: await owner.version(),
      categories: await owner.categories(),
      items: await owner.items(),
      dayparts: [],
      optionGroups: [],
    });
    expect(body.items.map((item: { price: number }) => item.price)).toEqual(prices);
    expect(new Set(body.items.map((item: { categoryId: number | null }) => item.categoryId))).toContain(null);
    expect(internalMenu.parse(body)).toEqual(body);
  });

  it('returns a menu as it was at its version, even if it changes while it is read', async () => {
    const owner = makeOwner(menu);
    const group = { name: 'Milk', min: 1, options: [{ name: 'Oat', price: 1 }] };
    const { body: milk } = await owner.send('POST', '/api/option-groups', group);
    const sizes = (price: number) => ['S', 'L'].map((name) => ({ name, price }));
    const item = await owner.item({ optionGroups: [milk.id], variants: sizes(1) });
    const declare = (state: string) =>
      owner.send('PUT', `/api/menu-items/${item.id}/allergens`, { states: state.repeat(ALLERGENS.length) });
    expect((await declare('f')).status).toBe(200);
    const before = (await ask(`/internal/menus/${owner.tenantId}`)).body;
    // Reading pauses between the version and the items, at the categories, until released.
    const goOn = await stopAtCategories();
    const reading = ask(`/internal/menus/${owner.tenantId}`);
    await vi.waitFor(async () => expect(await waitingAtCategories()).toBe(1), { timeout: 5_000 });
    const written = [
      await owner.send('PUT', `/api/menu-items/${item.id}`, { variants: sizes(2) }),
      await declare('c'),
      await owner.send('PUT', `/api/option-groups/${milk.id}`, { options: [{ ...milk.options[0], price: 2 }] }),
    ];
    expect(written.map(({ status }) => status)).toEqual([200, 200, 200]);
    await goOn();
    expect((await reading).body).toEqual(before);
    expect((await ask(`/internal/menus/${owner.tenantId}`)).body).toMatchObject({
      version: before.version + 3,
      items: [{ price: 2, allergens: { states: 'c'.repeat(ALLERGENS.length) } }],
      optionGroups: [{ options: [{ price: 2 }] }],
    });
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
    expect(await stats()).toEqual({ availableItems: 0, newItems: null, items: 0 });
    await owner.item({ isAvailable: false });
    const { id } = await owner.item();
    await owner.item();
    await makeOwner(menu).item();
    const changedAt = expect.stringMatching(/^20.*Z$/);
    expect(await stats()).toEqual({ availableItems: 2, newItems: null, items: 3, changedAt });
    await owner.send('DELETE', `/api/menu-items/${id}`);
    expect(await stats()).toEqual({ availableItems: 1, newItems: null, items: 2, changedAt });
  });

  it('count no item without a size to have, or with too few options to choose from', async () => {
    const owner = makeOwner(menu);
    const milk = { name: 'Milk', min: 1, options: [{ name: 'Oat milk' }] };
    const { id: group, options } = (await owner.send('POST', '/api/option-groups', milk)).body;
    const sizes = ['Small', 'Large'].map((name) => ({ name, price: 3 }));
    const { id, variants } = await owner.item({ variants: sizes });
    await owner.item({ optionGroups: [group] });
    const available = async () => (await ask(`/internal/menus/${owner.tenantId}/stats`)).body.availableItems;
    const mark = (what: object[], isAvailable: boolean) =>
      owner.send('PUT', '/api/availability', { changes: what.map((one) => ({ ...one, isAvailable })) });
    const ofSizes = variants.map((size: { id: number }) => ({ item: id, variant: size.id }));
    await mark(ofSizes.slice(0, 1), false);
    expect(await available()).toBe(2);
    await mark(ofSizes, false);
    expect(await available()).toBe(1);
    await mark([{ option: options[0].id }], false);
    expect(await available()).toBe(0);
    const lacks = ['allergens', 'choice'];
    const check = await owner.send('GET', '/api/menu-check?scheme=eu14');
    expect(check.body.lacking).toMatchObject([{ lacks }, { lacks }]);
    await mark([{ option: options[0].id }, ...ofSizes], true);
    expect(await available()).toBe(2);
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
  it('returns everything of one menu, with its places in the menu, and creation and change times', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    await other.item({ name: 'Elsewhere' });
    const since = new Date().toISOString();
    const category = await owner.category({ name: 'Primi', isActive: false });
    const { id } = await owner.item({ name: `"odd"\n=1+1 寿司`, categoryId: category.id, price: 0.07 });
    const states = 'c'.padEnd(15, 'u');
    const { body: second } = await owner.send('PUT', `/api/menu-items/${id}/allergens`, { states });
    const first = await owner.item({ name: 'A', categoryId: category.id, isAvailable: false });
    await owner.send('PUT', '/api/menu-items/order', { ids: [first.id, second.id] });
    const tables = await exported(call, 'menu', owner.tenantId);
    const kept = { createdAt: expect.any(String), updatedAt: expect.any(String) };
    expect(tables).toEqual({
      categories: [{ ...category, ...kept, position: 1 }],
      items: [
        { ...second, ...kept, position: 2 },
        { ...first, ...kept, position: 1 },
      ],
      dayparts: [],
      optionGroups: [],
      changes: [
        { act: 'added', name: 'Primi' },
        { act: 'added', targetId: second.id },
        { act: 'changed', targetId: second.id },
        { act: 'added', targetId: first.id, after: { isAvailable: false } },
        { act: 'moved', before: { ids: [second.id, first.id] }, after: { ids: [first.id, second.id] } },
      ].map((change) =>
        expect.objectContaining({
          by: expect.any(String),
          ...change,
          ...(change.after && { after: expect.objectContaining(change.after) }),
        }),
      ),
      declarations: [
        {
          ...{ id: expect.any(Number), version: expect.any(Number), at: second.allergens.at, by: owner.userId },
          ...{ kind: 'item', targetId: id, name: second.name, states, kinds: [] },
        },
      ],
    });
    expect((tables.items[0]?.createdAt ?? '') >= since.slice(0, 16)).toBe(true);
  });

  it('returns an empty menu for a restaurant without writes', async () => {
    expect(await exported(call, 'menu', randomUUID())).toEqual({
      categories: [],
      items: [],
      dayparts: [],
      optionGroups: [],
      changes: [],
      declarations: [],
    });
  });

  it('answers with pages of at most 1 MB, of which each row is on one, although the order changes meanwhile', {
    tags: 'full',
  }, async () => {
    const owner = makeOwner(menu);
    const [first] = [await owner.item({ name: 'Dish 0' })];
    await database.rows(
      `INSERT INTO menu.item (tenant_id, category_id, name, description, price, position)
       SELECT tenant_id, category_id, 'Dish ' || n, repeat('é', 1000), 1, n + 1
       FROM menu.item, generate_series(1, 1199) AS n WHERE id = $1`,
      [first.id],
    );
    const ids: number[] = [];
    let [after, pages]: [string | null, number] = ['', 0];
    while (after !== null) {
      const { body } = await exportedPage(call, owner.tenantId, 'items', after);
      expect(Buffer.byteLength(JSON.stringify(body.rows))).toBeLessThanOrEqual(PAGE_BYTES);
      ids.push(...body.rows.map(({ id }: { id: number }) => id));
      // What is on no page yet goes to the start of the menu.
      await database.rows('UPDATE menu.item SET position = 2000 - position WHERE tenant_id = $1', [owner.tenantId]);
      [after, pages] = [body.next, pages + 1];
    }
    expect([pages, ids.length, new Set(ids).size]).toEqual([3, 1_200, 1_200]);
  });

  it('bounds a page of the log by bytes, and returns a larger row by itself', async () => {
    const owner = makeOwner(menu);
    await owner.item();
    await database.rows(
      `INSERT INTO menu.menu_change (tenant_id, version, kind, act, before, after)
       SELECT tenant_id, version, 'item', 'moved', to_jsonb(repeat('x', bytes)), '[]'
       FROM menu.menu_version, unnest('{400000,400000,400000,1200000,1}'::int[]) WITH ORDINALITY AS large (bytes, nth)
       WHERE tenant_id = $1 ORDER BY nth`,
      [owner.tenantId],
    );
    const pages = await exportedPages(call, 'menu', owner.tenantId, 'changes');
    expect(pages.map((rows) => rows.length)).toEqual([4, 1, 1, 1]);
    const all = pages.flat().map(({ id }) => id);
    expect(all).toEqual(all.toSorted((one, other) => one - other));
  });

  it.skipIf(!canSeeBackends)(
    'takes no more memory for a log that is larger than it may be',
    { tags: 'full' },
    async () => {
      const owner = makeOwner(menu);
      await owner.item();
      const [rows, bytes] = [bySize(1_000, 3_000), 20_000];
      await database.rows(
        `INSERT INTO menu.menu_change (tenant_id, version, kind, act, after)
       SELECT tenant_id, version, 'item', 'moved', to_jsonb(repeat('x', $2)) FROM menu.menu_version, generate_series(1, $3::int)
       WHERE tenant_id = $1`,
        [owner.tenantId, bytes, rows],
      );
      const pids = await backends();
      let peak = 0;
      const watching = setInterval(() => {
        peak = Math.max(peak, ...pids.map(privateBytes));
      }, 5);
      const pages = await exportedPages(call, 'menu', owner.tenantId, 'changes');
      clearInterval(watching);
      expect(peak).toBeGreaterThan(0);
      expect(peak).toBeLessThan(bytes * 1_000);
      expect(pages.flat()).toHaveLength(rows + 2);
    },
  );

  it('refuses a table that there is none of, and what an older release asks for, by the name of the field', async () => {
    for (const query of ['', '?table=', '?table=constructor', '?table=items&table=items']) {
      expectProblem(await ask(`/internal/tenants/${randomUUID()}/export${query}`), 400, ['table']);
    }
  });
});

describeServicesOnly(makeApp(deps), call);

/** The ids of the processes of PostgreSQL that serve menu. */
async function backends(): Promise<number[]> {
  const found = await database.rows<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'menu_app'",
  );
  return found.map(({ pid }) => pid);
}

/** The memory of a process that it shares with no other, in bytes; 0 if it can't be seen. */
function privateBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return /^Name:\s+postgres$/m.test(status) ? Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024 : 0;
  } catch {
    return 0;
  }
}

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
