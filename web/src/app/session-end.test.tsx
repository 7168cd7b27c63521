import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepChosen } from '../lib/draft/chosen-items.ts';
import { keepDescribed } from '../lib/draft/described-change.ts';
import { getToken } from '../lib/session/stored-token.ts';
import { api, calls } from '../test/api.ts';
import {
  expectPath,
  expectToast,
  fieldValue,
  fill,
  fillAll,
  findHeading,
  openApp,
  press,
  signIn,
} from '../test/app.tsx';
import { aCategory, aDaypart, anItem, aPlace, aTenant, aUser, newRestaurant, tokenOf } from '../test/samples.ts';

// A session that the server ends: input is kept for the user who typed it.

const ENDED = 'Your session has ended. Please sign in again.';
const KEPT = 'We kept what you typed.';
const dialog = () => screen.findByRole('dialog');

/** Another tab signs in or, with `null`, out. */
function inOtherTab(token: string | null) {
  if (token === null) localStorage.removeItem('token');
  else localStorage.setItem('token', token);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token }));
}

const NINO = aUser({ id: '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c02', email: 'nino@example.com', name: 'Nino' });

describe('A 401 in the middle of a session', () => {
  it('says so, leads to sign-in and back, and keeps what was typed into Settings', async () => {
    api.refuses('PUT /api/tenant', 'unauthenticated', 'Please sign in again.');
    const user = openApp('/settings', { as: aUser() });
    fill(await screen.findByLabelText('Description'), 'Grandmother’s table, since 1962');
    await press(user, 'Save Changes');
    await expectPath('/login?next=%2Fsettings');
    await expectToast(ENDED);
    expect(getToken()).toBeNull();

    await signIn(user);
    await expectPath('/settings');
    await screen.findByText(KEPT);
    expect(fieldValue('Description')).toBe('Grandmother’s table, since 1962');
    api.answers('PUT /api/tenant', (sent: object) => aTenant(sent));
    await press(user, 'Save Changes');
    await expectToast('Settings updated', 'Your restaurant settings have been saved successfully.');
  });

  it.each([
    [
      'made staff',
      aUser({ role: 'staff' }),
      "You work here as staff now. What you typed wasn't saved.",
      '/dashboard/kitchen',
      'Kitchen',
    ],
    ['made a manager', aUser({ role: 'manager' }), 'You work here as a manager now.', '/settings', 'Settings'],
    [
      'removed from the team',
      aUser({ tenantId: null }),
      "You no longer work for Osteria della Prova. What you typed wasn't saved.",
      '/dashboard',
      "You don't work for any restaurant",
    ],
  ])(
    'says to who was %s meanwhile what was not saved, and leads them to what they may see',
    async (_, as, words, path, heading) => {
      api.refuses('PUT /api/tenant', 'unauthenticated', 'Please sign in again.');
      const user = openApp('/settings', { as: aUser() });
      fill(await screen.findByLabelText('Description'), 'Grandmother’s table, since 1962');
      await press(user, 'Save Changes');
      await expectToast(ENDED);
      await signIn(user, as);
      await expectToast('Login successful', words);
      await expectPath(path);
      await findHeading(heading);
      // What the kitchen asks for, before the next test.
      if (as.role === 'staff') await waitFor(() => expect(calls.count('GET /api/option-groups')).toBe(1));
    },
  );

  it('says to who works there no more where they are now, without what the address names of the restaurant before', async () => {
    api.refuses('PUT /api/tenant', 'unauthenticated', 'Please sign in again.');
    const user = openApp('/settings?x=1', { as: aUser() });
    fill(await screen.findByLabelText('Description'), 'Grandmother’s table, since 1962');
    await press(user, 'Save Changes');
    await expectPath('/login?next=%2Fsettings%3Fx%3D1');
    const harbor = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12', name: 'Harbor' });
    await signIn(user, aUser({ tenantId: harbor.id, restaurants: [harbor] }));
    await expectToast(
      'Login successful',
      "You no longer work for Osteria della Prova. What you typed wasn't saved. You're in Harbor now.",
    );
    await expectPath('/dashboard');
  });

  it('shows the next person at the screen neither the data nor the words of the one before', async () => {
    api.answers('GET /api/tenant', aTenant({ name: 'First' }));
    api.refuses('PUT /api/tenant', 'unauthenticated', 'Please sign in again.');
    const user = openApp('/settings', { as: aUser() });
    fill(await screen.findByLabelText('Description'), 'A secret');
    expect(fieldValue('Restaurant Name')).toBe('First');
    await press(user, 'Save Changes');
    await expectPath('/login?next=%2Fsettings');
    api.answers('GET /api/tenant', aTenant({ name: 'Second' }));
    const release = api.holds('GET /api/tenant');
    await signIn(user, NINO);
    await expectPath('/settings');
    await screen.findByText('Loading settings…');
    expect(document.body.textContent).not.toContain('First');
    release();
    await screen.findByLabelText('Restaurant Name');
    expect(fieldValue('Restaurant Name')).toBe('Second');
    expect(fieldValue('Description')).toBe('');
    expect(screen.queryByText(KEPT)).toBeNull();
  });

  describe('in detail', { tags: 'full' }, () => {
    it('opens the item dialog again with what was typed into it', async () => {
      api.answers('GET /api/categories', [aCategory()]);
      api.answers('GET /api/dayparts', { dayparts: [aDaypart()] });
      api.refuses('POST /api/menu-items', 'unauthenticated', 'Please sign in again.');
      const user = openApp('/dashboard/items', { as: aUser() });
      // There are two such buttons, and a third while there is no item.
      await press(user, 'Add Item');
      const form = await dialog();
      fillAll({ Name: 'Tagliatelle', Price: '12.5' }, form);
      await user.click(within(form).getByRole('combobox', { name: 'Category' }));
      await user.click(await screen.findByRole('option', { name: 'Primi' }));
      await user.click(within(form).getByText('Times and offers'));
      await user.click(within(form).getByRole('button', { name: 'Add an Offer' }));
      await user.click(within(form).getByRole('combobox', { name: 'Menu time' }));
      await user.click(await screen.findByRole('option', { name: 'Lunch' }));
      fill(within(form).getByLabelText('Offer price'), '9');
      await user.click(within(form).getByRole('button', { name: 'Add Item' }));
      await expectPath('/login?next=%2Fdashboard%2Fitems');
      await expectToast(ENDED);

      await signIn(user);
      const again = await dialog();
      await within(again).findByText(KEPT);
      expect(fieldValue('Name', again)).toBe('Tagliatelle');
      expect(fieldValue('Offer price', again)).toBe('9');
      expect(within(again).getByText('Times and offers').closest('details')?.open).toBe(true);
      api.answers('POST /api/menu-items', (sent: object) => anItem(sent));
      await user.click(within(again).getByRole('button', { name: 'Add Item' }));
      await expectToast('Item added', 'Menu item has been added successfully.');
      expect(calls.body('POST /api/menu-items')).toMatchObject({ offers: [{ daypart: 1, price: 9 }] });
    });

    it('opens an item again while a new category is typed, which can be given up for the one before', async () => {
      const withItem = () => {
        api.answers('GET /api/categories', [aCategory()]);
        api.answers('GET /api/menu-items', [anItem()]);
      };
      withItem();
      api.refuses('POST /api/categories', 'unauthenticated', 'Please sign in again.');
      const user = openApp('/dashboard/items', { as: aUser() });
      await press(user, `Edit ${anItem().name}`);
      await user.click(within(await dialog()).getByRole('combobox', { name: 'Category' }));
      await user.click(await screen.findByRole('option', { name: 'Create a category' }));
      await user.type(within(await dialog()).getByLabelText('New category'), 'Dolci{Enter}');
      await expectPath('/login?next=%2Fdashboard%2Fitems');
      await signIn(user);
      withItem();
      await user.type(await within(await dialog()).findByLabelText('New category'), '{Escape}');
      const category = await within(await dialog()).findByRole('combobox', { name: 'Category' });
      expect(category.textContent).toBe('Primi');
    });

    it('opens the opening hours again with what was typed, breaks and special days too', async () => {
      const ownTenant = () => aTenant({ timeZone: 'Europe/Rome' });
      api.answers('GET /api/tenant', ownTenant);
      api.refuses('PUT /api/tenant', 'unauthenticated', 'Please sign in again.');
      const user = openApp('/settings/hours', { as: aUser() });
      await press(user, 'Set Hours');
      const form = await dialog();
      fireEvent.change(within(form).getByLabelText('Monday, closes'), { target: { value: '15:00' } });
      await user.click(within(form).getByRole('button', { name: 'Add more hours on Monday' }));
      fireEvent.change(within(form).getByLabelText('Monday, hours 2, opens'), { target: { value: '18:00' } });
      fireEvent.change(within(form).getByLabelText('Monday, hours 2, closes'), { target: { value: '23:00' } });
      await user.click(within(form).getByRole('button', { name: 'Add Special Day' }));
      fireEvent.change(within(form).getByLabelText('Day'), { target: { value: '2099-12-24' } });
      await user.click(within(form).getByRole('button', { name: 'Save Hours' }));
      await expectPath('/login?next=%2Fsettings%2Fhours');
      await expectToast(ENDED);

      await signIn(user);
      const again = await dialog();
      await within(again).findByText(KEPT);
      expect(within(again).queryByText(/changed elsewhere/)).toBeNull();
      await waitFor(() => expect(fieldValue('Monday, hours 2, closes', again)).toBe('23:00'));
      api.answers('PUT /api/tenant', (sent: object) => aTenant(sent));
      await user.click(within(again).getByRole('button', { name: 'Save Hours' }));
      await expectToast('Hours updated', 'Guests see your opening hours now.');
      const { hours } = calls.body('PUT /api/tenant') as { hours: { weekly: unknown[]; special: unknown[] } };
      expect(hours.weekly[0]).toEqual([
        [660, 900],
        [1_080, 1_380],
      ]);
      expect(hours.special).toEqual([{ from: '2099-12-24', to: '2099-12-24', intervals: [] }]);
    });

    it('opens a daypart again with what was typed, and says if it was changed meanwhile', async () => {
      let now = aDaypart();
      api.answers('GET /api/dayparts', () => ({ dayparts: [now] }));
      api.refuses('PUT /api/dayparts', 'unauthenticated', 'Please sign in again.');
      const user = openApp('/settings/dayparts', { as: aUser() });
      await press(user, 'Edit Lunch');
      const form = await dialog();
      fill(within(form).getByLabelText('Name'), 'Pranzo');
      fireEvent.change(within(form).getByLabelText('Monday, ends'), { target: { value: '16:00' } });
      await user.click(within(form).getByRole('button', { name: 'Save Changes' }));
      await expectPath('/login?next=%2Fsettings%2Fdayparts');

      now = aDaypart({ isActive: false });
      await signIn(user);
      const again = await dialog();
      await within(again).findByText(KEPT);
      await within(again).findByText(/^Someone changed this menu time after you opened it\./);
      expect(fieldValue('Name', again)).toBe('Pranzo');
      expect(fieldValue('Monday, ends', again)).toBe('16:00');
      api.answers('PUT /api/dayparts', (sent: object) => sent);
      await user.click(within(again).getByRole('button', { name: 'Save Changes' }));
      await expectToast('Menu time updated', 'Pranzo has been updated.');
    });

    it('keeps a menu that was pasted for import, with the prices that were entered', async () => {
      api.refuses('POST /api/menu-drafts', 'unauthenticated', 'Please sign in again.');
      const user = openApp('/dashboard/import', { as: aUser() });
      fill(await screen.findByLabelText('Your menu'), 'PASTA\nCarbonara 13\nLasagne 1.450');
      const prices = within(await screen.findByRole('region', { name: 'Prices to check' }));
      fill(prices.getByLabelText('Lasagne, price'), '14.5');
      await press(user, 'Import 2 Dishes');
      await expectPath('/login?next=%2Fdashboard%2Fimport');
      await signIn(user);
      await screen.findByText(KEPT);
      expect(fieldValue('Your menu')).toBe('PASTA\nCarbonara 13\nLasagne 1.450');
      await screen.findByRole('button', { name: 'Import 2 Dishes' });
    });

    describe('in a change of many dishes', () => {
      const leftOut = (name: string) => screen.getByRole('checkbox', { name }).getAttribute('aria-checked') === 'false';

      /** Leaves one of two chosen dishes out, and signs in again after the session's end. */
      async function signInAgain(beforeSigningIn = () => {}) {
        const dishes = ['Carbonara', 'Lasagne', 'Gricia'].map((name, at) => anItem({ id: at + 1, name, price: 10 }));
        const withDishes = () => {
          api.answers('GET /api/categories', [aCategory()]);
          api.answers('GET /api/menu-items', dishes);
        };
        withDishes();
        api.refuses('POST /api/menu-drafts', 'unauthenticated', 'Please sign in again.');
        keepChosen([1, 2]);
        const user = openApp('/dashboard/items/change', { as: aUser() });
        fill(await screen.findByLabelText('By'), '10');
        await screen.findByRole('button', { name: 'Change 2 Dishes' });
        await user.click(screen.getByRole('checkbox', { name: 'Lasagne' }));
        await press(user, 'Change 1 Dish');
        await expectPath('/login?next=%2Fdashboard%2Fitems%2Fchange');
        beforeSigningIn();
        await signIn(user);
        withDishes();
      }

      it('keeps its rule, the dishes that it is about and those that were left out', async () => {
        await signInAgain();
        await screen.findByText(KEPT);
        screen.getByText('2 selected dishes');
        expect(fieldValue('By')).toBe('10');
        await screen.findByRole('button', { name: 'Change 1 Dish' });
        expect(leftOut('Lasagne')).toBe(true);
      });

      it('leaves no dish out of the change of those that were selected since', async () => {
        await signInAgain(() => keepChosen([2, 3]));
        await screen.findByText('2 selected dishes');
        fill(await screen.findByLabelText('By'), '10');
        await screen.findByRole('button', { name: 'Change 2 Dishes' });
        expect(leftOut('Lasagne')).toBe(false);
      });

      it('applies no earlier rule to a change that was described since', async () => {
        // Without an AI, nobody takes it.
        onTestFinished(() => keepDescribed(''));
        await signInAgain(() => keepDescribed('Raise all pizzas by 5%'));
        await screen.findByText('Nothing to change yet');
        expect(screen.queryByText(KEPT)).toBeNull();
      });
    });
  });
});

describe('Log-out in another tab', () => {
  it('shows the next person who signs in there none of the data of the one before', async () => {
    api.answers('GET /api/tenant', aTenant({ name: 'First' }));
    openApp('/settings', { as: aUser() });
    await screen.findByLabelText('Restaurant Name');
    inOtherTab(null);
    await expectPath('/login?next=%2Fsettings');
    api.byDefault(newRestaurant(NINO));
    api.answers('GET /api/tenant', aTenant({ name: 'Second' }));
    inOtherTab('token.of.nino');
    await expectPath('/settings');
    await screen.findByRole('button', { name: 'Nino' });
    await screen.findByLabelText('Restaurant Name');
    expect(fieldValue('Restaurant Name')).toBe('Second');
  });

  describe('in detail', { tags: 'full' }, () => {
    it.each(['storage', 'pageshow'])('does so where this tab slept meanwhile and gets one event (%s)', async (type) => {
      api.answers('GET /api/tenant', aTenant({ name: 'First' }));
      openApp('/settings', { as: aUser(), token: tokenOf(aUser()) });
      await screen.findByLabelText('Restaurant Name');
      api.byDefault(newRestaurant(NINO));
      api.answers('GET /api/tenant', aTenant({ name: 'Second' }));
      localStorage.setItem('token', tokenOf(NINO));
      window.dispatchEvent(type === 'storage' ? new StorageEvent(type, { key: 'token' }) : new Event(type));
      await screen.findByRole('button', { name: 'Nino' });
      await screen.findByLabelText('Restaurant Name');
      expect(fieldValue('Restaurant Name')).toBe('Second');
    });

    it('answers an open question with no, before the next person can', async () => {
      api.answers('GET /api/categories', [aCategory()]);
      const user = openApp('/dashboard/categories', { as: aUser() });
      await press(user, 'Delete Primi');
      await screen.findByRole('alertdialog');
      inOtherTab(null);
      await expectPath('/login?next=%2Fdashboard%2Fcategories');
      api.byDefault(newRestaurant(NINO));
      inOtherTab('token.of.nino');
      await screen.findByRole('button', { name: 'Nino' });
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });

    it('keeps what was typed here for the same user: the server may have ended the session', async () => {
      openApp('/settings', { as: aUser() });
      fill(await screen.findByLabelText('Description'), 'Grandmother’s table, since 1962');
      inOtherTab(null);
      await expectPath('/login?next=%2Fsettings');
      inOtherTab('token.of.rosa');
      await expectPath('/settings');
      await screen.findByText(KEPT);
      expect(fieldValue('Description')).toBe('Grandmother’s table, since 1962');
    });
  });
});

describe('Log-out', () => {
  it('is asked about when something is unsaved', async () => {
    const user = openApp('/settings', { as: aUser() });
    fill(await screen.findByLabelText('Phone Number'), '555 0101');
    await press(user, 'Logout');
    const question = await screen.findByRole('alertdialog');
    within(question).getByText('Discard your changes?');
    await user.click(within(question).getByRole('button', { name: 'Keep Editing' }));
    expect(fieldValue('Phone Number')).toBe('555 0101');
    expect(getToken()).not.toBeNull();
    await findHeading('Settings');
    api.answers('POST /api/auth/logout');
    await press(user, 'Logout');
    const again = within(await screen.findByRole('alertdialog'));
    await user.click(again.getByRole('button', { name: 'Discard Changes' }));
    await waitFor(() => expect(getToken()).toBeNull());
  });
});
