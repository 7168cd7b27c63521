import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { tokenOf } from './screens.ts';
import { sideways, type Visit, visitors } from './visitors.ts';

// @module-tag browser
// The route table of the specification (§2): what each address shows, by who is here.

const origin = inject('origin');
const visit = visitors();
const laptop = { viewport: VIEWPORTS.laptop };
let owner: Restaurant;

beforeAll(async () => {
  owner = await newRestaurant(origin);
});

const PUBLIC: readonly [path: string, specItem: string, heading: string | RegExp][] = [
  ['/launch', 'S2.3', 'The menu that is true on every phone.'],
  ['/pre-launch', 'S2.4', 'Ten tables before we open.'],
  ['/login', 'S2.5', 'Welcome back'],
  ['/signup', 'S2.6', 'Set your table'],
  ['/menu/demo', 'S2.7', 'Trattoria Ferrante'],
];

const SIGNED_IN: readonly [path: string, specItem: string, heading: string | RegExp][] = [
  ['/dashboard', 'S2.8', 'Overview'],
  ['/dashboard/items', 'S2.9', 'Menu Items'],
  ['/dashboard/categories', 'S2.10', 'Categories'],
  ['/dashboard/qr', 'S2.11', 'QR Codes'],
  ['/dashboard/analytics', 'S2.12', 'Analytics'],
  ['/settings', 'S2.13', 'Settings'],
];

describe('for everybody', () => {
  it.each(PUBLIC)('%s is public [%s S6.1]', async (path, _, heading) => {
    const page = await visit(origin + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(page.url()).toBe(origin + path);
    expect(await sideways(page)).toBe(0);
  });
});

describe('for who is signed out', () => {
  it("'/' is the live marketing page [S2.1]", { tags: 'core' }, async () => {
    const page = await visit(`${origin}/`);
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.getByText('Total Menu Views').count()).toBe(0);
  });

  it.each([...SIGNED_IN, ['/admin', '', 'Access Denied'] as const])(
    '%s leads to /login, and back there after signing in [S2.15]',
    async (path, _, heading) => {
      const page = await visit(`${origin}${path}?from=bookmark`);
      await page.waitForURL((url) => url.pathname === '/login');
      await page.getByLabel('Email').fill(owner.email);
      await page.getByLabel('Password', { exact: true }).fill(owner.password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.waitForURL(`${origin}${path}?from=bookmark`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
  );

  it('no current user is looked up: GET /api/auth/me runs only while a token exists [S4.4 S7.7]', async () => {
    const lookups: string[] = [];
    const page = await visit(`${origin}/launch`, {
      before: async (context) => {
        context.on('request', (request) => request.url().includes('/api/auth/me') && lookups.push(request.url()));
      },
    });
    for (const path of ['/', '/login', '/dashboard']) {
      await page.goto(origin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    expect(lookups).toEqual([]);
  });
});

describe('for who is signed in', () => {
  it("'/' is the dashboard Overview [S2.2]", { tags: 'core' }, async () => {
    const page = await visit(`${origin}/`, { ...laptop, token: owner.token });
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByText('Total Menu Views').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it.each(SIGNED_IN)('%s shows its screen [%s S6.2]', async (path, _, heading) => {
    const page = await visit(origin + path, { ...laptop, token: owner.token });
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(page.url()).toBe(origin + path);
  });

  it('/admin is the admin dashboard for the role admin [S2.14]', async () => {
    const page = await visit(`${origin}/admin`, { ...laptop, token: await tokenOf(origin, 'admin') });
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
  });

  it.each(PUBLIC.filter(([path]) => path !== '/login' && path !== '/signup'))(
    '%s stays public [%s]',
    async (path, _, heading) => {
      const page = await visit(origin + path, { token: owner.token });
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(page.url()).toBe(origin + path);
    },
  );

  it.each(['/login', '/signup'])('%s goes on to /dashboard', async (path) => {
    const page = await visit(origin + path, { token: owner.token });
    await page.waitForURL(`${origin}/dashboard`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it('a slash at the end of an address changes nothing', async () => {
    const page = await visit(`${origin}/dashboard/items/`, { token: owner.token });
    await page.getByRole('heading', { level: 1, name: 'Menu Items' }).waitFor();
  });
});

describe('the current user', () => {
  const go = (page: Page, path: string) => page.evaluate(`history.pushState(null, '', '${path}')`);
  /** A page whose calls are noted from its very start. */
  async function noted(path: string, token: string, options: Visit = {}) {
    const calls: string[] = [];
    const page = await visit(origin + path, {
      ...laptop,
      ...options,
      token,
      before: async (context) => {
        context.on('request', (request) => {
          if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(new URL(request.url()).pathname);
        });
        await options.before?.(context);
      },
    });
    return { page, count: (call: string) => calls.filter((one) => one === call).length };
  }

  it('is not looked up again by itself when that fails [S7.9]', async () => {
    const { page, count } = await noted('/dashboard', owner.token, {
      expected: (_url, status) => status === 503,
      before: (context) => context.route('**/api/auth/me', (route) => route.fulfill({ status: 503, body: '' })),
    });
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(count('/api/auth/me')).toBe(1);
  });

  it('is fresh for 5 minutes (300000 ms), then looked up again on mount, but not on focus or reconnect [S7.8 S9.5]', async () => {
    const { page, count } = await noted('/admin', (await tokenOf(origin, 'admin')) as string, {
      before: (context) => context.clock.install(),
    });
    const remount = async () => {
      await go(page, '/pre-launch');
      await page.getByRole('heading', { level: 1, name: 'Ten tables before we open.' }).waitFor();
      await go(page, '/admin');
      await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
    };
    await page.getByText('Healthy', { exact: true }).waitFor();
    await page.clock.fastForward(295_000);
    await remount();
    expect(count('/api/auth/me')).toBe(1);
    await page.clock.fastForward(6_000);
    await page.evaluate(
      "for (const one of ['focus', 'visibilitychange', 'offline', 'online']) window.dispatchEvent(new Event(one))",
    );
    await page.clock.fastForward(1_000);
    expect(count('/api/auth/me')).toBe(1);
    await remount();
    await expect.poll(() => count('/api/auth/me')).toBe(2);
    expect(count('/api/admin/stats')).toBe(1);
  });
});

describe('any other path', () => {
  it.each([
    ['/nowhere', 'signed out'],
    ['/dashboard/nowhere', 'signed out'],
    ['/menu', 'signed out'],
    ['/menu/demo/more', 'signed out'],
    ['/nowhere', 'signed in'],
    ['/settings/nowhere', 'signed in'],
    ['/admin/nowhere', 'signed in'],
  ])(
    "%s, %s: '404 Page Not Found' with 'Did you forget to add the page to the router?' [S2.16]",
    async (path, state) => {
      const page = await visit(origin + path, state === 'signed in' ? { token: owner.token } : {});
      await page.getByRole('heading', { level: 1, name: '404 Page Not Found', exact: true }).waitFor();
      await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor();
      expect(await page.title()).toContain('404 Page Not Found');
    },
  );
});

describe.each(Object.entries(VIEWPORTS))('the not-found screen on a %s', (_, viewport) => {
  it.each(['light', 'dark'] as const)('is accessible and leads to the start page, %s', async (colorScheme) => {
    const page = await visit(`${origin}/nowhere`, { viewport, colorScheme });
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.waitForURL(`${origin}/`);
  });
});
