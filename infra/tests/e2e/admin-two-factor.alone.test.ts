import type { BrowserContext } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { setUpTwoFactor } from './authenticator.ts';
import { AT_DESK, failing, problem, signedInOnce, tokenOfPage } from './owner.ts';
import { tokenOf } from './screens.ts';
import { type Visit, visitors } from './visitors.ts';

// @module-tag browser
// An admin who must use two-factor. Setting it up ends the admin's other sessions, and other tests use those.

const origin = inject('origin');
const visit = visitors();
const open = (path: string, options: Visit = {}) => visit(origin + path, { ...AT_DESK, ...options });

describe('an admin who needs two-factor', () => {
  /** Responds like a gateway that requires two-factor of admins: by the token's claim. */
  const requiring = (context: BrowserContext) =>
    context.route('**/api/admin/**', async (route) => {
      const token = route.request().headers().authorization?.split(' ')[1] ?? '';
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { mfa: boolean };
      if (claims.mfa) return route.fallback();
      const body = problem('two-factor-setup-required', 'Set up two-factor sign-in first. Admins need it here.');
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
    await page.getByText("Admins can see every restaurant, so a password alone isn't enough.").waitFor();
    expect(await page.getByRole('navigation', { name: 'Admin' }).count()).toBe(0);
    await expectAccessible(page);
    await setUpTwoFactor(page, 'admin-password');
    try {
      await page.getByRole('button', { name: 'I Saved Them' }).click();
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
