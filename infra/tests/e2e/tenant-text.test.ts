import { randomUUID } from 'node:crypto';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Code } from '@tavola/contracts/qr.ts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { complaintsOf, sharedBrowser, VIEWPORTS } from './browser.ts';
import { callsAs, newRestaurant, type Restaurant } from './restaurant.ts';
import { SCREENS, tokenOf } from './screens.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// Texts by restaurants and applicants are shown as plain text: they never become elements or run as script. Tested without the
// Content-Security-Policy, which would also block them.

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
] as const;

/** Breaks out of an attribute, the most common context. */
const [FIRST] = MARKUP;

/** A picture URL that contains `markup`, at another site. */
const pictureOf = (markup: string) => `https://pictures.example/one.svg?${markup.replaceAll(' ', '/')}`;

/** A restaurant in which every text is `markup`, and every picture URL contains it. */
async function wicked(markup: string): Promise<Restaurant> {
  const owner = await newRestaurant(origin, markup, {
    description: markup,
    phone: markup,
    address: markup,
    logo: pictureOf(markup),
    languages: { base: 'en', others: ['fr'] },
  });
  await addMenu(owner, markup);
  return owner;
}

/** Adds a category with a featured and a sold out item to a menu; every text of them is `markup`. */
async function addMenu(owner: Restaurant, markup: string): Promise<MenuItem> {
  const { id: categoryId } = await owner.addCategory(markup, { description: markup });
  const item = { name: markup, description: markup, categoryId, image: pictureOf(markup) };
  await owner.addItem({ ...item, isPopular: true, isAvailable: false });
  return owner.addItem({ ...item, isFeatured: true });
}

/** Expects that no text became an element or was run. */
async function expectOnlyText(page: Page): Promise<void> {
  expect(await page.locator('.in').count()).toBe(0);
  expect(await page.evaluate('window.hits ?? 0')).toBe(0);
}

/** Opens a page without a policy, in which texts that are run are counted. */
const openArmed = (path: string, token?: string) =>
  visit(origin + path, {
    bypassCSP: true,
    viewport: VIEWPORTS.laptop,
    ...(token && { token }),
    async before(context) {
      await context.addInitScript('window.hit = () => { window.hits = (window.hits ?? 0) + 1; }');
      const picture = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
      await context.route('https://pictures.example/**', (route) => route.fulfill(picture));
    },
  });

describe('what tenants write', () => {
  it.each(MARKUP)('is text to diners: %s [P2]', async (markup) => {
    const { slug } = await wicked(markup);
    const menu = await openArmed(`/menu/${slug}`);
    await menu.getByRole('heading', { level: 1, name: markup }).waitFor();
    await menu.locator('#root [data-rendered]').first().waitFor();
    await expectOnlyText(menu);
    expect(await menu.title()).toContain(markup);
    const schema = await menu.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(schema ?? '').name).toBe(markup);
  });

  it('is text on every screen of owners', async () => {
    const owner = await wicked(FIRST);
    for (const markup of MARKUP) {
      const { id } = await addMenu(owner, markup);
      const code = await owner.call<Code>('POST', '/api/qr-codes', { name: markup });
      const visitSent = { tenantId: owner.tenantId, seconds: 30, source: code.id, seen: [id], opened: [id] };
      await owner.call('POST', '/api/public/visits', visitSent);
    }
    await owner.call('PUT', '/api/qr-codes/style', { caption: FIRST });

    const desk = await openArmed('/dashboard', owner.token);
    for (const { path, ready, name } of SCREENS.filter(({ viewer }) => viewer === 'owner')) {
      await desk.goto(origin + path);
      await desk
        .getByText(name === 'categories' ? FIRST : ready)
        .first()
        .waitFor();
      await expectOnlyText(desk);
    }
    await desk.goto(`${origin}/dashboard/items`);
    await desk
      .getByRole('button', { name: `Edit ${FIRST}`, exact: true })
      .first()
      .click();
    await desk.getByRole('dialog').waitFor();
    await expectOnlyText(desk);
  });

  it('is text to admins, from applicants too', async () => {
    const admin = (await tokenOf(origin, 'admin')) as string;
    const callAdmin = callsAs(origin, admin);
    const owner = await newRestaurant(origin, FIRST);
    for (const [at, markup] of MARKUP.entries()) {
      await owner.call('POST', '/api/beta-signup', {
        companyName: markup,
        contactName: markup,
        email: `${randomUUID()}@example.com`,
        phone: markup,
        restaurantType: markup,
        estimatedTables: markup,
      });
      await callAdmin('PUT', `/api/admin/tenants/${owner.tenantId}/status`, { isActive: at % 2 === 1, reason: markup });
    }
    const page = await openArmed('/admin', admin);
    for (const [path, markups] of [
      ['/admin', [FIRST]],
      ['/admin/beta', MARKUP],
      ['/admin/audit', MARKUP],
    ] as const) {
      await page.goto(origin + path);
      for (const markup of markups) await page.getByText(markup).first().waitFor();
      await expectOnlyText(page);
    }
  });
});

it('what the policy forbids fails every test in the browser', async () => {
  const context = await (await sharedBrowser()).newContext();
  try {
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await page.evaluate('document.head.append(Object.assign(document.createElement("script"), { text: "hit()" }))');
    await expect.poll(() => complaints.list).toEqual([expect.stringContaining('Content Security Policy')]);
  } finally {
    await context.close();
  }
});
