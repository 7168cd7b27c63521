import { randomUUID } from 'node:crypto';
import type { AuditEntry, ReviewedApplication } from '@tavola/contracts/admin.ts';
import type { PlatformTenant, User } from '@tavola/contracts/auth.ts';
import { aTenant } from '@tavola/test-kit/entities.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { dialogOf, expectToast, failing, signedInOnce } from './owner.ts';
import { callsAs, newRestaurant } from './restaurant.ts';
import { tokenOf } from './screens.ts';
import { sideways, visitors } from './visitors.ts';

// @module-tag full
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

/** The row of a restaurant or a user, found by a text that only it has. */
const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** Opens a row's menu and chooses `item` in it. */
async function choose(page: Page, name: string, item: string) {
  await page
    .getByRole('button', { name: `More about ${name}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Fills in the dialog that asks for a reason. */
async function giveReason(page: Page, reason: string, button: 'Suspend' | 'Restore') {
  await dialogOf(page).getByLabel('Reason').fill(reason);
  await dialogOf(page).getByRole('button', { name: button, exact: true }).click();
  await dialogOf(page).waitFor({ state: 'hidden' });
}

describe('suspending a restaurant', () => {
  it('takes its menu away and signs its owner out, within a second; restoring brings the menu back [P4]', async () => {
    const name = `Sospesa ${randomUUID().slice(0, 8)}`;
    const restaurant = await newRestaurant(origin, name);
    const diner = await visit(`${origin}/menu/${restaurant.slug}`, {
      expected: (_url, status) => status === 404,
    });
    await diner.getByRole('heading', { level: 1, name }).waitFor();
    const owner = await visit(`${origin}/dashboard/items`, {
      viewport: VIEWPORTS.laptop,
      before: signedInOnce(restaurant.token),
      expected: failing('/api/', 401, 403),
    });
    await owner.getByRole('heading', { level: 1, name: 'Menu Items' }).waitFor();

    const page = await openAdmin();
    await choose(page, name, 'Suspend');
    await giveReason(page, 'Unpaid', 'Suspend');
    const statuses = async () => {
      const headers = { authorization: `Bearer ${restaurant.token}` };
      const asked = [fetch(`${origin}/api/public/menu/${restaurant.slug}`), fetch(`${origin}/api/tenant`, { headers })];
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    await expect.poll(statuses, { timeout: 1_000 }).toEqual([404, 401]);
    await expectToast(page, 'Restaurant suspended', name);
    await rowOf(page, name).getByText('Inactive', { exact: true }).waitFor();

    await diner.goto(`${origin}/menu/${restaurant.slug}`);
    await diner.getByText('Menu not found. Please check the URL and try again.').waitFor();
    await owner.reload();
    await owner.waitForURL((url) => url.pathname === '/login');
    await owner.getByLabel('Email').fill(restaurant.email);
    await owner.getByLabel('Password', { exact: true }).fill(restaurant.password);
    const suspended = owner.waitForResponse((response) => response.url().endsWith('/api/auth/login'));
    await owner.getByRole('button', { name: 'Sign In' }).click();
    expect((await suspended).status()).toBe(403);
    await owner.getByText('This account is suspended.').first().waitFor();

    await choose(page, name, 'Restore');
    await giveReason(page, 'Paid', 'Restore');
    await expectToast(page, 'Restaurant restored', name);
    await rowOf(page, name).getByText('Active', { exact: true }).waitFor();
    await expect
      .poll(async () => (await fetch(`${origin}/api/public/menu/${restaurant.slug}`)).status, { timeout: 3_000 })
      .toBe(200);
    await diner.reload();
    await diner.getByRole('heading', { level: 1, name }).waitFor();
    await owner.getByRole('button', { name: 'Sign In' }).click();
    await owner.waitForURL((url) => url.pathname === '/dashboard/items');

    await choose(page, name, 'Audit Log');
    await page.getByRole('heading', { level: 1, name: 'Audit Log' }).waitFor();
    const entries = page.getByRole('list', { name: 'Audit Log' }).getByRole('listitem');
    await entries.nth(1).waitFor();
    expect(await entries.count()).toBe(2);
    for (const text of ['Restored the restaurant', name, 'Paid', 'Done', 'admin@tavola.test']) {
      await entries.first().getByText(text).first().waitFor();
    }
    await entries.nth(1).getByText('Unpaid', { exact: true }).waitFor();
    expect((await entries.nth(1).innerText()).replace(/\s+/g, ' ')).toContain('Active: yes → then no');
    await page.getByRole('button', { name: 'Show All' }).click();
    await page.getByRole('radio', { name: 'All' }).waitFor();
  });
});

describe('the beta applications', () => {
  it('are reviewed: accepted with a note, which moves them from the new ones to the accepted ones', async () => {
    const name = `Candidata ${randomUUID().slice(0, 8)}`;
    await callsAs(origin, null)('POST', '/api/beta-signup', {
      companyName: name,
      contactName: 'Ada Conti',
      email: 'ada@example.com',
      phone: '+39 055 123',
      restaurantType: 'Osteria',
      estimatedTables: '10–20',
    });
    const page = await openAdmin();
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Beta Applications' }).click();
    await page.getByRole('heading', { level: 1, name: 'Beta Applications' }).waitFor();
    const row = rowOf(page, name);
    for (const text of ['New', 'Ada Conti', 'ada@example.com', '+39 055 123', 'Osteria · Tables: 10–20']) {
      await row.getByText(text, { exact: true }).first().waitFor();
    }
    await row.getByRole('button', { name: `Review ${name}` }).click();
    await dialogOf(page).getByLabel('Note').fill('Call in May');
    await dialogOf(page).getByRole('button', { name: 'Save Decision' }).click();
    await expectToast(page, 'Application updated', name);
    await row.waitFor({ state: 'hidden' });
    await page.getByRole('radio', { name: 'Accepted' }).click();
    await page.waitForURL(`${origin}/admin/beta?status=accepted`);
    for (const text of ['Accepted', 'Call in May']) await row.getByText(text, { exact: true }).waitFor();
    await row.getByText('by admin@tavola.test').waitFor();
    await row.getByRole('button', { name: `Change ${name}` }).click();
    await dialogOf(page).getByRole('radio', { name: 'Decline' }).click();
    await dialogOf(page).getByRole('button', { name: 'Save Decision' }).click();
    await row.waitFor({ state: 'hidden' });
  });
});

/** The longest names and addresses that the contract allows. */
const LONG = { name: 'Z'.repeat(120), slug: 'z'.repeat(63), email: `${'y'.repeat(60)}@example.com` };
const TENANTS: PlatformTenant[] = [true, false].map((isActive) => ({
  ...aTenant({ name: LONG.name, slug: LONG.slug, isActive }),
  deleteAt: null,
}));
const USERS: User[] = (['owner', 'admin'] as const).map((role) => ({
  id: randomUUID(),
  name: LONG.name.slice(20),
  email: LONG.email,
  role,
  isActive: role === 'owner',
  tenantId: randomUUID(),
}));
const COUNTS = { all: 2, active: 1, suspended: 1, toBeDeleted: 0 };
const APPLICATION: Omit<ReviewedApplication, 'id' | 'status'> = {
  companyName: LONG.name,
  contactName: 'Ada Conti',
  email: LONG.email,
  phone: '+39 055 123',
  restaurantType: 'Osteria',
  estimatedTables: '10–20',
  note: 'Call in May',
  createdAt: '2026-11-21T12:30:00.000Z',
  reviewedBy: 'admin@tavola.test',
  reviewedAt: '2026-11-21T12:30:00.000Z',
  invitedAt: null,
  version: 2,
};
const ENTRIES: AuditEntry[] = (['done', 'unknown', 'refused'] as const).map((outcome, id) => ({
  id,
  at: '2026-11-21T12:30:00.000Z',
  actor: { id: randomUUID(), email: 'admin@tavola.test' },
  act: 'tenant.suspend',
  subject: { kind: 'tenant', id: randomUUID(), name: LONG.name },
  reason: 'Unpaid',
  requestId: randomUUID(),
  outcome,
  before: outcome === 'done' ? { isActive: true } : null,
  after: outcome === 'done' ? { isActive: false, endedSessions: 2 } : null,
  refusal: outcome === 'refused' ? 'No.' : null,
}));

/** The answers to every list of an admin. */
async function fullLists(context: BrowserContext): Promise<void> {
  const lists = {
    tenants: TENANTS,
    users: USERS,
    'tenants/search?*': {
      tenants: TENANTS.map((one) => ({ ...one, emails: [LONG.email] })),
      counts: COUNTS,
      next: null,
    },
    'users/search?*': { users: USERS.map((one) => ({ ...one, restaurant: TENANTS[0] })), counts: COUNTS, next: null },
    'beta-applications?*': {
      applications: (['new', 'accepted', 'declined'] as const).map((status, id) => ({ ...APPLICATION, id, status })),
      next: 1,
    },
    'audit?*': { entries: ENTRIES, next: null },
  };
  for (const [what, json] of Object.entries(lists)) {
    await context.route(`**/api/admin/${what}`, (route) => route.fulfill({ json }));
  }
}

/** Checks the screen as it is: axe, nothing to scroll sideways to, and no text cut off. */
async function expectWell(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await sideways(page)).toBe(0);
  const cut = await page.getByRole('listitem').evaluateAll((rows) =>
    rows
      .flatMap((row) => [...row.querySelectorAll('p, h2')])
      .filter((text) => text.scrollWidth > text.clientWidth + 1)
      .map((text) => text.textContent),
  );
  expect(cut).toEqual([]);
}

describe.each([
  { device: 'phone', viewport: VIEWPORTS.phone, colorScheme: 'dark' },
  { device: 'laptop', viewport: VIEWPORTS.laptop, colorScheme: 'light' },
] as const)('on a $device, $colorScheme', ({ viewport, colorScheme }) => {
  it('every list is accessible, and holds the longest names and addresses', async () => {
    const page = await openAdmin({ viewport, colorScheme, before: fullLists });
    for (const path of ['', '/restaurants', '/users', '/beta', '/audit']) {
      await page.goto(`${origin}/admin${path}`);
      await page
        .getByText(/^Z{100,}$/)
        .last()
        .waitFor();
      await expectWell(page);
    }
  });
});

describe('the way to the account', () => {
  it('has its entry in sight on a phone, where the admin navigation is wider than the screen', async () => {
    const page = await visit(`${origin}/admin/account`, { token: admin });
    const entry = page.getByRole('link', { name: 'Account', exact: true });
    const rightEdge = async () => {
      const box = await entry.boundingBox();
      return box && box.x + box.width;
    };
    await expect.poll(rightEdge, { timeout: 20_000 }).toBeLessThanOrEqual(VIEWPORTS.phone.width);
  });
});
