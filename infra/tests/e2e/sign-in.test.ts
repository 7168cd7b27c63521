import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, callsOf, dialogOf, expectToast, hold, questionOf, signedInOnce, tokenOfPage } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// Sessions: log-in, sign-up and log-out. A session ended by the server: session-end.test.tsx, stale-saves.test.ts.

const origin = inject('origin');
const visit = visitors();
const open = (path: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(origin + path, { ...AT_DESK, ...options });

const LOGIN = 'POST /api/auth/login';
const SIGNUP = 'POST /api/auth/signup';

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const newSlug = () => `nino-${crypto.randomUUID().slice(0, 8)}`;

describe('Login (/login)', () => {
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
});

describe('Signup (/signup)', () => {
  it("makes account and restaurant: the toast 'Account created successfully' with 'Welcome to Tavola! Your restaurant is now set up.', then /dashboard [S2.43 S4.2 S8.14]", {
    tags: 'core',
  }, async () => {
    const slug = newSlug();
    const page = await open('/signup', { timezoneId: 'Europe/Rome' });
    const calls = callsOf(page);
    const typed = {
      'Your Name': 'Nino Prova',
      'Email Address': `${slug}@example.com`,
      Password: 'sugo di nonna',
      'Restaurant Name': 'Trattoria Nino',
      'Menu URL': slug,
    };
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
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
    await questionOf(page).getByRole('button', { name: 'Keep Editing' }).click();
    expect(await page.getByLabel('Phone Number').inputValue()).toBe('555 0101');
    await page.getByRole('button', { name: 'Logout' }).click();
    await questionOf(page).getByRole('button', { name: 'Discard Changes' }).click();
    await page.waitForURL(`${origin}/`);
  });
});
