import { describe, expect, inject, it } from 'vitest';
import { linkTo } from './outbox.ts';
import { AT_DESK, callsOf, expectToast, failing, tokenOfPage } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// A forgotten password: requesting the link, receiving it by mail, and setting a new password.

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
  it('is asked for at the login, mailed, set anew, and ends every session; the link works once [S2.31]', async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/login', { expected: failing('/api/auth/reset-password', 410) });
    await page.getByLabel('Email').fill(owner.email);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.waitForURL(`${origin}/forgot-password`);
    await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
    expect(await page.getByLabel('Email').inputValue(), 'what was typed comes along').toBe(owner.email);
    await page.getByRole('button', { name: 'Send Link' }).click();
    await page.getByText(`If there is an account for ${owner.email}, a link is on its way.`).waitFor();

    const link = await linkTo(home, owner.email, 'reset-password');
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
      .getByText('This link has expired or was already used. Please request a new one.')
      .waitFor();
    expect(await loginStatus(owner.email, NEW_PASSWORD)).toBe(200);
    expect(await tokenOfPage(page), 'who is signed in stays so').not.toBeNull();
    await page.getByRole('link', { name: 'Request a New One' }).click();
    await page.waitForURL(`${origin}/forgot-password`);
  });
});
