import { randomBytes, randomInt } from 'node:crypto';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { exported } from '@tavola/test-kit/exported.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, startMenu } from './setup.ts';

// Option groups: choices that several dishes share.

const menu = await startMenu();
const { call, database } = menu;

const OAT = { name: 'Oat milk', price: 0.5 };
const COW = { name: 'Cow’s milk', isDefault: true };
const MILK = { name: 'Milk', min: 1, max: 1, options: [COW, OAT] };
const [A, B, C] = ['A', 'B', 'C'].map((name) => ({ name, price: 0 }));
const chosen = (option: object | undefined) => ({ ...option, isDefault: true });

const GROUPS = '/api/option-groups';
const add = async (owner: Owner, fields: object = {}) => {
  const answer = await owner.send('POST', GROUPS, { ...MILK, ...fields });
  expect(answer.status).toBe(201);
  return answer.body;
};
const put = (owner: Owner, id: number, change: object, tag?: string) =>
  call('PUT', `${GROUPS}/${id}`, {
    token: owner.token,
    body: change,
    headers: tag === undefined ? {} : { 'if-match': tag },
  });
const list = async (owner: Owner) => (await owner.send('GET', GROUPS)).body;
const newest = async (owner: Owner) => (await owner.send('GET', '/api/history')).body.changes[0];
const putBack = (owner: Owner, id: number) => owner.send('POST', `/api/history/${id}/put-back`);

describe('option groups', () => {
  it('are added at the end, and read everywhere', async () => {
    const owner = makeOwner(menu);
    const milk = await add(owner);
    expect(milk).toEqual({
      id: expect.any(Number),
      name: 'Milk',
      min: 1,
      max: 1,
      options: [
        { id: expect.any(Number), name: COW.name, price: 0, isAvailable: true, isDefault: true },
        { id: milk.options[0].id + 1, ...OAT, isAvailable: true, isDefault: false },
      ],
    });
    const syrup = await owner.send('POST', GROUPS, { name: 'Syrup', options: [{ name: 'Vanilla', price: 0.3 }] });
    expect(syrup.body).toMatchObject({ min: 0, max: null });
    expect(await list(owner)).toEqual([milk, syrup.body]);
    const whole = await call('GET', `/internal/menus/${owner.tenantId}`, AS_SERVICE);
    expect(whole.body.optionGroups).toEqual([milk, syrup.body]);
    const { optionGroups } = await exported(call, 'menu', owner.tenantId);
    expect(optionGroups).toMatchObject([
      { ...milk, position: 1 },
      { ...syrup.body, position: 2 },
    ]);
    const turned = await owner.send('PUT', `${GROUPS}/order`, { ids: [syrup.body.id, milk.id] });
    expect(turned.body).toEqual([syrup.body, milk]);
  });

  it('are added once with a key, and changed by one of two people', async () => {
    const owner = makeOwner(menu);
    const once = { token: owner.token, body: MILK, headers: { 'idempotency-key': crypto.randomUUID() } };
    const [one, two] = [await call('POST', GROUPS, once), await call('POST', GROUPS, once)];
    expect(two.body).toEqual(one.body);
    expect(await list(owner)).toEqual([one.body]);
    const { id, options } = one.body;
    const tag = one.headers.get('etag') as string;
    const [cow, oat] = options;
    const first = await put(owner, id, { options: [{ ...oat, price: 0.6 }, cow] }, tag);
    expect(first.body).toEqual({ ...one.body, options: [{ ...oat, price: 0.6 }, cow] });
    for (const late of [
      await put(owner, id, { name: 'Milks' }, tag),
      await call('DELETE', `${GROUPS}/${id}`, { token: owner.token, headers: { 'if-match': tag } }),
    ]) {
      expectProblem(late, 409);
    }
    expect(await list(owner)).toEqual([first.body]);
  });

  it('keep the ids of their options, and never use one again', async () => {
    const owner = makeOwner(menu);
    const { id, options } = await add(owner);
    const [cow, oat] = options;
    const { body } = await put(owner, id, { options: [cow, { name: 'Soy milk' }] });
    expect(body.options[0]).toEqual(cow);
    const [, soy] = body.options;
    const renamed = await put(owner, id, { options: [{ id: cow.id, name: 'Milk' }, soy] });
    expect(renamed.body.options).toEqual([{ ...cow, name: 'Milk' }, soy]);
    expect(body.options[1].id).not.toBe(oat.id);
    expectProblem(await put(owner, id, { options: [oat] }), 400, ['options.0.id']);
    expectProblem(await owner.send('POST', GROUPS, { ...MILK, options: [oat] }), 400, ['options.0.id']);
  });

  it.each([
    [{ min: 3, max: null }, 'min'],
    [{ max: 3 }, 'max'],
    [{ min: 2, max: 1 }, 'min'],
    [{ min: 0, max: 0 }, 'max'],
    [{ options: [COW, { ...OAT, isDefault: true }] }, 'options'],
    [{ options: [COW, { ...COW }] }, 'options'],
  ])('refuse a choice that nobody can make: %o', async (wrong, field) => {
    const owner = makeOwner(menu);
    expectProblem(await owner.send('POST', GROUPS, { ...MILK, ...wrong }), 400, [field]);
    const milk = await add(owner);
    expectProblem(await put(owner, milk.id, wrong), 400, [field]);
    expect(await list(owner)).toEqual([milk]);
  });

  /** Adds groups of 40 options with such names past the service; ids are from 1 on. */
  const fill = (owner: Owner, count: number, name: (id: number) => string) => {
    const options = (group: number) =>
      Array.from({ length: 40 }, (_, at) => ({
        id: group * 40 + at + 1,
        name: name(group * 40 + at + 1),
        price: 0,
        isDefault: false,
        isAvailable: true,
      }));
    const groups = Array.from({ length: count }, (_, at) => options(at));
    return database.rows(
      `INSERT INTO menu.option_group (tenant_id, name, min, options, position)
       SELECT $1, 'Many', 0, options, place FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS given (options, place)`,
      [owner.tenantId, JSON.stringify(groups)],
    );
  };

  it('are at most 60', async () => {
    const owner = makeOwner(menu);
    await fill(owner, QUOTAS.optionGroups.most - 1, () => crypto.randomUUID().slice(0, 4));
    await add(owner);
    const more = await owner.send('POST', GROUPS, MILK);
    expectProblem(more, 409);
    expect(more.body).toMatchObject({ type: 'urn:tavola:problem:quota-reached', quota: { name: 'optionGroups' } });
  });

  it('are together no more than a phone should load; those that are can be shortened', async () => {
    const owner = makeOwner(menu);
    await fill(owner, 30, () => randomBytes(30).toString('hex'));
    const refused = await owner.send('POST', GROUPS, MILK);
    expectProblem(refused, 400, ['options']);
    expect(refused.body.detail).toContain('too long for a menu');
    const [{ id, options }] = await list(owner);
    const renamed = (name: string) => ({ options: [{ ...options[0], name }, ...options.slice(1)] });
    expect((await put(owner, id, renamed('Short'))).status).toBe(200);
    expectProblem(await put(owner, id, renamed('Not so short')), 400, ['options']);
    expect(await list(owner)).toHaveLength(30);
    const text = randomBytes(30).toString('hex');
    const changes = [{ kind: 'option', id: options[0].id, field: 'name', base: 'Short', text }];
    const translated = await owner.send('PUT', '/api/translations/fr', { changes });
    expectProblem(translated, 400, ['changes']);
    expect(translated.body.detail).toContain('in French');
  });

  it('are measured in bytes, as a phone loads them', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    // Less than 40,000 characters, of three bytes each.
    const three = () => String.fromCharCode(randomInt(0x0800, 0xd800));
    await fill(owner, 7, () => Array.from({ length: 60 }, three).join(''));
    expectProblem(await owner.send('POST', GROUPS, MILK), 400, ['options']);
    // Shorter names that compress to more.
    await fill(other, 30, (id) => (id <= 40 ? 'a'.repeat(20 + id) : randomBytes(30).toString('hex')));
    const [{ id, options }] = await list(other);
    const shorter = options.map((one: object) => ({ ...one, name: randomBytes(10).toString('hex') }));
    expectProblem(await put(other, id, { options: shorter }), 400, ['options']);
  });
});

describe('the option groups of a dish', () => {
  it('are named in their order, and only its restaurant’s own', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const [milk, syrup, foreign] = [await add(owner), await add(owner, { name: 'Syrup' }), await add(other)];
    const item = await owner.item({ optionGroups: [syrup.id, milk.id] });
    expect(item.optionGroups).toEqual([syrup.id, milk.id]);
    expect(await owner.items()).toEqual([item]);
    const change = { optionGroups: [milk.id, foreign.id] };
    expectProblem(await owner.send('PUT', `/api/menu-items/${item.id}`, change), 400, ['optionGroups.1']);
    const { id: _id, ...fields } = item;
    expectProblem(await owner.send('POST', '/api/menu-items', { ...fields, ...change }), 400, ['optionGroups.1']);
    const draft = { sections: [{ categoryId: item.categoryId, items: [{ name: 'Latte', price: 3, ...change }] }] };
    expectProblem(await owner.send('POST', '/api/menu-drafts', draft), 400, ['sections.0.items.0.optionGroups.1']);
    expect(await owner.items()).toEqual([item]);
  });

  it('are without a deleted one, as one version; putting it back brings it back to them', async () => {
    const owner = makeOwner(menu);
    const [milk, syrup] = [await add(owner), await add(owner, { name: 'Syrup' })];
    const { id: categoryId } = await owner.category();
    const items = [];
    for (let count = 0; count < 20; count += 1) {
      items.push(
        await owner.item({
          categoryId,
          name: `Coffee ${count}`,
          optionGroups: count % 2 ? [milk.id] : [milk.id, syrup.id],
        }),
      );
    }
    const before = await owner.version();
    expect((await owner.send('DELETE', `${GROUPS}/${milk.id}`)).status).toBe(204);
    expect(await owner.version()).toBe(before + 1);
    const { optionGroups: _groups, ...plain } = items[1];
    expect((await owner.items()).slice(0, 2)).toEqual([{ ...items[0], optionGroups: [syrup.id] }, plain]);
    const change = await newest(owner);
    expect(change).toMatchObject({ kind: 'option-group', act: 'removed', name: 'Milk', items: 20 });
    expect(await putBack(owner, change.id)).toMatchObject({
      status: 200,
      body: { kind: 'option-group', act: 'added', items: 20 },
    });
    expect(await list(owner)).toEqual([milk, syrup]);
    expect(await owner.items()).toEqual(items);
  });
});

describe('the history of option groups', () => {
  it('says what was changed, and puts back a change and an order', async () => {
    const owner = makeOwner(menu);
    const [milk, syrup] = [await add(owner), await add(owner, { name: 'Syrup' })];
    const [cow, oat] = milk.options;
    await put(owner, milk.id, { options: [cow, { ...oat, price: 0.6 }] });
    const change = await newest(owner);
    expect(change).toMatchObject({
      kind: 'option-group',
      act: 'changed',
      targetId: milk.id,
      before: { options: [cow, oat] },
    });
    expect((await putBack(owner, change.id)).status).toBe(200);
    expect(await list(owner)).toEqual([milk, syrup]);
    await owner.send('PUT', `${GROUPS}/order`, { ids: [syrup.id, milk.id] });
    expect((await putBack(owner, (await newest(owner)).id)).status).toBe(200);
    expect(await list(owner)).toEqual([milk, syrup]);
  });

  it('does not take away a group that a dish names, nor put back a name of one that is gone', async () => {
    const owner = makeOwner(menu);
    const milk = await add(owner);
    const added = await newest(owner);
    const item = await owner.item({ optionGroups: [milk.id] });
    expectProblem(await putBack(owner, added.id), 409);
    await owner.send('PUT', `/api/menu-items/${item.id}`, { optionGroups: null });
    const cleared = await newest(owner);
    await owner.send('DELETE', `${GROUPS}/${milk.id}`);
    const refused = await putBack(owner, cleared.id);
    expectProblem(refused, 409);
    expect(refused.body.detail).toBe('Its option group was deleted. Undo that deletion first.');
  });

  it.each([
    ['more must be chosen now', { options: [A, B] }, { options: [A, B, C] }, { min: 3 }],
    ['there are fewer options now', { min: 3, options: [A, B, C] }, { min: 1 }, { options: [A, B] }],
    ['fewer can be chosen now', { max: 3, options: [A, B, C] }, { max: 2 }, { options: [A, B] }],
    ['more would be chosen already', { max: 2, options: [A, B].map(chosen) }, { options: [A, B] }, { max: 1 }],
  ])('puts back nothing that could not be chosen: %s', async (_case, first, second, third) => {
    const owner = makeOwner(menu);
    const { id } = await add(owner, { min: 0, max: null, ...first });
    expect((await put(owner, id, second)).status).toBe(200);
    const undone = await newest(owner);
    expect((await put(owner, id, third)).status).toBe(200);
    const before = await list(owner);
    expectProblem(await putBack(owner, undone.id), 409);
    expect(await list(owner)).toEqual(before);
  });
});

describe('what changed since a version', () => {
  it('counts options of dishes on the menu, each once: another price, sold out, gone', async () => {
    const owner = makeOwner(menu);
    const since = async (version: number) =>
      (await call('GET', `/internal/menus/${owner.tenantId}/changes?since=${version}`, AS_SERVICE)).body[0];
    const none = { prices: 0, gone: 0, added: 0, soldOut: 0, choicesGone: 0, choicesSoldOut: 0 };
    const [milk, syrup, unused] = [await add(owner), await add(owner), await add(owner)];
    const latte = await owner.item({ optionGroups: [milk.id, syrup.id] });
    const mocha = await owner.item({ optionGroups: [milk.id] });
    const hidden = await owner.category({ isActive: false });
    await owner.item({ categoryId: hidden.id, optionGroups: [unused.id] });
    const printed = await owner.version();
    const [cow, oat] = milk.options;
    const mark = (option: { id: number }, isAvailable: boolean) =>
      owner.send('PUT', '/api/availability', { changes: [{ option: option.id, isAvailable }] });
    await mark(unused.options[0], false);
    await put(owner, unused.id, { max: null, options: [{ ...unused.options[1], price: 9 }] });
    expect(await since(printed)).toMatchObject(none);
    await mark(oat, false);
    await put(owner, syrup.id, { options: syrup.options.map((one: object) => ({ ...one, price: 9 })) });
    expect(await since(printed)).toMatchObject({ ...none, prices: 2, choicesSoldOut: 1 });
    const before = await owner.version();
    // A dish without enough left to choose from is sold out itself.
    await mark(cow, false);
    expect(await since(before)).toMatchObject({ ...none, soldOut: 2, choicesSoldOut: 1 });
    await mark(cow, true);
    await put(owner, milk.id, { options: [cow] });
    expect(await since(printed)).toMatchObject({ ...none, prices: 2, choicesGone: 1 });
    await owner.send('PUT', `/api/menu-items/${latte.id}`, { optionGroups: [milk.id] });
    expect(await since(printed)).toMatchObject({ ...none, choicesGone: 3 });
    await owner.send('DELETE', `${GROUPS}/${milk.id}`);
    expect(await since(printed)).toMatchObject({ ...none, choicesGone: 4 });
    await putBack(owner, (await newest(owner)).id);
    await owner.send('DELETE', `/api/menu-items/${mocha.id}`);
    expect(await since(printed)).toMatchObject({ ...none, gone: 1, choicesGone: 3 });
  });
});

describe('translations', () => {
  const name = (kind: string, id: number, base: string, text: string | null) => ({
    kind,
    id,
    field: 'name',
    base,
    text,
  });

  it('are of sizes, groups and options, too; a change keeps those that are right, and drops those of what is gone', async () => {
    const owner = makeOwner(menu);
    const milk = await add(owner);
    const [cow, oat] = milk.options;
    const item = await owner.item({
      variants: [
        { name: 'Small', price: 3 },
        { name: 'Large', price: 4 },
      ],
    });
    const [small, large] = item.variants;
    const changes = [
      name('item', item.id, item.name, 'Carbonara à la romaine'),
      name('option', oat.id, oat.name, 'Lait d’avoine'),
      name('option-group', milk.id, 'Milk', 'Lait'),
      name('variant', small.id, 'Small', 'Petit'),
      name('variant', large.id, 'Large', 'Grand'),
    ];
    const { body } = await owner.send('PUT', '/api/translations/fr', { changes });
    const right = changes.map((change) => ({ ...change, isStale: false, by: 'h' }));
    expect(body.texts).toEqual(right);
    const texts = async () =>
      (await owner.send('GET', '/api/translations/fr')).body.texts.filter(
        (one: { text: unknown }) => one.text !== null,
      );
    expect(await texts()).toEqual(right);
    const whole = await call('GET', `/internal/menus/${owner.tenantId}`, AS_SERVICE);
    expect(whole.body.optionGroups[0].texts.fr).toHaveProperty(`option.${oat.id}`);
    await put(owner, milk.id, { keepsTexts: true, options: [cow, { ...oat, name: 'Oats' }] });
    await owner.send('PUT', `/api/menu-items/${item.id}`, {
      variants: [
        { ...small, name: 'Tiny' },
        { name: 'Big', price: 5 },
      ],
    });
    expect(await texts()).toMatchObject([
      { kind: 'item' },
      { kind: 'option', base: 'Oats', isStale: false },
      { kind: 'option-group' },
      { kind: 'variant', id: small.id, base: 'Tiny', text: 'Petit', isStale: true },
    ]);
    const [{ keys }] = (await database.rows<{ keys: string[] }>(
      `SELECT array_agg(key) AS keys FROM menu.item, jsonb_object_keys(texts -> 'fr') AS key WHERE id = $1`,
      [item.id],
    )) as [{ keys: string[] }];
    expect(keys).not.toContain(`variant.${large.id}`);
    const removed = [name('option', oat.id, 'Oats', null), name('variant', Number.MAX_SAFE_INTEGER, 'x', 'y')];
    expect((await owner.send('PUT', '/api/translations/fr', { changes: removed })).status).toBe(200);
    expect((await texts()).some(({ kind }: { kind: string }) => kind === 'option')).toBe(false);
  });
});
