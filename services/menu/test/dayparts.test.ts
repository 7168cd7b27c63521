import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, startMenu } from './setup.ts';

// Dayparts: what they are, and what names them.

const menu = await startMenu();
const { call } = menu;

const DAY = [[720, 900]];
const LUNCH = { name: 'Lunch', weekly: [DAY, DAY, DAY, DAY, DAY, [], []], special: [], isActive: true };
const HAPPY = { ...LUNCH, name: 'Happy hour', special: [{ from: '2026-12-24', to: '2026-12-26', intervals: [] }] };

const put = (owner: Owner, dayparts: object[]) => owner.send('PUT', '/api/dayparts', { dayparts });
const list = async (owner: Owner) => (await owner.send('GET', '/api/dayparts')).body.dayparts;
const two = async (owner: Owner) => (await put(owner, [LUNCH, HAPPY])).body.dayparts as { id: number }[];
const item = async (owner: Owner, id: number) => (await owner.items()).find((one: { id: number }) => one.id === id);

describe('PUT /api/dayparts', () => {
  it('adds, changes, reorders and deletes in one request; ids stay', async () => {
    const owner = makeOwner(menu);
    expect(await list(owner)).toEqual([]);
    const [lunch, happy] = await two(owner);
    expect([lunch, happy]).toEqual([
      { id: lunch?.id, ...LUNCH },
      { id: happy?.id, ...HAPPY },
    ]);
    const brunch = { ...LUNCH, name: 'Brunch' };
    const { status, body } = await put(owner, [brunch, { ...happy, isActive: false }]);
    expect(status).toBe(200);
    expect(body.dayparts).toEqual([
      { id: expect.any(Number), ...brunch },
      { ...happy, isActive: false },
    ]);
    expect(body.dayparts[0].id).not.toBe(lunch?.id);
    expect(await list(owner)).toEqual(body.dayparts);
    const turned = await put(owner, body.dayparts.toReversed());
    expect(turned.body.dayparts).toEqual(body.dayparts.toReversed());
  });

  it('raises the menu’s version, and all 12 are in the menu that other services read', async () => {
    const owner = makeOwner(menu);
    const before = await owner.version();
    const twelve = Array.from({ length: 12 }, (_, at) => ({ ...LUNCH, name: `${at}` }));
    const { dayparts } = (await put(owner, twelve)).body;
    expect(dayparts).toHaveLength(12);
    expect(await owner.version()).toBe(before + 1);
    const { body } = await call('GET', `/internal/menus/${owner.tenantId}`, AS_SERVICE);
    expect(body.dayparts).toEqual(dayparts);
  });

  it('can have 200 special days in all; a list that had more can be shortened and is read as ever', async () => {
    const owner = makeOwner(menu);
    const days = (count: number) => Array.from({ length: count }, () => HAPPY.special[0]);
    const four = (counts: number[]) => counts.map((count, at) => ({ ...LUNCH, name: `${at}`, special: days(count) }));
    const full = four([50, 50, 50, 50]);
    const made = (await put(owner, full)).body.dayparts as ((typeof full)[number] & { id: number })[];
    const special = (counts: number[]) => made.map((one, at) => ({ ...one, special: days(counts[at] as number) }));
    const refused = await put(owner, special([51, 50, 50, 50]));
    expectProblem(refused, 400);
    const message = 'All menu times together can have at most 200 special days.';
    expect(refused.body.errors).toEqual([{ field: 'dayparts', message }]);
    expect(await list(owner)).toEqual(made);
    await menu.database.rows(`UPDATE menu.daypart SET special = $1::jsonb WHERE tenant_id = $2`, [
      JSON.stringify(days(60)),
      owner.tenantId,
    ]);
    expect(await list(owner)).toEqual(special([60, 60, 60, 60]));
    const { body } = await call('GET', `/internal/menus/${owner.tenantId}`, AS_SERVICE);
    expect(body.dayparts).toEqual(special([60, 60, 60, 60]));
    expectProblem(await put(owner, [...special([60, 60, 60, 60]), { ...LUNCH, name: 'More', special: days(1) }]), 400);
    expect((await put(owner, special([59, 60, 60, 60]))).status).toBe(200);
    expect(await list(owner)).toEqual(special([59, 60, 60, 60]));
    // Nor by putting back what had them.
    expect((await put(owner, special([0, 0, 0, 0]))).status).toBe(200);
    expect(
      (
        await put(owner, [
          ...special([0, 0, 0, 0]),
          ...four([60, 60, 60]).map((one, at) => ({ ...one, name: `New ${at}` })),
        ])
      ).status,
    ).toBe(200);
    const { changes } = (await owner.send('GET', '/api/history')).body;
    const emptied = changes.filter(
      (one: { act: string; after: { special?: object[] } }) => one.act === 'changed' && one.after.special?.length === 0,
    );
    expect(emptied).toHaveLength(4);
    const answer = await owner.send('POST', `/api/history/${emptied[0].id}/put-back`);
    expectProblem(answer, 400, ['dayparts']);
    expect((await list(owner)).map((one: typeof HAPPY) => one.special.length)).toEqual([0, 0, 0, 0, 60, 60, 60]);
  });

  it('does nothing if the list was changed since it was read', async () => {
    const owner = makeOwner(menu);
    const read = await owner.send('GET', '/api/dayparts');
    const ifMatch = read.headers.get('etag') as string;
    const dayparts = await two(owner);
    const late = await call('PUT', '/api/dayparts', {
      token: owner.token,
      body: { dayparts: [] },
      headers: { 'if-match': ifMatch },
    });
    expectProblem(late, 409);
    expect(await list(owner)).toEqual(dayparts);
  });

  it('refuses ids that are not the restaurant’s, and changes nothing', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const [own] = await two(owner);
    const [foreign] = await two(other);
    expectProblem(
      await put(owner, [
        { ...LUNCH, ...own },
        { ...HAPPY, id: foreign?.id },
      ]),
      404,
      ['dayparts.1.id'],
    );
    expect(await list(owner)).toHaveLength(2);
    expect(await list(other)).toHaveLength(2);
  });
});

describe('what names a daypart', () => {
  it('is a category, an item and an offer; each keeps its list until it is cleared', async () => {
    const owner = makeOwner(menu);
    const [lunch, happy] = (await two(owner)).map(({ id }) => id) as [number, number];
    const category = await owner.category({ dayparts: [lunch] });
    expect(category.dayparts).toEqual([lunch]);
    const offers = [{ daypart: happy, price: 6.5 }];
    const { id } = await owner.item({ categoryId: category.id, dayparts: [lunch, happy], offers });
    expect(await item(owner, id)).toMatchObject({ dayparts: [lunch, happy], offers, price: 13.5 });
    await owner.send('PUT', `/api/menu-items/${id}`, { price: 14 });
    expect(await item(owner, id)).toMatchObject({ dayparts: [lunch, happy], offers, price: 14 });
    await owner.send('PUT', `/api/menu-items/${id}`, { dayparts: [], offers: null });
    const cleared = await item(owner, id);
    expect(cleared.dayparts).toEqual([]);
    expect(cleared).not.toHaveProperty('offers');
  });

  it('can only name the restaurant’s own dayparts; a refusal names the field and writes nothing', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const [own] = await two(owner);
    const [foreign] = await two(other);
    const made = await owner.item();
    const path = `/api/menu-items/${made.id}`;
    const refused: [string, object, string][] = [
      [path, { dayparts: [own?.id, foreign?.id] }, 'dayparts.1'],
      [path, { price: 1, offers: [{ daypart: foreign?.id, price: 2 }] }, 'offers.0.daypart'],
      [`/api/categories/${made.categoryId}`, { name: 'X', dayparts: [foreign?.id] }, 'dayparts.0'],
    ];
    for (const [at, body, field] of refused) expectProblem(await owner.send('PUT', at, body), 400, [field]);
    const category = { name: 'Dolci', dayparts: [foreign?.id] };
    expectProblem(await owner.send('POST', '/api/categories', category), 400, ['dayparts.0']);
    expect(await owner.items()).toEqual([made]);
    expect(await owner.categories()).toHaveLength(1);
  });

  it('forgets a deleted daypart in the same write; what named only that one names none', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const [lunch, happy] = (await two(owner)).map(({ id }) => id) as [number, number];
    const category = await owner.category({ dayparts: [lunch] });
    const both = await owner.item({
      categoryId: category.id,
      dayparts: [lunch, happy],
      offers: [lunch, happy].map((daypart) => ({ daypart, price: 5 })),
      spice: 2,
    });
    const only = await owner.item({ categoryId: category.id, dayparts: [lunch] });
    const always = await owner.item({ categoryId: category.id, dayparts: [], offers: [{ daypart: lunch, price: 5 }] });
    const [foreign] = await two(other);
    const theirs = await other.item({ dayparts: [foreign?.id] });
    const version = await owner.version();
    await put(owner, [{ ...HAPPY, id: happy }]);
    expect(await owner.version()).toBe(version + 1);
    expect((await owner.categories())[0]).not.toHaveProperty('dayparts');
    const kept = await item(owner, both.id);
    expect(kept).toEqual({ ...both, dayparts: [happy], offers: [{ daypart: happy, price: 5 }] });
    expect(await item(owner, only.id)).not.toHaveProperty('dayparts');
    const { offers: _gone, ...rest } = always;
    expect(await item(owner, always.id)).toEqual(rest);
    expect(await other.items()).toEqual([theirs]);
  });
});

describe('the history of dayparts', () => {
  const changes = async (owner: Owner) => (await owner.send('GET', '/api/history')).body.changes;

  it('says what was changed, and puts back a change, a deletion and an order', async () => {
    const owner = makeOwner(menu);
    const [lunch, happy] = (await two(owner)) as [{ id: number }, { id: number }];
    const later = { ...lunch, name: 'Late lunch', weekly: [DAY, [], [], [], [], [], []] };
    await put(owner, [later, happy]);
    const [change] = await changes(owner);
    expect(change).toMatchObject({ kind: 'daypart', act: 'changed', targetId: lunch.id, before: { name: 'Lunch' } });
    expect((await owner.send('POST', `/api/history/${change.id}/put-back`)).status).toBe(200);
    expect(await list(owner)).toEqual([lunch, happy]);

    await put(owner, [happy, lunch]);
    const [moved] = await changes(owner);
    expect(moved).toMatchObject({ kind: 'daypart', act: 'moved' });
    await owner.send('POST', `/api/history/${moved.id}/put-back`);
    expect(await list(owner)).toEqual([lunch, happy]);

    await put(owner, [happy]);
    const removed = (await changes(owner)).find(({ act }: { act: string }) => act === 'removed');
    await owner.send('POST', `/api/history/${removed.id}/put-back`);
    expect(await list(owner)).toEqual([lunch, happy]);
  });

  it('takes the translations of a deleted daypart along, and brings them back', async () => {
    const owner = makeOwner(menu);
    const [lunch, happy] = (await two(owner)) as [{ id: number }, { id: number }];
    const change = { kind: 'daypart', id: lunch.id, field: 'name', base: 'Lunch', text: 'Midi' };
    expect((await owner.send('PUT', '/api/translations/fr', { changes: [change] })).body.texts).toHaveLength(1);
    const french = async () =>
      (await owner.send('GET', '/api/translations/fr')).body.texts.map(({ text }: { text: string | null }) => text);
    await put(owner, [happy]);
    expect(await french()).toEqual([null]);
    // Saved by a translator who still has the daypart on the screen.
    expect((await owner.send('PUT', '/api/translations/fr', { changes: [change] })).body.texts).toEqual([]);
    const removed = (await changes(owner)).find(({ act }: { act: string }) => act === 'removed');
    await owner.send('POST', `/api/history/${removed.id}/put-back`);
    expect(await french()).toEqual(['Midi', null]);
  });

  it('puts back no second daypart of a name', async () => {
    const owner = makeOwner(menu);
    const [lunch, happy] = (await two(owner)) as [{ id: number }, { id: number }];
    const putBack = async (targetId: number, act: string) => {
      const of = (change: { targetId: number; act: string }) => change.targetId === targetId && change.act === act;
      return owner.send('POST', `/api/history/${(await changes(owner)).find(of).id}/put-back`);
    };
    await put(owner, [
      { ...lunch, name: 'Brunch' },
      { ...happy, name: 'Lunch' },
    ]);
    const renamed = await putBack(lunch.id, 'changed');
    expectProblem(renamed, 409);
    expect(renamed.body.detail).toBe('Another menu time has this name now. Nothing was undone.');

    await put(owner, [happy, lunch]);
    await put(owner, [happy]);
    const [, added] = (await put(owner, [happy, LUNCH])).body.dayparts;
    expectProblem(await putBack(lunch.id, 'removed'), 409);
    await put(owner, [happy, { ...added, name: 'Second lunch' }]);
    expect((await putBack(lunch.id, 'removed')).status).toBe(200);
    expect((await put(owner, await list(owner))).status).toBe(200);
  });

  it('puts back no daypart without a time', async () => {
    const owner = makeOwner(menu);
    const special = [{ from: '2026-12-24', to: '2026-12-24', intervals: DAY }];
    const none = Array(7).fill([]);
    const [christmas] = (await put(owner, [{ ...LUNCH, weekly: none, special }])).body.dayparts;
    await put(owner, [{ ...christmas, weekly: LUNCH.weekly }]);
    const [weekly] = await changes(owner);
    await put(owner, [{ ...christmas, weekly: LUNCH.weekly, special: [] }]);
    expectProblem(await owner.send('POST', `/api/history/${weekly.id}/put-back`), 409);
    expect((await put(owner, await list(owner))).status).toBe(200);
  });

  it('says all that a dish lost with a daypart, and puts it back', async () => {
    const owner = makeOwner(menu);
    const [lunch, happy] = (await two(owner)) as [{ id: number }, { id: number }];
    const offers = [lunch, happy].map(({ id }) => ({ daypart: id, price: 5 }));
    const dish = await owner.item({ dayparts: [lunch.id, happy.id], offers });
    await put(owner, [happy]);
    const [lost] = (await owner.send('GET', `/api/history?item=${dish.id}`)).body.changes;
    expect(lost.before).toEqual({ dayparts: [lunch.id, happy.id], offers });
    expect(lost.after).toEqual({ dayparts: [happy.id], offers: offers.slice(1) });
    const removed = (await changes(owner)).find(({ act }: { act: string }) => act === 'removed');
    await owner.send('POST', `/api/history/${removed.id}/put-back`);
    await owner.send('POST', `/api/history/${lost.id}/put-back`);
    expect(await item(owner, dish.id)).toEqual(dish);
  });

  it('puts back no name of a daypart that is gone: the dish would never be served', async () => {
    const owner = makeOwner(menu);
    const [lunch, happy] = (await two(owner)) as [{ id: number }, { id: number }];
    const { id: categoryId } = await owner.category({ dayparts: [lunch.id] });
    const dish = (fields: object) => owner.item({ categoryId, dayparts: [lunch.id], ...fields });
    const offers = [lunch, happy].map(({ id }) => ({ daypart: id, price: 5 }));
    const both = await dish({ dayparts: [lunch.id, happy.id], offers });
    const [only, soup, salad] = [await dish({}), await dish({ name: 'Soup' }), await dish({})];
    for (const { id } of [both, only]) await owner.send('DELETE', `/api/menu-items/${id}`);
    const removals = (await changes(owner)).slice(0, 2);
    const { body: draft } = await owner.send('POST', '/api/menu-drafts', {
      changes: [
        { item: soup.id, etag: entityTag(soup), fields: { dayparts: [happy.id] } },
        { item: salad.id, etag: entityTag(salad), fields: { price: 1 } },
      ],
    });
    await put(owner, [happy]);
    const version = await owner.version();
    const lost = (await changes(owner)).filter((one: { version: number }) => one.version === version);
    expect(lost.map((one: { targetId: number }) => one.targetId)).toEqual([salad.id, categoryId, lunch.id]);
    const putBack = (id: number) => owner.send('POST', `/api/history/${id}/put-back`);

    for (const { id } of lost.slice(0, 2)) expectProblem(await putBack(id), 409);
    for (const { id } of removals) expect((await putBack(id)).status).toBe(200);
    const { dayparts: _gone, ...always } = only;
    expect(await item(owner, only.id)).toEqual(always);
    expect(await item(owner, both.id)).toEqual({ ...both, dayparts: [happy.id], offers: offers.slice(1) });
    expect((await putBack(draft.change)).body.kept).toEqual(['Soup']);
    expect((await item(owner, soup.id)).dayparts).toEqual([happy.id]);

    for (const { id } of lost.toReversed()) expect((await putBack(id)).status).toBe(200);
    expect((await item(owner, salad.id)).dayparts).toEqual([lunch.id]);
  });

  it('does not take away a daypart that is named since', async () => {
    const owner = makeOwner(menu);
    const [lunch] = (await two(owner)) as [{ id: number }];
    const added = (await changes(owner)).find(({ targetId }: { targetId: number }) => targetId === lunch.id);
    const { id } = await owner.item({ offers: [{ daypart: lunch.id, price: 1 }] });
    expectProblem(await owner.send('POST', `/api/history/${added.id}/put-back`), 409);
    await owner.send('PUT', `/api/menu-items/${id}`, { offers: null });
    expect((await owner.send('POST', `/api/history/${added.id}/put-back`)).status).toBe(200);
    expect(await list(owner)).toHaveLength(1);
  });
});
