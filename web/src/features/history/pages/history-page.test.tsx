import type { DraftCounts, MenuChange } from '@tavola/contracts/history.ts';
import { basisOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { answer, findHeading, openApp, question, translationsInMemory } from '../../../test/app.tsx';
import { aCategory, aMenuChange, anItem, anOptionGroup, aTenant, aUser } from '../../../test/samples.ts';

// History (/dashboard/history): what a change says, and the list's states.

const HISTORY = 'GET /api/history';

/** The id of somebody who worked for the restaurant. */
const LEFT = '00000000-0000-4000-8000-000000000001';

const change = (id: number, rest: Partial<MenuChange> = {}) => aMenuChange({ id, version: id, ...rest });

async function open(changes: MenuChange[], { next = null, query = '' }: { next?: number | null; query?: string } = {}) {
  const variants = [
    { id: 31, name: 'Half', price: 9, isAvailable: true },
    { id: 32, name: 'Whole', price: 14, isAvailable: true },
  ];
  api.answers('GET /api/menu-items', [anItem({ id: 7, name: 'Burrata', categoryId: 1, variants })]);
  api.answers('GET /api/categories', [aCategory({ id: 1, name: 'Starters' })]);
  api.answers('GET /api/dayparts', {
    dayparts: [{ id: 5, name: 'Lunch', weekly: Array(7).fill([]), special: [], isActive: true }],
  });
  api.answers(HISTORY, { changes, next });
  api.answers('GET /api/team/names', [
    { userId: aUser().id, name: aUser().name },
    { userId: LEFT, name: 'Nino, who left' },
  ]);
  const person = openApp(`/dashboard/history${query}`, { as: aUser() });
  await findHeading('History');
  return person;
}
const rows = async () => (await screen.findAllByRole('article')).map(({ textContent }) => textContent);

describe('History (/dashboard/history)', () => {
  it('says what changed, from what to what, who did it, and on which day', async () => {
    await open([
      change(9),
      change(8, { before: { name: 'B', isAvailable: true }, after: { name: 'Burrata', isAvailable: false }, by: null }),
      change(7, { before: { categoryId: 1 }, after: { categoryId: 2 }, by: LEFT }),
      change(6, { before: {}, after: { spice: 2 }, by: '00000000-0000-4000-8000-000000000002' }),
      change(5, { act: 'added', before: null, after: { price: 1 } }),
      change(4, { act: 'removed', kind: 'category', name: 'Mains', before: {}, after: null, items: 3 }),
      change(3, { act: 'moved', targetId: null, name: null, before: { ids: [1, 2] }, after: { ids: [2, 1] } }),
      change(2, { at: '2026-11-19T12:30:00.000Z' }),
      change(1, {
        at: '2026-11-19T12:30:00.000Z',
        before: { dayparts: [5, 6] },
        after: { dayparts: [], offers: [{ daypart: 5, price: 9 }] },
      }),
      change(0, {
        at: '2026-11-19T12:30:00.000Z',
        kind: 'daypart',
        name: 'Lunch',
        before: { weekly: Array(7).fill([[720, 900]]), special: [] },
        after: { weekly: Array(7).fill([[660, 900]]), special: [{}, {}] },
      }),
      change(10, {
        at: '2026-11-19T12:30:00.000Z',
        kind: 'category',
        name: 'Mains',
        before: {},
        after: { layout: 'grid' },
      }),
      // A tablet that the reader of the page has set up.
      change(11, { at: '2026-11-19T12:30:00.000Z', onDevice: true }),
      change(12, { at: '2026-11-19T12:30:00.000Z', onDevice: true, by: '00000000-0000-4000-8000-000000000002' }),
    ]);
    // Prices have no sign until the restaurant is known.
    await screen.findAllByText('$14.50');
    await screen.findByText(/from Starters to/);
    const texts = await rows();
    expect(texts[0]).toMatch(/^Price of Burrata: \$14\.50 → changed to \$15\.00You · /);
    expect(texts[1]).toMatch(/^B renamed to BurrataBurrata marked out of stockAutomatic · /);
    expect(texts[2]).toMatch(/^Burrata moved from Starters to a deleted categoryNino, who left · /);
    expect(texts[3]).toMatch(/^Spiciness of Burrata: SpicySomeone else/);
    expect(texts[4]).toMatch(/^Burrata addedYou/);
    expect(texts[5]).toMatch(/^Category Mains deleted, its 3 dishes stayYou/);
    expect(texts[6]).toMatch(/^Menu items put in another orderYou/);
    expect(texts[8]).toMatch(/^Burrata served at all timesLunch price of Burrata: \$9\.00You/);
    expect(texts[9]).toMatch(
      /^Times of Lunch: Mo-Su 12:00-15:00 → changed to Mo-Su 11:00-15:00Special days of Lunch changed/,
    );
    expect(texts[10]).toMatch(/^Layout of Mains: photo gridYou/);
    expect(texts[11]).toContain(`Kitchen tablet (${aUser().name}) · `);
    expect(texts[12]).toContain('Kitchen tablet · ');
    const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(days).toEqual(['November 21, 2026', 'November 19, 2026']);
    // Only names of sizes need the dishes.
    expect(calls.count('GET /api/menu-items')).toBe(0);
  });

  it('says days and times as the clock in the restaurant shows them', async () => {
    api.answers('GET /api/tenant', aTenant({ timeZone: 'Pacific/Kiritimati' }));
    await open([change(1, { at: '2026-11-20T20:30:00.000Z', undoneAt: '2026-11-22T09:05:00.000Z' })]);
    await screen.findByRole('heading', { level: 2, name: 'November 21, 2026' });
    expect(await rows()).toEqual([expect.stringMatching(/ · 10:30 AM · Undone November 22, 2026, 11:05 PM$/)]);
    screen.getByText(/Times are those of your restaurant \(Kiritimati\)\.$/);
  });

  it('says each change in a sentence', async () => {
    const milk = { kind: 'option-group', name: 'Milk' } as const;
    const oat = { id: 12, name: 'Oat milk', price: 0.5, isAvailable: true, isDefault: false };
    const sizes = [
      { id: 31, name: 'Half', price: 9, isAvailable: true },
      { id: 32, name: 'Whole', price: 14, isAvailable: true },
    ];
    api.answers('GET /api/option-groups', [anOptionGroup()]);
    const said: [sentence: string, change: Partial<MenuChange>][] = [
      [
        'Burrata marked available',
        { before: { isAvailable: false, soldOutUntil: '2026-10-02T15:00:00.000Z' }, after: { isAvailable: true } },
      ],
      [
        'Burrata marked out of stock until October 2, 2026, 3 PM',
        { before: { isAvailable: true }, after: { isAvailable: false, soldOutUntil: '2026-10-02T15:00:00.000Z' } },
      ],
      [
        'Burrata out of stock until you say otherwise',
        { before: { soldOutUntil: '2026-10-02T15:00:00.000Z' }, after: {} },
      ],
      ['Burrata marked as popular', { before: { isPopular: false }, after: { isPopular: true } }],
      ['Burrata no longer marked as featured', { before: { isFeatured: true }, after: { isFeatured: false } }],
      ['Burrata moved to Starters', { before: { categoryId: null }, after: { categoryId: 1 } }],
      ['Burrata taken out of Starters', { before: { categoryId: 1 }, after: { categoryId: null } }],
      ['Photo of Burrata replaced', { before: { image: '/a' }, after: { image: '/b' } }],
      ['Photo of Burrata removed', { before: { image: '/a' }, after: { image: null } }],
      ['Energy of Burrata: removed (was 640 kcal)', { before: { energy: 640 }, after: {} }],
      ['Burrata served only at these times: Lunch', { before: {}, after: { dayparts: [5] } }],
      ['Burrata served whenever its category is', { before: { dayparts: [] }, after: {} }],
      ['Mains served at all times', { kind: 'category', name: 'Mains', before: { dayparts: [5] }, after: {} }],
      [
        'Mains hidden from guests',
        { kind: 'category', name: 'Mains', before: { isActive: true }, after: { isActive: false } },
      ],
      ['Lunch turned off', { kind: 'daypart', name: 'Lunch', before: { isActive: true }, after: { isActive: false } }],
      [
        'Lunch price of Burrata: $9.00 → changed to $8.00',
        { before: { offers: [{ daypart: 5, price: 9 }] }, after: { offers: [{ daypart: 5, price: 8 }] } },
      ],
      [
        'Lunch price of Burrata, Half: $9.00 → changed to $7.00',
        {
          before: { offers: [{ daypart: 5, price: 9, variant: 31 }] },
          after: { offers: [{ daypart: 5, price: 7, variant: 31 }] },
        },
      ],
      [
        'Lunch price of Burrata, a deleted size: removed (was $9.00)',
        { before: { offers: [{ daypart: 5, price: 9, variant: 30 }] }, after: {} },
      ],
      ['Lunch price of Burrata: removed (was $9.00)', { before: { offers: [{ daypart: 5, price: 9 }] }, after: {} }],
      [
        'Oat milk marked out of stock in Milk',
        { ...milk, before: { options: [oat] }, after: { options: [{ ...oat, isAvailable: false }] } },
      ],
      [
        'Oat milk included by default in Milk',
        { ...milk, before: { options: [oat] }, after: { options: [{ ...oat, isDefault: true }] } },
      ],
      [
        'Allergens of Oat milk in Milk declared: free from milk',
        {
          ...milk,
          before: { options: [oat] },
          after: { options: [{ ...oat, allergens: { states: 'uuuuuuufuuuuuuu' } }] },
        },
      ],
      [
        'Oat milk price of Milk: $0.50 → changed to $0.60Soy milk added in Milk',
        {
          ...milk,
          before: { options: [oat] },
          after: {
            options: [
              { ...oat, price: 0.6 },
              { ...oat, id: 13, name: 'Soy milk' },
            ],
          },
        },
      ],
      ['Options Milk deleted, and gone from 3 dishes', { ...milk, act: 'removed', after: null, items: 3 }],
      ['Sizes of Burrata: Half $9.00, Whole $14.00', { before: {}, after: { variants: sizes } }],
      ['Half removed in Burrata', { before: { variants: sizes }, after: { variants: sizes.slice(1) } }],
      ['Options of Burrata: Milk', { before: {}, after: { optionGroups: [1] } }],
      ['Diets of Burrata: Vegetarian, Gluten-free', { before: {}, after: { diet: ['vegetarian', 'gluten-free'] } }],
      [
        'Allergens of Burrata declared: contains milk; may contain tree nuts; free from gluten, wheat',
        { before: {}, after: { allergens: { states: 'ffuuuuucmuuuuuu' } } },
      ],
      [
        'Allergens of Burrata confirmed',
        {
          before: { allergens: { states: 'ffuuuuucmuuuuuu', basis: 'a' } },
          after: { allergens: { states: 'ffuuuuucmuuuuuu', basis: 'b' } },
        },
      ],
      ['Allergens of Burrata no longer declared', { before: { allergens: { states: 'ffuuuuucmuuuuuu' } }, after: {} }],
      ['French translation of Burrata changed', { before: { texts: { fr: 1 } }, after: { texts: { fr: 2 } } }],
    ];
    api.answers('GET /api/tenant', aTenant({ timeZone: 'UTC' }));
    await open(said.map(([, rest], at) => change(100 - at, rest)));
    await screen.findByText(/\$8\.00/);
    await screen.findByText(/moved to Starters/);
    await screen.findByText(/^Options of/);
    await screen.findByText('a deleted size');
    await screen.findByText('Milk', { selector: 'bdi.figures' });
    const sentences = (await rows()).map((text) => text?.split('You')[0]);
    expect(sentences).toEqual(said.map(([sentence]) => sentence));
  });

  it('says until when a dish was sold out, with the date, by the clocks of its restaurant', async () => {
    api.answers('GET /api/tenant', aTenant({ timeZone: 'Asia/Tokyo' }));
    const at = (soldOutUntil: string) => ({ soldOutUntil });
    await open([change(1, { before: at('2026-10-01T14:00:00.000Z'), after: at('2026-10-02T15:00:00.000Z') })]);
    await screen.findByText('October 1, 2026, 11 PM');
    screen.getByText('October 2, 2026, midnight');
  });

  it('undoes a change of one dish without a question, and says so', async () => {
    const person = await open([change(9)]);
    const areOld = translationsInMemory('/api/translations/fr');
    api.answers('POST /api/history/:id/put-back', change(10, { before: { price: 15 }, after: { price: 14.5 } }));
    await person.click(await screen.findByRole('button', { name: 'Undo: Burrata' }));
    await screen.findByText('Burrata is back to how it was.');
    expect(screen.queryByRole('link', { name: /^Confirm/ })).toBeNull();
    expect(calls.count('POST /api/history/9/put-back')).toBe(1);
    expect(calls.last('POST /api/history/9/put-back')?.headers['idempotency-key']).toBeTruthy();
    await waitFor(() => expect(calls.count(HISTORY)).toBe(2));
    expect(areOld()).toBe(true);
  });

  it('says for how many dishes allergens are to be confirmed after an undo', async () => {
    const person = await open([change(9)]);
    const item = anItem({ id: 7, name: 'Burrata' });
    const allergens = { states: 'f'.repeat(15), by: null, at: '2026-11-20T18:00:00.000Z', basis: basisOf(item) };
    let name = 'Burrata';
    api.answers('GET /api/menu-items', () => [{ ...item, name, allergens }]);
    api.answers('POST /api/history/:id/put-back', () => {
      name = 'Mozzarella';
      return change(10);
    });
    await person.click(await screen.findByRole('button', { name: 'Undo: Burrata' }));
    await screen.findByRole('link', { name: 'Confirm the allergens of 1 dish' });
  });

  it('offers no undo of a declaration of allergens', async () => {
    await open([change(9, { isDeclaration: true }), change(8)]);
    expect(await screen.findAllByRole('button', { name: 'Undo: Burrata' })).toHaveLength(1);
    expect((await rows())[1]).toMatch(/Undo/);
  });

  it('tells a change of many dishes in one line, and what of it stays when it is undone', async () => {
    const draft = (id: number, counts: Partial<DraftCounts>) =>
      change(id, {
        kind: 'draft',
        targetId: null,
        name: null,
        before: null,
        after: { added: 0, changed: 0, removed: 0, categories: 0, ...counts },
      });
    const person = await open([
      draft(9, { added: 62, changed: 3, removed: 1, categories: 2 }),
      draft(8, { changed: 1, categories: 1, undoes: 5 }),
      draft(7, { removed: 2, undoes: 6 }),
      { ...draft(6, { added: 2 }), undoneAt: '2026-11-21T12:30:00.000Z' },
      draft(4, { changed: 13, undoes: 3 }),
      { ...draft(3, { changed: 13 }), at: '2026-11-19T12:30:00.000Z', undoneAt: '2026-11-21T12:30:00.000Z' },
    ]);
    const texts = await rows();
    expect(texts[0]).toMatch(/^62 dishes added, 3 changed, 1 deleted · 2 categoriesYou/);
    expect(texts[1]).toMatch(/^1 dish changed · 1 categoryYou .* · Undo of an earlier change/);
    expect(texts[2]).toMatch(/^2 dishes deletedYou .* · Undid: 2 dishes added, \d+:30 (AM|PM)Undo/);
    expect(texts[4]).toMatch(/ · Undid: 13 dishes changed, November 19, 2026, \d+:30 (AM|PM)/);
    expect(texts[3]).not.toMatch(/Undo:/);
    const putBack = (id: number, kept: string[]) =>
      api.answers('POST /api/history/:id/put-back', { ...change(id, { act: 'removed', after: null }), kept });
    putBack(10, ['Burrata', 'Olives']);
    await person.click(await screen.findByRole('button', { name: /^Undo: 62 dishes added/ }));
    const asked = await question();
    expect(asked.textContent).toContain('Undo “62 dishes added, 3 changed, 1 deleted · 2 categories”?');
    expect(asked.textContent).toContain(
      '62 dishes will be deleted from your menu. 3 dishes will be as before. 1 dish will come back. ' +
        '2 categories will be deleted. Your guests see it right away.',
    );
    await answer(person, 'Cancel');
    expect(calls.count('POST /api/history/9/put-back')).toBe(0);
    await person.click(screen.getByRole('button', { name: /^Undo: 62 dishes added/ }));
    await answer(person, 'Undo');
    await screen.findByText('Changed since, so left as is: Burrata, Olives.');
    putBack(11, []);
    await person.click(await screen.findByRole('button', { name: /^Undo: 1 dish changed/ }));
    await answer(person, 'Undo');
    await screen.findByText('That change is undone.');

    const line = screen.getByRole('button', { name: '62 dishes added, 3 changed, 1 deleted · 2 categories' });
    const before = draft(9, { added: 62, changed: 3, removed: 1, categories: 2 });
    api.answers(HISTORY, { changes: [{ ...before, undoneAt: '2026-11-21T12:40:00.000Z' }], next: null });
    await person.click(screen.getByRole('button', { name: /^Undo: 62 dishes added/ }));
    await answer(person, 'Undo');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
    expect(document.activeElement).toBe(line);
  });

  it('opens a change of many dishes to its first ones, says how many more there are, and when it was undone', async () => {
    const READ = 'GET /api/history';
    const person = await open([
      change(9, {
        kind: 'draft',
        targetId: null,
        name: null,
        before: null,
        after: { added: 1, changed: 1, removed: 59, categories: 0 },
        undoneAt: '2026-11-22T09:05:00.000Z',
      }),
    ]);
    expect((await rows())[0]).toMatch(/Undone November 22, 2026, /);
    const line = screen.getByRole('button', { name: '1 dish added, 1 changed, 59 deleted' });
    expect(line.getAttribute('aria-expanded')).toBe('false');
    api.fails(READ, 503);
    await person.click(line);
    await screen.findByText("These changes couldn't be loaded. Please check your connection.");
    api.answers(READ, {
      changes: [
        change(6, { act: 'added', name: 'Babà', before: null, after: { price: 6 } }),
        change(7),
        change(8, { act: 'removed', name: 'Oysters', before: { price: 30 }, after: null }),
      ],
      next: null,
    });
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    const list = await screen.findByText('and 58 more');
    const texts = [...(list.parentElement?.children ?? [])].map(({ textContent }) => textContent);
    expect(texts).toEqual([
      'Babà added',
      'Price of Burrata: $14.50 → changed to $15.00',
      'Oysters deleted',
      'and 58 more',
    ]);
    expect(calls.last(READ)?.search).toBe('?draft=9');
    await person.click(line);
    expect(screen.queryByText('and 58 more')).toBeNull();
    await person.click(line);
    screen.getByText('and 58 more');
    expect(calls.all.filter(({ search }) => search === '?draft=9')).toHaveLength(2);
  });

  it('says why a change can not be undone', async () => {
    const person = await open([change(9)]);
    const detail = 'The dish has changed since. Nothing was undone.';
    api.refuses('POST /api/history/:id/put-back', 'changed-meanwhile', detail);
    await person.click(await screen.findByRole('button', { name: 'Undo: Burrata' }));
    await screen.findByText(detail);
  });

  it('shows the changes of one dish, and all again', async () => {
    const person = await open([change(9)], { query: '?item=7' });
    await screen.findByText(/Only changes to/);
    expect(calls.last(HISTORY)?.search).toBe('?item=7');
    await person.click(screen.getByRole('button', { name: 'Show All' }));
    await waitFor(() => expect(calls.last(HISTORY)?.search).toBe(''));
    expect(window.location.search).toBe('');
  });

  it('loads older changes', async () => {
    const person = await open([change(9)], { next: 9 });
    await person.click(await screen.findByRole('button', { name: 'Load More' }));
    await waitFor(() => expect(calls.last(HISTORY)?.search).toBe('?before=9'));
  });

  it('says that nothing changed yet', async () => {
    await open([]);
    await screen.findByText('Nothing changed yet');
  });

  it('opens from the items, and from a dish with the changes of that dish', async () => {
    api.answers('GET /api/menu-items', [anItem({ id: 7, name: 'Burrata', categoryId: 1 })]);
    api.answers('GET /api/categories', [aCategory({ id: 1, name: 'Starters' })]);
    api.answers('GET /api/dayparts', { dayparts: [] });
    api.answers(HISTORY, { changes: [change(9)], next: null });
    const person = openApp('/dashboard/items', { as: aUser() });
    await findHeading('Menu Items');
    await person.click(screen.getByRole('button', { name: 'Tools' }));
    const entry = await screen.findByRole('menuitem', { name: 'History' });
    expect(entry.getAttribute('href')).toBe('/dashboard/history');
    await person.keyboard('{Escape}');
    await person.click(await screen.findByRole('button', { name: 'Edit Burrata' }));
    await person.click(await screen.findByRole('button', { name: 'History of This Item' }));
    await findHeading('History');
    expect(window.location.search).toBe('?item=7');
  });
});
