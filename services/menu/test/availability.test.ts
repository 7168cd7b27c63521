import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE, person } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, startMenu } from './setup.ts';

// Sold out, for a time or until the owner says otherwise.

const menu = await startMenu();
const { call, database } = menu;

const HOUR_MS = 3_600_000;
/** A whole second `ms` from now, as ISO 8601. */
const ahead = (ms = HOUR_MS) => new Date(Math.ceil((Date.now() + ms) / 1000) * 1000).toISOString();

/** Moves the time until which `id` is sold out into the past, as if it had passed. */
const pass = (id: number) =>
  database.rows(`UPDATE menu.item SET facets = facets || '{"soldOutUntil":"2020-01-01T00:00:00.000Z"}' WHERE id = $1`, [
    id,
  ]);

describe('PUT /api/menu-items/{id} with soldOutUntil', () => {
  it('marks the item as sold out until then; another change of its availability ends that', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const soldOutUntil = ahead();
    const out = await owner.send('PUT', `/api/menu-items/${id}`, { soldOutUntil });
    expect(out.body).toMatchObject({ isAvailable: false, soldOutUntil });
    expect((await owner.items())[0]).toEqual(out.body);
    for (const isAvailable of [true, false]) {
      await owner.send('PUT', `/api/menu-items/${id}`, { soldOutUntil });
      const { body } = await owner.send('PUT', `/api/menu-items/${id}`, { isAvailable });
      expect(body).toMatchObject({ isAvailable });
      expect(body).not.toHaveProperty('soldOutUntil');
    }
  });

  it('keeps it through other changes, and rounds it up to a whole second', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const soldOutUntil = ahead();
    await owner.send('PUT', `/api/menu-items/${id}`, { soldOutUntil: soldOutUntil.replace('Z', '+00:00') });
    const { body } = await owner.send('PUT', `/api/menu-items/${id}`, { price: 3 });
    expect(body).toMatchObject({ price: 3, isAvailable: false, soldOutUntil });
    const early = new Date(Date.parse(soldOutUntil) - 400).toISOString();
    const rounded = await owner.send('PUT', `/api/menu-items/${id}`, { soldOutUntil: early });
    expect(rounded.body.soldOutUntil).toBe(soldOutUntil);
  });

  it('refuses an available item with such a time, and names the field', async () => {
    const owner = makeOwner(menu);
    const item = await owner.item();
    const answer = await owner.send('PUT', `/api/menu-items/${item.id}`, { isAvailable: true, soldOutUntil: ahead() });
    expectProblem(answer, 400, ['soldOutUntil']);
    expect(await owner.items()).toEqual([item]);
  });

  it('of a new item, too, alone or in a draft, as of a new size', async () => {
    const owner = makeOwner(menu);
    const { id: categoryId } = await owner.category();
    const soldOutUntil = ahead();
    const variants = [
      { name: 'Cup', price: 1, soldOutUntil },
      { name: 'Bowl', price: 2 },
    ];
    const given = { name: 'Soup', price: 1, soldOutUntil };
    const add = (item: object) => owner.send('POST', '/api/menu-items', { ...item, categoryId });
    const addInDraft = (item: object) =>
      owner.send('POST', '/api/menu-drafts', { sections: [{ categoryId, items: [item] }] });
    expectProblem(await add({ ...given, isAvailable: true }), 400, ['soldOutUntil']);
    expectProblem(await addInDraft({ ...given, isAvailable: true }), 400, ['sections.0.items.0.soldOutUntil']);
    expect((await add({ ...given, variants })).status).toBe(201);
    expect((await addInDraft(given)).status).toBe(200);
    const out = { isAvailable: false, soldOutUntil };
    expect(await owner.items()).toMatchObject([{ ...out, variants: [out, { isAvailable: true }] }, out]);
    expect((await add({ name: 'Stew', price: 1 })).body.isAvailable).toBe(true);
  });

  it('shows the item as available once the time has passed, with nothing written', async () => {
    const owner = makeOwner(menu);
    const item = await owner.item();
    await owner.send('PUT', `/api/menu-items/${item.id}`, { soldOutUntil: ahead() });
    await pass(item.id);
    expect(await owner.items()).toEqual([item]);
    const { body } = await owner.send('PUT', `/api/menu-items/${item.id}`, { name: 'Later' });
    expect(body).toEqual({ ...item, name: 'Later' });
  });

  it('refuses a save of what was read before the time had passed', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const { headers } = await owner.send('PUT', `/api/menu-items/${id}`, { soldOutUntil: ahead() });
    const tag = { 'if-match': headers.get('etag') ?? '' };
    await pass(id);
    const answer = await call('PUT', `/api/menu-items/${id}`, { token: owner.token, body: { price: 3 }, headers: tag });
    expectProblem(answer, 409);
  });
});

describe('PUT /api/availability', () => {
  it('says in the history whether a kitchen device did it', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const { tenantId, userId } = owner;
    const tablet = person({ role: 'staff', tenantId, userId, onDevice: true });
    for (const [isAvailable, { token }] of [
      [false, tablet],
      [true, owner],
    ] as const) {
      const body = { changes: [{ item: id, isAvailable }] };
      expect((await call('PUT', '/api/availability', { token, body })).status).toBe(200);
    }
    const [own, theirs] = (await owner.send('GET', '/api/history')).body.changes;
    expect(own).toMatchObject({ by: userId, after: { isAvailable: true } });
    expect(own).not.toHaveProperty('onDevice');
    expect(theirs).toMatchObject({ by: userId, onDevice: true, after: { isAvailable: false } });
  });

  it('changes all items at once, and answers in the order of the request', async () => {
    const owner = makeOwner(menu);
    const [one, two, three] = [await owner.item(), await owner.item(), await owner.item()];
    const soldOutUntil = ahead();
    const changes = [
      { item: two.id, isAvailable: false },
      { item: one.id, isAvailable: false, soldOutUntil },
    ];
    const answer = await owner.send('PUT', '/api/availability', { changes });
    expect(answer).toMatchObject({ status: 200, body: { items: changes } });
    expect(await owner.items()).toEqual([
      { ...one, isAvailable: false, soldOutUntil },
      { ...two, isAvailable: false },
      three,
    ]);
    const back = { changes: [{ item: one.id, isAvailable: true, soldOutUntil: null }] };
    expect((await owner.send('PUT', '/api/availability', back)).body).toEqual({
      items: [{ item: one.id, isAvailable: true }],
    });
    expect((await owner.items())[0]).toEqual(one);
  });

  it("changes nothing where one item is gone or another restaurant's, and names it", async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const [mine, theirs] = [await owner.item(), await other.item()];
    for (const item of [theirs.id, 2_147_483_647]) {
      const changes = [mine.id, item].map((id) => ({ item: id, isAvailable: false }));
      const answer = await owner.send('PUT', '/api/availability', { changes });
      expectProblem(answer, 404, ['changes.1.item']);
    }
    expect([await owner.items(), await other.items()]).toEqual([[mine], [theirs]]);
  });

  it('works when the menu is full, because a kitchen must always be able to say what is out', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    await database.rows(`UPDATE menu.item SET description = repeat('x', 1000000) WHERE id = $1`, [id]);
    const changes = [{ item: id, isAvailable: false, soldOutUntil: ahead() }];
    expect((await owner.send('PUT', '/api/availability', { changes })).status).toBe(200);
  });

  it('changes single sizes, and options in all dishes at once, with items in one version', async () => {
    const owner = makeOwner(menu);
    const milk = { name: 'Milk', min: 1, options: [{ name: 'Oat milk' }, { name: 'Cow’s milk' }] };
    const group = (await owner.send('POST', '/api/option-groups', milk)).body;
    const [oat, cow] = group.options;
    const plain = await owner.item();
    const variants = [
      { name: 'Small', price: 3 },
      { name: 'Large', price: 4 },
    ];
    const latte = await owner.item({ name: 'Latte', variants, optionGroups: [group.id] });
    const [small, large] = latte.variants;
    const soldOutUntil = ahead();
    const version = await owner.version();
    const changes = [
      { item: latte.id, variant: large.id, isAvailable: false },
      { option: oat.id, isAvailable: false, soldOutUntil },
      { item: plain.id, isAvailable: false },
      { item: latte.id, isAvailable: false, soldOutUntil },
    ];
    const answer = await owner.send('PUT', '/api/availability', { changes });
    expect(answer).toMatchObject({ status: 200, body: { items: changes } });
    expect(await owner.version()).toBe(version + 1);
    expect(await owner.items()).toEqual([
      { ...plain, isAvailable: false },
      { ...latte, isAvailable: false, soldOutUntil, variants: [small, { ...large, isAvailable: false }] },
    ]);
    const groups = async () => (await owner.send('GET', '/api/option-groups')).body;
    expect(await groups()).toEqual([{ ...group, options: [{ ...oat, isAvailable: false, soldOutUntil }, cow] }]);
    await database.rows(
      `UPDATE menu.option_group SET options = jsonb_set(options, '{0,soldOutUntil}', '"2020-01-01T00:00:00.000Z"') WHERE id = $1`,
      [group.id],
    );
    expect(await groups()).toEqual([group]);
    const whole = await call('GET', `/internal/menus/${owner.tenantId}`, AS_SERVICE);
    expect(whole.body.optionGroups).toEqual([group]);
  });

  it('names a size or an option that there is not, and changes nothing', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const plain = await owner.item();
    const variants = [
      { name: 'Small', price: 3 },
      { name: 'Large', price: 4 },
    ];
    const sized = await owner.item({ variants });
    const group = (await other.send('POST', '/api/option-groups', { name: 'Milk', options: [{ name: 'Oat' }] })).body;
    const out = { isAvailable: false };
    const asked = (change: object) =>
      owner.send('PUT', '/api/availability', {
        changes: [
          { item: sized.id, ...out },
          { ...change, ...out },
        ],
      });
    expectProblem(await asked({ item: plain.id, variant: sized.variants[0].id }), 404, ['changes.1.variant']);
    expectProblem(await asked({ option: group.options[0].id }), 404, ['changes.1.option']);
    expectProblem(await asked({ variant: sized.variants[0].id }), 400, ['changes.1.item', 'changes.1.variant']);
    expectProblem(await asked({ item: plain.id, option: 1 }), 400, ['changes.1.item']);
    expectProblem(await asked({ item: sized.id }), 400, ['changes']);
    expect(await owner.items()).toEqual([plain, sized]);
  });
});

describe('other figures', () => {
  it('count an item as available again once its time has passed', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    await owner.send('PUT', `/api/menu-items/${id}`, { soldOutUntil: ahead() });
    const stats = async () => {
      return (await call('GET', `/internal/menus/${owner.tenantId}/stats`, AS_SERVICE)).body.availableItems;
    };
    expect(await stats()).toBe(0);
    await pass(id);
    expect(await stats()).toBe(1);
  });
});
