import { randomUUID } from 'node:crypto';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { ID_MAX } from '@tavola/contracts/fields.ts';
import { changesSince, HISTORY_PAGE } from '@tavola/contracts/history.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { ALLERGENS } from '@tavola/contracts/rules/allergens.ts';
import { CATEGORY_LAYOUTS } from '@tavola/contracts/rules/look.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { LOG_BYTES_MAX, LOG_ROWS_MAX } from '../src/history/prune-log.ts';
import { PAGE_BYTES_MAX } from '../src/history/read-history.ts';
import { makeOwner, type Owner, startMenu } from './setup.ts';

const menu = await startMenu();
const { call, database, deps } = menu;

const page = async (owner: Owner, query = '') => (await owner.send('GET', `/api/history${query}`)).body;
const changes = async (owner: Owner, query = '') => (await page(owner, query)).changes;
const putBack = (owner: Owner, id: number) => owner.send('POST', `/api/history/${id}/put-back`);
const change = (owner: Owner, id: number, body: object) => owner.send('PUT', `/api/menu-items/${id}`, body);
const remove = (owner: Owner, path: string) => owner.send('DELETE', path);

/** A write past the service, as an older or newer release makes it. */
async function writeElsewhere(owner: Owner, ...statements: string[]) {
  await database.rows('UPDATE menu.menu_version SET version = version + 1 WHERE tenant_id = $1', [owner.tenantId]);
  for (const statement of statements)
    await database.rows(`UPDATE menu.item ${statement} WHERE tenant_id = $1`, [owner.tenantId]);
}
const facetsOf = (owner: Owner) =>
  database.rows<{ facets: object }>('SELECT facets FROM menu.item WHERE tenant_id = $1', [owner.tenantId]);

/** Logs changes of the newest version and later ones past the service, `count` of them, as `select` says. */
async function logPast(owner: Owner, select: string, count: number, targetId: number | null = null) {
  await database.rows(`INSERT INTO menu.menu_change (tenant_id, version, kind, act, before, after) ${select}`, [
    owner.tenantId,
    count,
  ]);
  if (targetId !== null)
    await database.rows('UPDATE menu.menu_change SET target_id = $2 WHERE tenant_id = $1 AND version > 2', [
      owner.tenantId,
      targetId,
    ]);
  await database.rows(
    `UPDATE menu.menu_version SET version = (SELECT max(version) FROM menu.menu_change WHERE tenant_id = $1) WHERE tenant_id = $1`,
    [owner.tenantId],
  );
}
const logged = async ({ tenantId }: Owner) => {
  const [found] = await database.rows(
    `SELECT count(*)::int AS rows, bool_or(log_growth >= 1000000) AS "isDue"
     FROM menu.menu_change JOIN menu.menu_version USING (tenant_id) WHERE tenant_id = $1`,
    [tenantId],
  );
  return found;
};

describe('the log', () => {
  it('records what was added, changed, moved and removed, with the fields before and after', async () => {
    const owner = makeOwner(menu);
    const { sub } = JSON.parse(Buffer.from(owner.token.split('.')[1] as string, 'base64url').toString());
    const pasta = await owner.category();
    const first = await owner.item({ name: 'Burrata', price: 14.5, categoryId: pasta.id });
    const second = await owner.item({ name: 'Olives', price: 4, categoryId: pasta.id });
    await change(owner, first.id, { price: 15, name: 'Burrata' });
    await owner.send('PUT', '/api/menu-items/order', { ids: [second.id, first.id] });
    await remove(owner, `/api/menu-items/${second.id}`);
    const list = await changes(owner);
    const { id, ...added } = first;
    expect(list).toMatchObject([
      {
        act: 'removed',
        kind: 'item',
        name: 'Olives',
        targetId: second.id,
        before: { price: 4 },
        after: null,
        version: 6,
      },
      { act: 'moved', kind: 'item', name: null, targetId: null, before: { ids: [first.id, second.id] }, version: 5 },
      { act: 'changed', name: 'Burrata', targetId: id, before: { price: 14.5 }, after: { price: 15 }, version: 4 },
      { act: 'added', name: 'Olives', before: null },
      { act: 'added', name: 'Burrata', targetId: id, before: null },
      { act: 'added', kind: 'category', name: 'Pasta', targetId: pasta.id },
    ]);
    expect(list[2].before).toEqual({ price: 14.5 });
    expect(list[4].after).toMatchObject(added);
    expect(list.map(({ by }: { by: string }) => by)).toEqual(list.map(() => sub));
  });

  it('records a save of fields and facets as one change, and a save that changes nothing not at all', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    await writeElsewhere(owner, `SET name = 'Warm'`, `SET name = 'Hot'`, `SET facets = '{"spice": 2, "energy": 500}'`);
    await writeElsewhere(owner, `SET facets = '{"spice": 3, "energy": 500}'`);
    await writeElsewhere(owner, `SET facets = '{"energy": 500}'`);
    await change(owner, id, { name: 'Hot' });
    const [gone, spicier, first] = await changes(owner, `?item=${id}`);
    expect([gone.before, gone.after]).toEqual([{ spice: 3 }, {}]);
    expect([spicier.before, spicier.after]).toEqual([{ spice: 2 }, { spice: 3 }]);
    expect([first.before, first.after]).toEqual([{ name: 'Carbonara' }, { name: 'Hot', spice: 2, energy: 500 }]);
  });

  it('records a deleted category as one change, and also in the history of its dishes', async () => {
    const owner = makeOwner(menu);
    const pasta = await owner.category();
    const dish = await owner.item({ categoryId: pasta.id });
    await owner.item({ categoryId: pasta.id });
    await remove(owner, `/api/categories/${pasta.id}`);
    expect((await changes(owner))[0]).toMatchObject({ act: 'removed', kind: 'category', name: 'Pasta', items: 2 });
    expect(await changes(owner)).toHaveLength(4);
    expect((await changes(owner, `?item=${dish.id}`))[0]).toMatchObject({
      act: 'changed',
      before: { categoryId: pasta.id },
      after: { categoryId: null },
    });
  });

  it('records no write that was rolled back', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const before = await changes(owner);
    expectProblem(await change(owner, id, { price: 3, categoryId: 2_147_483_647 }), 400, ['categoryId']);
    expect(await changes(owner)).toEqual(before);
  });

  it('records writes of an older release, without a user', async () => {
    const owner = makeOwner(menu);
    await owner.item();
    await writeElsewhere(owner, 'SET price = 99');
    expect((await changes(owner))[0]).toMatchObject({ act: 'changed', by: null, after: { price: 99 } });
  });

  it('is paged, newest first', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    await database.rows(
      `INSERT INTO menu.menu_change (tenant_id, version, kind, target_id, act, before, after)
       SELECT $1, price + 1, 'item', $2, 'changed', '{}', jsonb_build_object('price', price)
       FROM generate_series(2, $3::int) AS price`,
      [owner.tenantId, id, HISTORY_PAGE + 2],
    );
    const first = await page(owner, `?item=${id}`);
    const second = await page(owner, `?item=${id}&before=${first.next}`);
    expect([first.changes.length, second.changes.length, second.next]).toEqual([HISTORY_PAGE, 2, null]);
    expect([...first.changes, ...second.changes].map(({ after }: { after: { price: number } }) => after.price)).toEqual(
      Array.from({ length: HISTORY_PAGE + 2 }, (_, at) => HISTORY_PAGE + 2 - at),
    );
  });

  it('is deleted with its restaurant by an older release, too', async () => {
    const owner = makeOwner(menu);
    await owner.item();
    for (const table of ['item', 'category', 'menu_version']) {
      await database.rows(`DELETE FROM menu.${table} WHERE tenant_id = $1`, [owner.tenantId]);
    }
    expect(await database.rows('SELECT FROM menu.menu_change WHERE tenant_id = $1', [owner.tenantId])).toEqual([]);
  });

  it('keeps a limited number of rows, only whole writes, and says from which version on it is complete', {
    tags: 'full',
  }, async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    await logPast(
      owner,
      `SELECT $1, 3 + n % 2, 'item', 'moved', '[1]', '[2]' FROM generate_series(1, $2::int) AS n`,
      LOG_ROWS_MAX,
    );
    await change(owner, id, { price: 2 });
    // Half of version 3 would have had room, but a write is kept as a whole.
    await expect.poll(() => logged(owner)).toMatchObject({ rows: LOG_ROWS_MAX / 2 + 1 });
    expect(await since(owner, 2)).toMatchObject({ isKnown: false, prices: 0 });
    expect(await since(owner, 3)).toMatchObject({ isKnown: true, prices: 1 });
  });

  it('keeps a limited number of bytes, as they are without compression', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    await logPast(
      owner,
      `SELECT $1, 2 + n, 'item', 'moved', to_jsonb(repeat('a', 1_000_000)), 'null' FROM generate_series(1, $2::int) AS n`,
      LOG_BYTES_MAX / 1_000_000 + 5,
    );
    // Those of an older release were not measured.
    await database.rows('ALTER TABLE menu.menu_change DISABLE TRIGGER measured');
    await database.rows('UPDATE menu.menu_change SET bytes = NULL WHERE tenant_id = $1 AND version % 2 = 0', [
      owner.tenantId,
    ]);
    await database.rows('ALTER TABLE menu.menu_change ENABLE TRIGGER measured');
    await change(owner, id, { price: 2 });
    await expect.poll(() => logged(owner)).toMatchObject({ rows: LOG_BYTES_MAX / 1_000_000 });
  });

  it('keeps changes for 400 days', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    await change(owner, id, { price: 2 });
    await database.rows(
      "UPDATE menu.menu_change SET at = now() - interval '401 days' WHERE tenant_id = $1 AND version <= 2",
      [owner.tenantId],
    );
    await deps.logPruner.sweep();
    await expect.poll(() => changes(owner)).toMatchObject([{ version: 3 }]);
    expect(await since(owner, 1)).toMatchObject({ isKnown: false });
    expect(await since(owner, 2)).toMatchObject({ isKnown: true, prices: 1 });
  });

  it('fails no write where it cannot be pruned, and is pruned later', { tags: 'full' }, async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    await database.rows(`
      CREATE FUNCTION menu.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'Nothing is deleted.'; END $$;
      CREATE TRIGGER refused BEFORE DELETE ON menu.menu_change FOR EACH ROW
        WHEN (OLD.tenant_id = '${owner.tenantId}') EXECUTE FUNCTION menu.refuse()`);
    await logPast(
      owner,
      `SELECT $1, 2 + n, 'item', 'moved', '[1]', '[2]' FROM generate_series(1, $2::int) AS n`,
      LOG_ROWS_MAX,
    );
    for (let price = 2; price <= 61; price += 1) expect((await change(owner, id, { price })).status).toBe(200);
    expect(await logged(owner)).toMatchObject({ rows: LOG_ROWS_MAX + 62 });
    await database.rows('DROP TRIGGER refused ON menu.menu_change');
    await deps.logPruner.sweep();
    await expect.poll(() => logged(owner)).toEqual({ rows: LOG_ROWS_MAX, isDue: false });
  });

  it('counts all that a write adds to a change that it has made already', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    const growth = async () =>
      (
        await database.rows<{ growth: number }>(
          'SELECT log_growth::int AS growth FROM menu.menu_version WHERE tenant_id = $1',
          [owner.tenantId],
        )
      )[0]?.growth as number;
    const before = await growth();
    // One transaction, as a draft does it: the second statement makes the first one's change longer.
    await database.rows(
      `WITH raised AS (UPDATE menu.menu_version SET version = version + 1 WHERE tenant_id = '${owner.tenantId}') UPDATE menu.item SET price = 2 WHERE id = ${id}`,
    );
    expect(await growth()).toBe(before + 1_000);
    await database.rows(`UPDATE menu.item SET description = repeat('Pasta ', 1000) WHERE id = ${id}`);
    expect(await growth()).toBeGreaterThan(before + 6_000);
  });

  it('is read in pages of a limited number of bytes, also of one item and of a draft', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    const count = 10;
    await logPast(
      owner,
      `SELECT $1, 2 + n, 'item', 'changed', '{}', jsonb_build_object('name', repeat('a', ${PAGE_BYTES_MAX / 4})) FROM generate_series(1, $2::int) AS n`,
      count,
      id,
    );
    for (const query of ['', `&item=${id}`]) {
      const pages: number[][] = [];
      for (let before: number | null = ID_MAX; before !== null; ) {
        const { changes, next } = await page(owner, `?before=${before}${query}`);
        pages.push(changes.map(({ version }: { version: number }) => version));
        before = next;
      }
      expect(pages).toEqual([[12, 11, 10, 9], [8, 7, 6, 5], query ? [4, 3, 2] : [4, 3, 2, 1]]);
    }
    await database.rows(
      `INSERT INTO menu.menu_change (tenant_id, version, kind, act) VALUES ($1, 13, 'draft', 'changed');`,
      [owner.tenantId],
    );
    await database.rows(
      'UPDATE menu.menu_change SET version = 13, target_id = version WHERE tenant_id = $1 AND version > 2',
      [owner.tenantId],
    );
    const [draft] = await changes(owner);
    expect(await changes(owner, `?draft=${draft.id}`)).toHaveLength(4);
  });

  it('has changes of a limited size, by the limits of texts and ids', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    const texts = (sign: string) => ({ name: sign.repeat(100), description: sign.repeat(1_000) });
    const languages = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh'];
    for (const sign of ['漢', '字']) {
      const [item] = await owner.items();
      const translated = Object.fromEntries(languages.map((lang) => [lang, texts(sign)]));
      const changes = [{ item: id, etag: entityTag(item), fields: texts(sign), texts: translated }];
      expect((await owner.send('POST', '/api/menu-drafts', { changes })).status).toBe(200);
    }
    const special = Array.from({ length: 60 }, (_, day) => ({
      from: `${2030 + day}-01-01`,
      to: `${2030 + day}-01-02`,
      intervals: [
        [60, 120],
        [180, 240],
        [300, 360],
        [420, 480],
      ],
      reason: '漢'.repeat(60),
    }));
    for (const name of ['漢', '字']) {
      const { dayparts } = (await owner.send('GET', '/api/dayparts')).body;
      const weekly = Array(7).fill(special[0]?.intervals);
      const list = [
        { id: dayparts[0]?.id, name: name.repeat(50), weekly, special: name === '漢' ? special : [], isActive: true },
      ];
      expect((await owner.send('PUT', '/api/dayparts', { dayparts: list })).body.detail).toBe(undefined);
    }
    const [{ largest }] = (await database.rows<{ largest: number }>(
      'SELECT max(bytes) AS largest FROM menu.menu_change WHERE tenant_id = $1',
      [owner.tenantId],
    )) as [{ largest: number }];
    expect(largest).toBeLessThan(100_000);
  });
});

describe('put back', () => {
  /** The newest change, after `act`. */
  const newest = async (owner: Owner) => (await changes(owner))[0].id;

  it('restores a price, and keeps later changes of other fields', async () => {
    const owner = makeOwner(menu);
    const dish = await owner.item({ price: 14.5 });
    await change(owner, dish.id, { price: 15 });
    const id = await newest(owner);
    await change(owner, dish.id, { name: 'Burrata' });
    const answer = await putBack(owner, id);
    expect(answer).toMatchObject({
      status: 200,
      body: { act: 'changed', name: 'Burrata', before: { price: 15 }, after: { price: 14.5 } },
    });
    expect(await owner.items()).toEqual([{ ...dish, name: 'Burrata' }]);
    expect((await putBack(owner, answer.body.id)).status).toBe(200);
    expect((await owner.items())[0].price).toBe(15);
  });

  it('restores single facets, and keeps the others', async () => {
    const owner = makeOwner(menu);
    await owner.item();
    await writeElsewhere(owner, `SET facets = '{"spice": 1, "energy": 500}'`);
    await writeElsewhere(owner, `SET facets = '{"spice": 3, "energy": 500}'`);
    const spicier = await newest(owner);
    await writeElsewhere(owner, `SET facets = '{"spice": 3, "energy": 600}'`);
    expect((await putBack(owner, spicier)).status).toBe(200);
    expect(await facetsOf(owner)).toEqual([{ facets: { spice: 1, energy: 600 } }]);
    await writeElsewhere(owner, `SET facets = '{"energy": 600}'`);
    expect((await putBack(owner, await newest(owner))).status).toBe(200);
    expect(await facetsOf(owner)).toEqual([{ facets: { spice: 1, energy: 600 } }]);
    expect((await putBack(owner, await newest(owner))).status).toBe(200);
    expect(await facetsOf(owner)).toEqual([{ facets: { energy: 600 } }]);
  });

  it('is refused if the value has changed since, or the dish is gone', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    await change(owner, id, { price: 2 });
    const second = await newest(owner);
    await change(owner, id, { price: 3 });
    const before = await owner.version();
    expectProblem(await putBack(owner, second), 409);
    expect((await putBack(owner, second)).body.type).toBe('urn:tavola:problem:changed-meanwhile');
    expect(await owner.version()).toBe(before);
    const third = await newest(owner);
    await remove(owner, `/api/menu-items/${id}`);
    expectProblem(await putBack(owner, third), 409);
  });

  it('restores a deleted dish with its id, position and category', async () => {
    const owner = makeOwner(menu);
    const pasta = await owner.category();
    const dishes = [];
    for (const name of ['A', 'B', 'C']) dishes.push(await owner.item({ name, categoryId: pasta.id }));
    await writeElsewhere(owner, `SET facets = '{"spice": 2}'`);
    await remove(owner, `/api/menu-items/${dishes[1].id}`);
    const id = await newest(owner);
    expect((await putBack(owner, id)).body).toMatchObject({ act: 'added', name: 'B', targetId: dishes[1].id });
    expect(await owner.items()).toEqual(dishes.map((dish) => ({ ...dish, spice: 2 })));
    expect(await facetsOf(owner)).toEqual(dishes.map(() => ({ facets: { spice: 2 } })));
    expectProblem(await putBack(owner, id), 409);
    // Behind newer ones that stood before it.
    await owner.send('PUT', '/api/menu-items/order', { ids: dishes.map((dish) => dish.id).reverse() });
    const listed = await owner.items();
    await remove(owner, `/api/menu-items/${dishes[0].id}`);
    await putBack(owner, await newest(owner));
    expect(await owner.items()).toEqual(listed);
    // Also where such a dish was put back since, and the log no longer goes back to when it was added.
    await remove(owner, `/api/menu-items/${dishes[0].id}`);
    const second = await newest(owner);
    const own = [owner.tenantId, dishes[1].id];
    await database.rows('DELETE FROM menu.menu_change WHERE tenant_id = $1 AND target_id = $2', own);
    await remove(owner, `/api/menu-items/${dishes[1].id}`);
    await putBack(owner, await newest(owner));
    await putBack(owner, second);
    expect(await owner.items()).toEqual(listed);
  });

  it('restores a dish without its category if that is gone', async () => {
    const owner = makeOwner(menu);
    const dish = await owner.item();
    await remove(owner, `/api/menu-items/${dish.id}`);
    const id = await newest(owner);
    await remove(owner, `/api/categories/${dish.categoryId}`);
    expect((await putBack(owner, id)).status).toBe(200);
    expect(await owner.items()).toEqual([{ ...dish, categoryId: null }]);
  });

  it('restores a deleted category with its dishes, except those that have another one', async () => {
    const owner = makeOwner(menu);
    const [pasta, dolci] = [await owner.category(), await owner.category({ name: 'Dolci' })];
    const [stays, moves] = [await owner.item({ categoryId: pasta.id }), await owner.item({ categoryId: pasta.id })];
    await remove(owner, `/api/categories/${pasta.id}`);
    const id = await newest(owner);
    await change(owner, moves.id, { categoryId: dolci.id });
    expect((await putBack(owner, id)).body).toMatchObject({ act: 'added', kind: 'category', name: 'Pasta', items: 1 });
    expect(await owner.categories()).toEqual([pasta, dolci]);
    expect(await owner.items()).toEqual([stays, { ...moves, categoryId: dolci.id }]);
    const [undone] = await changes(owner);
    expect(undone).toMatchObject({ kind: 'category', act: 'added', items: 1 });
  });

  it('is refused if the dish’s former category is gone', async () => {
    const owner = makeOwner(menu);
    const dish = await owner.item();
    await change(owner, dish.id, { categoryId: (await owner.category()).id });
    const id = await newest(owner);
    await remove(owner, `/api/categories/${dish.categoryId}`);
    const answer = await putBack(owner, id);
    expectProblem(answer, 409);
    expect(answer.body.detail).toBe('Its category was deleted. Undo that deletion first.');
  });

  it('removes what was added, unless it was changed or used since', async () => {
    const owner = makeOwner(menu);
    const pasta = await owner.category();
    const made = await newest(owner);
    const dish = await owner.item({ categoryId: pasta.id });
    const added = await newest(owner);
    expectProblem(await putBack(owner, made), 409);
    await change(owner, dish.id, { price: 9 });
    expectProblem(await putBack(owner, added), 409);
    await change(owner, dish.id, { price: dish.price });
    expect((await putBack(owner, added)).status).toBe(200);
    expect((await putBack(owner, made)).status).toBe(200);
    expect([await owner.items(), await owner.categories()]).toEqual([[], []]);
  });

  it('removes nothing that got facets or translations since it was added', async () => {
    const owner = makeOwner(menu);
    const { id: group } = (await owner.send('POST', '/api/option-groups', { name: 'Size', options: [{ name: 'L' }] }))
      .body;
    const text = (id: number) => ({ kind: 'item', id, field: 'name', base: 'Carbonara', text: 'x' });
    const later: ((id: number) => Parameters<Owner['send']>)[] = [
      (id) => ['PUT', `/api/menu-items/${id}`, { diet: ['halal'] }],
      (id) => ['PUT', `/api/menu-items/${id}`, { optionGroups: [group] }],
      (id) => ['PUT', `/api/menu-items/${id}/allergens`, { states: 'f'.repeat(ALLERGENS.length) }],
      (id) => ['PUT', '/api/translations/fr', { changes: [text(id)] }],
    ];
    for (const write of later) {
      const { id } = await owner.item();
      const added = await newest(owner);
      expect((await owner.send(...write(id))).status).toBe(200);
      expectProblem(await putBack(owner, added), 409);
    }
    expect(await owner.items()).toHaveLength(later.length);
    const { id } = await owner.category();
    const made = await newest(owner);
    expect((await owner.send('PUT', `/api/categories/${id}`, { layout: CATEGORY_LAYOUTS[0] })).status).toBe(200);
    expectProblem(await putBack(owner, made), 409);
  });

  it('restores an order, without dishes that are gone, and not if it has changed since', async () => {
    const owner = makeOwner(menu);
    const ids: number[] = [];
    for (const name of ['A', 'B', 'C']) ids.push((await owner.item({ name })).id);
    const [a, b, c] = ids as [number, number, number];
    const order = async () => (await owner.items()).map(({ id }: { id: number }) => id);
    await owner.send('PUT', '/api/menu-items/order', { ids: [c, b, a] });
    const first = await newest(owner);
    await remove(owner, `/api/menu-items/${b}`);
    expect((await putBack(owner, first)).status).toBe(200);
    expect(await order()).toEqual([a, c]);
    expectProblem(await putBack(owner, first), 409);
    const { id: d } = await owner.item({ name: 'D' });
    await remove(owner, `/api/menu-items/${a}`);
    await owner.send('PUT', '/api/menu-items/order', { ids: [d, c] });
    expect((await putBack(owner, await newest(owner))).body).toMatchObject({ act: 'moved' });
    expect(await order()).toEqual([c, d]);
  });

  it('happens once in parallel requests, and once with one Idempotency-Key', async () => {
    const owner = makeOwner(menu);
    const { id: dish } = await owner.item({ price: 1 });
    await change(owner, dish, { price: 2 });
    const id = await newest(owner);
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => putBack(owner, id)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
    await change(owner, dish, { price: 2 });
    const sent = { token: owner.token, headers: { 'idempotency-key': randomUUID() } };
    const path = `/api/history/${await newest(owner)}/put-back`;
    const [one, two] = [await call('POST', path, sent), await call('POST', path, sent)];
    expect([one.status, two.status, two.body]).toEqual([200, 200, one.body]);
    expect(await owner.version()).toBe(7);
  });

  it('leaves no available dish that is sold out until a time', async () => {
    const owner = makeOwner(menu);
    const soldOutUntil = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000).toISOString();
    const { id } = await owner.item();
    await change(owner, id, { soldOutUntil });
    await change(owner, id, { isAvailable: false });
    const withoutTime = await newest(owner);
    await change(owner, id, { isAvailable: true });
    expectProblem(await putBack(owner, withoutTime), 409);
    expect((await owner.items())[0]).toMatchObject({ isAvailable: true });
    await change(owner, id, { isAvailable: false });
    expect((await putBack(owner, withoutTime)).status).toBe(200);
    expect((await owner.items())[0]).toMatchObject({ isAvailable: false, soldOutUntil });
  });

  it('keeps to the quotas', async () => {
    const owner = makeOwner(menu);
    const dish = await owner.item();
    await remove(owner, `/api/menu-items/${dish.id}`);
    const id = await newest(owner);
    await database.rows(
      `INSERT INTO menu.item (tenant_id, name, price, position) SELECT $1, 'Old', 1, n FROM generate_series(1, $2::int) AS n`,
      [owner.tenantId, QUOTAS.items.most],
    );
    const answer = await putBack(owner, id);
    expectProblem(answer, 409);
    expect(answer.body.quota).toEqual({ name: 'items', most: QUOTAS.items.most });
  });

  it('keeps to the quotas of translations', async () => {
    const owner = makeOwner(menu);
    const [one, gone, other] = [await owner.item(), await owner.item(), await owner.item()];
    const translate = async ({ id }: { id: number }, lang: string, text: string | null) => {
      const changes = [{ kind: 'item', id, field: 'name', text, base: 'Carbonara' }];
      expect((await owner.send('PUT', `/api/translations/${lang}`, { changes })).status).toBe(200);
    };
    for (const dish of [one, gone]) await translate(dish, 'aa', 'x');
    await translate(one, 'aa', null);
    await remove(owner, `/api/menu-items/${gone.id}`);
    const ids: number[] = (await changes(owner)).slice(0, 2).map(({ id }: { id: number }) => id);
    for (const lang of ['bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh', 'ii']) await translate(other, lang, 'x');
    for (const id of ids) {
      const answer = await putBack(owner, id);
      expectProblem(answer, 409);
      expect(answer.body.quota).toEqual({ name: 'languages', most: QUOTAS.languages.most });
    }
    await translate(other, 'bb', null);
    for (const id of ids) expect((await putBack(owner, id)).status).toBe(200);
  });
});

const ask = (owner: Owner, versions: string) =>
  call('GET', `/internal/menus/${owner.tenantId}/changes?since=${versions}`, AS_SERVICE);
const since = async (owner: Owner, version: number) => (await ask(owner, String(version))).body[0];

describe('GET /internal/menus/{tenantId}/changes', () => {
  const none = { prices: 0, gone: 0, added: 0, soldOut: 0, choicesGone: 0, choicesSoldOut: 0 };

  it('counts changes visible to guests: prices, and dishes that are gone, new or sold out', async () => {
    const owner = makeOwner(menu);
    const { id: categoryId } = await owner.category();
    const dishes: number[] = [];
    for (const price of [1, 2, 3, 4, 5]) dishes.push((await owner.item({ price, categoryId })).id);
    const [dearer, gone, out, back, cheaper] = dishes as [number, number, number, number, number];
    const printed = await owner.version();
    expect(await since(owner, printed)).toEqual({ since: printed, now: printed, isKnown: true, ...none });
    await change(owner, dearer, { price: 9 });
    await change(owner, dearer, { price: 10, name: 'Other', description: 'Else' });
    await change(owner, cheaper, { price: 4 });
    await remove(owner, `/api/menu-items/${gone}`);
    await change(owner, out, { isAvailable: false });
    await change(owner, back, { price: 8, isAvailable: false });
    await change(owner, back, { price: 4, isAvailable: true });
    await owner.item({ categoryId });
    const brief = await owner.item({ categoryId });
    await remove(owner, `/api/menu-items/${brief.id}`);
    const now = await owner.version();
    const { body } = await ask(owner, `${printed},${now},${now + 1}`);
    expect(changesSince.parse(body)).toEqual([
      { since: printed, now, isKnown: true, ...none, prices: 2, gone: 1, added: 1, soldOut: 1 },
      { since: now, now, isKnown: true, ...none },
      { since: now + 1, now, isKnown: false, ...none },
    ]);
  });

  it('ignores dishes in categories that guests do not see', async () => {
    const owner = makeOwner(menu);
    const [shown, hidden] = [await owner.category(), await owner.category({ isActive: false })];
    const [one, secret] = [await owner.item({ categoryId: shown.id }), await owner.item({ categoryId: hidden.id })];
    const printed = await owner.version();
    await change(owner, secret.id, { price: 99, isAvailable: false });
    await owner.item({ categoryId: hidden.id });
    expect(await since(owner, printed)).toMatchObject(none);
    await remove(owner, `/api/menu-items/${secret.id}`);
    expect(await since(owner, printed)).toMatchObject(none);
    await change(owner, one.id, { price: 99 });
    await owner.send('PUT', `/api/categories/${shown.id}`, { isActive: false });
    expect(await since(owner, printed)).toMatchObject({ ...none, gone: 1 });
    await owner.send('PUT', `/api/categories/${hidden.id}`, { isActive: true });
    expect(await since(owner, printed)).toMatchObject({ ...none, gone: 1, added: 1 });
    const beforeDeletion = await owner.version();
    await remove(owner, `/api/categories/${shown.id}`);
    // The dishes of a deleted category are on the menu.
    expect(await since(owner, printed)).toMatchObject({ prices: 1, gone: 0, added: 1 });
    expect(await since(owner, beforeDeletion)).toMatchObject({ ...none, added: 1 });
    const [{ id }] = await changes(owner);
    await putBack(owner, id);
    expect(await since(owner, beforeDeletion)).toMatchObject(none);
    expect(await since(owner, printed)).toMatchObject({ ...none, gone: 1, added: 1 });
  });

  it('knows which dishes leave the menu with a daypart that is switched off, and come back with it', async () => {
    const owner = makeOwner(menu);
    const switchTo = (isActive: boolean, id?: number) =>
      owner.send('PUT', '/api/dayparts', {
        dayparts: [{ id, name: 'Lunch', weekly: Array(7).fill([[690, 900]]), special: [], isActive }],
      });
    const [{ id }] = (await switchTo(true)).body.dayparts;
    const lunch = await owner.category({ dayparts: [id] });
    await owner.item({ dayparts: [id] });
    await owner.item({ categoryId: lunch.id });
    await owner.item();
    const printed = await owner.version();
    await switchTo(false, id);
    expect(await since(owner, printed)).toMatchObject({ ...none, gone: 2 });
    const without = await owner.version();
    await switchTo(true, id);
    expect(await since(owner, printed)).toMatchObject(none);
    expect(await since(owner, without)).toMatchObject({ ...none, added: 2 });
  });

  it('knows which dishes leave the menu and come back as they or their category name other dayparts', async () => {
    const owner = makeOwner(menu);
    const off = { name: 'Lunch', weekly: Array(7).fill([[690, 900]]), special: [], isActive: false };
    const [{ id }] = (await owner.send('PUT', '/api/dayparts', { dayparts: [off] })).body.dayparts;
    const shown = await owner.item();
    const [open, lunch] = [await owner.category(), await owner.category({ dayparts: [id] })];
    const moved = await owner.item({ categoryId: open.id });
    const hidden = await owner.item({ categoryId: lunch.id });
    const printed = await owner.version();
    await owner.send('PUT', `/api/menu-items/${shown.id}`, { dayparts: [id] });
    await owner.send('PUT', `/api/menu-items/${moved.id}`, { categoryId: lunch.id });
    await owner.send('DELETE', `/api/menu-items/${hidden.id}`);
    expect(await since(owner, printed)).toMatchObject({ ...none, gone: 2 });
    const without = await owner.version();
    await owner.send('PUT', '/api/dayparts', { dayparts: [] });
    expect(await since(owner, printed)).toMatchObject(none);
    expect(await since(owner, without)).toMatchObject({ ...none, added: 2 });
  });

  it('starts at version 0 for a restaurant without a menu', async () => {
    const owner = makeOwner(menu);
    expect(await since(owner, 0)).toEqual({ since: 0, now: 0, isKnown: true, ...none });
    expect(await since(owner, 1)).toMatchObject({ isKnown: false });
    await owner.item();
    expect(await since(owner, 0)).toMatchObject({ isKnown: true, added: 1 });
  });

  it.each(['', 'x', '-1', '1,', '2147483648', Array(21).fill(1).join(',')])('refuses ?since=%s', async (versions) => {
    expect((await ask(makeOwner(menu), versions)).status).toBe(400);
  });
});
