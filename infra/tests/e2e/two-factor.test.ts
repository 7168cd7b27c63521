import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { appCode, setUpTwoFactor } from './authenticator.ts';
import { confirmAddress } from './outbox.ts';
import { AT_DESK, expectFocus, expectRefusal, expectToast, failing, signedInOnce, tokenOfPage } from './owner.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { type Visit, visitors } from './visitors.ts';

// @module-tag full
// Two-factor sign-in: setting it up, signing in with it, turning it off.

const origin = inject('origin');
const visit = visitors();
const open = (path: string, options: Visit = {}) => visit(origin + path, { ...AT_DESK, ...options });
const ACCOUNT = '/settings/account';
const INVALID = 'This code is incorrect or was already used. Wait for the next one and try again.';

/** A new restaurant whose owner has confirmed the address, as two-factor needs. */
async function confirmedRestaurant(): Promise<Restaurant> {
  const owner = await newRestaurant(origin);
  await confirmAddress(origin, inject('home'), owner.email);
  return owner;
}

async function typePassword(page: Page, { email, password }: Pick<Restaurant, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Enter your code' }).waitFor();
}

const typeCode = async (page: Page, label: string, code: string) => {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

describe('two-factor sign-in', () => {
  it('is set up in Settings, with recovery codes to copy and to download, asked for at the login, let by with a recovery code once, and turned off', async () => {
    const owner = await confirmedRestaurant();
    const page = await open('/settings', {
      expected: failing('/api/auth/login', 401),
      before: signedInOnce(owner.token),
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.waitForURL(origin + ACCOUNT);
    await page.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Set Up' }).click();
    await expectFocus(page.getByLabel('Your password', { exact: true }));
    const { secret, codes } = await setUpTwoFactor(page, owner.password);
    await expectToast(page, 'Two-factor sign-in is on', 'Your other devices were signed out.');
    expect(new Set(codes).size).toBe(10);
    await page.getByRole('button', { name: 'Copy Codes' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('tavola-recovery-codes.txt');
    expect(readFileSync(await file.path(), 'utf8')).toContain(codes.join('\n'));
    await page.getByRole('button', { name: 'I Saved Them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();
    expect(await page.getByText(codes[0] as string).count(), 'shown once').toBe(0);

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${origin}/`);
    await page.goto(`${origin}/login`);
    await typePassword(page, owner);
    await expectFocus(page.getByLabel('Code', { exact: true }));
    expect(await tokenOfPage(page), 'the password alone is not enough').toBeNull();
    // The code of this step was used to turn it on.
    await typeCode(page, 'Code', appCode(secret, 1));
    await expectToast(page, 'Login successful', 'Welcome back to Tavola!');
    await page.waitForURL(`${origin}/dashboard`);

    for (const use of ['first', 'second']) {
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL(`${origin}/`);
      await page.goto(`${origin}/login`);
      await typePassword(page, owner);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await expectFocus(page.getByLabel('Recovery code', { exact: true }));
      await typeCode(page, 'Recovery code', codes[0] as string);
      if (use === 'first') await page.waitForURL(`${origin}/dashboard`);
      else await expectRefusal(page, 'Recovery code', INVALID);
    }
    await typeCode(page, 'Recovery code', (codes[1] as string).toUpperCase().replace('-', ' '));
    await page.waitForURL(`${origin}/dashboard`);

    await page.goto(origin + ACCOUNT);
    await page.getByText('8 recovery codes left.').waitFor();
    await page.getByRole('button', { name: 'Replace Recovery Codes' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Create New Codes' }).click();
    await page.getByRole('button', { name: 'I Saved Them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();
    await page.getByRole('button', { name: 'Turn Off' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Turn Off' }).click();
    await expectToast(page, 'Two-factor sign-in is off', 'Your other devices were signed out.');
    await page.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'This device' }).waitFor();
    await page.goto(`${origin}/dashboard`);
    await page.getByText('Total Menu Views').waitFor();
  });
});
