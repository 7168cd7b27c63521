import type { Session } from '@tavola/contracts/auth.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { getToken } from '../../../lib/session/stored-token.ts';
import { api, calls } from '../../../test/api.ts';
import {
  expectBusy,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  fillAll,
  findHeading,
  openApp,
  press,
} from '../../../test/app.tsx';
import { anAdmin, aSession, newPlatform, newRestaurant } from '../../../test/samples.ts';

// Login, with its second step.

const LOGIN = 'POST /api/auth/login';
const CREDENTIALS = { Email: 'rosa@example.com', Password: 'sugo di nonna' };
const INVALID = 'This code is incorrect or was already used. Wait for the next one and try again.';

/** The API of a restaurant whose owner can sign in. */
function letIn(session: Partial<Session> = {}) {
  api.byDefault(newRestaurant());
  api.answers(LOGIN, aSession(session));
}

/** Types an e-mail address and a password, and submits them. */
async function logIn(user: UserEvent) {
  await screen.findByLabelText('Email');
  fillAll(CREDENTIALS);
  await press(user, 'Sign In');
}

const alertInPage = () => within(screen.getByRole('main')).getByRole('alert').textContent;

describe('A suspended account', () => {
  it.each([
    [{ supportEmail: 'help@example.com' }, 'This account is suspended. Please contact help@example.com.'],
    [{}, 'This account is suspended.'],
  ])('is told whom to ask, if the operator says so: %j', async (site, text) => {
    api.answers('GET /api/site', site);
    api.refuses(LOGIN, 'account-suspended', 'This account is suspended.');
    const user = openApp('/login');
    await logIn(user);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
  });
});

describe('Login (/login)', () => {
  it("has 'Back to Home', email, password, 'Remember me', 'Forgot password?' and a link to sign up [S2.29 S5.3]", async () => {
    const user = openApp('/login');
    expect((await screen.findByLabelText('Email')).getAttribute('type')).toBe('email');
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
    screen.getByRole('checkbox', { name: 'Remember me' });
    screen.getByRole('link', { name: 'Forgot password?' });
    await user.click(screen.getByRole('link', { name: 'Sign up' }));
    await expectPath('/signup');
    await user.click(await screen.findByRole('link', { name: 'Sign in' }));
    await expectPath('/login');
    await user.click(await screen.findByRole('link', { name: 'Back to Home' }));
    await expectPath('/');
    await screen.findAllByRole('link', { name: 'Start Free Trial' });
  });

  it("'Remember me' can be ticked, and the session is kept under 'token' either way [S2.30 S4.1]", async () => {
    letIn();
    const user = openApp('/login');
    const checkbox = await screen.findByRole('checkbox', { name: 'Remember me' });
    await user.click(checkbox);
    expect(checkbox.getAttribute('aria-checked')).toBe('true');
    await logIn(user);
    await expectPath('/dashboard');
    expect(calls.body(LOGIN)).toEqual({ email: CREDENTIALS.Email, password: CREDENTIALS.Password, rememberMe: true });
    expect(localStorage.getItem('token')).toBe(aSession().token);
    await screen.findAllByText('Rosa Prova');
  });

  it('brings an admin without a restaurant to /admin, although it began at the dashboard', async () => {
    api.byDefault(newPlatform());
    api.answers(LOGIN, aSession({ user: anAdmin() }));
    await logIn(openApp('/login?next=%2Fdashboard'));
    await expectPath('/admin');
    await findHeading('Admin Dashboard');
  });

  it("without the tick nothing is said of remembering, and what an earlier sign-in left here comes along; the toast 'Login successful' with 'Welcome back to Tavola!', then /dashboard [S2.35 S4.1 S8.13]", async () => {
    letIn({ knownDevice: 'known.new-mark' });
    localStorage.setItem('known-device', 'a.1 b.2 c.3 known.mark-of-before d.4 e.5');
    const user = openApp('/login');
    await logIn(user);
    await expectPath('/dashboard');
    await expectToast('Login successful', 'Welcome back to Tavola!');
    expect(calls.body(LOGIN)).toEqual({
      email: CREDENTIALS.Email,
      password: CREDENTIALS.Password,
      knownDevice: 'a.1 b.2 c.3 known.mark-of-before d.4 e.5',
    });
    expect(localStorage.getItem('known-device')).toBe('known.new-mark a.1 b.2 c.3 d.4');
    expect(localStorage.getItem('token')).toBe(aSession().token);
    expect(calls.count('GET /api/auth/me'), 'the user comes with the answer').toBe(0);
  });

  it("the button reads 'Signing in...' and is disabled while busy [S2.32]", async () => {
    letIn();
    const release = api.holds(LOGIN);
    const user = openApp('/login');
    await logIn(user);
    await expectBusy('Signing in...');
    release();
    await expectPath('/dashboard');
  });

  it("a wrong password shows the server's message in an alert, and the toast 'Login failed' with 'Please check your credentials and try again.' [S2.33 S2.36 S8.7]", async () => {
    api.refuses(LOGIN, 'invalid-credentials', 'This e-mail address and password do not belong together.');
    const user = openApp('/login');
    await logIn(user);
    await expectToast('Login failed', 'Please check your credentials and try again.');
    expect(alertInPage()).toBe('This e-mail address and password do not belong together.');
    expect(getToken()).toBeNull();
    expect(window.location.pathname).toBe('/login');
    expect(fieldValue('Email')).toBe(CREDENTIALS.Email);
  });

  it("an answer without a message shows 'Login failed. Please try again.' in the alert [S2.34 S8.8]", async () => {
    api.fails(LOGIN, 502, '');
    const user = openApp('/login');
    await logIn(user);
    await expectToast('Login failed', 'Please check your credentials and try again.');
    expect(alertInPage()).toBe('Login failed. Please try again.');
  });

  it("requires both: 'Email is required.' and 'Password is required.' stand at their fields, and nothing is sent [S5.3]", async () => {
    const user = openApp('/login');
    await press(user, 'Sign In');
    await expectRefusal('Email', 'Email is required.');
    await expectRefusal('Password', 'Password is required.');
    await expectFocus(() => screen.getByLabelText('Email'));
    expect(calls.list).toEqual([]);
  });

  it('puts what the server refuses next to its field', async () => {
    const errors = [{ field: 'email', message: 'That is no address of ours.' }];
    api.refuses(LOGIN, 'validation-failed', 'Please check the fields.', { errors });
    const user = openApp('/login');
    await logIn(user);
    await expectRefusal('Email', 'That is no address of ours.');
  });

  it.each([
    ['/dashboard/categories?new', '/login?next=%2Fdashboard%2Fcategories%3Fnew'],
    ['/dashboard', '/login?next=%2F%2Fexample.com%2Fdashboard'],
  ])('leads to the page of `next` afterwards, and to no other site: %s', async (target, path) => {
    letIn();
    const user = openApp(path);
    await logIn(user);
    await expectPath(target);
  });
});

describe('the login with two-factor on', () => {
  const toCode = async (user: UserEvent) => {
    await logIn(user);
    await findHeading('Enter your code');
  };
  const typeCode = async (user: UserEvent, code: string) => {
    fill(screen.getByLabelText('Code'), code);
    await press(user, 'Sign In');
  };

  it('refuses a wrong code at its field, shows that it is busy, and leads back', async () => {
    api.refuses(LOGIN, 'two-factor-required', 'Enter the code of your authenticator app.');
    const user = openApp('/login');
    await user.click(await screen.findByRole('checkbox', { name: 'Remember me' }));
    await toCode(user);
    await expectFocus(() => screen.getByLabelText('Code'));
    calls.forget();
    await press(user, 'Sign In');
    await expectRefusal('Code', 'Enter the code from your app.');
    expect(calls.list).toEqual([]);

    api.refuses(LOGIN, 'two-factor-invalid', INVALID);
    await typeCode(user, '000000');
    await expectToast('Login failed', 'Please check your credentials and try again.');
    await expectRefusal('Code', INVALID);
    await press(user, 'Back to Sign In');
    await findHeading('Welcome back');
    await expectFocus(() => screen.getByLabelText('Email'));
    expect(fieldValue('Email')).toBe(CREDENTIALS.Email);

    api.refuses(LOGIN, 'two-factor-required', 'Enter the code of your authenticator app.');
    await press(user, 'Sign In');
    await findHeading('Enter your code');
    letIn();
    const release = api.holds(LOGIN);
    await typeCode(user, '123456');
    await expectBusy('Signing in...');
    release();
    await expectPath('/dashboard');
    const { Email: email, Password: password } = CREDENTIALS;
    expect(calls.body(LOGIN)).toEqual({ email, password, rememberMe: true, code: '123456' });
  });

  it('keeps a good session of another tab, whatever is typed', async () => {
    api.refuses(LOGIN, 'two-factor-required', 'Enter the code of your authenticator app.');
    const user = openApp('/login');
    await screen.findByLabelText('Email');
    // Another tab signs in meanwhile; this one has not rendered it yet.
    localStorage.setItem('token', 'token.of.another.tab');
    await toCode(user);
    expect(getToken()).toBe('token.of.another.tab');
  });
});
