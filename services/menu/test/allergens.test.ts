import { ALLERGEN_SCHEMES, ALLERGENS, type Allergen, type AllergenState } from '@tavola/contracts/rules/allergens.ts';
import { basisOf, withState } from '@tavola/contracts/rules/declared-allergens.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, startMenu } from './setup.ts';

// What is declared of allergens, by whom and when, and what takes it back.

const menu = await startMenu();
const { call, database } = menu;

const FREE = 'f'.repeat(ALLERGENS.length);
const UNKNOWN = 'u'.repeat(ALLERGENS.length);
/** `states` with `state` for each of `allergens`. */
const but = (states: string, state: AllergenState, ...allergens: Allergen[]) =>
  allergens.reduce((before, one) => withState(before, one, state), states);

const declare = (owner: Owner, id: number, states: string, kinds?: string[]) =>
  owner.send('PUT', `/api/menu-items/${id}/allergens`, { states, ...(kinds && { kinds }) });
const declared = async (owner: Owner, id: number, states: string) => {
  const answer = await declare(owner, id, states);
  expect(answer.status).toBe(200);
  return answer.body;
};
const confirm = (owner: Owner, ...items: { id: number; basis: string; declaredAt?: string }[]) =>
  owner.send('POST', '/api/allergens/confirm', { items });
const evidence = (owner: Owner) =>
  database.rows(
    `SELECT kind, target_id::float8, name, states, "by", version FROM menu.allergen_declaration WHERE tenant_id = $1 ORDER BY id`,
    [owner.tenantId],
  );

describe('PUT /api/menu-items/{id}/allergens', () => {
  it('declares what an item contains, by whom, when, and for which texts; each declaration is kept', async () => {
    const owner = makeOwner(menu);
    const item = await owner.item();
    const before = Date.now();
    const states = but(FREE, 'c', 'milk', 'eggs');
    const { body, headers } = await declare(owner, item.id, states, undefined);
    expect(body.allergens).toEqual({ states, by: owner.userId, at: expect.any(String), basis: basisOf(item) });
    expect(Date.parse(body.allergens.at)).toBeGreaterThanOrEqual(before);
    expect(headers.get('etag')).toBeTruthy();
    expect(await owner.items()).toEqual([body]);
    const [again, version] = [await declared(owner, item.id, states), await owner.version()];
    expect(again.allergens.at > body.allergens.at).toBe(true);
    const kept = { kind: 'item', target_id: item.id, name: 'Carbonara', states, by: owner.userId };
    expect(await evidence(owner)).toEqual([
      { ...kept, version: version - 1 },
      { ...kept, version },
    ]);
    const whole = await call('GET', `/internal/menus/${owner.tenantId}`, AS_SERVICE);
    expect(whole.body.items).toEqual([again]);
  });

  it('is the only way to declare: no other write of an item sets or confirms it', async () => {
    const owner = makeOwner(menu);
    const allergens = { states: FREE, by: owner.userId, at: new Date().toISOString(), basis: 'x' };
    const added = await owner.item({ allergens });
    expect(added).not.toHaveProperty('allergens');
    const { allergens: real } = await declared(owner, added.id, but(UNKNOWN, 'f', 'milk'));
    for (const change of [{ allergens }, { allergens: null }, { name: 'Amatriciana' }]) {
      const { body } = await owner.send('PUT', `/api/menu-items/${added.id}`, change);
      expect(body.allergens).toEqual(real);
    }
  });

  it('adds what follows: wheat is a cereal with gluten, and spelt is wheat', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const states = async (given: string, kinds?: string[]) => (await declare(owner, id, given, kinds)).body.allergens;
    expect(await states(but(UNKNOWN, 'c', 'wheat'))).toMatchObject({ states: but(UNKNOWN, 'c', 'wheat', 'gluten') });
    expect(await states(but(UNKNOWN, 'f', 'gluten'))).toMatchObject({ states: but(UNKNOWN, 'f', 'wheat', 'gluten') });
    const spelt = await states(but(UNKNOWN, 'c', 'gluten', 'nuts'), ['almond', 'spelt']);
    expect(spelt).toMatchObject({
      states: but(UNKNOWN, 'c', 'wheat', 'gluten', 'nuts'),
      kinds: ['almond', 'spelt'],
    });
    expect(await states(but(UNKNOWN, 'c', 'gluten'), ['rye'])).toMatchObject({ states: but(UNKNOWN, 'c', 'gluten') });
  });

  it.each([
    ['wheat without gluten', { states: but(but(UNKNOWN, 'c', 'wheat'), 'f', 'gluten') }, 'states'],
    ['almonds without nuts', { states: FREE, kinds: ['almond'] }, 'kinds'],
    ['rye where nothing is said of gluten', { states: UNKNOWN, kinds: ['rye'] }, 'kinds'],
    [
      'spelt where wheat is not in it',
      { states: but(but(FREE, 'c', 'gluten'), 'f', 'wheat'), kinds: ['spelt'] },
      'kinds',
    ],
    ['too few letters', { states: 'ffff' }, 'states'],
    ['no letters of states', { states: 'x'.repeat(ALLERGENS.length) }, 'states'],
    ['an unknown kind', { states: FREE, kinds: ['peanut'] }, 'kinds.0'],
  ])('refuses %s, and names the field', async (_, body, field) => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const answer = await owner.send('PUT', `/api/menu-items/${id}/allergens`, body);
    expectProblem(answer, 400);
    expect(answer.body.errors).toMatchObject([{ field }]);
    expect(await evidence(owner)).toEqual([]);
  });

  it('refuses what contradicts the diets, and the diets that contradict it', async () => {
    const owner = makeOwner(menu);
    for (const [diet, allergen, state] of [
      ['vegan', 'milk', 'c'],
      ['gluten-free', 'wheat', 'm'],
    ] as const) {
      const { id } = await owner.item();
      const put = (body: object) => owner.send('PUT', `/api/menu-items/${id}`, body);
      const states = but(UNKNOWN, state, allergen);
      const version = await owner.version();
      expect((await put({ diet: [diet] })).status).toBe(200);
      const refused = await declare(owner, id, states);
      expectProblem(refused, 400);
      expect(refused.body.errors).toMatchObject([{ field: 'states', message: expect.stringContaining(diet) }]);
      expect((await put({ diet: null })).status).toBe(200);
      await declared(owner, id, states);
      const other = await put({ diet: [diet] });
      expectProblem(other, 400);
      expect(other.body.errors).toMatchObject([{ field: 'diet' }]);
      expect(await owner.version()).toBe(version + 3);
    }
  });

  it('needs the state of the item that the owner saw, and only of an own item', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const { id } = await owner.item();
    const first = await declare(owner, id, FREE);
    await declared(owner, id, but(FREE, 'c', 'milk'));
    const stale = await call('PUT', `/api/menu-items/${id}/allergens`, {
      token: owner.token,
      body: { states: FREE },
      headers: { 'if-match': first.headers.get('etag') as string },
    });
    expectProblem(stale, 409);
    expect(stale.body).toMatchObject({ current: { allergens: { states: but(FREE, 'c', 'milk') } } });
    expectProblem(await declare(other, id, FREE), 404);
    expect(await evidence(other)).toEqual([]);
  });
});

describe('PUT /api/option-groups/{id}/allergens', () => {
  const added = async (owner: Owner) =>
    (
      await owner.send('POST', '/api/option-groups', {
        name: 'Milk',
        options: [{ name: 'Whole' }, { name: 'Oat', price: 0.5 }, { name: 'Soy' }],
      })
    ).body;

  it('declares what options contain; others keep theirs, and no other write of the group changes it', async () => {
    const owner = makeOwner(menu);
    const { id, options } = await added(owner);
    const [whole, oat, soy] = options;
    const put = (...given: [{ id: number }, string, string[]?][]) =>
      owner.send('PUT', `/api/option-groups/${id}/allergens`, {
        options: given.map(([option, states, kinds]) => ({ id: option.id, states, kinds })),
      });
    expect((await put([whole, but(FREE, 'c', 'milk', 'nuts'), ['hazelnut']])).status).toBe(200);
    const { status, body, headers } = await put([oat, but(UNKNOWN, 'c', 'wheat')], [soy, FREE]);
    expect(status).toBe(200);
    expect(headers.get('etag')).toBeTruthy();
    const by = { by: owner.userId, at: expect.any(String) };
    const expected = [
      {
        ...whole,
        allergens: { ...by, states: but(FREE, 'c', 'milk', 'nuts'), kinds: ['hazelnut'], basis: basisOf(whole) },
      },
      { ...oat, allergens: { ...by, states: but(UNKNOWN, 'c', 'wheat', 'gluten'), basis: basisOf(oat) } },
      { ...soy, allergens: { ...by, states: FREE, basis: basisOf(soy) } },
    ];
    expect(body.options).toEqual(expected);
    const forged = body.options.map((option: object) => ({ ...option, name: `New ${body.name}`, allergens: null }));
    forged[1].name = 'Oat';
    const renamed = await owner.send('PUT', `/api/option-groups/${id}`, { options: [forged[0], forged[1]] });
    expect(renamed.body.options.map(({ allergens }: { allergens: object }) => allergens)).toEqual(
      expected.slice(0, 2).map(({ allergens }) => allergens),
    );
    expect(await evidence(owner)).toMatchObject(
      [whole, oat, soy].map(({ id: target_id, name }) => ({ kind: 'option', target_id, name, by: owner.userId })),
    );
  });

  it('refuses what contradicts itself and an option of another group, and names the field', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const [mine, foreign] = [await added(owner), await added(other)];
    const contradiction = but(but(UNKNOWN, 'c', 'wheat'), 'f', 'gluten');
    const [whole, oat] = mine.options;
    for (const [options, field] of [
      [
        [
          { id: whole.id, states: FREE },
          { id: oat.id, states: contradiction },
        ],
        'options.1.states',
      ],
      [
        [
          { id: whole.id, states: FREE },
          { id: foreign.options[0].id, states: FREE },
        ],
        'options.1.id',
      ],
      [[{ id: whole.id, states: 'c' }], 'options.0.states'],
    ] as const) {
      const answer = await owner.send('PUT', `/api/option-groups/${mine.id}/allergens`, { options });
      expectProblem(answer, 400, [field]);
    }
    const body = { options: [{ id: foreign.options[0].id, states: FREE }] };
    expectProblem(await owner.send('PUT', `/api/option-groups/${foreign.id}/allergens`, body), 404);
    expect((await owner.send('GET', '/api/option-groups')).body).toEqual([mine]);
    expect(await evidence(owner)).toEqual([]);
  });
});

describe('POST /api/allergens/confirm', () => {
  it('confirms declarations for the texts that the owner saw, all in one write', async () => {
    const owner = makeOwner(menu);
    const [one, two] = [await owner.item(), await owner.item({ name: 'Ragù' })];
    for (const { id } of [one, two]) await declared(owner, id, but(FREE, 'c', 'milk'));
    for (const { id, name } of [one, two]) await owner.send('PUT', `/api/menu-items/${id}`, { name: `${name}!` });
    const version = await owner.version();
    const seen = (await owner.items()).map((item: typeof one) => ({ id: item.id, basis: basisOf(item) }));
    const { status, body } = await confirm(owner, ...seen.toReversed());
    expect(status).toBe(200);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([two.id, one.id]);
    expect(body.toReversed()).toEqual(await owner.items());
    expect(body).toMatchObject(
      seen
        .toReversed()
        .map(({ basis }: { basis: string }) => ({ allergens: { basis, states: but(FREE, 'c', 'milk') } })),
    );
    expect(await owner.version()).toBe(version + 1);
    expect((await owner.send('GET', '/api/history')).body.changes[0]).toMatchObject({
      kind: 'draft',
      after: { changed: 2 },
    });
    expect(await evidence(owner)).toHaveLength(4);
  });

  it('refuses texts that were changed since, and confirms none then', async () => {
    const owner = makeOwner(menu);
    const [one, two] = [await owner.item(), await owner.item()];
    for (const { id } of [one, two]) await declared(owner, id, FREE);
    await owner.send('PUT', `/api/menu-items/${one.id}`, { description: 'With cream' });
    const before = await owner.items();
    const old = [two, one].map((item) => ({ id: item.id, basis: basisOf(item) }));
    const refused = await confirm(owner, ...old);
    expectProblem(refused, 409);
    expect(refused.body).toMatchObject({
      type: 'urn:tavola:problem:changed-meanwhile',
      errors: [{ field: 'items.1.basis' }],
    });
    expect(await owner.items()).toEqual(before);
  });

  it('refuses what somebody else declared since, which the owner did not see', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const { allergens } = await declared(owner, id, but(FREE, 'c', 'milk'));
    const { body } = await owner.send('PUT', `/api/menu-items/${id}`, { name: 'Ragù' });
    const seen = { id, basis: basisOf(body), declaredAt: allergens.at };
    await declared(owner, id, FREE);
    expectProblem(await confirm(owner, seen), 409, ['items.0.declaredAt']);
    const [{ allergens: now }] = await owner.items();
    expect((await confirm(owner, { ...seen, declaredAt: now.at })).status).toBe(200);
  });

  it('renews "free from" only of what the owner was asked, be it confirmed or declared again', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const asked = ALLERGEN_SCHEMES.us9;
    const rename = async (name: string) => (await owner.send('PUT', `/api/menu-items/${id}`, { name })).body;
    await declared(owner, id, but(FREE, 'c', 'lupin'));
    const renewed = but(but(but(FREE, 'c', 'lupin'), 'u', 'celery', 'mustard', 'sulphites', 'molluscs'), 'u', 'gluten');
    const seen = basisOf(await rename('Ragù'));
    const { body } = await owner.send('POST', '/api/allergens/confirm', { items: [{ id, basis: seen }], asked });
    expect(body[0].allergens.states).toBe(renewed);
    const again = { states: but(FREE, 'c', 'lupin'), asked };
    const put = async () => (await owner.send('PUT', `/api/menu-items/${id}/allergens`, again)).body.allergens.states;
    expect(await put()).toBe(renewed);
    // What another scheme asked, and is still so, stays.
    await declared(owner, id, again.states);
    expect(await put()).toBe(again.states);
    await rename('Sugo');
    expect(await put()).toBe(renewed);
    // Nor is a warning taken away of which nobody was asked, whatever the texts.
    const silent = { states: UNKNOWN, asked };
    const { body: silenced } = await owner.send('PUT', `/api/menu-items/${id}/allergens`, silent);
    expect(silenced.allergens.states).toBe(but(UNKNOWN, 'c', 'lupin'));
    const first = await owner.item();
    const states = (await owner.send('PUT', `/api/menu-items/${first.id}/allergens`, again)).body.allergens.states;
    expect(states).toBe(renewed);
  });

  it('confirms nothing that was not declared, nor an item of another restaurant', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const item = await owner.item();
    const undeclared = await confirm(owner, { id: item.id, basis: basisOf(item) });
    expectProblem(undeclared, 400);
    expect(undeclared.body.errors).toMatchObject([{ field: 'items.0.id' }]);
    await declared(owner, item.id, FREE);
    const foreign = await confirm(other, { id: item.id, basis: basisOf(item) });
    expectProblem(foreign, 404);
    expect(foreign.body.errors).toMatchObject([{ field: 'items.0.id' }]);
  });
});

it('GET /api/menu-check lists what dishes lack, in the order of the menu', async () => {
  const owner = makeOwner(menu);
  const { id: categoryId } = await owner.category();
  const add = (name: string, fields: object = {}) => owner.item({ name, categoryId, ...fields });
  const fine = await add('Fine');
  const edited = await add('Edited');
  await add('Bare', { price: 0 });
  const empty = await add('Empty');
  for (const { id } of [fine, edited]) await declared(owner, id, but(UNKNOWN, 'c', 'milk'));
  await declared(owner, empty.id, UNKNOWN);
  await owner.send('PUT', `/api/menu-items/${edited.id}`, { description: 'With nuts' });
  const check = async (query = '') => (await owner.send('GET', `/api/menu-check${query}`)).body;
  expect(await check()).toMatchObject({
    items: 4,
    lacking: [
      { id: edited.id, name: 'Edited', lacks: ['confirmation'] },
      { name: 'Bare', lacks: ['allergens', 'price'] },
      { name: 'Empty', lacks: ['allergens'] },
    ],
    options: [],
  });
  await owner.send('PUT', `/api/menu-items/${fine.id}`, { price: 3 });
  await owner.send('PUT', `/api/menu-items/${edited.id}`, { description: null });
  expect((await check()).lacking.map(({ name }: { name: string }) => name)).toEqual(['Bare', 'Empty']);
  await owner.send('DELETE', `/api/categories/${categoryId}`);
  expect((await check()).lacking[0]).toMatchObject({ name: 'Fine', lacks: ['category'] });
});

it('GET /api/menu-check with a scheme finds what is declared in part, and options that dishes have', async () => {
  const owner = makeOwner(menu);
  const { id: categoryId } = await owner.category();
  const group = async (name: string) => {
    const options = ['Oat', 'Soy', 'Rice'].map((one) => ({ name: one }));
    return (await owner.send('POST', '/api/option-groups', { name, options })).body;
  };
  const milk = await group('Milk');
  await group('Unused');
  const { id } = await owner.item({ categoryId, optionGroups: [milk.id] });
  const check = async (scheme: string) => {
    const { body } = await owner.send('GET', `/api/menu-check?scheme=${scheme}`);
    return [...body.lacking, ...body.options].map(({ name, lacks }) => `${name} ${lacks}`);
  };
  const us9 = but(UNKNOWN, 'f', ...ALLERGEN_SCHEMES.us9);
  const [oat, soy] = milk.options.map((one: { id: number }) => ({ id: one.id, states: us9 }));
  await owner.send('PUT', `/api/option-groups/${milk.id}/allergens`, { options: [oat, soy] });
  const options = [{ ...milk.options[0], name: 'Oats' }, ...milk.options.slice(1)];
  await owner.send('PUT', `/api/option-groups/${milk.id}`, { options });
  await declared(owner, id, us9);
  expect(await check('us9')).toEqual(['Oats confirmation', 'Rice allergens']);
  expect(await check('eu14')).toEqual([
    'Carbonara allergens-in-part',
    'Oats confirmation',
    'Soy allergens-in-part',
    'Rice allergens',
  ]);
  // Of a dish that is marked gluten-free, gluten is asked, too, and so it is of what can be chosen with one.
  await owner.send('PUT', `/api/menu-items/${id}`, { diet: ['gluten-free'] });
  expect(await check('us9')).toEqual([
    'Carbonara allergens-in-part,gluten',
    'Oats confirmation',
    'Soy allergens-in-part',
    'Rice allergens',
  ]);
  await declared(owner, id, but(us9, 'f', 'gluten'));
  expect((await check('us9'))[0]).toBe('Oats confirmation');
});

describe('the history', () => {
  it('keeps declarations, which nothing undoes: it would confirm what nobody looked at', async () => {
    const owner = makeOwner(menu);
    const [one, two] = [await owner.item(), await owner.item()];
    const undo = async () => {
      // Evidence may be pruned before the log.
      await database.rows('DELETE FROM menu.allergen_declaration WHERE tenant_id = $1', [owner.tenantId]);
      const [newest] = (await owner.send('GET', '/api/history')).body.changes;
      return { newest, answer: await owner.send('POST', `/api/history/${newest.id}/put-back`) };
    };
    await declared(owner, one.id, FREE);
    await declared(owner, one.id, but(FREE, 'c', 'milk'));
    const single = await undo();
    expect(single.newest).toMatchObject({ act: 'changed', before: { allergens: { states: FREE } } });
    // What declares nothing can be undone.
    await owner.send('PUT', `/api/menu-items/${one.id}`, { price: 3 });
    const other = await undo();
    expect(other).toMatchObject({ newest: { isDeclaration: false }, answer: { status: 200 } });
    const { body: group } = await owner.send('POST', '/api/option-groups', {
      name: 'Milk',
      options: [{ name: 'Oat' }],
    });
    const options = [{ id: group.options[0].id, states: FREE }];
    await owner.send('PUT', `/api/option-groups/${group.id}/allergens`, { options });
    const ofOption = await undo();
    await declared(owner, two.id, FREE);
    await confirm(owner, ...[one, two].map((item) => ({ id: item.id, basis: basisOf(item) })));
    const many = await undo();
    for (const { newest, answer } of [single, ofOption, many]) {
      expect(newest.isDeclaration).toBe(true);
      expectProblem(answer, 400);
      expect(answer.body.detail).toContain("can't be undone");
    }
    expect(await owner.items()).toMatchObject([
      { allergens: { states: but(FREE, 'c', 'milk') } },
      { allergens: { states: FREE } },
    ]);
  });

  it('brings a deleted dish back with what was declared of it', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const item = await declared(owner, id, FREE);
    await owner.send('DELETE', `/api/menu-items/${id}`);
    const [{ id: change }] = (await owner.send('GET', '/api/history')).body.changes;
    expect((await owner.send('POST', `/api/history/${change}/put-back`)).status).toBe(200);
    expect(await owner.items()).toEqual([item]);
  });
});

it('declarations end with the restaurant', async () => {
  const owner = makeOwner(menu);
  const { id } = await owner.item();
  await declared(owner, id, FREE);
  await call('DELETE', `/internal/tenants/${owner.tenantId}`, AS_SERVICE);
  expect(await evidence(owner)).toEqual([]);
});
