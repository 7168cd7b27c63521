import type { Session } from '@tavola/contracts/auth.ts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, expectToast, questionOf, signedInOnce, tokenOfPage } from './owner.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { tokenOf } from './screens.ts';
import { type Visit, visitors } from './visitors.ts';

// @module-tag browser
// Account & Security: the password and the user's sessions.

const origin = inject('origin');
const visit = visitors();
const open = (options: Visit, path = '/settings/account') => visit(origin + path, { ...AT_DESK, ...options });

/** Signs `owner` in once more, from a phone; returns the token. */
async function onPhone({ email, password }: Restaurant): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  };
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body });
  return ((await response.json()) as Session).token;
}

const status = async (token: string) =>
  (await fetch(`${origin}/api/auth/sessions`, { headers: { authorization: `Bearer ${token}` } })).status;
const rows = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Signed in' });

describe('the password', () => {
  it('is changed by the current one, and the other devices are signed out', { tags: 'core' }, async () => {
    const owner = await newRestaurant(origin);
    const phone = await onPhone(owner);
    const page = await open({ token: owner.token });
    await page.getByLabel('Current password', { exact: true }).fill(owner.password);
    await page.getByLabel('New password', { exact: true }).fill('ragù della domenica');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expectToast(page, 'Password changed', 'Your other devices were signed out.');
    expect(await page.getByLabel('Current password', { exact: true }).inputValue()).toBe('');
    expect([await status(phone), await status(owner.token)]).toEqual([401, 200]);
    await expect.poll(() => rows(page).count(), { timeout: 20_000 }).toBe(1);
    expect(await onPhone({ ...owner, password: 'ragù della domenica' })).toBeTruthy();
  });
});

describe('your sessions', () => {
  it('are listed, and one of another device is signed out', { tags: 'core' }, async () => {
    const owner = await newRestaurant(origin);
    const phone = await onPhone(owner);
    const page = await open({ token: owner.token });
    await expect.poll(() => rows(page).count(), { timeout: 20_000 }).toBe(2);
    await page.getByRole('button', { name: 'Sign Out of Safari on iPhone' }).click();
    await expectToast(page, 'Device signed out', 'Safari on iPhone');
    await expect.poll(() => rows(page).count(), { timeout: 20_000 }).toBe(1);
    await expect.poll(() => status(phone), { timeout: 20_000 }).toBe(401);
    expect(await rows(page).getByRole('button').count(), 'this device has no such button').toBe(0);
  });

  it('all end at once, after a question', async () => {
    const owner = await newRestaurant(origin);
    const phone = await onPhone(owner);
    const page = await open({ before: signedInOnce(owner.token) });
    await page.getByRole('button', { name: 'Sign Out Everywhere' }).click();
    await questionOf(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await status(phone)).toBe(200);
    await page.getByRole('button', { name: 'Sign Out Everywhere' }).click();
    await questionOf(page).getByRole('button', { name: 'Sign Out Everywhere' }).click();
    await page.waitForURL(`${origin}/`);
    expect(await tokenOfPage(page)).toBeNull();
    await expect.poll(() => status(phone), { timeout: 20_000 }).toBe(401);
  });
});

describe('the way there', () => {
  it('has its entry in sight on a phone, where the admin navigation is wider than the screen', async () => {
    const page = await open({ viewport: VIEWPORTS.phone, token: await tokenOf(origin, 'admin') }, '/admin/account');
    const entry = page.getByRole('link', { name: 'Account', exact: true });
    const rightEdge = async () => {
      const box = await entry.boundingBox();
      return box && box.x + box.width;
    };
    await expect.poll(rightEdge, { timeout: 20_000 }).toBeLessThanOrEqual(VIEWPORTS.phone.width);
  });
});
