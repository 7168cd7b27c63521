import { randomUUID } from 'node:crypto';
import { IMPORT_BYTES_MAX } from '@tavola/contracts/imports.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
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
const importTo = (owner: Owner, sections: unknown = SECTIONS, key?: string) =>
  whenNotBusy(() =>
    menu.call('POST', '/api/menu-imports', {
      token: owner.token,
      body: { sections },
      headers: key ? { 'idempotency-key': key } : {},
    }),
  );
const putBack = (owner: Owner, id: number) => whenNotBusy(() => owner.send('POST', `/api/history/${id}/put-back`));
const history = async (owner: Owner) => (await owner.send('GET', '/api/history')).body.changes;
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe('an import', () => {
  it('adds categories and items after the others, in order, as one version', async () => {
    const owner = makeOwner(menu);
    const pasta = await owner.category();
    await owner.item({ categoryId: pasta.id });
    const version = await owner.version();
    const answer = await importTo(owner, [{ categoryId: pasta.id, items: [dish('Gricia', 11)] }, ...SECTIONS]);
    expect([answer.status, answer.body]).toEqual([201, { change: expect.any(Number), categories: 2, items: 4 }]);
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
    const answers = await Promise.all([1, 2, 3].map(() => importTo(owner, SECTIONS, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await owner.items()).toHaveLength(3);
    expectProblem(await importTo(owner, SECTIONS.slice(1), key), 422);
  });

  it("with a category that there is not, or that is another restaurant's, adds nothing and names the section", async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const { id } = await other.category();
    for (const categoryId of [id, 2_000_000]) {
      const answer = await importTo(owner, [...SECTIONS, { categoryId, items: [dish('Soup')] }]);
      expectProblem(answer, 400, ['sections.2.categoryId']);
      expect(answer.body.errors[0].message).toBe('This category no longer exists. Please choose another one.');
    }
    expect([await owner.items(), await owner.categories(), await owner.version()]).toEqual([[], [], 0]);
  });

  it('names the field that is wrong, and adds nothing', async () => {
    const owner = makeOwner(menu);
    const wrong = [{ category: { name: 'Soups' }, items: [dish('Minestrone'), dish('', 4), { name: 'Soup' }] }];
    expectProblem(await importTo(owner, wrong), 400, ['sections.0.items.1.name', 'sections.0.items.2.price']);
    expect(await owner.items()).toEqual([]);
  });

  it('of a whole menu is one act; what does not fit adds nothing', async () => {
    const owner = makeOwner(menu);
    const { most, message } = QUOTAS.items;
    expect(
      (await importTo(owner, [{ category: { name: 'All' }, items: dishes(most, 'A hundred characters. '.repeat(5)) }]))
        .status,
    ).toBe(201);
    expect(await owner.items()).toHaveLength(most);
    const full = await importTo(owner, [{ category: { name: 'More' }, items: [dish('One')] }]);
    expectProblem(full, 409);
    expect(full.body.detail).toBe(message);
    expect(names(await owner.categories())).toEqual(['All']);
    const [shown, ...rest] = await history(owner);
    expect([shown, rest]).toMatchObject([{ kind: 'item', act: 'added', name: `Dish ${most - 1}`, items: most }, []]);
    expect((await putBack(owner, shown.id)).body.kept).toEqual([]);
    expect([await owner.items(), await owner.categories()]).toEqual([[], []]);
  });

  it('of too many items, or too large, is refused in words', async () => {
    const owner = makeOwner(menu);
    const many = await importTo(owner, [{ category: { name: 'All' }, items: dishes(2_001) }]);
    expectProblem(many, 400, ['sections']);
    expect(many.body.errors[0].message).toBe('An import can have at most 2,000 items.');
    const large = { category: { name: 'All', description: 'x'.repeat(IMPORT_BYTES_MAX) }, items: dishes(1) };
    expectProblem(await importTo(owner, [large]), 413);
  });
});

describe('an import in the history', () => {
  it('is one change, and put back takes away what is as it was added', async () => {
    const owner = makeOwner(menu);
    const { body } = await importTo(owner);
    const [shown, ...rest] = await history(owner);
    expect([shown, rest]).toMatchObject([
      { id: body.change, kind: 'item', act: 'added', name: 'Tiramisù', items: 3 },
      [],
    ]);
    await owner.send('PUT', '/api/menu-items/order', {
      ids: (await owner.items()).map(({ id }: { id: number }) => id).toReversed(),
    });
    const { status, body: answer } = await putBack(owner, body.change);
    expect([status, answer.kept]).toEqual([200, []]);
    expect([await owner.items(), await owner.categories()]).toEqual([[], []]);
  });

  it('leaves what was changed since, names it, and its category', async () => {
    const owner = makeOwner(menu);
    const { body } = await importTo(owner);
    const [olives] = await owner.items();
    await owner.send('PUT', `/api/menu-items/${olives.id}`, { price: 5 });
    const { body: answer } = await putBack(owner, body.change);
    expect(answer.kept).toEqual(['Olives', 'Antipasti']);
    expect([names(await owner.items()), names(await owner.categories())]).toEqual([['Olives'], ['Antipasti']]);
    // Nothing of it is left to put back.
    expectProblem(await putBack(owner, body.change), 409);
  });

  it('leaves a category that has other dishes now', async () => {
    const owner = makeOwner(menu);
    const { body } = await importTo(owner);
    const [antipasti] = await owner.categories();
    await owner.item({ categoryId: antipasti.id });
    expect((await putBack(owner, body.change)).body.kept).toEqual(['Antipasti']);
    expect([names(await owner.items()), names(await owner.categories())]).toEqual([['Carbonara'], ['Antipasti']]);
  });

  it('comes back whole, with its ids, when that is put back, and once more away', async () => {
    const owner = makeOwner(menu);
    const { body } = await importTo(owner);
    const before = [await owner.categories(), await owner.items()];
    await putBack(owner, body.change);
    const [away, , ...rest] = await history(owner);
    expect([away, rest]).toMatchObject([{ act: 'removed', name: 'Tiramisù', items: 3 }, []]);
    expect((await putBack(owner, away.id)).status).toBe(200);
    expect([await owner.categories(), await owner.items()]).toEqual(before);
    const [again] = await history(owner);
    expect((await putBack(owner, again.id)).body.kept).toEqual([]);
    expect(await owner.items()).toEqual([]);
  });

  it('of another restaurant is not there', async () => {
    const [owner, other] = [makeOwner(menu), makeOwner(menu)];
    const { body } = await importTo(owner);
    expectProblem(await putBack(other, body.change), 404);
    expect(await owner.items()).toHaveLength(3);
  });
});

describe('one dish', () => {
  it('with its category goes and comes back with it', async () => {
    const owner = makeOwner(menu);
    const { body } = await importTo(owner, SECTIONS.slice(1));
    const before = [await owner.categories(), await owner.items()];
    expect(await history(owner)).toMatchObject([{ id: body.change, name: 'Tiramisù', items: 1 }]);
    const away = (await putBack(owner, body.change)).body;
    expect([await owner.items(), await owner.categories()]).toEqual([[], []]);
    // The answer is the change that stands for all of it.
    expect(away).toMatchObject({ act: 'removed', kind: 'item', items: 1 });
    await putBack(owner, away.id);
    expect([await owner.categories(), await owner.items()]).toEqual(before);
  });

  it('in an existing category is a plain addition in the history', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.category();
    const { body } = await importTo(owner, [{ categoryId: id, items: [dish('Gricia')] }]);
    const [shown] = await history(owner);
    expect(shown).toMatchObject({ id: body.change, name: 'Gricia', items: 0 });
    await putBack(owner, body.change);
    expect([await owner.items(), names(await owner.categories())]).toEqual([[], ['Pasta']]);
  });
});
