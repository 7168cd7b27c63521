import { randomUUID } from 'node:crypto';
import type { AdminStats } from '@tavola/contracts/admin.ts';
import type { Tenant, User } from '@tavola/contracts/auth.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { newRestaurant } from './restaurant.ts';
import { tokenOf } from './screens.ts';
import { sideways, visitors } from './visitors.ts';

// The platform's dashboard (spec §2, §6, §9).

const origin = inject('origin');
const visit = visitors();
let admin: string;

beforeAll(async () => {
  admin = (await tokenOf(origin, 'admin')) as string;
});

async function openAdmin(options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const page = await visit(`${origin}/admin`, { viewport: VIEWPORTS.laptop, token: admin, ...options });
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
  return page;
}

/** A list by its heading. */
const list = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .filter({ has: page.getByRole('listitem') })
    .last();

const tenant = (n: number, isActive = true): Tenant => ({
  id: randomUUID(),
  name: `Ristorante ${n}`,
  slug: `ristorante-${n}`,
  description: null,
  phone: null,
  address: null,
  logo: null,
  themeColor: '#059669',
  timeZone: 'UTC',
  isActive,
});
const user = (n: number, role: User['role'] = 'owner', isActive = true): User => ({
  id: randomUUID(),
  name: `Persona ${n}`,
  email: `persona-${n}@example.com`,
  role,
  isActive,
  tenantId: randomUUID(),
});
const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);

/** Makes up what the server says to the admin. */
const answers =
  (made: { tenants?: Tenant[]; users?: User[]; stats?: AdminStats }) => async (context: BrowserContext) => {
    for (const [what, json] of Object.entries(made)) {
      await context.route(`**/api/admin/${what}`, (route) => route.fulfill({ json }));
    }
  };

describe('the admin dashboard', () => {
  it("has the cards Total Tenants ('Active restaurants'), Total Users ('Platform users'), Total Menu Items ('Across all restaurants') and System Status 'Healthy'", async () => {
    const page = await openAdmin({
      before: answers({ stats: { totalTenants: 1234, totalUsers: 56, totalMenuItems: 78901 } }),
    });
    const main = page.getByRole('main');
    for (const [label, note, figure] of [
      ['Total Tenants', 'Active restaurants', '1,234'],
      ['Total Users', 'Platform users', '56'],
      ['Total Menu Items', 'Across all restaurants', '78,901'],
      ['System Status', undefined, 'Healthy'],
    ] as const) {
      await main.getByRole('heading', { name: label, exact: true }).waitFor();
      if (note) await main.getByText(note, { exact: true }).waitFor();
      await main.getByText(figure, { exact: true }).waitFor();
    }
  });

  it('shows the figures that the platform gives', async () => {
    const response = await fetch(`${origin}/api/admin/stats`, { headers: { authorization: `Bearer ${admin}` } });
    const stats = (await response.json()) as AdminStats;
    const page = await openAdmin();
    for (const figure of Object.values(stats)) {
      await page.getByRole('main').getByText(Number(figure).toLocaleString('en-US'), { exact: true }).first().waitFor();
    }
  });

  it('lists a restaurant that has just signed up first, with name, /slug, Active and a View Menu link, and its owner with name, email, role and Active', async () => {
    const restaurant = await newRestaurant(origin, 'Trattoria Appena Nata');
    const page = await openAdmin();
    const row = list(page, 'Recent Tenants').getByRole('listitem').first();
    for (const text of ['Trattoria Appena Nata', `/${restaurant.slug}`, 'Active']) {
      await row.getByText(text, { exact: true }).waitFor();
    }
    const person = list(page, 'Recent Users').getByRole('listitem').first();
    for (const text of ['Rosa Prova', restaurant.email, 'owner', 'Active']) {
      await person.getByText(text, { exact: true }).waitFor();
    }
    const [menu] = await Promise.all([
      page.waitForEvent('popup'),
      row.getByRole('link', { name: 'View Menu' }).click(),
    ]);
    await menu.getByRole('heading', { level: 1, name: 'Trattoria Appena Nata' }).waitFor();
    expect(menu.url()).toBe(`${origin}/menu/${restaurant.slug}`);
  });

  it('says Inactive of who is, and which role a user has', async () => {
    const page = await openAdmin({
      before: answers({ tenants: [tenant(1, false)], users: [user(1, 'admin', false)] }),
    });
    await list(page, 'Recent Tenants').getByText('Inactive', { exact: true }).waitFor();
    await list(page, 'Recent Users').getByText('Inactive', { exact: true }).waitFor();
    await list(page, 'Recent Users').getByText('admin', { exact: true }).waitFor();
  });

  it('shows the first 10 recent tenants and the first 10 recent users', async () => {
    const page = await openAdmin({
      before: answers({ tenants: numbers(12).map((n) => tenant(n)), users: numbers(11).map((n) => user(n)) }),
    });
    await page.getByText('Ristorante 10', { exact: true }).waitFor();
    await page.getByText('Persona 10', { exact: true }).waitFor();
    expect(await list(page, 'Recent Tenants').getByRole('listitem').count()).toBe(10);
    expect(await list(page, 'Recent Users').getByRole('listitem').count()).toBe(10);
    expect(await page.getByText('Ristorante 11').count()).toBe(0);
  });

  it("says 'No tenants found' and 'No users found' where there are none", async () => {
    const page = await openAdmin({ before: answers({ tenants: [], users: [] }) });
    await page.getByText('No tenants found', { exact: true }).waitFor();
    await page.getByText('No users found', { exact: true }).waitFor();
  });

  it('shows skeletons while loading, and offers to try again what failed', async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    let isAway = true;
    const page = await openAdmin({
      expected: (_url, status) => status === 503,
      before: (context) =>
        context.route('**/api/admin/*', async (route) => {
          await held;
          if (isAway) await route.fulfill({ status: 503, body: '' });
          else await route.continue();
        }),
    });
    expect(await page.getByRole('status').filter({ hasText: 'Loading…' }).count()).toBe(5);
    go();
    await page.getByText('The figures could not be loaded.').waitFor();
    await page.getByText('Degraded', { exact: true }).waitFor();
    expect(await page.getByText('This list could not be loaded.').count()).toBe(2);
    isAway = false;
    while ((await page.getByRole('button', { name: 'Try again' }).count()) > 0) {
      const before = await page.getByRole('button', { name: 'Try again' }).count();
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBeLessThan(before);
    }
    await page.getByText('Healthy', { exact: true }).waitFor();
  });

  it('holds names of 120 characters on a phone', async () => {
    const long = { ...tenant(1), name: 'Z'.repeat(120), slug: 'z'.repeat(63) };
    const page = await openAdmin({
      viewport: VIEWPORTS.phone,
      before: answers({
        tenants: [long],
        users: [{ ...user(1), name: 'Y'.repeat(100), email: `${'y'.repeat(60)}@example.com` }],
      }),
    });
    await page.getByText(`/${long.slug}`, { exact: true }).waitFor();
    expect(await sideways(page)).toBe(0);
    expect(await page.getByRole('link', { name: 'View Menu' }).isVisible()).toBe(true);
  });
});

describe('who is no admin', () => {
  it("sees 'Access Denied' with 'You don't have permission to access the admin dashboard.' and 'Go to Dashboard', and no admin query fires", async () => {
    const { token } = await newRestaurant(origin);
    const asked: string[] = [];
    const page = await visit(`${origin}/admin`, {
      viewport: VIEWPORTS.laptop,
      token,
      before: async (context) => {
        context.on('request', (request) => request.url().includes('/api/admin/') && asked.push(request.url()));
      },
    });
    await page.getByRole('heading', { level: 1, name: 'Access Denied', exact: true }).waitFor();
    await page.getByText("You don't have permission to access the admin dashboard.", { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Go to Dashboard', exact: true }).click();
    await page.waitForURL(`${origin}/dashboard`);
    await page.getByText('Total Menu Views').waitFor();
    expect(asked).toEqual([]);
  });
});

describe.each(Object.entries(VIEWPORTS))('accessible on a %s', (_, viewport) => {
  it.each(['light', 'dark'] as const)('is the admin dashboard, %s', async (colorScheme) => {
    const tenants = [...numbers(9).map((n) => tenant(n)), tenant(10, false)];
    const users = [...numbers(9).map((n) => user(n)), user(10, 'admin', false)];
    const page = await openAdmin({ viewport, colorScheme, before: answers({ tenants, users }) });
    await page.getByText('Ristorante 10', { exact: true }).waitFor();
    await page.getByText('Persona 10', { exact: true }).waitFor();
    await expectAccessible(page);
    expect(await sideways(page)).toBe(0);
  });

  it.each(['light', 'dark'] as const)("is 'Access Denied', %s", async (colorScheme) => {
    const token = await tokenOf(origin, 'owner');
    const page = await visit(`${origin}/admin`, { viewport, colorScheme, token });
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await expectAccessible(page);
  });
});
