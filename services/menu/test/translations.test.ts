import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { menuTranslations } from '@tavola/contracts/translations.ts';
import { exported } from '@tavola/test-kit/exported.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, startMenu } from './setup.ts';

const menu = await startMenu();
const { database } = menu;

interface Change {
  kind?: string;
  id: number;
  field?: string;
  text: string | null;
  base?: string;
  by?: string;
  replaces?: string | null;
}

const put = (owner: Owner, changes: Change[], lang = 'fr') =>
  owner.send('PUT', `/api/translations/${lang}`, {
    changes: changes.map((change) => ({ kind: 'item', field: 'name', base: 'Carbonara', ...change })),
  });

const list = async (owner: Owner, lang = 'fr') => {
  const { status, body } = await owner.send('GET', `/api/translations/${lang}`);
  expect(status).toBe(200);
  return menuTranslations.strict().parse(body).texts;
};

const textOf = async (owner: Owner, id: number, field = 'name', lang = 'fr') =>
  (await list(owner, lang)).find((text) => text.kind === 'item' && text.id === id && text.field === field);

describe('GET /api/translations/{lang}', () => {
  it('returns every text, in the order of the menu, categories first', async () => {
    const owner = makeOwner(menu);
    const pasta = await owner.category({ name: 'Pasta', description: 'Fresh' });
    const pizza = await owner.category({ name: 'Pizza' });
    const [one, two] = [
      await owner.item({ categoryId: pasta.id, name: 'One', description: 'Nice' }),
      await owner.item({ categoryId: pizza.id, name: 'Two' }),
    ];
    await owner.send('PUT', '/api/menu-items/order', { ids: [two.id, one.id] });
    const row = (kind: string, id: number, field: string, base: string) => ({
      kind,
      id,
      field,
      base,
      text: null,
      isStale: false,
    });
    expect(await list(owner)).toEqual([
      row('category', pasta.id, 'name', 'Pasta'),
      row('category', pasta.id, 'description', 'Fresh'),
      row('category', pizza.id, 'name', 'Pizza'),
      row('item', two.id, 'name', 'Two'),
      row('item', one.id, 'name', 'One'),
      row('item', one.id, 'description', 'Nice'),
    ]);
  });
});

describe('PUT /api/translations/{lang}', () => {
  it('sets and removes the named texts, answers with them, and leaves all others', async () => {
    const owner = makeOwner(menu);
    const { id, categoryId } = await owner.item({ description: 'Rich' });
    const { body } = await put(owner, [
      { id, text: ' Carbonara à la romaine ' },
      { kind: 'category', id: categoryId, text: 'Pâtes', base: 'Pasta' },
    ]);
    expect(body).toEqual({
      texts: [
        { kind: 'category', id: categoryId, field: 'name', base: 'Pasta', text: 'Pâtes', isStale: false, by: 'h' },
        { kind: 'item', id, field: 'name', base: 'Carbonara', text: 'Carbonara à la romaine', isStale: false, by: 'h' },
      ],
    });
    await put(owner, [{ id, text: 'Spaghetti' }], 'de');
    await put(owner, [{ id, field: 'description', text: 'Riche', base: 'Rich' }]);
    await put(owner, [{ id, text: null }]);
    expect(await textOf(owner, id)).toMatchObject({ text: null, isStale: false });
    expect(await textOf(owner, id, 'description')).toMatchObject({ text: 'Riche' });
    expect(await textOf(owner, id, 'name', 'de')).toMatchObject({ text: 'Spaghetti' });
    expect(await list(owner)).toContainEqual(expect.objectContaining({ kind: 'category', text: 'Pâtes' }));
    await put(owner, [{ id, field: 'description', text: '  ', base: 'Rich' }]);
    const [row] = await database.rows('SELECT texts FROM menu.item WHERE id = $1', [id]);
    expect(Object.keys((row as { texts: object }).texts)).toEqual(['de']);
  });

  it('can be repeated, and raises the version once, for any number of texts', async () => {
    const owner = makeOwner(menu);
    const { id: categoryId } = await owner.category();
    const ids = await Promise.all(Array.from({ length: 10 }, async () => (await owner.item({ categoryId })).id));
    const version = await owner.version();
    const changes = ids.map((id) => ({ id, text: `Plat ${id}` }));
    const first = await put(owner, changes);
    expect(await owner.version()).toBe(version + 1);
    const [before] = await database.rows('SELECT texts FROM menu.item WHERE id = $1', [ids[0]]);
    expect((await put(owner, changes)).body).toEqual(first.body);
    expect(await owner.version()).toBe(version + 2);
    expect(await database.rows('SELECT texts FROM menu.item WHERE id = $1', [ids[0]])).toEqual([before]);
  });

  it('saves nothing where a translation is not the one that it is to replace', async () => {
    const owner = makeOwner(menu);
    const { id, categoryId } = await owner.item({});
    await put(owner, [{ id, text: 'Spaghettis', replaces: null }]);
    const pasta = { kind: 'category', id: categoryId, base: 'Pasta', text: 'Pâtes', replaces: null };
    const stale = await put(owner, [pasta, { id, text: 'Pâtes', replaces: null }]);
    expectProblem(stale, 409);
    expect(stale.body).toMatchObject({ current: { kind: 'item', id, field: 'name', text: 'Spaghettis' } });
    expect((await list(owner)).filter(({ text }) => text !== null)).toHaveLength(1);
    // As it is wanted already, so that a request can be repeated.
    expect((await put(owner, [{ id, text: 'Spaghettis', replaces: null }])).status).toBe(200);
    expect((await put(owner, [{ id, text: null, replaces: 'Spaghettis' }])).status).toBe(200);
  });

  it('is stale as soon as the base text changes, and current again when it changes back', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ description: 'Rich' });
    await put(owner, [
      { id, text: 'Pâtes' },
      { id, field: 'description', text: 'Riche', base: 'Rich' },
    ]);
    await owner.send('PUT', `/api/menu-items/${id}`, { name: 'Gricia' });
    expect(await textOf(owner, id)).toMatchObject({ base: 'Gricia', text: 'Pâtes', isStale: true });
    expect(await textOf(owner, id, 'description')).toMatchObject({ isStale: false });
    await owner.send('PUT', `/api/menu-items/${id}`, { name: 'Carbonara' });
    expect(await textOf(owner, id)).toMatchObject({ isStale: false });
  });

  it('ignores deleted rows and those of other restaurants, in up to 500 changes', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const [own, theirs, gone] = [await owner.item(), await other.item(), await owner.item()];
    await owner.send('DELETE', `/api/menu-items/${gone.id}`);
    const nobodys = Array.from({ length: 497 }, (_, at) => ({ id: 1_000_000_000 + at }));
    const { status, body } = await put(
      owner,
      [own, theirs, gone, ...nobodys].map(({ id }) => ({ id, text: 'Plat' })),
    );
    expect({ status, ids: body.texts.map(({ id }: { id: number }) => id) }).toEqual({ status: 200, ids: [own.id] });
    expect(await textOf(other, theirs.id)).toMatchObject({ text: null });
  });

  it.each([
    [{ text: 'x'.repeat(151) }, 'text'],
    [{ text: 'x'.repeat(1_001), field: 'description' }, 'text'],
    [{ text: 'x'.repeat(101), kind: 'category' }, 'text'],
    [{ text: 'x'.repeat(501), kind: 'category', field: 'description' }, 'text'],
    [{ text: '\u200b' }, 'text'],
  ])('has the limits of the base field: %j', async (change, field) => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const version = await owner.version();
    expectProblem(
      await put(owner, [
        { id, text: 'Good', kind: 'category' },
        { id, ...change },
      ]),
      400,
      [`changes.1.${field}`],
    );
    expect(await owner.version()).toBe(version);
  });

  it('accepts at most 2 MB, says so, and lets translations be removed', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    await put(owner, [{ id, text: 'x' }]);
    await database.rows(
      `INSERT INTO menu.item (tenant_id, name, price, position, texts)
       SELECT $1, 'Old', 1, n, jsonb_build_object('fr', jsonb_build_object('description', jsonb_build_object('t', repeat('é', 1000), 'of', '', 'by', 'h')))
       FROM generate_series(1, 1000) AS n`,
      [owner.tenantId],
    );
    const refused = await put(owner, [{ id, text: 'y' }]);
    expectProblem(refused, 409);
    expect(refused.body).toMatchObject({ quota: { name: 'translationBytes', most: QUOTAS.translationBytes.most } });
    expect((await put(owner, [{ id, text: null }])).status).toBe(200);
  });
});

describe('keepsTexts', () => {
  it('keeps current translations current, and no others', async () => {
    const owner = makeOwner(menu);
    const { id, categoryId } = await owner.item({ description: 'Rich' });
    await put(owner, [
      { id, text: 'Pâtes' },
      { id, field: 'description', text: 'Riche', base: 'Poor' },
      { kind: 'category', id: categoryId, text: 'Les pâtes', base: 'Pasta' },
    ]);
    const version = await owner.version();
    const saved = await owner.send('PUT', `/api/menu-items/${id}`, {
      name: 'Carbonara!',
      description: 'Rich!',
      keepsTexts: true,
    });
    expect(saved.body).not.toHaveProperty('keepsTexts');
    expect(await owner.version()).toBe(version + 1);
    expect(await textOf(owner, id)).toMatchObject({ base: 'Carbonara!', text: 'Pâtes', isStale: false });
    expect(await textOf(owner, id, 'description')).toMatchObject({ text: 'Riche', isStale: true });
    await owner.send('PUT', `/api/categories/${categoryId}`, { name: 'Pasta!', keepsTexts: true });
    expect(await list(owner)).toContainEqual(expect.objectContaining({ base: 'Pasta!', isStale: false }));
    await owner.send('PUT', `/api/menu-items/${id}`, { name: 'Gricia', keepsTexts: false });
    expect(await textOf(owner, id)).toMatchObject({ isStale: true });
  });

  it('changes nothing without texts, and is refused together with an invalid name', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    expect((await owner.send('PUT', `/api/menu-items/${id}`, { name: 'New', keepsTexts: true })).status).toBe(200);
    expect((await owner.send('PUT', `/api/menu-items/${id}`, { price: 2, keepsTexts: true })).status).toBe(200);
    expectProblem(await owner.send('PUT', `/api/menu-items/${id}`, { keepsTexts: 'yes' }), 400, ['keepsTexts']);
  });
});

describe('who made a translation', () => {
  it('is a human, unless the change says that it was a machine', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item();
    const byOf = async () => (await textOf(owner, id))?.by;
    await put(owner, [{ id, text: 'Pâtes', by: 'm' }]);
    expect(await byOf()).toBe('m');
    await put(owner, [{ id, text: 'Pâtes fraîches' }]);
    expect(await byOf()).toBe('h');
    expectProblem(await put(owner, [{ id, text: 'Pâtes', by: 'x' }]), 400, ['changes.0.by']);
  });
});

describe('other services and exports', () => {
  it('get translations with the rows that have any', async () => {
    const owner = makeOwner(menu);
    const { id, categoryId } = await owner.item();
    const other = await owner.item({ categoryId, name: 'Gricia' });
    await put(owner, [{ id, text: 'Pâtes' }]);
    const texts = { fr: { name: { t: 'Pâtes', of: expect.stringMatching(/^[0-9a-f]{12}$/), by: 'h' } } };
    const { body } = await menu.call('GET', `/internal/menus/${owner.tenantId}`, AS_SERVICE);
    for (const { items, categories } of [body, await exported(menu.call, 'menu', owner.tenantId)]) {
      const [one, two] = items;
      expect([one.id, two.id]).toEqual([id, other.id]);
      expect(one.texts).toEqual(texts);
      expect([two, categories[0]].filter((row) => 'texts' in row)).toEqual([]);
    }
    expect((await owner.items()).filter((item: object) => 'texts' in item)).toEqual([]);
  });
});
