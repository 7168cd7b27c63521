import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import {
  AT_DESK,
  answer,
  callsOf,
  dialogOf,
  expectFocus,
  expectRefusal,
  expectToast,
  failing,
  hold,
  LOOKS,
  problem,
  questionOf,
  signedInOnce,
  toasts,
  tokenOfPage,
} from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// Who is here: login, sign-up, the session's end by wish or by the server, and the calls that carry it.

const origin = inject('origin');
const visit = visitors();
const open = (path: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(origin + path, { ...AT_DESK, ...options });

const LOGIN = 'POST /api/auth/login';
const SIGNUP = 'POST /api/auth/signup';
const ENDED = 'Your session has ended. Please sign in again.';

async function fillLogin(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

async function logIn(page: Page, who: { email: string; password: string }) {
  await fillLogin(page, who);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function fillSignup(page: Page, slug: string, fields: Record<string, string> = {}) {
  const all = {
    'Your Name': 'Nino Prova',
    'Email Address': `${slug}@example.com`,
    Password: 'sugo di nonna',
    'Restaurant Name': 'Trattoria Nino',
    'Menu URL': slug,
    ...fields,
  };
  for (const [label, text] of Object.entries(all)) await page.getByLabel(label, { exact: true }).fill(text);
}

const newSlug = () => `nino-${crypto.randomUUID().slice(0, 8)}`;

describe('Login (/login)', () => {
  it("has 'Back to Home', email, password, 'Remember me', 'Forgot password?' and a link to sign up [S2.29 S5.3]", async () => {
    const page = await open('/login');
    expect(await page.getByLabel('Email').getAttribute('type')).toBe('email');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('password');
    await page.getByRole('checkbox', { name: 'Remember me' }).waitFor();
    await page.getByRole('link', { name: 'Forgot password?' }).waitFor();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL(`${origin}/signup`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`${origin}/login`);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.waitForURL(`${origin}/`);
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
  });

  it("shows the toast 'Login successful' with 'Welcome back to Tavola!', stores the token and goes to /dashboard [S2.35 S4.1 S8.13]", {
    tags: 'core',
  }, async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/login');
    const calls = callsOf(page);
    await logIn(page, owner);
    await page.waitForURL(`${origin}/dashboard`);
    await expectToast(page, 'Login successful', 'Welcome back to Tavola!');
    expect(await tokenOfPage(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(calls.body(LOGIN)).toEqual({ email: owner.email, password: owner.password });
    await page.getByText('Rosa Prova').first().waitFor();
    expect(calls.count('GET /api/auth/me'), 'the user comes with the answer').toBe(0);
  });

  it("'Remember me' can be ticked, and the session is kept under 'token' either way [S2.30 S4.1]", async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/login');
    await page.getByRole('checkbox', { name: 'Remember me' }).click();
    expect(await page.getByRole('checkbox', { name: 'Remember me' }).isChecked()).toBe(true);
    await logIn(page, owner);
    await page.waitForURL(`${origin}/dashboard`);
    expect(await tokenOfPage(page)).not.toBeNull();
    await page.reload();
    await page.getByText('Rosa Prova').first().waitFor();
  });

  it("the button reads 'Signing in...' and is disabled while busy [S2.32]", async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/login');
    const release = await hold(page, LOGIN);
    await logIn(page, owner);
    const busy = page.getByRole('button', { name: 'Signing in...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    release();
    await page.waitForURL(`${origin}/dashboard`);
  });

  it("a wrong password shows the server's message in an alert, and the toast 'Login failed' with 'Please check your credentials and try again.' [S2.33 S2.36 S8.7]", async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/login', { expected: failing('/api/auth/login', 401) });
    const refusal = page.waitForResponse('**/api/auth/login');
    await logIn(page, { ...owner, password: 'not this one' });
    const { detail } = (await (await refusal).json()) as { detail: string };
    await expectToast(page, 'Login failed', 'Please check your credentials and try again.');
    expect(await page.getByRole('main').getByRole('alert').innerText()).toBe(detail);
    expect(await tokenOfPage(page)).toBeNull();
    expect(page.url()).toBe(`${origin}/login`);
    expect(await page.getByLabel('Email').inputValue()).toBe(owner.email);
  });

  it("an answer without a message shows 'Login failed. Please try again.' in the alert [S2.34 S8.8]", async () => {
    const page = await open('/login', { expected: failing('/api/auth/login', 502) });
    await answer(page, LOGIN, 502, '');
    await logIn(page, { email: 'rosa@example.com', password: 'sugo di nonna' });
    await expectToast(page, 'Login failed', 'Please check your credentials and try again.');
    expect(await page.getByRole('main').getByRole('alert').innerText()).toBe('Login failed. Please try again.');
  });

  it("requires both: 'Email is required.' and 'Password is required.' stand at their fields, and nothing is sent [S5.3]", async () => {
    const page = await open('/login');
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expectRefusal(page, 'Email', 'Email is required.');
    await expectRefusal(page, 'Password', 'Password is required.');
    await expectFocus(page.getByLabel('Email'));
    expect(calls.list).toEqual([]);
  });

  it('puts what the server refuses next to its field', async () => {
    const page = await open('/login', { expected: failing('/api/auth/login', 400) });
    const errors = [{ field: 'email', message: 'That is no address of ours.' }];
    await answer(page, LOGIN, 400, problem('validation-failed', 'Please check the fields.', errors));
    await logIn(page, { email: 'rosa@example.com', password: 'sugo di nonna' });
    await expectRefusal(page, 'Email', 'That is no address of ours.');
  });

  it('leads to the page of `next` afterwards, and to no other site', async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/login?next=%2Fdashboard%2Fcategories%3Fnew');
    await logIn(page, owner);
    await page.waitForURL(`${origin}/dashboard/categories?new`);

    const other = await open('/login?next=%2F%2Fexample.com%2Fdashboard');
    await logIn(other, owner);
    await other.waitForURL(`${origin}/dashboard`);
  });

  it.each(['/login', '/signup'])(
    'who is signed in already is led from %s to the dashboard, or on to `next`',
    async (path) => {
      const { token } = await newRestaurant(origin);
      const page = await open(path, { token });
      await page.waitForURL(`${origin}/dashboard`);
      const other = await open(`${path}?next=%2Fsettings`, { token });
      await other.waitForURL(`${origin}/settings`);
    },
  );
});

describe('Signup (/signup)', () => {
  it("makes account and restaurant: the toast 'Account created successfully' with 'Welcome to Tavola! Your restaurant is now set up.', then /dashboard [S2.43 S4.2 S8.14]", {
    tags: 'core',
  }, async () => {
    const slug = newSlug();
    const page = await open('/signup', { timezoneId: 'Europe/Rome' });
    const calls = callsOf(page);
    await fillSignup(page, slug);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL(`${origin}/dashboard`);
    await expectToast(page, 'Account created successfully', 'Welcome to Tavola! Your restaurant is now set up.');
    expect(await tokenOfPage(page)).not.toBeNull();
    await page.getByText('Trattoria Nino').first().waitFor();
    expect(calls.body(SIGNUP)).toEqual({
      name: 'Nino Prova',
      email: `${slug}@example.com`,
      password: 'sugo di nonna',
      restaurantName: 'Trattoria Nino',
      slug,
      timeZone: 'Europe/Rome',
    });
    expect(calls.count('GET /api/auth/me')).toBe(0);
  });

  it("the button reads 'Creating Account...' and is disabled while busy [S2.40]", async () => {
    const page = await open('/signup');
    const release = await hold(page, SIGNUP);
    await fillSignup(page, newSlug());
    await page.getByRole('button', { name: 'Create Account' }).click();
    const busy = page.getByRole('button', { name: 'Creating Account...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    release();
    await page.waitForURL(`${origin}/dashboard`);
  });

  it('the Menu URL follows the restaurant name: lower case, letters, digits and hyphens, white space as hyphens, collapsed [S2.38]', async () => {
    const page = await open('/signup');
    const slug = page.getByLabel('Menu URL');
    for (const [name, expected] of [
      ["Mario's Pizza & Pasta", 'marios-pizza-pasta'],
      ['  The   Blue -- Door  ', 'the-blue-door'],
      ['Café 21', 'cafe-21'],
      ['', ''],
    ] as const) {
      await page.getByLabel('Restaurant Name').fill(name);
      expect(await slug.inputValue(), name).toBe(expected);
    }
  });

  it('the Menu URL stays as the user edited it, and follows again once it is emptied [S2.39]', async () => {
    const page = await open('/signup');
    const [name, slug] = [page.getByLabel('Restaurant Name'), page.getByLabel('Menu URL')];
    await name.fill('Da Nino');
    await slug.fill('nino');
    await name.fill('Da Nino al Mare');
    expect(await slug.inputValue()).toBe('nino');
    await page.getByText('/menu/nino', { exact: false }).last().waitFor();
    await slug.fill('');
    await name.fill('Da Nino');
    expect(await slug.inputValue()).toBe('da-nino');
  });

  it('a name without Latin letters gets a hint to choose a Menu URL', async () => {
    const page = await open('/signup');
    const hint = page.getByText('This name has no Latin letters to make an address of. Please choose one');
    await page.getByLabel('Restaurant Name').fill('さくら');
    expect(await page.getByLabel('Menu URL').inputValue()).toBe('');
    await hint.waitFor();
    await page.getByLabel('Menu URL').fill('sakura');
    await hint.waitFor({ state: 'hidden' });
  });

  it("a hint says 'Password must be at least 6 characters', and five are refused [S5.5 S9.4]", async () => {
    const page = await open('/signup');
    const calls = callsOf(page);
    await page.getByText('Password must be at least 6 characters', { exact: true }).waitFor();
    await fillSignup(page, newSlug(), { Password: 'sugo!' });
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectRefusal(page, 'Password', 'Password must be at least 6 characters.');
    await page.getByLabel('Password', { exact: true }).fill('sugo!!');
    await page.getByText('Password must be at least 6 characters', { exact: true }).waitFor();
    expect(calls.list).toEqual([]);
  });

  it('requires name, email, password, restaurant name and Menu URL, each with its words, and sends nothing [S2.37 S5.4]', async () => {
    const page = await open('/signup');
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectRefusal(page, 'Your Name', 'Your name is required.');
    await expectRefusal(page, 'Email Address', 'Email is required.');
    await expectRefusal(page, 'Password', 'Password must be at least 6 characters.');
    await expectRefusal(page, 'Restaurant Name', 'Restaurant name is required.');
    await expectRefusal(page, 'Menu URL', 'Menu URL is required.');
    await expectFocus(page.getByLabel('Your Name'));
    await page.getByLabel('Email Address').fill('nino');
    await expectRefusal(page, 'Email Address', 'Enter a valid email address.');
    await page.getByLabel('Menu URL').fill('Da Nino');
    await expectRefusal(
      page,
      'Menu URL',
      'Menu URL can only contain lowercase letters, digits and single hyphens between them.',
    );
    await page.getByLabel('Menu URL').fill('dashboard');
    await expectRefusal(page, 'Menu URL', 'This menu URL is reserved. Please choose another one.');
    expect(calls.list).toEqual([]);
  });

  it("a taken email (409) is said at its field and in the alert, with the toast 'Signup failed' - 'Please check your information and try again.' [S2.41 S2.44 S8.9]", async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/signup', { expected: failing('/api/auth/signup', 409) });
    const refusal = page.waitForResponse('**/api/auth/signup');
    await fillSignup(page, newSlug(), { 'Email Address': owner.email.toUpperCase() });
    await page.getByRole('button', { name: 'Create Account' }).click();
    const { detail } = (await (await refusal).json()) as { detail: string };
    await expectToast(page, 'Signup failed', 'Please check your information and try again.');
    await expectRefusal(page, 'Email Address', detail);
    expect(await page.getByRole('main').getByRole('alert').innerText()).toBe(detail);
    await expectFocus(page.getByLabel('Email Address'));
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('sugo di nonna');
  });

  it('a taken Menu URL (409) is said at its field [S5.6]', async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/signup', { expected: failing('/api/auth/signup', 409) });
    const refusal = page.waitForResponse('**/api/auth/signup');
    await fillSignup(page, newSlug(), { 'Menu URL': owner.slug });
    await page.getByRole('button', { name: 'Create Account' }).click();
    const { detail } = (await (await refusal).json()) as { detail: string };
    await expectRefusal(page, 'Menu URL', detail);
    await expectFocus(page.getByLabel('Menu URL'));
  });

  it("an answer without a message shows 'Signup failed. Please try again.' in the alert [S2.42 S8.10]", async () => {
    const page = await open('/signup', { expected: failing('/api/auth/signup', 502) });
    await answer(page, SIGNUP, 502, '');
    await fillSignup(page, newSlug());
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectToast(page, 'Signup failed', 'Please check your information and try again.');
    expect(await page.getByRole('main').getByRole('alert').innerText()).toBe('Signup failed. Please try again.');
  });

  it('puts what the server refuses next to its field', async () => {
    const page = await open('/signup', { expected: failing('/api/auth/signup', 400) });
    const errors = [
      { field: 'restaurantName', message: 'That name is too grand.' },
      { field: 'slug', message: 'That address is too short.' },
    ];
    await answer(page, SIGNUP, 400, problem('validation-failed', 'Please check the fields.', errors));
    await fillSignup(page, newSlug());
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectRefusal(page, 'Restaurant Name', 'That name is too grand.');
    await expectRefusal(page, 'Menu URL', 'That address is too short.');
    await expectFocus(page.getByLabel('Restaurant Name'));
  });
});

describe('Signed out', () => {
  it('every dashboard route leads to /login with its way back', async () => {
    const page = await open('/login');
    for (const path of [
      '/dashboard',
      '/dashboard/items',
      '/dashboard/categories',
      '/dashboard/qr',
      '/dashboard/analytics',
      '/settings',
      '/admin',
    ]) {
      await page.goto(origin + path);
      await page.waitForURL(`${origin}/login?next=${encodeURIComponent(path)}`);
      await page.getByRole('button', { name: 'Sign In' }).waitFor();
    }
  });

  it('a visitor of /dashboard/items is back there after signing in, by way of sign-up too', async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/dashboard/items');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await logIn(page, owner);
    await page.waitForURL(`${origin}/dashboard/items`);
    await page.getByRole('heading', { name: 'Menu Items' }).waitFor();
  });

  it('asks for no current user, as there is no token', async () => {
    const page = await open('/');
    const calls = callsOf(page);
    await page.reload();
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    expect(calls.list).toEqual([]);
  });
});

describe('Log-out', () => {
  it('clears the token and the cached data, and goes to / with a full redirect [S4.3]', { tags: 'core' }, async () => {
    const [first, second] = await Promise.all([newRestaurant(origin, 'First'), newRestaurant(origin, 'Second')]);
    const category = await first.addCategory('Primi');
    await first.addItem({ name: 'Only the first has this', categoryId: category.id });
    const page = await open('/dashboard/items', { before: signedInOnce(first.token) });
    await page.getByText('Only the first has this', { exact: true }).waitFor();
    await page.evaluate('sessionStorage.setItem("draft:settings", "{}"); document.before = true');

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${origin}/`);
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    expect(await page.evaluate('document.before === true'), 'another document').toBe(false);
    expect(await tokenOfPage(page)).toBeNull();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);

    await page.getByRole('link', { name: 'Sign In' }).first().click();
    const release = await hold(page, 'GET /api/menu-items');
    await logIn(page, second);
    await page.getByText('Loading menu items…').waitFor({ state: 'attached' });
    expect(await page.getByText('Only the first has this', { exact: true }).count()).toBe(0);
    release();
    await page.getByText('Nothing on the menu yet').waitFor();
  });

  it('is in reach on a phone, behind More', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/dashboard', { viewport: VIEWPORTS.phone, before: signedInOnce(token) });
    await page.getByRole('button', { name: 'More' }).click();
    await dialogOf(page).getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    expect(await tokenOfPage(page)).toBeNull();
  });

  it('asks first when something is unsaved', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/settings', { before: signedInOnce(token) });
    await page.getByLabel('Phone Number').fill('555 0101');
    await page.getByRole('button', { name: 'Logout' }).click();
    await questionOf(page).getByText('Discard your changes?').waitFor();
    await questionOf(page).getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Phone Number').inputValue()).toBe('555 0101');
    await page.getByRole('button', { name: 'Logout' }).click();
    await questionOf(page).getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(`${origin}/`);
  });
});

describe('A 401 in the middle of a session', () => {
  // What the server does with it is real: it knows no such token.
  const lose = (page: Page) => page.evaluate('localStorage.setItem("token", "no.such.token")');

  it('says so, leads to sign-in and back, and keeps what was typed into Settings', { tags: 'core' }, async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/settings', {
      before: signedInOnce(owner.token),
      expected: failing('/api/tenant', 401),
    });
    await page.getByLabel('Description').fill('Grandmother’s table, since 1962');
    await lose(page);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.waitForURL(`${origin}/login?next=%2Fsettings`);
    await expectToast(page, ENDED);
    expect(await tokenOfPage(page)).toBeNull();

    await logIn(page, owner);
    await page.waitForURL(`${origin}/settings`);
    await page.getByText('We kept what you had typed before your session ended.').waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe('Grandmother’s table, since 1962');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Settings updated', 'Your restaurant settings have been saved successfully.');
  });

  it('opens the item dialog again with what was typed into it', async () => {
    const owner = await newRestaurant(origin);
    await owner.addCategory('Primi');
    const page = await open('/dashboard/items', {
      before: signedInOnce(owner.token),
      expected: failing('/api/', 401),
    });
    await page.getByRole('button', { name: 'Add Item' }).click();
    await dialogOf(page).getByLabel('Name').fill('Tagliatelle');
    await dialogOf(page).getByLabel('Price').fill('12.5');
    await dialogOf(page).getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Primi' }).click();
    await lose(page);
    await dialogOf(page).getByRole('button', { name: 'Add Item' }).click();
    await page.waitForURL(`${origin}/login?next=%2Fdashboard%2Fitems`);
    await expectToast(page, ENDED);

    await logIn(page, owner);
    await dialogOf(page).getByText('We kept what you had typed before your session ended.').waitFor();
    expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Tagliatelle');
    await dialogOf(page).getByRole('button', { name: 'Add Item' }).click();
    await expectToast(page, 'Item added', 'Menu item has been added successfully.');
  });

  it('shows the next person at the screen neither the data nor the words of the one before', async () => {
    const [first, second] = await Promise.all([newRestaurant(origin, 'First'), newRestaurant(origin, 'Second')]);
    const page = await open('/settings', {
      before: signedInOnce(first.token),
      expected: failing('/api/tenant', 401),
    });
    await page.getByLabel('Description').fill('A secret');
    await lose(page);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.waitForURL(`${origin}/login?next=%2Fsettings`);
    await logIn(page, second);
    await page.waitForURL(`${origin}/settings`);
    await expect.poll(() => page.getByLabel('Restaurant Name').inputValue()).toBe('Second');
    expect(await page.getByLabel('Description').inputValue()).toBe('');
  });

  it('an old token on arrival is dropped: / is the marketing page, /dashboard asks to sign in', async () => {
    const expected = failing('/api/auth/me', 401);
    const page = await open('/', { before: signedInOnce('no.such.token'), expected });
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    expect(await tokenOfPage(page)).toBeNull();
    expect(await toasts(page).count()).toBe(0);

    const other = await open('/dashboard', { before: signedInOnce('no.such.token'), expected });
    await other.waitForURL(`${origin}/login?next=%2Fdashboard`);
    await expectToast(other, ENDED);
  });

  it('a current user that can not be loaded (503) signs nobody out, and can be tried again', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/dashboard', {
      before: async (context) => {
        await signedInOnce(token)(context);
        await answer(context, 'GET /api/auth/me', 503);
      },
      expected: failing('/api/auth/me', 503),
    });
    await page.getByText("We can't reach the kitchen").waitFor();
    expect(await tokenOfPage(page)).toBe(token);
    await page.context().unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Total Menu Views').waitFor();
  });
});

describe('The calls', () => {
  const spy = `
    window.calls = [];
    const real = window.fetch;
    window.fetch = (input, init = {}) => {
      window.calls.push({
        call: (init.method ?? 'GET') + ' ' + new URL(input, location.href).pathname,
        credentials: init.credentials,
        headers: Object.fromEntries(new Headers(init.headers)),
        hasBody: init.body !== undefined,
      });
      return real(input, init);
    };`;
  interface Noted {
    call: string;
    credentials: string;
    headers: Record<string, string>;
    hasBody: boolean;
  }

  it('every call includes credentials and the bearer token; a JSON content type and a body only where there is a body [S7.1 S7.2]', async () => {
    const owner = await newRestaurant(origin);
    const category = await owner.addCategory('Primi');
    await owner.addItem({ name: 'Gnocchi', categoryId: category.id });
    const page = await open('/dashboard', {
      before: async (context) => {
        await signedInOnce(owner.token)(context);
        await context.addInitScript(spy);
      },
    });
    await page.getByRole('switch', { name: 'Gnocchi available' }).click();
    await page.getByRole('button', { name: 'Delete Gnocchi' }).click();
    await questionOf(page).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Item deleted', 'Menu item has been deleted successfully.');
    await page.getByRole('link', { name: 'QR Codes' }).click();
    await page.getByRole('button', { name: 'Generate QR Code' }).click();
    await page.getByRole('img', { name: 'QR code of your menu' }).waitFor();

    const calls = await page.evaluate<Noted[]>('window.calls');
    const names = new Set(calls.map(({ call }) => call.replace(/\d+$|(?<=\/qr-codes\/)\w+/, '{id}')));
    expect([...names].sort()).toEqual([
      'DELETE /api/menu-items/{id}',
      'GET /api/account',
      'GET /api/analytics',
      'GET /api/auth/me',
      'GET /api/categories',
      'GET /api/dashboard/stats',
      'GET /api/menu-items',
      'GET /api/qr-code',
      'GET /api/qr-codes',
      'GET /api/qr-codes/{id}/image',
      'GET /api/tenant',
      'PUT /api/menu-items/{id}',
    ]);
    for (const { call, credentials, headers, hasBody } of calls) {
      const withBody = call.startsWith('PUT');
      expect({ call, credentials, headers, hasBody }).toEqual({
        call,
        credentials: 'include',
        headers: {
          authorization: `Bearer ${owner.token}`,
          ...(withBody && { 'content-type': 'application/json' }),
        },
        hasBody: withBody,
      });
    }
  });

  it('without a token there is no Authorization header', async () => {
    const page = await open('/login', {
      before: (context) => context.addInitScript(spy),
      expected: failing('/api/auth/login', 401),
    });
    await logIn(page, { email: 'nobody@example.com', password: 'sugo di nonna' });
    await expectToast(page, 'Login failed', 'Please check your credentials and try again.');
    expect(await page.evaluate('window.calls')).toEqual([
      {
        call: LOGIN,
        credentials: 'include',
        headers: { 'content-type': 'application/json' },
        hasBody: true,
      },
    ]);
  });

  it('no refetch on window focus, none on reconnect, no polling, and nothing stale when a screen is opened again [S7.28]', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/login', { before: (context) => context.clock.install() });
    const calls = callsOf(page);
    await page.evaluate(`localStorage.setItem('token', '${token}')`);
    await page.goto(`${origin}/dashboard`);
    await page.getByText('Nothing on the menu yet').waitFor();
    const first = [...calls.list].sort();
    expect(first).toEqual([
      'GET /api/account',
      'GET /api/auth/me',
      'GET /api/categories',
      'GET /api/dashboard/stats',
      'GET /api/menu-items',
      'GET /api/tenant',
    ]);

    for (const entry of ['Menu Items', 'Settings', 'Overview']) {
      await page.getByRole('link', { name: entry, exact: true }).first().click();
      await page.getByRole('heading', { name: entry, level: 1 }).waitFor();
    }
    await page.clock.fastForward('01:00:00');
    await page.evaluate(`
      for (const type of ['visibilitychange', 'focus']) window.dispatchEvent(new Event(type));
      document.dispatchEvent(new Event('visibilitychange'));
      for (const type of ['offline', 'online']) window.dispatchEvent(new Event(type));
    `);
    await page.getByText('Nothing on the menu yet').waitFor();
    expect([...calls.list].sort()).toEqual(first);
  });

  it('queries and mutations are not retried [S7.27]', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/settings', {
      token,
      before: (context) => context.clock.install(),
      expected: failing('/api/', 500),
    });
    const calls = callsOf(page);
    await answer(page, 'GET /api/dashboard/stats', 500);
    await answer(page, 'PUT /api/tenant', 500);
    await page.getByLabel('Phone Number').fill('555 0101');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Update failed', 'Failed to update settings. Please try again.');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText("Your figures couldn't be loaded").waitFor();
    await page.clock.fastForward('05:00');
    await page.getByText("Your figures couldn't be loaded").waitFor();
    expect([calls.count('PUT /api/tenant'), calls.count('GET /api/dashboard/stats')]).toEqual([1, 1]);
  });

  it('the current user is fresh for 5 minutes (300000 ms), then asked for again [S7.8 S9.5]', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/', { before: signedInOnce(token) });
    await page.clock.install();
    const calls = callsOf(page);
    await page.reload();
    await page.getByText('Total Menu Views').waitFor();
    expect(calls.count('GET /api/auth/me')).toBe(1);

    // The token goes and comes back, as another tab would do it: the lookup begins anew.
    const restart = async () => {
      for (const value of [null, token]) {
        await page.evaluate(
          `${value ? `localStorage.setItem('token', '${value}')` : "localStorage.removeItem('token')"};
           window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));`,
        );
        await page
          .getByText(value ? 'Total Menu Views' : 'Start Free Trial')
          .first()
          .waitFor();
      }
    };
    await page.clock.fastForward(290_000);
    await restart();
    expect(calls.count('GET /api/auth/me')).toBe(1);
    await page.clock.fastForward(11_000);
    await restart();
    await expect.poll(() => calls.count('GET /api/auth/me')).toBe(2);
  });
});

describe('Accessible', () => {
  it.each(LOOKS)('axe finds nothing on login and sign-up, with their refusals: $device, $colorScheme', async (look) => {
    const page = await visit(`${origin}/login`, { ...look, reducedMotion: 'reduce', expected: failing('/api/', 401) });
    await expectAccessible(page);
    await logIn(page, { email: 'nobody@example.com', password: 'sugo di nonna' });
    await expectToast(page, 'Login failed', 'Please check your credentials and try again.');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByText('Your name is required.').waitFor();
    await expectAccessible(page);
  });
});
