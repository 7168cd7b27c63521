import type { AllergensInput, ConfirmAllergensInput } from '@tavola/contracts/allergens.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ALLERGENS, NOTHING_DECLARED } from '@tavola/contracts/rules/allergens.ts';
import { basisOf, withState } from '@tavola/contracts/rules/declared-allergens.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import {
  answer,
  dialog,
  dialogClosed,
  expectPath,
  expectToast,
  fill,
  openApp,
  press,
  pressInDialog,
  signIn,
} from '../../../test/app.tsx';
import { aCategory, anItem, aTenant, aUser } from '../../../test/samples.ts';
import { serveItems } from '../../../test/serve-items.ts';

// What a dish contains, and its diets, in its dialog.

const AT = '2026-11-20T18:00:00.000Z';
const DECLARE = 'PUT /api/menu-items/:id/allergens';
const CONFIRM = 'POST /api/allergens/confirm';
const MILK = 'f'.repeat(7).concat('c').padEnd(ALLERGENS.length, 'f');

/** `item` with a declaration about the texts that it has now, or had before. */
const declared = (item: MenuItem, states = MILK, isOld = false): MenuItem => ({
  ...item,
  allergens: { states, by: aUser().id, at: AT, basis: isOld ? 'old' : basisOf(item) },
});

/** Opens Menu Items with the category Primi and these items, of which calls declare. */
function openItems(...items: MenuItem[]): UserEvent {
  const { change } = serveItems(...items);
  let now: MenuItem | undefined;
  const declare = (id: number, allergens: AllergensInput) => {
    change((list) => list.map((one) => (one.id === id ? { ...one, allergens: made(one, allergens) } : one)));
    change((list) => {
      now = list.find((one) => one.id === id);
      return list;
    });
    return now;
  };
  const made = (item: MenuItem, input: AllergensInput) => ({ ...input, by: aUser().id, at: AT, basis: basisOf(item) });
  api.answers(DECLARE, (sent: AllergensInput, { id }) => declare(Number(id), sent));
  api.answers(CONFIRM, ({ items: given }: ConfirmAllergensInput) =>
    given.map(({ id }) => declare(id, { states: MILK })),
  );
  api.answers('GET /api/categories', [aCategory()]);
  return openApp('/dashboard/items', { as: aUser() });
}

async function openEdit(user: UserEvent, name: string) {
  await press(user, `Edit ${name}`);
  await screen.findByRole('dialog');
}

/** The control of one allergen. */
const control = (name: string) => within(within(dialog()).getByRole('radiogroup', { name }));
const tap = (user: UserEvent, name: string, state: string) =>
  user.click(control(name).getByRole('radio', { name: state }));
const unfold = (user: UserEvent, title: string) => user.click(within(dialog()).getByText(title));

describe('Allergens of a dish', () => {
  it('are declared by a button of their own, and nothing else is saved with them', async () => {
    const user = openItems(anItem());
    await openEdit(user, 'Gnocchi');
    await unfold(user, 'Allergens: not declared');
    await tap(user, 'Milk', 'Contains');
    await tap(user, 'Tree nuts', 'May contain');
    await user.click(within(dialog()).getByRole('button', { name: 'Hazelnut' }));
    // A second tap takes it back.
    await tap(user, 'Celery', 'Free from');
    await tap(user, 'Celery', 'Free from');
    await pressInDialog(user, 'Declare');
    await expectToast('Allergens declared', 'Guests see what Gnocchi contains now.');
    expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({
      states: 'uuuuuuucmuuuuuu',
      kinds: ['hazelnut'],
    });
    within(dialog()).getByText('Allergens: partly declared');
    within(dialog()).getByText('Declared by you on November 20, 2026, not yet all of it.');
    await pressInDialog(user, 'Close');
    await dialogClosed();
    expect(calls.count('PUT /api/menu-items/1')).toBe(0);
  });

  it('say who declared them, also who has left', async () => {
    const LEFT = '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c09';
    const item = declared(anItem());
    api.answers('GET /api/team/names', [{ userId: LEFT, name: 'Nino, who left' }]);
    const user = openItems({ ...item, allergens: { ...item.allergens, by: LEFT } as MenuItem['allergens'] });
    await openEdit(user, 'Gnocchi');
    await unfold(user, 'Allergens: declared');
    await within(dialog()).findByText(/^Declared by Nino, who left on November 20, 2026/);
  });

  it('that are not declared yet are asked about when the dish is saved, or left', async () => {
    const user = openItems(anItem());
    await openEdit(user, 'Gnocchi');
    await unfold(user, 'Allergens: not declared');
    await tap(user, 'Milk', 'Contains');
    await pressInDialog(user, 'Close');
    await answer(user, 'Keep Editing');
    fill(within(dialog()).getByLabelText('Name'), 'Gnocchi al burro');
    await pressInDialog(user, 'Save Changes');
    await answer(user, 'Save and Declare');
    await dialogClosed();
    expect(calls.list.filter((call) => call.startsWith('PUT'))).toEqual([
      'PUT /api/menu-items/1',
      'PUT /api/menu-items/1/allergens',
    ]);
  });

  it('are confirmed in the form in which a typo is fixed, if the owner says so', async () => {
    const user = openItems(declared(anItem()));
    await openEdit(user, 'Gnocchi');
    within(dialog()).getByText('Allergens: declared');
    expect(within(dialog()).queryByRole('checkbox', { name: 'Allergens are still correct' })).toBeNull();
    fill(within(dialog()).getByLabelText('Name'), 'Gnocchi!');
    await user.click(within(dialog()).getByRole('checkbox', { name: 'Allergens are still correct' }));
    await pressInDialog(user, 'Save Changes');
    await dialogClosed();
    expect(calls.body('PUT /api/menu-items/1')).toEqual({ name: 'Gnocchi!' });
    const basis = basisOf(anItem({ name: 'Gnocchi!' }));
    expect(calls.body(CONFIRM)).toMatchObject({ items: [{ id: 1, basis, declaredAt: expect.any(String) }] });
    await openEdit(user, 'Gnocchi!');
    within(dialog()).getByText('Allergens: declared');
    // The next change is asked about anew, and confirms nothing by itself.
    fill(within(dialog()).getByLabelText('Name'), 'Gnocchi verdi');
    await pressInDialog(user, 'Save Changes');
    await dialogClosed();
    expect(calls.list.filter((call) => call === CONFIRM)).toHaveLength(1);
    await openEdit(user, 'Gnocchi verdi');
    within(dialog()).getByText('Allergens: to be confirmed');
  });

  it('are not asked about where a size has another price alone', async () => {
    const variants = [1, 2].map((id) => ({ id, name: `Size ${id}`, price: id, isAvailable: true }));
    const user = openItems(declared(anItem({ variants, price: 1 })));
    await openEdit(user, 'Gnocchi');
    const box = () => within(dialog()).queryByRole('checkbox', { name: 'Allergens are still correct' });
    fill(within(dialog()).getByLabelText('Size 1, price'), '1.50');
    await waitFor(() => within(dialog()).getByDisplayValue('1.50'));
    expect(box()).toBeNull();
    fill(within(dialog()).getByLabelText('Size 1, name'), 'Small');
    await waitFor(() => expect(box()).not.toBeNull());
  });

  it('of a dish that was changed since are to be confirmed, which is one tap', async () => {
    const user = openItems(declared(anItem(), MILK, true));
    await openEdit(user, 'Gnocchi');
    within(dialog()).getByText('Allergens: to be confirmed');
    await pressInDialog(user, 'Still Correct');
    await waitFor(() => within(dialog()).getByText('Allergens: declared'));
    expect(calls.body(CONFIRM)).toMatchObject({ items: [{ id: 1, basis: basisOf(anItem()) }] });
  });

  it('are confirmed without a word about what others changed meanwhile, and what is typed stays', {
    tags: 'full',
  }, async () => {
    const user = openItems(declared(anItem(), MILK, true));
    await openEdit(user, 'Gnocchi');
    fill(within(dialog()).getByLabelText(/^Energy/), '300');
    const now = declared(anItem({ price: 99, isAvailable: false }));
    api.answers(CONFIRM, [now]);
    await pressInDialog(user, 'Still Correct');
    await waitFor(() => within(dialog()).getByText('Allergens: declared'));
    expect(within(dialog()).getByLabelText<HTMLInputElement>('Price').value).toBe('99.00');
    await pressInDialog(user, 'Save Changes');
    await dialogClosed();
    expect(calls.body('PUT /api/menu-items/1')).toEqual({ energy: 300 });
  });

  it('can be those of another dish, and the rest be free', async () => {
    const pesto = declared(anItem({ id: 2, name: 'Pesto' }), 'u'.repeat(7).concat('c').padEnd(ALLERGENS.length, 'u'));
    const user = openItems(anItem(), pesto);
    await openEdit(user, 'Gnocchi');
    await unfold(user, 'Allergens: not declared');
    await user.selectOptions(within(dialog()).getByLabelText('Same as another dish'), 'Pesto');
    await pressInDialog(user, 'Free From the Other 13');
    await pressInDialog(user, 'Declare');
    await waitFor(() => expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({ states: MILK }));
  });

  it('in its text are suggested, and not declared before the owner does', async () => {
    const user = openItems(anItem({ description: 'With butter (A, G)' }));
    await openEdit(user, 'Gnocchi');
    await unfold(user, 'Allergens: not declared');
    within(dialog()).getByText(/gluten, milk\. Is that right\?/);
    await pressInDialog(user, 'Take Over');
    expect(calls.count('PUT /api/menu-items/1/allergens')).toBe(0);
    await pressInDialog(user, 'Declare');
    const states = `c${NOTHING_DECLARED.slice(1, 7)}c${NOTHING_DECLARED.slice(8)}`;
    await waitFor(() => expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({ states }));
  });

  it('of the US are asked where the restaurant declares those', async () => {
    const user = openItems(anItem());
    api.answers('GET /api/tenant', aTenant({ allergenScheme: 'us9' }));
    await openEdit(user, 'Gnocchi');
    await unfold(user, 'Allergens: not declared');
    await waitFor(() => expect(within(dialog()).queryByRole('radiogroup', { name: 'Gluten' })).toBeNull());
    await tap(user, 'Wheat', 'Contains');
    await pressInDialog(user, 'Declare');
    await waitFor(() =>
      expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({ states: `cc${NOTHING_DECLARED.slice(2)}` }),
    );
  });

  it('that contradict its diets are refused in words, and those that others declared meanwhile are shown', async () => {
    const user = openItems(anItem({ diet: ['vegan'] }));
    const message = "A vegan dish can't contain milk.";
    api.refuses(DECLARE, 'validation-failed', message, { errors: [{ field: 'states', message }] }, { once: true });
    await openEdit(user, 'Gnocchi');
    await unfold(user, 'Allergens: not declared');
    await tap(user, 'Milk', 'Contains');
    await pressInDialog(user, 'Declare');
    await within(dialog()).findByText(message);
    const current = declared(anItem({ diet: ['vegan'] }), NOTHING_DECLARED.replace('u', 'c'));
    api.refuses(DECLARE, 'changed-meanwhile', 'It was changed.', { current }, { once: true });
    await tap(user, 'Milk', 'May contain');
    await pressInDialog(user, 'Declare');
    await within(dialog()).findByText(/changed/i);
    expect(control('Milk').getByRole('radio', { name: 'May contain' }).getAttribute('aria-checked')).toBe('true');
  });

  describe('that somebody else declared meanwhile', () => {
    /** Changes milk and peanuts to "free from", which is refused because somebody else declared peanuts. */
    async function refused() {
      const user = openItems(declared(anItem(), NOTHING_DECLARED));
      await openEdit(user, 'Gnocchi');
      await unfold(user, 'Allergens: not declared');
      await tap(user, 'Milk', 'Free from');
      await tap(user, 'Peanuts', 'Free from');
      const current = declared(anItem(), withState(NOTHING_DECLARED, 'peanuts', 'c'));
      api.refuses(DECLARE, 'changed-meanwhile', 'It was changed.', { current }, { once: true });
      await pressInDialog(user, 'Declare');
      await within(dialog()).findByText('contains peanuts');
      return { user, current };
    }

    it('stay with "Keep My Changes" where they warn, and are read before the rest is declared', async () => {
      const { user, current } = await refused();
      await pressInDialog(user, 'Keep My Changes');
      await within(dialog()).findByText('Someone else just declared: contains peanuts. Check it, and declare again.');
      expect(calls.count('PUT /api/menu-items/1')).toBe(0);
      await pressInDialog(user, 'Declare');
      const states = withState(current.allergens?.states ?? '', 'milk', 'f');
      await waitFor(() => expect(calls.body('PUT /api/menu-items/1/allergens')).toMatchObject({ states }));
      expect(calls.last('PUT /api/menu-items/1/allergens')?.headers['if-match']).toBe(`"${entityTag(current)}"`);
    });

    it('replace the draft with "Use Current Version"', { tags: 'full' }, async () => {
      const { user } = await refused();
      await pressInDialog(user, 'Use Current Version');
      await waitFor(() => expect(control('Milk').queryByRole('radio', { checked: true })).toBeNull());
      control('Peanuts').getByRole('radio', { name: 'Contains', checked: true });
    });
  });

  it('that are changed while they are declared stay to be declared', async () => {
    const user = openItems(anItem());
    await openEdit(user, 'Gnocchi');
    await unfold(user, 'Allergens: not declared');
    await tap(user, 'Milk', 'Contains');
    const release = api.holds(DECLARE);
    await pressInDialog(user, 'Declare');
    await tap(user, 'Eggs', 'Contains');
    release();
    await expectToast('Allergens declared', 'Guests see what Gnocchi contains now.');
    control('Eggs').getByRole('radio', { name: 'Contains', checked: true });
    within(dialog()).getByRole('button', { name: 'Undo' });
  });

  it('are kept with the dialog when the session ends', { tags: 'full' }, async () => {
    const user = openItems(anItem());
    await openEdit(user, 'Gnocchi');
    await unfold(user, 'Allergens: not declared');
    await tap(user, 'Milk', 'Contains');
    api.refuses(DECLARE, 'unauthenticated', 'Please sign in again.', {}, { once: true });
    await pressInDialog(user, 'Declare');
    await expectPath('/login?next=%2Fdashboard%2Fitems');
    await signIn(user);
    await waitFor(() => within(dialog()).getByText('We kept what you typed.'));
    control('Milk').getByRole('radio', { name: 'Contains', checked: true });
    await pressInDialog(user, 'Declare');
    await waitFor(() => expect(calls.count('PUT /api/menu-items/1/allergens')).toBe(2));
  });
});

it('Energy is called calories where the restaurant is American', async () => {
  const user = openItems(anItem({ energy: 640 }));
  api.answers('GET /api/tenant', aTenant({ timeZone: 'America/Chicago' }));
  await openEdit(user, 'Gnocchi');
  await within(dialog()).findByLabelText('Calories (optional)');
  expect(within(dialog()).queryByLabelText('Energy (optional)')).toBeNull();
});

describe('Diets of a dish', () => {
  it('are words to choose, sent alone, and suggested from its text', async () => {
    const user = openItems(anItem({ description: 'Curry (V, GF)' }));
    await openEdit(user, 'Gnocchi');
    within(dialog()).getByText(/vegetarian, gluten-free\. Is that right\?/);
    await pressInDialog(user, 'Take Over');
    await user.click(within(dialog()).getByRole('button', { name: 'Gluten-free' }));
    await user.click(within(dialog()).getByRole('button', { name: 'Organic' }));
    await pressInDialog(user, 'Save Changes');
    await dialogClosed();
    expect(calls.body('PUT /api/menu-items/1')).toEqual({ diet: ['vegetarian', 'organic'] });
  });

  it('say that gluten-free counts once it is declared, which is asked then in the US, too', async () => {
    const user = openItems(anItem({ diet: ['gluten-free'] }));
    api.answers('GET /api/tenant', aTenant({ allergenScheme: 'us9' }));
    await openEdit(user, 'Gnocchi');
    within(dialog()).getByText(/^Guests read “gluten-free” once/);
    await unfold(user, 'Allergens: not declared');
    await tap(user, 'Gluten', 'Free from');
    await pressInDialog(user, 'Declare');
    await waitFor(() => expect(within(dialog()).queryByText(/^Guests read “gluten-free” once/)).toBeNull());
  });

  it('that contradict what is declared are refused at their field', async () => {
    const user = openItems(anItem({ diet: ['vegan'] }));
    const message = "A vegan dish can't contain milk.";
    api.refuses('PUT /api/menu-items/:id', 'validation-failed', message, { errors: [{ field: 'diet', message }] });
    await openEdit(user, 'Gnocchi');
    await user.click(within(dialog()).getByRole('button', { name: 'Organic' }));
    await pressInDialog(user, 'Save Changes');
    await within(dialog()).findByText(message);
  });
});
