import type { AcceptInput, InvitationView } from '@tavola/contracts/team.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { getToken } from '../../../lib/session/stored-token.ts';
import { api, calls } from '../../../test/api.ts';
import {
  dialog,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  fillAll,
  findHeading,
  openApp,
  press,
  pressInDialog,
  signIn,
} from '../../../test/app.tsx';
import { aPlace, aSession, aUser, newRestaurant, tokenOf } from '../../../test/samples.ts';

// Accepting an invitation (/join), with a new account or with the one that there is.

const READ = 'POST /api/auth/invitations/read';
const ACCEPT = 'POST /api/auth/invitations/accept';
const JOIN = 'POST /api/auth/join';
const LINK = '/join#token=a-secret-token';
const HARBOR = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12', name: 'Harbor Grill', role: 'staff' });

function invited(rest: Partial<InvitationView> = {}) {
  api.answers(READ, { restaurant: 'Harbor Grill', role: 'staff', email: null, hasAccount: false, ...rest });
}

const COOK = aUser({ name: 'Nina', role: 'staff', tenantId: HARBOR.id, restaurants: [HARBOR] });

describe('An invitation, to who is signed out', () => {
  it('says for what it is, and makes an account; its token leaves the address bar', async () => {
    invited();
    const user = openApp(LINK);
    await findHeading('Join Harbor Grill');
    screen.getByText(/^You're invited to the team as staff\./);
    expect(window.location.href).not.toContain('secret');
    expect(calls.body(READ)).toEqual({ token: 'a-secret-token' });
    await press(user, 'Create Account and Join');
    await expectRefusal('Email Address', 'Email is required.');
    fillAll({ 'Your Name': 'Nina', 'Email Address': 'nina@example.com', Password: 'sugo di nonna' });
    api.answers(ACCEPT, (sent: AcceptInput) => aSession({ user: { ...COOK, name: sent.name }, token: tokenOf(COOK) }));
    api.byDefault(newRestaurant(COOK));
    await press(user, 'Create Account and Join');
    await expectToast('Account created', "You're on the team of Harbor Grill.");
    await expectPath('/dashboard/kitchen');
    await screen.findByText('No dishes yet');
    expect(calls.body(ACCEPT)).toEqual({
      token: 'a-secret-token',
      name: 'Nina',
      email: 'nina@example.com',
      password: 'sugo di nonna',
    });
  });

  it('by mail: its address is the account’s', async () => {
    invited({ email: 'nina@example.com', role: 'manager' });
    const user = openApp(LINK);
    await findHeading('Join Harbor Grill');
    expect(screen.getByLabelText<HTMLInputElement>('Email Address').readOnly).toBe(true);
    fillAll({ 'Your Name': 'Nina', Password: 'sugo di nonna' });
    api.refuses(ACCEPT, 'email-taken', 'This email already has an account. Sign in instead?');
    await press(user, 'Create Account and Join');
    await screen.findByText('This email already has an account. Sign in instead?');
    expect(calls.body(ACCEPT)).toEqual({ token: 'a-secret-token', name: 'Nina', password: 'sugo di nonna' });
  });

  it('signs in where only the answer to an earlier try was lost', async () => {
    invited();
    const user = openApp(LINK);
    await findHeading('Join Harbor Grill');
    fillAll({ 'Your Name': 'Nina', 'Email Address': 'nina@example.com', Password: 'sugo di nonna' });
    const was = 'This invitation was used.';
    api.refuses(ACCEPT, 'link-invalid', was);
    await press(user, 'Create Account and Join');
    await screen.findByText(was);
    expect(screen.getByRole('link', { name: 'Joined already? Sign In' }).getAttribute('href')).toBe('/login');
    api.fails(ACCEPT, 503, '', { once: true });
    await press(user, 'Create Account and Join');
    await screen.findByText('Something went wrong. Please try again.');
    // An account of the same address and password elsewhere has not joined, and is signed out again.
    api.answers('POST /api/auth/logout');
    api.answers('POST /api/auth/login', aSession({ token: tokenOf(aUser()) }), { once: true });
    await press(user, 'Create Account and Join');
    await screen.findByText(was);
    api.answers('POST /api/auth/login', aSession({ user: COOK, token: tokenOf(COOK) }));
    api.byDefault(newRestaurant(COOK));
    await press(user, 'Create Account and Join');
    await expectToast('Account created', "You're on the team of Harbor Grill.");
    expect(calls.body('POST /api/auth/login')).toEqual({ email: 'nina@example.com', password: 'sugo di nonna' });
    expect([calls.count('POST /api/auth/login'), getToken()]).toEqual([2, tokenOf(COOK)]);
    expect(calls.count('POST /api/auth/logout')).toBe(1);
    await expectPath('/dashboard/kitchen');
    await screen.findByText('No dishes yet');
  });

  it('takes an address that has an account along to the sign-in', async () => {
    invited();
    const user = openApp(LINK);
    await findHeading('Join Harbor Grill');
    fillAll({ 'Your Name': 'Nina', 'Email Address': 'nina@example.com', Password: 'sugo di nonna' });
    api.refuses(ACCEPT, 'email-taken', 'This email already has an account. Sign in instead?');
    await press(user, 'Create Account and Join');
    await screen.findAllByText('This email already has an account. Sign in instead?');
    await user.click(screen.getByRole('link', { name: 'Sign in to accept' }));
    await screen.findByRole('button', { name: 'Sign In' });
    expect(fieldValue('Email')).toBe('nina@example.com');
  });

  it('leads to sign-in, also with a second step, and back', async () => {
    invited({ email: aUser().email, hasAccount: true });
    const user = openApp(LINK);
    await user.click(await screen.findByRole('link', { name: 'Sign in to accept' }));
    await expectPath('/login?next=%2Fjoin');
    await screen.findByLabelText('Email');
    expect(fieldValue('Email')).toBe(aUser().email);
    api.refuses('POST /api/auth/login', 'two-factor-required', 'Enter your code.', {}, { once: true });
    fillAll({ Password: 'sugo di nonna' });
    await press(user, 'Sign In');
    await screen.findByLabelText('Code');
    fillAll({ Code: '123456' });
    api.byDefault(newRestaurant());
    api.answers('POST /api/auth/login', aSession({ token: tokenOf(aUser()) }));
    await press(user, 'Sign In');
    await expectPath('/join');
    await screen.findByRole('button', { name: 'Join Harbor Grill as Rosa Prova' });
    expect(calls.count(JOIN)).toBe(0);
  });
});

describe('An invitation, to who is signed in', () => {
  it('joins, and then offers to open the restaurant instead of switching', async () => {
    invited();
    const user = openApp(LINK, { as: aUser(), token: tokenOf(aUser()) });
    api.answers(JOIN, HARBOR);
    await press(user, 'Join Harbor Grill as Rosa Prova');
    await findHeading('You joined Harbor Grill');
    expect(getToken()).toBe(tokenOf(aUser()));
    screen.getByRole('link', { name: 'Stay in Osteria della Prova' });
    const there = aUser({ role: 'staff', tenantId: HARBOR.id, restaurants: [HARBOR, aPlace()] });
    api.answers('POST /api/auth/switch', { token: tokenOf(there), user: there });
    api.byDefault(newRestaurant(there));
    await press(user, 'Open Harbor Grill');
    await expectPath('/dashboard/kitchen');
    expect(calls.body('POST /api/auth/switch')).toEqual({ tenantId: HARBOR.id });
    expect(getToken()).toBe(tokenOf(there));
    await screen.findByText('No dishes yet');
  });

  it('with another address offers to sign out, and goes on from there', async () => {
    invited({ email: 'nina@example.com', hasAccount: true });
    api.answers('POST /api/auth/logout');
    const user = openApp(LINK, { as: aUser() });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain("for nina@example.com. You're signed in as rosa@example.com.");
    expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull();
    await press(user, 'Sign Out and Go On');
    await user.click(await screen.findByRole('link', { name: 'Sign in to accept' }));
    expect(getToken()).toBeNull();
    await signIn(user, aUser({ id: COOK.id, name: 'Nina', email: 'nina@example.com' }));
    await screen.findByRole('button', { name: 'Join Harbor Grill as Nina' });
  });

  it.each([
    ['conflict', 'You work for this restaurant already.'],
    ['quota-reached', 'One person can work for at most 20 restaurants.'],
  ] as const)('that is refused (%s) says why', async (code, why) => {
    invited();
    api.refuses(JOIN, code, why);
    const user = openApp(LINK, { as: aUser() });
    await press(user, 'Join Harbor Grill as Rosa Prova');
    await screen.findByText(why);
  });
});

describe('A link', () => {
  it('that was used, has expired or is unknown says so', async () => {
    api.refuses(READ, 'link-invalid', 'This link is no longer valid.');
    openApp(LINK);
    await findHeading('This invitation is no longer open');
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
  });

  it('without a token says so, and asks for nothing', async () => {
    openApp('/join');
    await findHeading('This link is incomplete');
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
    expect(calls.list).toEqual([]);
  });

  it('that could not be read can be tried again', async () => {
    api.fails(READ, 503);
    const user = openApp(LINK);
    await findHeading("Couldn't read the invitation");
    invited();
    await press(user, 'Try Again');
    await findHeading('Join Harbor Grill');
  });
});

describe('A person without a restaurant', () => {
  const NOBODYS = aUser({ tenantId: null });

  it.each(['/dashboard', '/dashboard/items', '/settings'])('reads so at %s', async (path) => {
    openApp(path, { as: NOBODYS });
    await findHeading("You don't work for any restaurant");
    expect(screen.getByRole('link', { name: 'Add a Restaurant' }).getAttribute('href')).toBe('/dashboard/places/new');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(calls.list).toEqual(['GET /api/auth/me']);
  });

  it('adds a first one, which is no further location', async () => {
    openApp('/dashboard/places/new', { as: aUser({ tenantId: null, restaurants: [] }) });
    await findHeading('Add a Restaurant');
    screen.getByRole('button', { name: 'Add and Open' });
  });

  it('has an account all the same, and may delete it', async () => {
    const user = openApp('/dashboard', { as: NOBODYS });
    await user.click(await screen.findByRole('link', { name: 'Account & Security' }));
    await screen.findByText('This device');
    expect(screen.queryByRole('button', { name: 'Leave Restaurant' })).toBeNull();
    await waitFor(() =>
      expect(new Set(calls.list)).toEqual(
        new Set(['GET /api/auth/me', 'GET /api/auth/two-factor', 'GET /api/auth/sessions']),
      ),
    );
    const DELETE = 'POST /api/auth/account-deletion';
    await press(user, 'Delete Account');
    const message = 'Enter the code from your authenticator app.';
    api.refuses(DELETE, 'validation-failed', message, { errors: [{ field: 'code', message }] });
    fill(within(dialog()).getByLabelText('Your password'), 'sugo di nonna');
    await pressInDialog(user, 'Delete Account');
    await expectRefusal('Code', message, dialog());
    fill(within(dialog()).getByLabelText('Code'), '123456');
    api.answers(DELETE);
    await pressInDialog(user, 'Delete Account');
    await waitFor(() => expect(getToken()).toBeNull());
    expect(calls.body(DELETE)).toEqual({ password: 'sugo di nonna', code: '123456' });
  });

  it('who works elsewhere may open that', async () => {
    const there = aUser({ role: 'staff', tenantId: HARBOR.id, restaurants: [HARBOR] });
    const user = openApp('/dashboard', { as: { ...NOBODYS, restaurants: [HARBOR, aPlace({ isOpen: false })] } });
    await findHeading('Choose a restaurant');
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Harbor Grill', 'Logout']);
    api.byDefault(newRestaurant(there));
    api.answers('POST /api/auth/switch', { token: tokenOf(there), user: there });
    await press(user, 'Harbor Grill');
    await expectPath('/dashboard/kitchen');
    await screen.findByText('No dishes yet');
  });
});
