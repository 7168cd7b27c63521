import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { mailsTo, resetLinkTo } from './outbox.ts';
import {
  AT_DESK,
  answer,
  callsOf,
  expectFocus,
  expectRefusal,
  expectToast,
  failing,
  LOOKS,
  overflow,
  tokenOfPage,
} from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// A forgotten password: the link is asked for, comes by mail, and sets a new one.

const origin = inject('origin');
const home = inject('home');
const visit = visitors();
const open = (path: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(origin + path, { ...AT_DESK, ...options });

const NEW_PASSWORD = 'ragù della domenica';
const sessionStatus = async (token: string) =>
  (await fetch(`${origin}/api/auth/sessions`, { headers: { authorization: `Bearer ${token}` } })).status;
const loginStatus = async (email: string, password: string) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  return (await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body })).status;
};

describe('a forgotten password', () => {
  it('is asked for at the login, mailed, set anew, and ends every session; the link works once [S2.31]', {
    tags: 'core',
  }, async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/login', { expected: failing('/api/auth/reset-password', 410) });
    await page.getByLabel('Email').fill(owner.email);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.waitForURL(`${origin}/forgot-password`);
    await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
    expect(await page.getByLabel('Email').inputValue(), 'what was typed comes along').toBe(owner.email);
    await page.getByRole('button', { name: 'Send Link' }).click();
    await page.getByText(`If there is an account for ${owner.email}, a link is on its way.`).waitFor();

    const link = await resetLinkTo(home, owner.email);
    expect(link.startsWith(`${origin}/reset-password#token=`)).toBe(true);
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expectToast(page, 'Password changed', 'Sign in with your new password.');
    await page.waitForURL(`${origin}/login`);
    expect(calls.list).toEqual(['POST /api/auth/reset-password']);
    await expect.poll(() => sessionStatus(owner.token), { timeout: 20_000 }).toBe(401);
    expect(await loginStatus(owner.email, owner.password)).toBe(401);

    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`${origin}/dashboard`);

    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('once more');
    await page.getByRole('button', { name: 'Set Password' }).click();
    await page
      .getByRole('main')
      .getByText('This link has expired or was used already. Please ask for a new one.')
      .waitFor();
    expect(await loginStatus(owner.email, NEW_PASSWORD)).toBe(200);
    expect(await tokenOfPage(page), 'who is signed in stays so').not.toBeNull();
    await page.getByRole('link', { name: 'Ask for a new one' }).click();
    await page.waitForURL(`${origin}/forgot-password`);
  });

  it('is answered in the same words for an address that nobody has, which gets no mail', async () => {
    const page = await open('/forgot-password');
    await page.getByLabel('Email').fill('nobody-at-all@example.com');
    await page.getByLabel('Email').press('Enter');
    await page.getByText('If there is an account for nobody-at-all@example.com, a link is on its way.').waitFor();
    const owner = await newRestaurant(origin);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByRole('button', { name: 'Send Again' }).click();
    await resetLinkTo(home, owner.email);
    expect(mailsTo(home, 'nobody-at-all@example.com')).toEqual([]);
  });

  it('needs an address: what is wrong stands at the field, and nothing is sent', async () => {
    const page = await open('/forgot-password');
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Send Link' }).click();
    await expectRefusal(page, 'Email', 'Email is required.');
    await expectFocus(page.getByLabel('Email'));
    await page.getByLabel('Email').fill('rosa');
    await expectRefusal(page, 'Email', 'Enter a valid email address.');
    expect(calls.list).toEqual([]);
  });

  it('that can not be asked for says so, in the page and in a toast', async () => {
    const page = await open('/forgot-password', { expected: failing('/api/auth/forgot-password', 502) });
    await answer(page, 'POST /api/auth/forgot-password', 502, '');
    await page.getByLabel('Email').fill('rosa@example.com');
    await page.getByRole('button', { name: 'Send Link' }).click();
    await expectToast(page, 'Request failed', 'The e-mail could not be asked for.');
    await page.getByRole('main').getByText('Request failed. Please try again.').waitFor();
  });
});

describe('the screen behind the link', () => {
  it('says that a link without its token is incomplete', async () => {
    const page = await open('/reset-password');
    await page.getByText('This link is incomplete.').waitFor();
    expect(await page.getByRole('button', { name: 'Set Password' }).count()).toBe(0);
  });

  it('names the field where the password is too short, here or for the server', async () => {
    const page = await open('/reset-password#token=something', { expected: failing('/api/auth/reset-password', 400) });
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expectRefusal(page, 'New password', 'Password must be at least 6 characters.');
    await answer(page, 'POST /api/auth/reset-password', 400, {
      type: 'urn:tavola:problem:validation-failed',
      detail: 'Please check.',
      errors: [{ field: 'password', message: 'Password must be at least 8 characters.' }],
    });
    await page.getByLabel('New password', { exact: true }).fill('seven77');
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expectRefusal(page, 'New password', 'Password must be at least 8 characters.');
  });

  it.each(LOOKS)('axe finds nothing on it, nor where the link is asked for: $device, $colorScheme', async (look) => {
    const page = await visit(`${origin}/forgot-password`, { ...look, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Send Link' }).click();
    await page.getByText('Email is required.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Email').fill('nobody-at-all@example.com');
    await page.getByRole('button', { name: 'Send Link' }).click();
    await page.getByText('Check your e-mail').waitFor();
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
    await page.goto(`${origin}/reset-password#token=something`);
    await page.getByRole('button', { name: 'Set Password' }).click();
    await page.getByText('Password must be at least 6 characters.').waitFor();
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
  });
});
