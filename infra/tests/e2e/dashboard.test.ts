import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, answer, dialogOf, expectFocus, failing, hold, LOOKS, overflow, signedInOnce } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// The frame around a restaurant's screens, Overview, and Analytics.

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

const CARDS = [
  ['Total Menu Views', '+12% from last month'],
  ['Active Menu Items', '+3 new items'],
  ['QR Scans Today', '+8% from yesterday'],
  ['Avg. View Time', '+15% engagement'],
] as const;

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });
const current = (page: Page) => navigation(page).locator('[aria-current=page]').allInnerTexts();
const figures = (page: Page) => page.getByRole('region', { name: 'Figures' });

describe('The dashboard shell', () => {
  it("the header has the product name, which leads to /, and the user's initial and name [S2.45]", async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/settings', token);
    const header = page.getByRole('banner');
    expect((await header.getByRole('button', { name: 'Rosa Prova' }).innerText()).split('\n')).toEqual([
      'R',
      'Rosa Prova',
    ]);
    await header.getByRole('link', { name: 'Tavola' }).click();
    await page.waitForURL(`${origin}/`);
    await figures(page).getByText('Total Menu Views').waitFor();
  });

  it('the side navigation has Overview, Menu Items, Categories, QR Codes, Analytics, Settings and a Logout button; the current entry is highlighted [S2.46 S2.47 S9.9]', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/dashboard', token);
    await navigation(page).waitFor();
    expect(await navigation(page).getByRole('link').allInnerTexts()).toEqual(ENTRIES.map(([label]) => label));
    await navigation(page).getByRole('button', { name: 'Logout' }).waitFor();
    for (const [label, path] of ENTRIES) {
      await navigation(page).getByRole('link', { name: label }).click();
      await page.waitForURL(origin + path);
      const heading = page.getByRole('heading', { level: 1, name: label });
      await heading.waitFor();
      if (label !== 'Overview') await expectFocus(heading);
      expect(await current(page)).toEqual([label]);
      expect(await page.title()).toContain(label);
    }
  });

  it('/ is Overview for who is signed in, and highlights it [S2.47]', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/', token);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await current(page)).toEqual(['Overview']);
  });

  it('on a phone the same six entries and Logout are in the bottom bar and behind More [S2.46]', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/dashboard', token, { viewport: VIEWPORTS.phone });
    await navigation(page).waitFor();
    const inBar = await navigation(page).getByRole('link').all();
    const names = await Promise.all(inBar.map((link) => link.getAttribute('aria-label')));
    const more = page.getByRole('button', { name: 'More' });
    await more.click();
    const behind = await dialogOf(page).getByRole('link').allInnerTexts();
    expect([...names, ...behind]).toEqual(ENTRIES.map(([label]) => label));
    await dialogOf(page).getByRole('button', { name: 'Logout' }).waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(more);
    await more.click();
    await dialogOf(page).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(await current(page)).toEqual(['More']);
    expect(await dialogOf(page).count()).toBe(0);
  });

  it('light and dark follow the device unless the user chooses, and the choice is kept', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/dashboard/analytics', token, { colorScheme: 'light' });
    const isDark = () =>
      page.evaluate<boolean>("matchMedia && getComputedStyle(document.documentElement).colorScheme === 'dark'");
    await page.getByRole('button', { name: 'Rosa Prova' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(isDark).toBe(true);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
    expect(await isDark()).toBe(true);
  });
});

describe('Overview', () => {
  it('shows 4 skeleton cards while it loads [S2.49 S9.8]', async () => {
    const { token } = await newRestaurant(origin);
    let release = () => {};
    const page = await open('/dashboard', token, {
      before: async (context) => {
        release = await hold(context, 'GET /api/dashboard/stats');
      },
    });
    await page.getByText('Loading figures…').waitFor({ state: 'attached' });
    expect(await page.locator('[data-skeleton-card]').count()).toBe(4);
    release();
    await figures(page).getByText('Total Menu Views').waitFor();
    expect(await page.locator('[data-skeleton-card]').count()).toBe(0);
  });

  it("has the cards Total Menu Views '+12% from last month', Active Menu Items '+3 new items', QR Scans Today '+8% from yesterday' and Avg. View Time '+15% engagement', each change line marked as an example [S2.48 S2.50 S2.51]", {
    tags: 'core',
  }, async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/dashboard', token, {
      before: (context) =>
        answer(context, 'GET /api/dashboard/stats', 200, {
          totalViews: 12_345,
          totalItems: 17,
          totalScans: 8,
          avgViewTime: '2m 30s',
          changes: { totalViews: null, totalItems: null, totalScans: null, avgViewTime: null },
        }),
    });
    await figures(page).getByText('Total Menu Views').waitFor();
    const cards = await figures(page).getByRole('listitem').all();
    const texts = await Promise.all(cards.map(async (card) => (await card.innerText()).split('\n').filter(Boolean)));
    const values = ['12,345', '17', '8', '2m 30s'];
    expect(texts).toEqual(CARDS.map(([title, change], index) => [title, values[index], change, 'Example']));
  });

  it('the figures are those of the restaurant [S2.50]', async () => {
    const owner = await newRestaurant(origin);
    const primi = await owner.addCategory('Primi');
    await owner.addItem({ name: 'Gnocchi', categoryId: primi.id });
    const page = await open('/dashboard', owner.token);
    const card = figures(page).getByRole('listitem').filter({ hasText: 'Active Menu Items' });
    await card.getByText('1', { exact: true }).waitFor();
  });

  it('figures that could not be loaded are asked for again, and the rest of the screen is there', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/dashboard', token, {
      before: (context) => answer(context, 'GET /api/dashboard/stats', 503),
      expected: failing('/api/dashboard/stats', 503),
    });
    await page.getByRole('alert').getByText("Couldn't load your stats").waitFor();
    await page.getByText('Nothing on the menu yet').waitFor();
    await page.context().unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await figures(page).getByText('Total Menu Views').waitFor();
  });

  it('has the menu items table under the cards [S2.48]', async () => {
    const owner = await newRestaurant(origin);
    const primi = await owner.addCategory('Primi');
    await owner.addItem({ name: 'Gnocchi', categoryId: primi.id, price: 11 });
    const page = await open('/dashboard', owner.token);
    const table = page.getByRole('region', { name: 'Menu Items' }).getByRole('table');
    await table.getByText('$11.00').waitFor();
    const [below, above] = await Promise.all([table.boundingBox(), figures(page).boundingBox()]);
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    await page.getByRole('button', { name: 'Add Item' }).click();
    await dialogOf(page).getByRole('heading', { name: 'Add Item' }).waitFor();
  });

  it('first steps lead a new restaurant on, follow what it did, and can be dismissed', { tags: 'core' }, async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/dashboard', owner.token, { before: signedInOnce(owner.token) });
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 5 done.').waitFor();
    await steps.getByRole('link', { name: 'Add a category' }).click();
    await dialogOf(page).getByLabel('Name').fill('Primi');
    await dialogOf(page).getByRole('button', { name: 'Add Category' }).click();
    await page.getByRole('heading', { name: 'Primi' }).waitFor();
    await page.getByRole('link', { name: 'QR Codes' }).click();
    await page.getByRole('button', { name: 'Generate QR Code' }).click();
    await page.getByRole('img', { name: 'QR code of your menu' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Overview' }).click();
    await steps.getByText('2 of 5 done.').waitFor();
    await steps.getByRole('link', { name: 'Add a category (done)' }).waitFor();
    await steps.getByRole('link', { name: 'Get your QR code (done)' }).waitFor();
    await steps.getByRole('link', { name: 'Add an item' }).click();
    await dialogOf(page).getByRole('heading', { name: 'Add Item' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Overview' }).click();
    await steps.getByRole('button', { name: 'Dismiss first steps' }).click();
    await steps.waitFor({ state: 'hidden' });
    await expectFocus(page.getByRole('heading', { level: 1 }));
    await page.reload();
    await figures(page).getByText('Total Menu Views').waitFor();
    expect(await steps.count()).toBe(0);
  });
});

describe('Analytics', () => {
  it("has the placeholders 'Popular Items' and 'View Analytics', both 'Coming soon...' [S2.62]", async () => {
    const { token } = await newRestaurant(origin);
    const page = await open('/dashboard/analytics', token);
    await page.getByRole('heading', { name: 'Popular Items', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'View Analytics', exact: true }).waitFor();
    expect(await page.getByText('Coming soon...', { exact: true }).count()).toBe(2);
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
  it.each(LOOKS)('axe finds nothing on any of its screens: $device, $colorScheme', async (look) => {
    const owner = await newRestaurant(origin);
    const primi = await owner.addCategory('Primi', { description: 'Made this morning' });
    const dolci = await owner.addCategory('Dolci', { isActive: false });
    await owner.addItem({ name: 'Gnocchi', categoryId: primi.id, isPopular: true, isFeatured: true });
    await owner.addItem({ name: 'Tiramisù', categoryId: dolci.id, isAvailable: false, description: 'With coffee' });
    const page = await open('/dashboard', owner.token, look);
    for (const [label, path] of ENTRIES) {
      if (path !== '/dashboard') await page.goto(origin + path);
      await page.getByRole('heading', { level: 1, name: label }).waitFor();
      await page.waitForLoadState('networkidle');
      await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);
      expect(await overflow(page), path).toBe(0);
      await expectAccessible(page);
    }
  });

  it('axe finds nothing while Overview loads, nor in the menus', async () => {
    const { token } = await newRestaurant(origin);
    const releases: (() => void)[] = [];
    const page = await open('/dashboard', token, {
      viewport: VIEWPORTS.phone,
      before: async (context) => {
        releases.push(await hold(context, 'GET /api/dashboard/stats'), await hold(context, 'GET /api/menu-items'));
      },
    });
    await page.getByText('Loading figures…').waitFor({ state: 'attached' });
    await expectAccessible(page);
    for (const release of releases) release();
    await page.getByRole('button', { name: 'Rosa Prova' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More' }).click();
    await expectAccessible(page);
  });
});
