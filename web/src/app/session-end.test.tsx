import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { getToken } from '../lib/token.ts';
import { api } from '../test/api.ts';
import { expectPath, expectToast, fieldValue, fill, fillAll, findHeading, openApp } from '../test/app.tsx';
import { aCategory, anItem, aSession, aTenant, aUser, newRestaurant } from '../test/samples.ts';

// A session that the server ends: input is kept for the user who typed it.

const ENDED = 'Your session has ended. Please sign in again.';
const KEPT = 'We kept what you typed before your session ended.';
const dialog = () => screen.findByRole('dialog');

/** Signs in on the current screen as `user`. */
async function logIn(event: ReturnType<typeof openApp>, user = aUser()) {
  api.byDefault(newRestaurant(user));
  api.answers('POST /api/auth/login', aSession({ user }));
  await screen.findByLabelText('Email');
  fillAll({ Email: user.email, Password: 'sugo di nonna' });
  await event.click(screen.getByRole('button', { name: 'Sign In' }));
}

describe('A 401 in the middle of a session', () => {
  it('says so, leads to sign-in and back, and keeps what was typed into Settings', async () => {
    api.refuses('PUT /api/tenant', 'unauthenticated', 'Please sign in again.');
    const user = openApp('/settings', { as: aUser() });
    fill(await screen.findByLabelText('Description'), 'Grandmother’s table, since 1962');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await expectPath('/login?next=%2Fsettings');
    await expectToast(ENDED);
    expect(getToken()).toBeNull();

    await logIn(user);
    await expectPath('/settings');
    await screen.findByText(KEPT);
    expect(fieldValue('Description')).toBe('Grandmother’s table, since 1962');
    api.answers('PUT /api/tenant', (sent: object) => aTenant(sent));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await expectToast('Settings updated', 'Your restaurant settings have been saved successfully.');
  });

  it('opens the item dialog again with what was typed into it', async () => {
    api.answers('GET /api/categories', [aCategory()]);
    api.refuses('POST /api/menu-items', 'unauthenticated', 'Please sign in again.');
    const user = openApp('/dashboard/items', { as: aUser() });
    // There are two such buttons, and a third while there is no item.
    await user.click(await screen.findByRole('button', { name: 'Add Item' }));
    const form = await dialog();
    fillAll({ Name: 'Tagliatelle', Price: '12.5' }, form);
    await user.click(within(form).getByRole('combobox', { name: 'Category' }));
    await user.click(await screen.findByRole('option', { name: 'Primi' }));
    await user.click(within(form).getByRole('button', { name: 'Add Item' }));
    await expectPath('/login?next=%2Fdashboard%2Fitems');
    await expectToast(ENDED);

    await logIn(user);
    const again = await dialog();
    await within(again).findByText(KEPT);
    expect(fieldValue('Name', again)).toBe('Tagliatelle');
    api.answers('POST /api/menu-items', (sent: object) => anItem(sent));
    await user.click(within(again).getByRole('button', { name: 'Add Item' }));
    await expectToast('Item added', 'Menu item has been added successfully.');
  });

  it('shows the next person at the screen neither the data nor the words of the one before', async () => {
    api.answers('GET /api/tenant', aTenant({ name: 'First' }));
    api.refuses('PUT /api/tenant', 'unauthenticated', 'Please sign in again.');
    const user = openApp('/settings', { as: aUser() });
    fill(await screen.findByLabelText('Description'), 'A secret');
    expect(fieldValue('Restaurant Name')).toBe('First');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await expectPath('/login?next=%2Fsettings');
    const next = aUser({ id: '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c02', email: 'nino@example.com', name: 'Nino' });
    api.answers('GET /api/tenant', aTenant({ name: 'Second' }));
    const release = api.holds('GET /api/tenant');
    await logIn(user, next);
    await expectPath('/settings');
    await screen.findByText('Loading settings…');
    expect(document.body.textContent).not.toContain('First');
    release();
    await screen.findByLabelText('Restaurant Name');
    expect(fieldValue('Restaurant Name')).toBe('Second');
    expect(fieldValue('Description')).toBe('');
    expect(screen.queryByText(KEPT)).toBeNull();
  });
});

describe('Log-out', () => {
  it('is asked about when something is unsaved', async () => {
    const user = openApp('/settings', { as: aUser() });
    fill(await screen.findByLabelText('Phone Number'), '555 0101');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    const question = await screen.findByRole('alertdialog');
    within(question).getByText('Discard your changes?');
    await user.click(within(question).getByRole('button', { name: 'Keep Editing' }));
    expect(fieldValue('Phone Number')).toBe('555 0101');
    expect(getToken()).not.toBeNull();
    await findHeading('Settings');
  });
});
