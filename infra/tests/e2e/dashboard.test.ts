import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, dialogOf, expectFocus, hold } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// The frame around a restaurant's screens, and the kitchen.

const origin = inject('origin');
const visit = visitors();
const open = (path: string, token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(origin + path, { ...AT_DESK, token, ...options });

const ENTRIES = [
  ['Overview', '/dashboard'],
  ['Menu Items', '/dashboard/items'],
  ['Categories', '/dashboard/categories'],
  ['QR Codes', '/dashboard/qr'],
  ['Analytics', '/dashboard/analytics'],
  ['Settings', '/settings'],
] as const;

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });
const current = (page: Page) => navigation(page).locator('[aria-current=page]').allInnerTexts();

describe('The dashboard shell', () => {
  it('on a phone the same six entries, Kitchen and Logout are in the bottom bar and behind More [S2.46]', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/dashboard', token, { viewport: VIEWPORTS.phone });
    await navigation(page).waitFor();
    const inBar = await navigation(page).getByRole('link').all();
    const names = await Promise.all(inBar.map((link) => link.getAttribute('aria-label')));
    const more = page.getByRole('button', { name: 'More' });
    await more.click();
    const behind = await dialogOf(page).getByRole('link').allInnerTexts();
    expect(behind[0]).toBe('Kitchen');
    expect([...names, ...behind.slice(1)]).toEqual(ENTRIES.map(([label]) => label));
    await dialogOf(page).getByRole('button', { name: 'Logout' }).waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(more);
    await more.click();
    await dialogOf(page).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(await current(page)).toEqual(['More']);
    expect(await dialogOf(page).count()).toBe(0);
  });
});

describe('Kitchen', () => {
  it('keeps a dish under the finger that is tapped, at the top of the page and further down', async () => {
    const { token, addCategory, addItem } = await newRestaurant(origin);
    const { id: categoryId } = await addCategory('Primi');
    for (const letter of 'ABCDEFGHIJKLMNOPQRST') await addItem({ name: `Dish ${letter}`, categoryId });
    const page = await open('/dashboard/kitchen', token, { viewport: VIEWPORTS.phone, hasTouch: true });
    const out = (count: number) => page.getByRole('heading', { name: `Out of Stock ${count}` });
    for (const [name, top] of [
      ['Dish B', 0],
      ['Dish L', 600],
    ] as const) {
      const dish = page
        .getByRole('region', { name: 'All dishes' })
        .getByRole('button', { name: new RegExp(`^${name}`) });
      const place = async () => Math.round((await dish.boundingBox())?.y ?? 0);
      await dish.waitFor();
      await page.evaluate(`window.scrollTo(0, ${top})`);
      const before = await place();
      for (const count of [1, 0]) {
        await dish.tap();
        await out(1).waitFor({ state: count ? 'visible' : 'hidden' });
        // The browser scrolls by whole pixels.
        expect(Math.abs((await place()) - before), `${name}, ${count}`).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('Tooltips', () => {
  it('open after 700 ms, and the next within 300 ms at once [S9.19]', async () => {
    const owner = await newRestaurant(origin);
    const primi = await owner.addCategory('Primi');
    await owner.addItem({ name: 'Gnocchi', categoryId: primi.id });
    const page = await open('/dashboard/items', owner.token, { before: (context) => context.clock.install() });
    const [edit, remove] = [
      page.getByRole('button', { name: 'Edit Gnocchi' }),
      page.getByRole('button', { name: 'Delete Gnocchi' }),
    ];
    const tooltip = (name: string) => page.getByRole('tooltip', { name });
    await edit.waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);

    await edit.hover();
    await page.clock.runFor(650);
    expect(await tooltip('Edit Gnocchi').count()).toBe(0);
    await page.clock.runFor(100);
    await tooltip('Edit Gnocchi').waitFor({ state: 'attached' });
    // Moving from one to the next needs no delay.
    const next = await remove.boundingBox();
    await page.mouse.move((next?.x ?? 0) + 30, (next?.y ?? 0) + 22, { steps: 12 });
    await page.clock.runFor(20);
    await tooltip('Delete Gnocchi').waitFor({ state: 'attached' });
    // After more than 300 ms away, the delay applies again.
    await page.mouse.move(5, 5, { steps: 12 });
    await page.clock.runFor(350);
    await tooltip('Delete Gnocchi').waitFor({ state: 'detached' });
    await edit.hover();
    await page.clock.runFor(650);
    expect(await tooltip('Edit Gnocchi').count()).toBe(0);
  });
});

describe('The dashboard, accessible', () => {
  it('axe finds nothing while Overview loads', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/dashboard', token, {
      viewport: VIEWPORTS.phone,
      before: async (context) => {
        await hold(context, 'GET /api/dashboard/stats');
        await hold(context, 'GET /api/menu-items');
      },
    });
    await page.getByText('Loading stats…').waitFor({ state: 'attached' });
    await expectAccessible(page);
  });
});
