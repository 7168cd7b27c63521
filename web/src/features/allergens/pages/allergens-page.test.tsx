import type { AllergensInput, ConfirmAllergensInput, OptionAllergensInput } from '@tavola/contracts/allergens.ts';
import type { Option } from '@tavola/contracts/choices.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ALLERGENS, NOTHING_DECLARED } from '@tavola/contracts/rules/allergens.ts';
import { basisOf, withState } from '@tavola/contracts/rules/declared-allergens.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/http/query-client.ts';
import { api, calls } from '../../../test/api.ts';
import {
  answer,
  dialog,
  dialogClosed,
  expectFocus,
  expectPath,
  expectToast,
  openApp,
  press,
  pressInDialog,
  question,
  signIn,
} from '../../../test/app.tsx';
import { aCategory, anItem, anOptionGroup, aPlace, aUser, tokenOf } from '../../../test/samples.ts';
import { serveItems } from '../../../test/serve-items.ts';

// Allergens: the matrix and its keys, the rows, what is to be confirmed, what texts suggest, and what the menu lacks.

const AT = '2026-11-20T18:00:00.000Z';
const DECLARE = 'PUT /api/menu-items/:id/allergens';
const CONFIRM = 'POST /api/allergens/confirm';
const FREE = 'f'.repeat(ALLERGENS.length);

const declared = (item: MenuItem, states = FREE, isOld = false): MenuItem => ({
  ...item,
  allergens: { states, by: aUser().id, at: AT, basis: isOld ? 'old' : basisOf(item) },
});

const declaredOption = (option: Option): Option => ({
  ...option,
  allergens: { states: 'uuuuuuufuuuuuuu', by: null, at: AT, basis: basisOf(option) },
});

/** Opens Allergens with these dishes, on a laptop unless `isPhone`. */
function openAllergens(items: MenuItem[], { isPhone = false, query = '', as = aUser() } = {}): UserEvent {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: isPhone ? /width </.test(media) : /min-width|fine/.test(media),
      }) as unknown as MediaQueryList,
  );
  const { change } = serveItems(...items);
  const declare = (id: number, inputOf: (item: MenuItem) => AllergensInput) => {
    let made: MenuItem | undefined;
    change((list) =>
      list.map((one) => {
        if (one.id !== id) return one;
        made = { ...one, allergens: { ...inputOf(one), by: aUser().id, at: AT, basis: basisOf(one) } };
        return made;
      }),
    );
    return made;
  };
  api.answers(DECLARE, (sent: AllergensInput, { id }) => declare(Number(id), () => sent));
  api.answers(CONFIRM, ({ items: given }: ConfirmAllergensInput) =>
    given.map(({ id }) => declare(id, (item) => ({ states: item.allergens?.states ?? FREE }))),
  );
  api.answers('GET /api/categories', [aCategory()]);
  return openApp(`/dashboard/allergens${query}`, { as });
}

/** A cell of the matrix: of one dish and one allergen. */
const cell = (dish: string, allergen: string) => {
  const row = screen.getByRole('button', { name: dish }).closest('tr') as HTMLElement;
  return within(row).getByRole('button', { name: new RegExp(`^${allergen}: `) });
};
const stateOf = (dish: string, allergen: string) => cell(dish, allergen).getAttribute('aria-label');

describe('The matrix', () => {
  it('is filled in by keys, and sent only by Declare, dish by dish', async () => {
    const user = openAllergens([anItem(), anItem({ id: 2, name: 'Pesto' })]);
    await screen.findByRole('table');
    cell('Gnocchi', 'Gluten').focus();
    await user.keyboard('c{ArrowRight}m{ArrowDown}f{ArrowLeft}c ');
    expect(stateOf('Gnocchi', 'Gluten')).toBe('Gluten: yes, contains');
    expect(stateOf('Gnocchi', 'Crustaceans')).toBe('Crustaceans: may contain');
    expect(stateOf('Pesto', 'Crustaceans')).toBe('Crustaceans: free from');
    expect(stateOf('Pesto', 'Gluten')).toBe('Gluten: not declared');
    await expectFocus(() => cell('Pesto', 'Gluten'));
    // A mouse goes from one state to the next.
    await user.click(cell('Pesto', 'Milk'));
    expect(stateOf('Pesto', 'Milk')).toBe('Milk: yes, contains');
    expect(calls.count('PUT /api/menu-items/1/allergens')).toBe(0);
    screen.getByText('2 dishes changed, not declared yet');
    await press(user, 'Declare');
    await expectToast('Allergens declared', 'Of 2 dishes.');
    expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({ states: `cum${NOTHING_DECLARED.slice(3)}` });
    expect(calls.body('PUT /api/menu-items/2/allergens')).toMatchObject({ states: 'uufuuuucuuuuuuu' });
    expect(screen.queryByText(/not declared yet/)).toBeNull();
    // The button that was pressed is gone.
    await expectFocus(() => cell('Pesto', 'Milk'));
  });

  it('is one stop for Tab, in which arrows also lead to the names, which open', async () => {
    const user = openAllergens([anItem(), anItem({ id: 2, name: 'Pesto' })]);
    const table = within(await screen.findByRole('table'));
    const stops = () => table.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toEqual([cell('Gnocchi', 'Gluten')]);
    stops()[0]?.focus();
    await user.keyboard('{ArrowLeft}{ArrowDown}c');
    await expectFocus(() => table.getByRole('button', { name: 'Pesto' }));
    expect(stops()).toEqual([table.getByRole('button', { name: 'Pesto' })]);
    await user.keyboard('{ArrowRight}');
    await expectFocus(() => cell('Pesto', 'Gluten'));
    expect(stateOf('Pesto', 'Gluten')).toBe('Gluten: not declared');
    await user.keyboard('{Home} ');
    within(await screen.findByRole('dialog')).getByText('Pesto');
  });

  it('says at a dish why it was refused, and keeps what was made of it', async () => {
    const user = openAllergens([anItem({ diet: ['vegan'] }), anItem({ id: 2, name: 'Pesto' })]);
    await screen.findByRole('table');
    const message = "A vegan dish can't contain milk.";
    api.refuses(DECLARE, 'validation-failed', message, { errors: [{ field: 'states', message }] }, { once: true });
    cell('Gnocchi', 'Milk').focus();
    await user.keyboard('c{ArrowDown}c');
    await press(user, 'Declare');
    await screen.findByText(message);
    await screen.findByText('1 dish changed, not declared yet');
    expect(stateOf('Gnocchi', 'Milk')).toBe('Milk: yes, contains');
    await user.click(screen.getByRole('link', { name: 'Categories' }));
    await answer(user, 'Keep Editing');
    await press(user, 'Discard');
    await answer(user, 'Discard Changes');
    await waitFor(() => expect(stateOf('Gnocchi', 'Milk')).toBe('Milk: not declared'));
    await expectFocus(() => cell('Pesto', 'Milk'));
  });

  it('sends a draft with the tag of what it began on, and takes back no warning that was declared since', async () => {
    const begun = declared(anItem(), NOTHING_DECLARED);
    const user = openAllergens([begun]);
    await screen.findByRole('table');
    cell('Gnocchi', 'Peanuts').focus();
    await user.keyboard('f{ArrowRight}f');
    const current = declared(anItem(), withState(NOTHING_DECLARED, 'peanuts', 'c'));
    api.answers('GET /api/menu-items', [current]);
    await queryClient.invalidateQueries({ queryKey: ['/api/menu-items'] });
    api.refuses(DECLARE, 'changed-meanwhile', 'It was changed.', { current }, { once: true });
    await press(user, 'Declare');
    await screen.findByText('Someone else just declared: contains peanuts. Check it, and declare again.');
    expect(calls.last('PUT /api/menu-items/1/allergens')?.headers['if-match']).toBe(`"${entityTag(begun)}"`);
    expect(stateOf('Gnocchi', 'Peanuts')).toBe('Peanuts: yes, contains');
    expect(stateOf('Gnocchi', 'Soy')).toBe('Soy: free from');
    await press(user, 'Declare');
    await expectToast('Allergens declared', 'Of 1 dish.');
    const sent = calls.last('PUT /api/menu-items/1/allergens');
    expect(sent?.headers['if-match']).toBe(`"${entityTag(current)}"`);
    expect(sent?.body).toMatchObject({ states: 'uuuuucfuuuuuuuu' });
  });

  it('keeps what was changed in another view, and in a dialog goes on from it', async () => {
    const user = openAllergens([anItem({ description: '(A, G)' })]);
    api.answers('GET /api/menu-check', { items: 1, lacking: [], options: [] });
    await screen.findByRole('table');
    await user.click(cell('Gnocchi', 'Eggs'));
    await user.click(screen.getByRole('radio', { name: 'Menu Check' }));
    screen.getByText('1 dish changed, not declared yet');
    await user.click(screen.getByRole('radio', { name: 'Dishes' }));
    await user.click(await screen.findByRole('radio', { name: 'In your text 1' }));
    await screen.findByText('To declare: contains eggs');
    await press(user, 'Check Allergens');
    await pressInDialog(user, 'Take Over');
    await pressInDialog(user, 'Declare');
    await waitFor(() => expect(screen.queryByText(/not declared yet/i)).toBeNull());
    expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({ states: 'cuucuuucuuuuuuu' });
    expect(calls.count('PUT /api/menu-items/1/allergens')).toBe(1);
  });

  it('sends nothing that is changed or taken back while it declares', async () => {
    const user = openAllergens([anItem(), anItem({ id: 2, name: 'Pesto' }), anItem({ id: 3, name: 'Ragù' })]);
    await screen.findByRole('table');
    cell('Gnocchi', 'Milk').focus();
    await user.keyboard('c{ArrowDown}c{ArrowDown}c');
    const release = api.holds(DECLARE);
    await press(user, 'Declare');
    await user.click(cell('Gnocchi', 'Eggs'));
    cell('Pesto', 'Milk').focus();
    await user.keyboard(' {ArrowDown}m');
    release();
    await expectToast('Allergens declared', 'Of 1 dish.');
    await screen.findByText('2 dishes changed, not declared yet');
    await press(user, 'Declare');
    await waitFor(() => expect(screen.queryByText(/not declared yet/)).toBeNull());
    expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({ states: 'uuucuuucuuuuuuu' });
    expect(calls.count('PUT /api/menu-items/2/allergens')).toBe(0);
    expect(calls.count('PUT /api/menu-items/3/allergens')).toBe(1);
    expect(calls.body('PUT /api/menu-items/3/allergens')).toMatchObject({ states: 'uuuuuuumuuuuuuu' });
    expect(calls.last('PUT /api/menu-items/1/allergens')?.headers['if-match']).not.toBe(`"${entityTag(anItem())}"`);
  });

  it('keeps what was changed when the session ends, and what it began on', { tags: 'full' }, async () => {
    const user = openAllergens([anItem()]);
    await screen.findByRole('table');
    await user.click(cell('Gnocchi', 'Eggs'));
    await press(user, 'Gnocchi');
    await user.click(within(dialog()).getByRole('button', { name: /^Free From the Other/ }));
    api.refuses(DECLARE, 'unauthenticated', 'Please sign in again.', {}, { once: true });
    await pressInDialog(user, 'Declare');
    await expectPath('/login?next=%2Fdashboard%2Fallergens');
    api.answers('GET /api/menu-items', [declared(anItem(), NOTHING_DECLARED)]);
    await signIn(user);
    await waitFor(() => within(dialog()).getByText('We kept what you typed.'));
    expect(within(dialog()).queryByRole('button', { name: /^Free From the Other/ })).toBeNull();
    await pressInDialog(user, 'Close');
    await answer(user, 'Discard Changes');
    await screen.findByText('We kept what you typed.');
    expect(stateOf('Gnocchi', 'Eggs')).toBe('Eggs: yes, contains');
    screen.getByText('1 dish changed, not declared yet');
  });
});

describe('The dishes', () => {
  it('to be confirmed are confirmed together, after a question that names them', async () => {
    const user = openAllergens([
      declared(anItem(), FREE, true),
      declared(anItem({ id: 2, name: 'Pesto' }), FREE, true),
      declared(anItem({ id: 3, name: 'Ragù' })),
    ]);
    await user.click(await screen.findByRole('radio', { name: 'To be confirmed 2' }));
    expect(screen.queryByRole('button', { name: 'Ragù' })).toBeNull();
    await press(user, 'Confirm 2 Dishes…');
    within(await question()).getByText('Gnocchi, Pesto');
    await answer(user, 'Confirm 2 dishes');
    await expectToast('Allergens confirmed', 'Of 2 dishes.');
    expect(calls.body(CONFIRM)).toMatchObject({
      items: [1, 2].map((id) => ({ id, basis: basisOf({ name: id === 1 ? 'Gnocchi' : 'Pesto' }) })),
    });
    await screen.findByRole('radio', { name: 'To be confirmed 0' });
  });

  it('are declared on a phone one after the other', async () => {
    const user = openAllergens(
      [anItem(), declared(anItem({ id: 2, name: 'Pesto' })), anItem({ id: 3, name: 'Ragù' })],
      {
        isPhone: true,
      },
    );
    await press(user, /^Gnocchi/);
    await user.click(
      within(await screen.findByRole('radiogroup', { name: 'Eggs' })).getByRole('radio', { name: 'Contains' }),
    );
    await pressInDialog(user, 'Declare & Next');
    await waitFor(() => within(dialog()).getByRole('heading', { name: 'Ragù' }));
    expect(within(dialog()).queryByRole('button', { name: 'Declare & Next' })).toBeNull();
    expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({ states: 'uuucuuuuuuuuuuu' });
  });

  it('whose texts say something are asked about, and nothing is declared or set by itself', async () => {
    const user = openAllergens(
      [anItem({ description: '(A, G)' }), anItem({ id: 2, name: 'Curry', description: '(VG)' })],
      {
        query: '?show=hinted',
      },
    );
    await screen.findByRole('radio', { name: 'In your text 2' });
    await press(user, 'Mark as Vegan');
    await waitFor(() => expect(calls.body('PUT /api/menu-items/2')).toEqual({ diet: ['vegan'] }));
    await press(user, 'Check Allergens');
    await pressInDialog(user, 'Take Over');
    expect(calls.count('PUT /api/menu-items/1/allergens')).toBe(0);
    await pressInDialog(user, 'Declare');
    await waitFor(() =>
      expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({ states: 'cuuuuuucuuuuuuu' }),
    );
    await screen.findByRole('radio', { name: 'In your text 0' });
  });
});

it('What another restaurant of the user declared is suggested, and counts once it is declared here', async () => {
  const harbor = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12', name: 'Harbor' });
  const rosa = aUser({ restaurants: [harbor, aPlace()] });
  const user = openAllergens([anItem(), anItem({ id: 2, name: 'Pesto' })], {
    query: `?show=hinted&from=${harbor.id}`,
    as: rosa,
  });
  const there = tokenOf({ ...rosa, tenantId: harbor.id });
  api.answers('POST /api/auth/switch', { token: there, user: { ...rosa, tenantId: harbor.id } });
  const atHarbor = (theirs: object[], here: object[]) => (request: Request) =>
    Response.json(request.headers.get('authorization') === `Bearer ${there}` ? theirs : here);
  const gnocchi = { ...declared(anItem({ id: 70 }), 'cuufuuumuuuuuuu') };
  api.responds('GET /api/menu-items', atHarbor([gnocchi], [anItem(), anItem({ id: 2, name: 'Pesto' })]));
  const oat = { ...anOptionGroup(), options: anOptionGroup().options.map((one) => declaredOption(one)) };
  api.responds('GET /api/option-groups', atHarbor([oat], [anOptionGroup()]));
  await screen.findByRole('radio', { name: 'Suggested 1' });
  screen.getByText(
    (_, one) => one?.tagName === 'P' && /^Declared in Harbor: contains gluten/.test(one.textContent ?? ''),
  );
  await press(user, 'Check Allergens');
  await within(dialog()).findByText((_, one) => one?.textContent === 'Contains in Harbor.');
  await pressInDialog(user, 'Take Over');
  expect(calls.count('PUT /api/menu-items/1/allergens')).toBe(0);
  await pressInDialog(user, 'Declare');
  await waitFor(() =>
    expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({ states: 'cuufuuumuuuuuuu' }),
  );
  await user.click(await screen.findByRole('radio', { name: 'Options' }));
  await press(user, /^Oat milk/);
  within(dialog()).getByText(/free from milk\. Is that right here, too\?/);
});

it('Options are declared once for all dishes that have them', async () => {
  const user = openAllergens([anItem()]);
  let group = anOptionGroup();
  api.answers('GET /api/option-groups', () => [group]);
  api.answers('PUT /api/option-groups/:id/allergens', ({ options: [sent] }: OptionAllergensInput) => {
    group = {
      ...group,
      options: group.options.map((one) =>
        one.id === sent?.id
          ? { ...one, allergens: { states: sent.states, by: null, at: AT, basis: basisOf(one) } }
          : one,
      ),
    };
    return group;
  });
  await user.click(await screen.findByRole('radio', { name: 'Options' }));
  await press(user, /^Oat milk/);
  await user.click(
    within(await screen.findByRole('radiogroup', { name: 'Milk' })).getByRole('radio', { name: 'Free from' }),
  );
  await pressInDialog(user, 'Declare');
  await screen.findByRole('button', { name: /^Oat milk.*Declared.*free from milk/i });
  expect(calls.body('PUT /api/option-groups/1/allergens')).toMatchObject({
    options: [{ id: 12, states: 'uuuuuuufuuuuuuu' }],
  });
  await press(user, /^Oat milk/);
  await user.click(
    within(await screen.findByRole('radiogroup', { name: 'Milk' })).getByRole('radio', { name: 'Free from' }),
  );
  await pressInDialog(user, 'Declare');
  await screen.findByRole('button', { name: /^Oat milk.*Not declared/ });
});

it('Menu Check lists what dishes lack, and leads to where it is mended', async () => {
  const user = openAllergens([anItem(), anItem({ id: 2, name: 'Water', price: 0 })]);
  api.answers('GET /api/menu-check', {
    items: 2,
    lacking: [
      { id: 1, name: 'Gnocchi', lacks: ['allergens'] },
      { id: 2, name: 'Water', lacks: ['price'] },
    ],
    options: [{ id: 12, name: 'Oat milk', group: 'Milk', lacks: ['confirmation'] }],
  });
  api.answers('GET /api/option-groups', [anOptionGroup()]);
  await user.click(await screen.findByRole('radio', { name: 'Menu Check' }));
  await screen.findByText('2 of 2 dishes lack something. 1 option to declare.');
  expect(calls.last('GET /api/menu-check')?.search).toBe('?scheme=eu14');
  expect(screen.getByRole('link', { name: 'Water' }).getAttribute('href')).toBe('/dashboard/items');
  await press(user, 'Gnocchi');
  await waitFor(() => within(dialog()).getByRole('heading', { name: 'Gnocchi' }));
  await pressInDialog(user, 'Close');
  await dialogClosed();
  await press(user, /^Oat milk/);
  await screen.findByRole('heading', { name: 'Milk' });
});
