import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../test/api.ts';
import { expectFocus, expectPath, expectToast, findHeading, openApp, press } from '../../test/app.tsx';
import { aUser } from '../../test/samples.ts';

// Confirming the e-mail address: asked for on every screen of a restaurant, done with a mailed link.

const ASK = 'POST /api/auth/confirmation-mail';
const CONFIRM = 'POST /api/auth/confirm-email';
const unconfirmed = () => aUser({ isEmailConfirmed: false });
const banner = () => screen.findByRole('region', { name: 'Confirmation' });

describe('an address that is not confirmed', () => {
  it('is named, and another link can be asked for', async () => {
    api.answers(ASK, undefined);
    const user = openApp('/dashboard', { as: unconfirmed() });
    // On phones, too.
    expect(
      within(await banner())
        .getByText('rosa@example.com')
        .closest('.max-sm\\:sr-only'),
    ).toBeNull();
    await user.click(within(await banner()).getByRole('button', { name: 'Send Again' }));
    await expectToast('Link sent', "Don't see it? Check your spam folder.");
    expect(calls.count(ASK)).toBe(1);
  });

  it('that was confirmed on another device meanwhile gets no link, and says so', async () => {
    api.answers(ASK, undefined);
    const user = openApp('/dashboard', { as: unconfirmed() });
    const press = within(await banner()).getByRole('button', { name: 'Send Again' });
    api.answers('GET /api/auth/me', aUser());
    await user.click(press);
    await expectToast('Address confirmed');
    await expectFocus(() => screen.getByRole('main'));
  });

  it('gets no more links than it may', async () => {
    api.refuses(ASK, 'too-many-requests', 'Too many links were sent to your address.');
    const user = openApp('/dashboard', { as: unconfirmed() });
    await user.click(within(await banner()).getByRole('button', { name: 'Send Again' }));
    await expectToast('Link not sent', 'Too many links were sent to your address.');
  });

  it('keeps two-factor sign-in from being set up', async () => {
    openApp('/settings/account', { as: unconfirmed() });
    await screen.findByText('Confirm your email address first.');
    expect(screen.queryByRole('button', { name: 'Set Up' })).toBeNull();
  });

  it('can be changed', async () => {
    const user = openApp('/dashboard', { as: unconfirmed() });
    await user.click(within(await banner()).getByRole('link', { name: 'Wrong address?' }));
    await expectPath('/settings/account');
    await screen.findByLabelText('New email address');
  });

  it('has no banner once it is confirmed', async () => {
    openApp('/dashboard', { as: aUser() });
    await findHeading('Overview');
    expect(screen.queryByRole('region', { name: 'Confirmation' })).toBeNull();
  });
});

describe('the screen behind the link', () => {
  it('confirms with a press, and leads to the dashboard', async () => {
    api.answers(CONFIRM, undefined);
    const user = openApp('/confirm-email#token=something', { as: unconfirmed() });
    const press = await screen.findByRole('button', { name: 'Confirm Address' });
    expect(calls.count(CONFIRM)).toBe(0);
    api.answers('GET /api/auth/me', aUser());
    await user.click(press);
    await expectFocus(() => screen.getByRole('heading', { level: 1, name: 'Address confirmed' }));
    expect(calls.body(CONFIRM)).toEqual({ token: 'something' });
    await user.click(screen.getByRole('link', { name: 'Go to Dashboard' }));
    await expectPath('/dashboard');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Confirmation' })).toBeNull());
  });

  it("makes a new address the account's, and keeps this browser a known one", async () => {
    const CHANGE = 'POST /api/auth/email-change/confirm';
    const user = openApp('/confirm-new-email#token=something');
    api.refuses(CHANGE, 'link-invalid', 'This link was replaced by a newer one.');
    await press(user, 'Confirm Address');
    await screen.findByText('This link was replaced by a newer one.');
    api.answers(CHANGE, { knownDevice: 'mark-of-the-new-address' });
    await press(user, 'Confirm Address');
    await expectFocus(() => screen.getByRole('heading', { level: 1, name: 'Address changed' }));
    expect(calls.body(CHANGE)).toEqual({ token: 'something' });
    expect(localStorage.getItem('known-device')).toBe('mark-of-the-new-address');
  });

  it('asks again where another link is put into the address bar', async () => {
    api.answers(CONFIRM, undefined);
    const user = openApp('/confirm-email#token=something');
    for (const token of ['something', 'other']) {
      window.location.hash = `token=${token}`;
      await press(user, 'Confirm Address');
      await expectFocus(() => screen.getByRole('heading', { level: 1, name: 'Address confirmed' }));
      expect(calls.body(CONFIRM)).toEqual({ token });
    }
  });

  it('says that a link is too old', async () => {
    api.refuses(CONFIRM, 'link-invalid', 'This link has expired. Sign in and request a new one.');
    const user = openApp('/confirm-email#token=old');
    await press(user, 'Confirm Address');
    await screen.findByText('This link has expired. Sign in and request a new one.');
  });

  it('says that a link without its token is incomplete, until all of it is in the address bar', async () => {
    openApp('/confirm-email');
    await findHeading('This link is incomplete');
    screen.getByRole('link', { name: 'Go to Dashboard' });
    window.location.hash = 'token=something';
    await findHeading('Confirm your email');
  });
});
