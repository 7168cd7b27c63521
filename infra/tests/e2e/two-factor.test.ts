import { readFileSync } from 'node:fs';
import type { TwoFactorOn, TwoFactorSetup } from '@tavola/contracts/auth.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { appCode } from './authenticator.ts';
import {
  AT_DESK,
  expectFocus,
  expectRefusal,
  expectToast,
  failing,
  LOOKS,
  overflow,
  problem,
  signedInOnce,
  tokenOfPage,
} from './owner.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { tokenOf } from './screens.ts';
import { type Visit, visitors } from './visitors.ts';

// @module-tag browser
// Two-factor sign-in: setting it up, signing in with it, turning it off; and admins who must use it.

const origin = inject('origin');
const visit = visitors();
const open = (path: string, options: Visit = {}) => visit(origin + path, { ...AT_DESK, ...options });
const ACCOUNT = '/settings/account';
const INVALID = 'This code is not right, or was used already. Wait for the next one and try again.';

/** Turns two-factor on for `owner` through the API. */
async function secured(owner: Restaurant): Promise<TwoFactorOn & { secret: string }> {
  const { secret } = await owner.call<TwoFactorSetup>('POST', '/api/auth/two-factor/setup', {
    password: owner.password,
  });
  return {
    ...(await owner.call<TwoFactorOn>('POST', '/api/auth/two-factor/confirm', { code: appCode(secret) })),
    secret,
  };
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

/** From the password question to the recovery codes. */
async function setUp(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const image = page.getByRole('img', { name: 'QR code for your authenticator app' });
  await image.waitFor();
  await expect
    .poll(() => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
    .not.toBe(0);
  const secret = await page.getByLabel('Key', { exact: true }).inputValue();
  await expectFocus(page.getByLabel('Code', { exact: true }));
  await page.getByLabel('Code', { exact: true }).fill(appCode(secret));
  await page.getByRole('button', { name: 'Turn On' }).click();
  await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  return { secret, codes };
}

describe('two-factor sign-in', () => {
  it('is set up in Settings, asked for at the login, let by with a recovery code once, and turned off', {
    tags: 'core',
  }, async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/settings', {
      expected: failing('/api/auth/login', 401),
      before: signedInOnce(owner.token),
    });
    await page.getByRole('link', { name: 'Account & Security' }).click();
    await page.waitForURL(origin + ACCOUNT);
    await page.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Set Up' }).click();
    await expectFocus(page.getByLabel('Your password', { exact: true }));
    const { secret, codes } = await setUp(page, owner.password);
    await expectToast(page, 'Two-factor sign-in is on', 'Your other devices were signed out.');
    expect(new Set(codes).size).toBe(10);
    await page.getByRole('button', { name: 'I Have Kept Them' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();
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
    await page.getByText('8 recovery codes are left.').waitFor();
    await page.getByRole('button', { name: 'Turn Off' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Turn Off' }).click();
    await expectToast(page, 'Two-factor sign-in is off', 'Your other devices were signed out.');
    await page.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'This device' }).waitFor();
    await page.goto(`${origin}/dashboard`);
    await page.getByText('Total Menu Views').waitFor();
  });

  it('lets recovery codes be copied and downloaded, and new ones take their place', async () => {
    const owner = await newRestaurant(origin);
    const { token } = await secured(owner);
    const page = await open(ACCOUNT, { token, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'New Recovery Codes' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Make New Codes' }).click();
    const list = page.getByRole('list', { name: 'Recovery codes' });
    await list.waitFor();
    const codes = await list.getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'Copy Codes' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('tavola-recovery-codes.txt');
    expect(readFileSync(await file.path(), 'utf8')).toContain(codes.join('\n'));
  });
});

describe('an admin who needs two-factor', () => {
  /** Responds like a gateway that requires two-factor of admins: by the token's claim. */
  const requiring = (context: BrowserContext) =>
    context.route('**/api/admin/**', async (route) => {
      const token = route.request().headers().authorization?.split(' ')[1] ?? '';
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { mfa: boolean };
      if (claims.mfa) return route.fallback();
      const body = problem('two-factor-setup-required', 'Set up two-factor sign-in first: here admins need it.');
      return route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(body) });
    });

  it('is led to set it up, and then on', async () => {
    const page = await open('/admin/audit', {
      token: undefined,
      expected: failing('/api/admin/', 403),
      before: async (context) => {
        await requiring(context);
        await signedInOnce((await tokenOf(origin, 'admin')) as string)(context);
      },
    });
    await page.getByRole('heading', { level: 1, name: 'One more step' }).waitFor();
    await page.getByText('Admins see every restaurant, so they need more than a password to sign in.').waitFor();
    expect(await page.getByRole('navigation', { name: 'Admin' }).count()).toBe(0);
    await expectAccessible(page);
    await setUp(page, 'admin-password');
    try {
      await page.getByRole('button', { name: 'I Have Kept Them' }).click();
      await page.getByRole('heading', { level: 1, name: 'Audit Log' }).waitFor();
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByText('Recent Tenants').waitFor();
    } finally {
      // Turned off again, because other tests sign in as this admin.
      const headers = { authorization: `Bearer ${await tokenOfPage(page)}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ password: 'admin-password' });
      const off = await fetch(`${origin}/api/auth/two-factor/disable`, { method: 'POST', headers, body });
      expect(off.status).toBe(200);
    }
  });
});

describe('Accessible', () => {
  it.each(LOOKS)('axe finds nothing on the way: $device, $colorScheme', async (look) => {
    const owner = await newRestaurant(origin);
    const page = await visit(origin + ACCOUNT, {
      ...look,
      reducedMotion: 'reduce',
      token: owner.token,
      expected: failing('/api/auth/', 401),
    });
    await page.getByRole('button', { name: 'Set Up' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'This device' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Set Up' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Turn On' }).click();
    await page.getByText('Enter the 6 digits that the app shows.').waitFor();
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
    const secret = await page.getByLabel('Key', { exact: true }).inputValue();
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret));
    await page.getByRole('button', { name: 'Turn On' }).click();
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'I Have Kept Them' }).click();
    await page.getByRole('button', { name: 'Turn Off' }).click();
    await expectAccessible(page);

    const login = await visit(`${origin}/login`, {
      ...look,
      reducedMotion: 'reduce',
      expected: failing('/api/auth/login', 401),
    });
    await typePassword(login, owner);
    await typeCode(login, 'Code', appCode(secret, 9));
    await login.getByText(INVALID).waitFor();
    await expectAccessible(login);
    expect(await overflow(login)).toBe(0);
  });
});
