import { randomUUID } from 'node:crypto';
import type { AdminStats, AuditEntry, ReviewedApplication, SystemStatus } from '@tavola/contracts/admin.ts';
import type { Account, PlatformTenant, User } from '@tavola/contracts/auth.ts';
import { aTenant } from '@tavola/test-kit/entities.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import {
  answer,
  callsOf,
  dialogOf,
  expectFocus,
  expectRefusal,
  expectToast,
  failing,
  problem,
  signedInOnce,
} from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { tokenOf } from './screens.ts';
import { sideways, visitors } from './visitors.ts';

// @module-tag browser
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

/** A list, found by its heading. */
const list = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .filter({ has: page.getByRole('listitem') })
    .last();

const tenant = (n: number, isActive = true): PlatformTenant => ({
  ...aTenant({ name: `Ristorante ${n}`, slug: `ristorante-${n}`, isActive }),
  deleteAt: null,
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

/** Fakes server responses for the admin. */
const answers =
  (made: { tenants?: PlatformTenant[]; users?: User[]; stats?: AdminStats; 'system-status'?: SystemStatus }) =>
  async (context: BrowserContext) => {
    for (const [what, json] of Object.entries(made)) {
      await context.route(`**/api/admin/${what}`, (route) => route.fulfill({ json }));
    }
  };

describe('the admin dashboard', () => {
  it("has the cards Total Tenants ('Active restaurants'), Total Users ('Platform users'), Total Menu Items ('Across all restaurants') and System Status 'Healthy' [S2.87]", async () => {
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

  it('says which services are not ready', async () => {
    const services = (['auth', 'menu', 'public-menu', 'qr', 'analytics'] as const).map((name) => ({
      name,
      isReady: !['public-menu', 'qr'].includes(name),
    }));
    const page = await openAdmin({ before: answers({ 'system-status': { services } }) });
    await page.getByText('Degraded', { exact: true }).waitFor();
    await page.getByText('Not responding: Guest menus, QR codes', { exact: true }).waitFor();
    expect(await page.getByText('Healthy', { exact: true }).count()).toBe(0);
  });

  it('shows the figures that the platform gives [S2.87]', async () => {
    // The numbers that the server sent to this page: other tests sign up restaurants meanwhile.
    let stats: Partial<AdminStats> = {};
    const noteStats = (context: BrowserContext) =>
      context.route('**/api/admin/stats', async (route) => {
        const response = await route.fetch();
        stats = (await response.json()) as AdminStats;
        await route.fulfill({ response });
      });
    const page = await openAdmin({ before: noteStats });
    await page.waitForLoadState('networkidle');
    expect(Object.keys(stats)).toHaveLength(3);
    for (const figure of Object.values(stats)) {
      await page.getByRole('main').getByText(Number(figure).toLocaleString('en-US'), { exact: true }).first().waitFor();
    }
  });

  it('lists a restaurant that has just signed up, with name, /slug, Active and a View Menu link, and its owner with name, email, role and Active [S2.88 S2.89]', {
    tags: 'core',
  }, async () => {
    const restaurant = await newRestaurant(origin, 'Trattoria Appena Nata');
    const page = await openAdmin();
    // Not always first: another test may have signed one up since.
    const row = list(page, 'Recent Tenants').getByRole('listitem').filter({ hasText: restaurant.slug });
    for (const text of ['Trattoria Appena Nata', `/${restaurant.slug}`, 'Active']) {
      await row.getByText(text, { exact: true }).waitFor();
    }
    const person = list(page, 'Recent Users').getByRole('listitem').filter({ hasText: restaurant.email });
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

  it('says Inactive of who is, and which role a user has [S2.88 S2.89]', async () => {
    const page = await openAdmin({
      before: answers({ tenants: [tenant(1, false)], users: [user(1, 'admin', false)] }),
    });
    await list(page, 'Recent Tenants').getByText('Inactive', { exact: true }).waitFor();
    await list(page, 'Recent Users').getByText('Inactive', { exact: true }).waitFor();
    await list(page, 'Recent Users').getByText('admin', { exact: true }).waitFor();
  });

  it('says of a restaurant whose owner deletes it that it is offline, and until when it is there', async () => {
    const owner = await newRestaurant(origin, 'Trattoria che Chiude');
    const { deleteAt } = await owner.call<Account>('POST', '/api/account/deletion', {
      name: owner.name,
      password: owner.password,
    });
    const page = await openAdmin();
    const row = list(page, 'Recent Tenants').getByRole('listitem').filter({ hasText: owner.slug });
    await row.getByText('Inactive', { exact: true }).waitFor();
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(deleteAt as string));
    await row.getByText(`Offline, to be deleted on ${day}`, { exact: true }).waitFor();
    // It can still be suspended, which the owner's cancellation would not undo.
    await row.getByRole('button', { name: 'More about Trattoria che Chiude' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).waitFor();
  });

  it('shows the first 10 recent tenants and the first 10 recent users [S2.90 S9.6]', async () => {
    const page = await openAdmin({
      before: answers({ tenants: numbers(12).map((n) => tenant(n)), users: numbers(11).map((n) => user(n)) }),
    });
    await page.getByText('Ristorante 10', { exact: true }).waitFor();
    await page.getByText('Persona 10', { exact: true }).waitFor();
    expect(await list(page, 'Recent Tenants').getByRole('listitem').count()).toBe(10);
    expect(await list(page, 'Recent Users').getByRole('listitem').count()).toBe(10);
    expect(await page.getByText('Ristorante 11').count()).toBe(0);
  });

  it("says 'No tenants found' and 'No users found' where there are none [S2.91]", async () => {
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
    expect(await page.getByRole('status').filter({ hasText: 'Loading…' }).count()).toBe(6);
    go();
    await page.getByText("Couldn't load the statistics").waitFor();
    await page.getByText('Degraded', { exact: true }).waitFor();
    expect(await page.getByText("Couldn't load this list").count()).toBe(2);
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

const asAdmin = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
  const response = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${admin}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
};

describe('suspending a restaurant', () => {
  it('takes its menu away and signs its owner out; restoring brings the menu back', { tags: 'core' }, async () => {
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
    await expectToast(page, 'Restaurant suspended', name);
    await rowOf(page, name).getByText('Inactive', { exact: true }).waitFor();

    await expect
      .poll(async () => (await fetch(`${origin}/api/public/menu/${restaurant.slug}`)).status, { timeout: 3_000 })
      .toBe(404);
    await diner.goto(`${origin}/menu/${restaurant.slug}`);
    await diner.getByText('Menu not found. Please check the URL and try again.').waitFor();
    const isRefused = async () =>
      (await fetch(`${origin}/api/tenant`, { headers: { authorization: `Bearer ${restaurant.token}` } })).status;
    await expect.poll(isRefused, { timeout: 3_000 }).toBe(401);
    await owner.reload();
    await owner.waitForURL((url) => url.pathname === '/login');
    await owner.getByLabel('Email').fill(restaurant.email);
    await owner.getByLabel('Password', { exact: true }).fill(restaurant.password);
    const suspended = owner.waitForResponse((response) => response.url().endsWith('/api/auth/login'));
    await owner.getByRole('button', { name: 'Sign In' }).click();
    expect((await suspended).status()).toBe(403);
    await owner.getByText('This account is suspended. Please contact support.').first().waitFor();

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

    await choose(page, name, 'Audit log');
    await page.getByRole('heading', { level: 1, name: 'Audit Log' }).waitFor();
    const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    await entries.nth(1).waitFor();
    expect(await entries.count()).toBe(2);
    for (const text of ['Restored the restaurant', name, 'Paid', 'Done', 'admin@tavola.test']) {
      await entries.first().getByText(text).first().waitFor();
    }
    await entries.nth(1).getByText('Unpaid', { exact: true }).waitFor();
    expect((await entries.nth(1).innerText()).replace(/\s+/g, ' ')).toContain('Active: yes → then no');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('radio', { name: 'All' }).waitFor();
  });

  it('asks for a reason, by keyboard alone, and changes nothing when it is called off', async () => {
    const name = `Tastiera ${randomUUID().slice(0, 8)}`;
    await newRestaurant(origin, name);
    const page = await openAdmin();
    const calls = callsOf(page);
    const trigger = page.getByRole('button', { name: `More about ${name}` });
    await trigger.focus();
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('menuitem', { name: 'Suspend' }));
    await page.keyboard.press('Enter');
    await expectFocus(dialogOf(page).getByLabel('Reason'));
    await dialogOf(page).getByRole('button', { name: 'Suspend', exact: true }).press('Enter');
    await expectRefusal(dialogOf(page), 'Reason', 'Reason is required.');
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await expectFocus(trigger);
    expect(calls.list.filter((call) => call.startsWith('PUT'))).toEqual([]);
    await rowOf(page, name).getByText('Active', { exact: true }).waitFor();
  });

  it('says what the server says when it can not be done, and keeps the reason', async () => {
    const name = `Lontana ${randomUUID().slice(0, 8)}`;
    const { tenantId } = await newRestaurant(origin, name);
    const path = `/api/admin/tenants/${tenantId}/status`;
    const page = await openAdmin({
      expected: failing(path, 503),
      before: (context) => answer(context, `PUT ${path}`, 503, problem('unavailable', 'Try again in a moment.')),
    });
    await choose(page, name, 'Suspend');
    await dialogOf(page).getByLabel('Reason').fill('Unpaid');
    await dialogOf(page).getByRole('button', { name: 'Suspend', exact: true }).click();
    await expectToast(page, 'Suspend failed', 'Try again in a moment.');
    expect(await dialogOf(page).getByLabel('Reason').inputValue()).toBe('Unpaid');
  });
});

describe('suspending a user', () => {
  it('signs them out and leaves the menu', async () => {
    const restaurant = await newRestaurant(origin, 'Resta Aperta');
    const page = await openAdmin();
    const row = rowOf(page, restaurant.email);
    await row.getByRole('button', { name: 'More about Rosa Prova' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await giveReason(page, 'Left', 'Suspend');
    await expectToast(page, 'User suspended', 'Rosa Prova');
    await row.getByText('Inactive', { exact: true }).waitFor();
    const isRefused = async () =>
      (await fetch(`${origin}/api/tenant`, { headers: { authorization: `Bearer ${restaurant.token}` } })).status;
    await expect.poll(isRefused, { timeout: 3_000 }).toBe(401);
    expect((await fetch(`${origin}/api/public/menu/${restaurant.slug}`)).status).toBe(200);
  });

  it('is not offered to an admin of themselves', async () => {
    const me = await asAdmin<User>('GET', '/api/auth/me');
    const page = await openAdmin({ before: answers({ users: [me, user(1)] }) });
    await page.getByRole('button', { name: `More about ${me.name}` }).click();
    await page.getByText("You can't suspend yourself.", { exact: true }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Suspend' }).count()).toBe(0);
  });
});

/** A new application for the beta. */
const applied = (companyName: string) =>
  asAdmin<{ id: number }>('POST', '/api/beta-signup', {
    companyName,
    contactName: 'Ada Conti',
    email: 'ada@example.com',
    phone: '+39 055 123',
    restaurantType: 'Osteria',
    estimatedTables: '10–20',
  });

async function openBeta(query = '', options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const page = await visit(`${origin}/admin/beta${query}`, { viewport: VIEWPORTS.laptop, token: admin, ...options });
  await page.getByRole('heading', { level: 1, name: 'Beta Applications' }).waitFor();
  return page;
}

const BETA = '/api/admin/beta-applications';

describe('the beta applications', () => {
  it('are reviewed: accepted with a note, which moves them from the new ones to the accepted ones', {
    tags: 'core',
  }, async () => {
    const name = `Candidata ${randomUUID().slice(0, 8)}`;
    await applied(name);
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

  it('say so when somebody else was faster, and save nothing of what came late', async () => {
    const name = `Contesa ${randomUUID().slice(0, 8)}`;
    const { id } = await applied(name);
    const page = await openBeta('?status=all', { expected: failing(BETA, 409) });
    await rowOf(page, name).getByRole('button').click();
    await dialogOf(page).getByLabel('Note').fill('Mine');
    await asAdmin('PUT', `${BETA}/${id}`, { status: 'declined', note: 'Theirs', version: 1 });
    await dialogOf(page).getByRole('button', { name: 'Save Decision' }).click();
    await dialogOf(page).getByText('has reviewed this application meanwhile: it is declined now.').waitFor();
    expect(await dialogOf(page).getByLabel('Note').inputValue()).toBe('Mine');
    expect(await dialogOf(page).getByRole('button', { name: 'Save Decision' }).count()).toBe(0);
    await dialogOf(page).getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await rowOf(page, name).getByText('Theirs', { exact: true }).waitFor();
  });

  it('come twenty at a time', async () => {
    const name = `Lunga ${randomUUID().slice(0, 8)}`;
    for (const n of numbers(21)) await applied(`${name} ${n}.`);
    const page = await openBeta();
    const rows = page.getByRole('list', { name: 'Beta applications' }).getByRole('listitem');
    await rows.nth(19).waitFor();
    expect(await rows.count()).toBe(20);
    await page.getByRole('button', { name: 'Load more' }).click();
    await rowOf(page, `${name} 1.`).waitFor();
    expect(await rows.count()).toBeGreaterThan(20);
  });

  it('say that there are none, and offer to try again when they could not be loaded', async () => {
    let isAway = true;
    const page = await openBeta('', {
      expected: failing(BETA, 503),
      before: (context) =>
        context.route(`**${BETA}?*`, (route) =>
          isAway ? route.fulfill({ status: 503, body: '' }) : route.fulfill({ json: { applications: [], next: null } }),
        ),
    });
    await page.getByText("Couldn't load the applications").waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No new applications', { exact: true }).waitFor();
  });
});

const auditEntry = (id: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2026-11-21T12:30:00.000Z',
  actor: { id: randomUUID(), email: 'admin@tavola.test' },
  act: 'tenant.suspend',
  subject: { kind: 'tenant', id: randomUUID(), name: `Ristorante ${id}` },
  reason: 'Unpaid',
  requestId: randomUUID(),
  outcome: 'done',
  before: { isActive: true },
  after: { isActive: false, endedSessions: 2 },
  refusal: null,
  ...change,
});
const nothingSaid = { before: null, after: null } as const;
const ENTRIES = [
  auditEntry(1),
  auditEntry(2, { outcome: 'unknown', ...nothingSaid }),
  auditEntry(3, { outcome: 'refused', refusal: 'No.', ...nothingSaid }),
  auditEntry(4, { before: { isActive: false }, after: { isActive: false, endedSessions: 0 } }),
];
const saysEntries = (context: BrowserContext) =>
  context.route('**/api/admin/audit?*', (route) => route.fulfill({ json: { entries: ENTRIES, next: null } }));

async function openAudit(options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const page = await visit(`${origin}/admin/audit`, { viewport: VIEWPORTS.laptop, token: admin, ...options });
  await page.getByRole('heading', { level: 1, name: 'Audit Log' }).waitFor();
  return page;
}

describe('the audit log', () => {
  it('says how each act ended, and what unknown means', async () => {
    const page = await openAudit({ before: saysEntries });
    const text = async (n: number) => (await rowOf(page, `Ristorante ${n}`).innerText()).replace(/\s+/g, ' ');
    await rowOf(page, 'Ristorante 1').waitFor();
    expect(await text(1)).toContain('Done');
    expect(await text(1)).toContain('Sessions ended: 2');
    expect(await text(2)).toContain('it may have been done or not');
    expect(await text(3)).toMatch(/Refused.*No\./);
    expect(await text(4)).toContain('Nothing changed. It was already this way.');
  });

  it('asks for one kind when it is chosen', async () => {
    const page = await openAudit();
    const asked = page.waitForRequest((request) => request.url().includes('/api/admin/audit?kind=user&limit=20'));
    await page.getByRole('radio', { name: 'Users' }).click();
    await asked;
    await page.waitForURL(`${origin}/admin/audit?kind=user`);
  });

  it('says that nothing was done, and offers to try again when it could not be loaded', async () => {
    let isAway = true;
    const page = await openAudit({
      expected: failing('/api/admin/audit', 503),
      before: (context) =>
        context.route('**/api/admin/audit?*', (route) =>
          isAway ? route.fulfill({ status: 503, body: '' }) : route.fulfill({ json: { entries: [], next: null } }),
        ),
    });
    await page.getByText("Couldn't load the audit log").waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No activity yet', { exact: true }).waitFor();
  });
});

describe('who is no admin', () => {
  it("sees 'Access Denied' with 'You don't have permission to access the admin dashboard.' and 'Go to Dashboard', and no admin query fires [S2.86 S6.4 S8.22]", async () => {
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

  it.each(['/admin/restaurants', '/admin/users', '/admin/beta', '/admin/audit'])(
    "sees 'Access Denied' at %s, too",
    async (path) => {
      const { token } = await newRestaurant(origin);
      const page = await visit(origin, { viewport: VIEWPORTS.laptop, token });
      const calls = callsOf(page);
      await page.goto(origin + path);
      await page.getByRole('heading', { level: 1, name: 'Access Denied', exact: true }).waitFor();
      expect(calls.list.filter((call) => call.includes('/api/admin/'))).toEqual([]);
    },
  );
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

  it.each(['light', 'dark'] as const)('are the beta applications and their dialog, %s', async (colorScheme) => {
    const base: Omit<ReviewedApplication, 'id' | 'status'> = {
      companyName: 'Z'.repeat(120),
      contactName: 'Ada Conti',
      email: `${'y'.repeat(60)}@example.com`,
      phone: '+39 055 123',
      restaurantType: 'Osteria',
      estimatedTables: '10–20',
      note: 'Call in May',
      createdAt: '2026-11-21T12:30:00.000Z',
      reviewedBy: 'admin@tavola.test',
      reviewedAt: '2026-11-21T12:30:00.000Z',
      version: 2,
    };
    const applications = (['new', 'accepted', 'declined'] as const).map((status, id) => ({ ...base, id, status }));
    const page = await openBeta('?status=all', {
      viewport,
      colorScheme,
      before: (context) => context.route(`**${BETA}?*`, (route) => route.fulfill({ json: { applications, next: 1 } })),
    });
    await page.getByRole('button', { name: 'Load more' }).waitFor();
    await expectAccessible(page);
    expect(await sideways(page)).toBe(0);
    await page.getByRole('button', { name: /^Review/ }).click();
    await dialogOf(page).waitFor();
    await expectAccessible(page);
  });

  it.each(['light', 'dark'] as const)(
    'are the audit log, a row menu and the question for a reason, %s',
    async (colorScheme) => {
      const page = await openAudit({
        viewport,
        colorScheme,
        before: async (context) => {
          await saysEntries(context);
          await answers({ tenants: [tenant(1)], users: [user(1)] })(context);
        },
      });
      await rowOf(page, 'Ristorante 4').waitFor();
      await expectAccessible(page);
      expect(await sideways(page)).toBe(0);
      await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('button', { name: 'More about Ristorante 1' }).click();
      await page.getByRole('menuitem', { name: 'Suspend' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('menuitem', { name: 'Suspend' }).click();
      await dialogOf(page).waitFor();
      await expectAccessible(page);
    },
  );

  it.each(['light', 'dark'] as const)("is 'Access Denied', %s", async (colorScheme) => {
    const token = await tokenOf(origin, 'owner');
    const page = await visit(`${origin}/admin`, { viewport, colorScheme, token });
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await expectAccessible(page);
  });
});
