import { randomUUID } from 'node:crypto';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Code } from '@tavola/contracts/qr.ts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { SCREENS, tokenOf } from './screens.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// Texts by restaurants and applicants are shown as plain text: they never become elements or run as script. Tested both with
// the Content-Security-Policy, which would also block them, and without.

const origin = inject('origin');
const visit = visitors();

/** Short enough for every field. */
const MARKUP = [
  `"><img class=in src onerror=hit()>`,
  `</script><script>hit()</script>`,
  `</title></textarea><b class=in>`,
  `<svg class=in onload=hit()>`,
  `{{hit()}}\${hit()}`,
  `'-hit()-'<!--<script>`,
];

/** A restaurant in which every text is `markup`, and every picture URL contains it. */
async function wicked(markup: string): Promise<Restaurant> {
  const picture = `${origin}/favicon.svg?${markup.replaceAll(' ', '/')}`;
  const owner = await newRestaurant(origin, markup, {
    description: markup,
    phone: markup,
    address: markup,
    logo: picture,
  });
  const category = await owner.addCategory(markup, { description: markup });
  const item = { name: markup, description: markup, categoryId: category.id, image: picture };
  const { id } = await owner.addItem({ ...item, isFeatured: true });
  await owner.addItem({ ...item, isPopular: true, isAvailable: false });
  const code = await owner.call<Code>('POST', '/api/qr-codes', { name: markup });
  await owner.call('PUT', '/api/qr-codes/style', { caption: markup });
  const visitSent = { tenantId: owner.tenantId, seconds: 30, source: code.id, seen: [id], opened: [id] };
  await owner.call('POST', '/api/public/visits', visitSent);
  return owner;
}

/** Expects that no text became an element or was run. */
async function expectOnlyText(page: Page): Promise<void> {
  expect(await page.locator('.in').count()).toBe(0);
  expect(await page.evaluate('window.hits ?? 0')).toBe(0);
}

const armed = {
  before: (context: { addInitScript(script: string): Promise<unknown> }) =>
    context.addInitScript('window.hit = () => { window.hits = (window.hits ?? 0) + 1; }'),
};

describe.each([
  ['with', false],
  ['without', true],
])('what tenants write, %s a policy', (_what, bypassCSP) => {
  it.each(MARKUP)('is text on every screen: %s [P2]', async (markup) => {
    const owner = await wicked(markup);
    const options = { bypassCSP, viewport: VIEWPORTS.laptop, ...armed };
    const menu = await visit(`${origin}/menu/${owner.slug}`, options);
    await menu.getByRole('heading', { level: 1, name: markup }).waitFor();
    await menu.locator('#root [data-rendered]').first().waitFor();
    await expectOnlyText(menu);
    expect(await menu.title()).toContain(markup);
    const schema = await menu.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(schema ?? '').name).toBe(markup);

    const desk = await visit(`${origin}/dashboard`, { ...options, token: owner.token });
    for (const { path, ready } of SCREENS.filter(({ viewer, name }) => viewer === 'owner' && name !== 'categories')) {
      await desk.goto(origin + path);
      await desk.getByText(ready).first().waitFor();
      await expectOnlyText(desk);
    }
    await desk.goto(`${origin}/dashboard/categories`);
    await desk.getByText(markup).first().waitFor();
    await expectOnlyText(desk);
    await desk.goto(`${origin}/dashboard/items`);
    const [item] = await owner.call<MenuItem[]>('GET', '/api/menu-items');
    await desk
      .getByRole('button', { name: `Edit ${item?.name}`, exact: true })
      .first()
      .click();
    await desk.getByRole('dialog').waitFor();
    await expectOnlyText(desk);
  });

  it.each(MARKUP)('is text to admins, from applicants too: %s', async (markup) => {
    const admin = (await tokenOf(origin, 'admin')) as string;
    const owner = await newRestaurant(origin, markup);
    await owner.call('POST', '/api/beta-signup', {
      companyName: markup,
      contactName: markup,
      email: `${randomUUID()}@example.com`,
      phone: markup,
      restaurantType: markup,
      estimatedTables: markup,
    });
    const status = await fetch(`${origin}/api/admin/tenants/${owner.tenantId}/status`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ isActive: false, reason: markup }),
    });
    expect(status.status).toBe(200);
    const page = await visit(`${origin}/admin`, { bypassCSP, viewport: VIEWPORTS.laptop, token: admin, ...armed });
    for (const path of ['/admin', '/admin/beta', '/admin/audit']) {
      await page.goto(origin + path);
      await page.getByText(markup).first().waitFor();
      await expectOnlyText(page);
    }
  });
});

describe('the policy', () => {
  it.each(SCREENS)('is kept by the screen $name', async ({ path, viewer, name }) => {
    const token = await tokenOf(origin, viewer);
    const page = await visit(origin + path, {
      token,
      viewport: VIEWPORTS.laptop,
      serviceWorkers: 'allow',
      expected: (url) => name.includes('not-found') && url.includes('/menu/'),
      before: (context) =>
        context.addInitScript(
          `window.violations = []; addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => violations.push(violatedDirective + ' ' + blockedURI));`,
        ),
    });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('violations')).toEqual([]);
  });
});
