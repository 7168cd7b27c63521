import { randomUUID } from 'node:crypto';
import { DRAFT_BYTES_MAX } from '@tavola/contracts/drafts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { picturesOf } from '@tavola/contracts/rules/pictures.ts';
import type { Answer } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { whenNotBusy } from '@tavola/test-kit/when-not-busy.ts';
import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, startMenu } from './setup.ts';

const menu = await startMenu();

const dish = (name: string, price = 5, description: string | null = null) => ({ name, price, description });
const dishes = (count: number, description = '') =>
  Array.from({ length: count }, (_, index) => dish(`Dish ${index}`, index + 0.5, description));
const SECTIONS = [
  {
    category: { name: 'Antipasti', description: 'To share' },
    items: [dish('Olives', 4.5, 'Taggiasca'), dish('Burrata', 14.5)],
  },
  { category: { name: 'Dolci' }, items: [dish('Tiramisù', 7)] },
];
const confirm = (owner: Owner, body: Record<string, unknown>, key?: string) =>
  whenNotBusy(() =>
    menu.call('POST', '/api/menu-drafts', {
      token: owner.token,
      body,
      headers: key ? { 'idempotency-key': key } : {},
    }),
  );
const add = (owner: Owner, sections: unknown = SECTIONS, key?: string) => confirm(owner, { sections }, key);
type Item = Answer['body'];
const changeOf = (item: Item, fields: Record<string, unknown>) => ({ item: item.id, etag: entityTag(item), fields });
const removalOf = (item: Item) => ({ item: item.id, etag: entityTag(item) });
const putBack = (owner: Owner, id: number) => whenNotBusy(() => owner.send('POST', `/api/history/${id}/put-back`));
const history = async (owner: Owner) => (await owner.send('GET', '/api/history')).body.changes;
/** What the draft `id` did. */
const rowsOf = async (owner: Owner, id: number) => (await owner.send('GET', `/api/history?draft=${id}`)).body.changes;
const itemOf = async (owner: Owner, name: string): Promise<Item> =>
  (await owner.items()).find((item: Item) => item.name === name);
const textOf = ({ id, name }: Item, text: string) => ({ kind: 'item', id, field: 'name', text, base: name });
/** The translations that guests may read. */
const translationsInto = async (owner: Owner, lang: string): Promise<string[]> =>
  (await owner.send('GET', `/api/translations/${lang}`)).body.texts.flatMap((one: Item) =>
    one.text === null || one.isStale ? [] : one.text,
  );
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe('a draft of new dishes', () => {
  it('adds a category with its times and its layout, and offers of sizes that the request itself names', async () => {
    const owner = makeOwner(menu);
    const times = { weekly: Array(7).fill([[720, 900]]), special: [] };
    const { body } = await owner.send('PUT', '/api/dayparts', {
      dayparts: [{ name: 'Lunch', ...times, isActive: true }],
    });
    const [{ id: lunch }] = body.dayparts;
    const category = { name: 'Dolci', isActive: false, dayparts: [lunch], layout: 'grid' };
    const variants = [
      { id: 1, name: 'Small', price: 5 },
      { id: 2, name: 'Large', price: 8 },
    ];
    const dolce = { name: 'Gelato', price: 5, variants, offers: [{ daypart: lunch, price: 6, variant: 2 }] };
    expect((await add(owner, [{ category, items: [dolce] }])).status).toBe(200);
    expect((await owner.send('GET', '/api/categories')).body).toMatchObject([category]);
    const [
      {
        variants: [, large],
        offers,
      },
    ] = await owner.items();
    expect(offers).toEqual([{ daypart: lunch, price: 6, variant: large.id }]);
    const gone = { ...category, dayparts: [lunch + 1] };
    expectProblem(await add(owner, [{ category: gone, items: [dolce] }]), 400, ['sections.0.category.dayparts.0']);
    const unknown = { ...dolce, offers: [{ daypart: lunch, price: 6, variant: 3 }] };
    expectProblem(await add(owner, [{ category, items: [unknown] }]), 400, ['sections.0.items.0.offers.0.variant']);
  });

  it('adds categories and items after the others, in order, as one version', async () => {
    const owner = makeOwner(menu);
    const pasta = await owner.category();
    await owner.item({ categoryId: pasta.id });
    const version = await owner.version();
    const answer = await add(owner, [{ categoryId: pasta.id, items: [dish('Gricia', 11)] }, ...SECTIONS]);
    expect([answer.status, answer.body]).toEqual([
      200,
      { change: expect.any(Number), categories: 2, added: 4, changed: 0, removed: 0 },
    ]);
    expect(await owner.version()).toBe(version + 1);
    const categories = await owner.categories();
    expect(names(categories)).toEqual(['Pasta', 'Antipasti', 'Dolci']);
    expect(categories[1]).toMatchObject({ description: 'To share', isActive: true });
    const items = await owner.items();
    expect(names(items)).toEqual(['Carbonara', 'Gricia', 'Olives', 'Burrata', 'Tiramisù']);
    const [antipasti, dolci] = categories.slice(1).map(({ id }: { id: number }) => id);
    expect(items.slice(1).map(({ categoryId }: { categoryId: number }) => categoryId)).toEqual([
      pasta.id,
      antipasti,
      antipasti,
      dolci,
    ]);
    expect(items[2]).toMatchObject({
      price: 4.5,
      description: 'Taggiasca',
      isAvailable: true,
      isPopular: false,
      image: null,
    });
  });

  it('happens once for a key, also when it is sent to several processes at once', async () => {
    const owner = makeOwner(menu);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => add(owner, SECTIONS, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await owner.items()).toHaveLength(3);
    expectProblem(await add(owner, SECTIONS.slice(1), key), 422);
  });

  it("with a category that there is not, or that is another restaurant's, adds nothing and names the section", async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const { id } = await other.category();
    for (const categoryId of [id, 2_000_000]) {
      const answer = await add(owner, [...SECTIONS, { categoryId, items: [dish('Soup')] }]);
      expectProblem(answer, 400, ['sections.2.categoryId']);
      expect(answer.body.errors[0].message).toBe('This category no longer exists. Please choose another one.');
    }
    expect([await owner.items(), await owner.categories(), await owner.version()]).toEqual([[], [], 0]);
  });

  it('of a whole menu is one act; what does not fit adds nothing', async () => {
    const owner = makeOwner(menu);
    const { most, message } = QUOTAS.items;
    expect(
      (await add(owner, [{ category: { name: 'All' }, items: dishes(most, 'A hundred characters. '.repeat(5)) }]))
        .status,
    ).toBe(200);
    expect(await owner.items()).toHaveLength(most);
    const full = await add(owner, [{ category: { name: 'More' }, items: [dish('One')] }]);
    expectProblem(full, 409);
    expect(full.body.detail).toBe(message);
    expect(names(await owner.categories())).toEqual(['All']);
    const [shown, ...rest] = await history(owner);
    expect([shown, rest]).toMatchObject([{ kind: 'draft', after: { added: most, categories: 1 } }, []]);
    expect((await putBack(owner, shown.id)).body.kept).toEqual([]);
    expect([await owner.items(), await owner.categories()]).toEqual([[], []]);
  });

  it('of too many items, or too large, is refused in words', async () => {
    const owner = makeOwner(menu);
    const many = await add(owner, [{ category: { name: 'All' }, items: dishes(2_001) }]);
    expectProblem(many, 400, ['sections']);
    expect(many.body.errors[0].message).toBe('A draft can have at most 2,000 items.');
    const large = { category: { name: 'All', description: 'x'.repeat(DRAFT_BYTES_MAX) }, items: dishes(1) };
    expectProblem(await add(owner, [large]), 413);
  });
});

describe('a draft in the history', () => {
  it('is one change, and put back takes away what is as it was added', async () => {
    const owner = makeOwner(menu);
    const { body } = await add(owner);
    const [shown, ...rest] = await history(owner);
    expect([shown, rest]).toMatchObject([
      { id: body.change, kind: 'draft', name: null, after: { added: 3, changed: 0, removed: 0, categories: 2 } },
      [],
    ]);
    await owner.send('PUT', '/api/menu-items/order', {
      ids: (await owner.items()).map(({ id }: { id: number }) => id).toReversed(),
    });
    expect(shown.undoneAt).toBeNull();
    const { status, body: answer } = await putBack(owner, body.change);
    expect([status, answer.kept]).toEqual([200, []]);
    expect([await owner.items(), await owner.categories()]).toEqual([[], []]);
    const [undoing, , undone] = await history(owner);
    expect([undoing.id, undoing.after.undoes, undoing.undoneAt]).toEqual([answer.id, body.change, null]);
    expect([undone.id, undone.undoneAt]).toEqual([body.change, undoing.at]);
  });

  it('shows its first 50 changes: what it added, changed and removed', async () => {
    const { owner, categoryId, items } = await withDishes();
    const [burrata, carbonara, tiramisu] = items;
    const { body } = await confirm(owner, {
      sections: [
        { category: { name: 'Dolci' }, items: [dish('Babà')] },
        { categoryId, items: dishes(60) },
      ],
      changes: [changeOf(carbonara, { price: 12 })],
      removals: [removalOf(tiramisu)],
    });
    const rows = await rowsOf(owner, body.change);
    expect(rows).toHaveLength(50);
    expect(rows.slice(0, 2)).toMatchObject([
      { kind: 'category', act: 'added', name: 'Dolci' },
      { kind: 'item', act: 'added', name: 'Babà' },
    ]);
    const { body: small } = await confirm(owner, {
      changes: [changeOf(burrata, { price: 11, isPopular: true })],
      removals: [removalOf(await itemOf(owner, 'Babà'))],
    });
    expect(await rowsOf(owner, small.change)).toMatchObject([
      {
        act: 'changed',
        name: 'Burrata',
        before: { price: 10, isPopular: false },
        after: { price: 11, isPopular: true },
      },
      { act: 'removed', name: 'Babà', after: null },
    ]);
    // Neither another restaurant's, nor those of a change that is no draft.
    expect(await rowsOf(makeOwner(menu), small.change)).toEqual([]);
    const [, , single] = await history(owner);
    expect([single.kind, await rowsOf(owner, single.id)]).toEqual(['item', []]);
  });

  it('leaves what was changed since, names it, and its category', async () => {
    const owner = makeOwner(menu);
    const { body } = await add(owner);
    const [olives] = await owner.items();
    await owner.send('PUT', `/api/menu-items/${olives.id}`, { price: 5 });
    const { body: answer } = await putBack(owner, body.change);
    expect(answer.kept).toEqual(['Olives', 'Antipasti']);
    expect([names(await owner.items()), names(await owner.categories())]).toEqual([['Olives'], ['Antipasti']]);
    // Nothing of it is left to put back.
    expectProblem(await putBack(owner, body.change), 409);
  });

  it('comes back whole, with its ids, when that is put back, and once more away', async () => {
    const owner = makeOwner(menu);
    const { body } = await add(owner);
    const before = [await owner.categories(), await owner.items()];
    await putBack(owner, body.change);
    const [away, , ...rest] = await history(owner);
    expect([away, rest]).toMatchObject([{ kind: 'draft', after: { removed: 3, categories: 2 } }, []]);
    expect((await putBack(owner, away.id)).status).toBe(200);
    expect([await owner.categories(), await owner.items()]).toEqual(before);
    const [again] = await history(owner);
    expect((await putBack(owner, again.id)).body.kept).toEqual([]);
    expect(await owner.items()).toEqual([]);
  });
});

/** A restaurant with dishes Burrata, Carbonara and Tiramisù. */
async function withDishes() {
  const owner = makeOwner(menu);
  const { id: categoryId } = await owner.category();
  const items: Item[] = [];
  for (const name of ['Burrata', 'Carbonara', 'Tiramisù'])
    items.push(await owner.item({ name, categoryId, price: 10 }));
  return { owner, categoryId, items: items as [Item, Item, Item] };
}

describe('a draft of changes', () => {
  it('adds, changes and removes dishes as one version, and as one line of the history', async () => {
    const { owner, categoryId, items } = await withDishes();
    const [burrata, carbonara, tiramisu] = items;
    const { id: dolci } = await owner.category({ name: 'Dolci' });
    const version = await owner.version();
    const before = await history(owner);
    const { status, body } = await confirm(owner, {
      sections: [{ categoryId: dolci, items: [{ name: 'Cannoli', price: 6, isPopular: true, spice: 1 }] }],
      changes: [
        changeOf(burrata, { price: 10.5, isFeatured: true }),
        changeOf(tiramisu, { categoryId: dolci, energy: 400, soldOutUntil: new Date(Date.now() + 3_600_000) }),
      ],
      removals: [removalOf(carbonara)],
    });
    expect([status, body]).toEqual([
      200,
      { change: expect.any(Number), categories: 0, added: 1, changed: 2, removed: 1 },
    ]);
    expect(await owner.version()).toBe(version + 1);
    expect(await owner.items()).toMatchObject([
      { ...burrata, price: 10.5, isFeatured: true },
      { name: 'Tiramisù', categoryId: dolci, energy: 400, isAvailable: false, soldOutUntil: expect.any(String) },
      { name: 'Cannoli', categoryId: dolci, isPopular: true, isAvailable: true, spice: 1 },
    ]);
    const [shown, ...rest] = await history(owner);
    expect(shown).toMatchObject({ id: body.change, kind: 'draft', targetId: null, by: expect.any(String) });
    expect([shown.after, rest]).toEqual([{ added: 1, changed: 2, removed: 1, categories: 0 }, before]);
    // In its own history, each dish has what happened to it.
    const own = async ({ id }: Item) => (await owner.send('GET', `/api/history?item=${id}`)).body.changes[0];
    expect(await own(burrata)).toMatchObject({ name: 'Burrata', before: { price: 10 }, after: { price: 10.5 } });
    expect(await putBack(owner, (await own(carbonara)).id)).toMatchObject({ status: 200, body: { name: 'Carbonara' } });
    expect(await owner.items()).toHaveLength(4);
    expect((await owner.items())[1]).toEqual({ ...carbonara, categoryId });
  });

  it('is put back where all is as the draft left it, and once more; what was changed since stays', async () => {
    const { owner, categoryId, items } = await withDishes();
    const [burrata, carbonara, tiramisu] = items;
    const { body: draft } = await confirm(owner, {
      sections: [{ category: { name: 'Dolci' }, items: [dish('Cannoli')] }],
      changes: [changeOf(burrata, { price: 11, spice: 2 }), changeOf(tiramisu, { price: 11, name: 'Tiramisu' })],
      removals: [removalOf(carbonara)],
    });
    await owner.send('PUT', `/api/menu-items/${tiramisu.id}`, { price: 12 });
    // A field that the draft did not change.
    await owner.send('PUT', `/api/menu-items/${burrata.id}`, { isPopular: true });
    const { body: undone } = await putBack(owner, draft.change);
    expect(undone).toMatchObject({ kind: 'draft', after: { added: 1, changed: 1, removed: 1, categories: 1 } });
    expect(undone.kept).toEqual(['Tiramisu']);
    const after = [{ ...burrata, isPopular: true }, carbonara, { ...tiramisu, name: 'Tiramisu', price: 12 }];
    expect([await owner.items(), names(await owner.categories())]).toEqual([after, ['Pasta']]);
    expectProblem(await putBack(owner, draft.change), 409);
    const { body: again } = await putBack(owner, undone.id);
    expect(again.kept).toEqual([]);
    expect(await owner.items()).toMatchObject([
      { ...burrata, price: 11, spice: 2, isPopular: true },
      { name: 'Tiramisu', price: 12, categoryId },
      { name: 'Cannoli' },
    ]);
  });

  it('names a dish that was changed meanwhile, and does nothing', async () => {
    const { owner, items } = await withDishes();
    const [burrata, carbonara, tiramisu] = items;
    await owner.send('PUT', `/api/menu-items/${carbonara.id}`, { price: 12 });
    const before = [await owner.items(), await owner.version()];
    const changes = [changeOf(burrata, { price: 11 }), changeOf(carbonara, { price: 11 })];
    const stale = await confirm(owner, { sections: SECTIONS, changes, removals: [removalOf(tiramisu)] });
    expectProblem(stale, 409, ['changes.1.etag']);
    expect(stale.body.detail).toBe('Carbonara was changed by someone else. Nothing was saved.');
    expectProblem(await confirm(owner, { removals: [removalOf(carbonara)] }), 409, ['removals.0.etag']);
    expect([await owner.items(), await owner.version()]).toEqual(before);
  });

  it("finds neither an unknown dish nor another restaurant's", async () => {
    const [{ owner, items }, other] = [await withDishes(), await withDishes()];
    const foreign = other.items[1];
    for (const item of [foreign, { ...foreign, id: 2_000_000 }]) {
      const changes = [changeOf(items[0], { price: 1 }), changeOf(item, { price: 1 })];
      expectProblem(await confirm(owner, { changes }), 404, ['changes.1.item']);
      expectProblem(await confirm(owner, { removals: [removalOf(item)] }), 404, ['removals.0.item']);
    }
    expect([await owner.items(), await other.owner.items()]).toEqual([items, other.items]);
  });

  it('checks what a change of one dish checks, and names the field', async () => {
    const [{ owner, categoryId, items }, other] = [await withDishes(), await withDishes()];
    const [, dish] = items;
    const refuses = async (fields: Record<string, unknown>, field: string) => {
      const changes = [changeOf(items[0], { price: 11 }), changeOf(dish, fields)];
      expectProblem(await confirm(owner, { changes }), 400, [`changes.1.fields.${field}`]);
    };
    await refuses({ categoryId: other.categoryId }, 'categoryId');
    await refuses({ dayparts: [99] }, 'dayparts.0');
    await refuses({ offers: [{ daypart: 99, price: 1 }] }, 'offers.0.daypart');
    const image = `${picturesOf(other.owner.tenantId)}${'ab'.repeat(12)}-800x600-aabbcc/800.jpg`;
    await refuses({ image }, 'image');
    await refuses({ image: 'http://example.com/new.jpg' }, 'image');
    await refuses({ isAvailable: true, soldOutUntil: new Date(Date.now() + 3_600_000) }, 'soldOutUntil');
    await refuses({ price: -1 }, 'price');
    await refuses({ description: 'x'.repeat(1_001) }, 'description');
    const daypart = [{ categoryId, items: [{ ...SECTIONS[1]?.items[0], dayparts: [99] }] }];
    expectProblem(await add(owner, daypart), 400, ['sections.0.items.0.dayparts.0']);
    expect(await owner.items()).toEqual(items);
  });

  it('needs something to do, and names a dish once', async () => {
    const { owner, items } = await withDishes();
    const [burrata] = items;
    for (const body of [{}, { sections: [], changes: [], removals: [] }]) {
      expectProblem(await confirm(owner, body), 400, ['sections']);
    }
    const change = changeOf(burrata, { price: 11 });
    expectProblem(await confirm(owner, { changes: [change, change] }), 400, ['changes']);
    expectProblem(await confirm(owner, { changes: [change], removals: [removalOf(burrata)] }), 400, ['removals']);
    const many = Array.from({ length: 2_000 }, (_, at) => ({ ...change, item: at + 1 }));
    expectProblem(await confirm(owner, { changes: many, removals: [{ item: 2_001, etag: 'x' }] }), 400, ['sections']);
  });

  it('that changes nothing has no place in the history', async () => {
    const { owner, items } = await withDishes();
    const before = await history(owner);
    const { body } = await confirm(owner, { changes: [changeOf(items[0], { price: 10 })] });
    expect(body).toEqual({ change: null, categories: 0, added: 0, changed: 0, removed: 0 });
    expect(await history(owner)).toEqual(before);
  });

  it('keeps translations right where it says so', async () => {
    const { owner, items } = await withDishes();
    const [burrata, carbonara] = items;
    const texts = [burrata, carbonara].map(({ id, name }) => ({
      kind: 'item',
      id,
      field: 'name',
      text: 'fr',
      base: name,
    }));
    await owner.send('PUT', '/api/translations/fr', { changes: texts });
    await confirm(owner, {
      changes: [
        changeOf(burrata, { name: 'La Burrata', keepsTexts: true }),
        changeOf(carbonara, { name: 'La Carbonara' }),
      ],
    });
    const { body } = await owner.send('GET', '/api/translations/fr');
    expect(body.texts.filter(({ text }: { text: string | null }) => text)).toMatchObject([
      { base: 'La Burrata', isStale: false },
      { base: 'La Carbonara', isStale: true },
    ]);
  });

  it('brings its translations along, in several languages, and is put back with them', async () => {
    const { owner, categoryId, items } = await withDishes();
    const [burrata, carbonara] = items;
    await owner.send('PUT', '/api/translations/de', { changes: [textOf(burrata, 'Burrata alt')] });
    const [before, version] = [await history(owner), await owner.version()];
    const { status, body } = await confirm(owner, {
      sections: [
        {
          categoryId,
          items: [{ ...dish('Gricia', 11, 'No egg'), texts: { fr: { name: 'La Gricia', description: 'Sans œuf' } } }],
        },
        { category: { name: 'Dolci', texts: { fr: { name: 'Desserts' } } }, items: [dish('Cannoli')] },
      ],
      changes: [
        { ...changeOf(burrata, { name: 'Burrata DOP' }), texts: { fr: { name: 'La burrata' }, de: { name: ' ' } } },
        { ...changeOf(carbonara, {}), texts: { fr: { name: 'La carbonara' }, de: { name: 'Carbonara' } } },
      ],
    });
    expect([status, body]).toMatchObject([200, { added: 2, changed: 2, categories: 1 }]);
    expect([await owner.version(), (await history(owner)).slice(1)]).toEqual([version + 1, before]);
    const french = ['Desserts', 'La burrata', 'La carbonara', 'La Gricia', 'Sans œuf'];
    expect(await translationsInto(owner, 'fr')).toEqual(french);
    expect(await translationsInto(owner, 'de')).toEqual(['Carbonara']);
    const { body: undone } = await putBack(owner, body.change);
    expect(undone.kept).toEqual([]);
    expect([await owner.items(), await translationsInto(owner, 'fr')]).toEqual([items, []]);
    expect(await translationsInto(owner, 'de')).toEqual(['Burrata alt']);
  });

  it('holds translations to the rules of theirs, and names the field', async () => {
    const { owner, items } = await withDishes();
    const [burrata, carbonara] = items;
    const refuses = async (change: object, field: string) =>
      expectProblem(await confirm(owner, { changes: [changeOf(carbonara, { price: 1 }), change] }), 400, [
        `changes.1.${field}`,
      ]);
    const change = changeOf(burrata, {});
    await refuses({ ...change, texts: {} }, 'fields');
    await refuses({ ...change, texts: { French: { name: 'x' } } }, 'texts.French');
    await refuses({ ...change, texts: { fr: { name: 'x'.repeat(151) } } }, 'texts.fr.name');
    await refuses({ ...change, texts: { fr: { description: 'Crémeuse' } } }, 'texts.fr.description');
    await refuses({ ...changeOf(burrata, { keepsTexts: true }), texts: { fr: { name: 'x' } } }, 'texts');
    const nine = ['fr', 'de', 'it', 'es', 'pt', 'nl', 'da', 'sv', 'pl'];
    const inAll = (langs: string[]) => Object.fromEntries(langs.map((lang) => [lang, { name: lang }]));
    await refuses({ ...change, texts: inAll(nine) }, 'texts');
    const changes = [
      { ...change, texts: inAll(nine.slice(0, 5)) },
      { ...changeOf(carbonara, {}), texts: inAll(nine.slice(5)) },
    ];
    const full = await confirm(owner, { changes });
    expectProblem(full, 409);
    expect(full.body.quota?.name).toBe('languages');
    expect(await translationsInto(owner, 'fr')).toEqual([]);
  });

  it('holds to the size of the menu, but can shorten one that is too large', async () => {
    const { owner, items } = await withDishes();
    await menu.database.rows("UPDATE menu.item SET description = repeat('x', 400000) WHERE tenant_id = $1", [
      owner.tenantId,
    ]);
    const [burrata, carbonara, tiramisu] = await owner.items();
    const longer = await confirm(owner, { changes: [changeOf(burrata, { name: 'Burrata di Andria' })] });
    expect(longer.body.quota?.name).toBe('menuBytes');
    const changes = [changeOf(burrata, { name: 'Burrata di Andria' }), changeOf(tiramisu, { price: 9 })];
    expect((await confirm(owner, { changes, removals: [removalOf(carbonara)] })).status).toBe(200);
    expect(items).toHaveLength(3);
  });
});

describe('a draft that comes back', () => {
  it('stands before what was added since', async () => {
    const owner = makeOwner(menu);
    await owner.category({ name: 'Pasta' });
    const sections = ['A', 'B', 'C'].map((name) => ({ category: { name }, items: [dish(`${name} dish`)] }));
    const { body: draft } = await add(owner, sections);
    const { body: away } = await putBack(owner, draft.change);
    for (const name of ['X', 'Y']) await owner.item({ name, categoryId: (await owner.category({ name })).id });
    await putBack(owner, away.id);
    expect(names(await owner.categories())).toEqual(['Pasta', 'A', 'B', 'C', 'X', 'Y']);
    expect(names(await owner.items())).toEqual(['A dish', 'B dish', 'C dish', 'X', 'Y']);
  });

  it('leaves a dish without its former category as it is', async () => {
    const { owner, categoryId, items } = await withDishes();
    const { id: dolci } = await owner.category({ name: 'Dolci' });
    const changes = items.map((item) => changeOf(item, { categoryId: dolci }));
    const { body: draft } = await confirm(owner, { changes });
    await owner.send('DELETE', `/api/categories/${categoryId}`);
    expectProblem(await putBack(owner, draft.change), 409);
    expect((await owner.items()).map((item: Item) => item.categoryId)).toEqual([dolci, dolci, dolci]);
  });
});

describe('one dish', () => {
  it('in an existing category is a plain addition in the history', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.category();
    const { body } = await add(owner, [{ categoryId: id, items: [dish('Gricia')] }]);
    const [shown] = await history(owner);
    expect(shown).toMatchObject({ id: body.change, kind: 'item', act: 'added', name: 'Gricia' });
    await putBack(owner, body.change);
    expect([await owner.items(), names(await owner.categories())]).toEqual([[], ['Pasta']]);
  });
});
