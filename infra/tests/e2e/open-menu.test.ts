import type { Dayparts } from '@tavola/contracts/dayparts.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { type Visit, visitors } from './visitors.ts';

// @module-tag full
// An open menu shows the owner's changes within a second, without a reload.

const origin = inject('origin');
const visit = visitors();
const WITHIN = { timeout: 1000 };

let restaurant: Restaurant;
let primi: Category;
let carbonara: MenuItem;
let tiramisu: MenuItem;

beforeEach(async () => {
  restaurant = await newRestaurant(origin, 'Trattoria Aperta', { description: 'Since 1987.', themeColor: '#8c2f2b' });
  primi = await restaurant.addCategory('Primi');
  const dolci = await restaurant.addCategory('Dolci');
  const description = 'Guanciale, yolk and pecorino, tossed at the very last moment. '.repeat(5);
  carbonara = await restaurant.addItem({ name: 'Carbonara', categoryId: primi.id, price: 9, description });
  for (let n = 1; n <= 12; n += 1) await restaurant.addItem({ name: `Dish ${n}`, categoryId: primi.id, price: 20 });
  tiramisu = await restaurant.addItem({ name: 'Tiramisù', categoryId: dolci.id, price: 8 });
});

/** The menu on a guest's phone, subscribed to changes. */
async function openMenu(options: Visit = {}): Promise<Page> {
  const streams: string[] = [];
  const page = await visit(`${origin}/menu/${restaurant.slug}`, {
    ...options,
    before: async (context) => {
      context.on('response', (response) => response.url().includes('/events?') && streams.push(response.url()));
      await options.before?.(context);
    },
  });
  await page.getByText('Ready to Order?').waitFor();
  await expect.poll(() => streams.length, { timeout: 5000 }).toBe(1);
  await page.evaluate('window.isTheSamePage = true');
  return page;
}

const change = (item: MenuItem, rest: Partial<MenuItem>) => restaurant.call('PUT', `/api/menu-items/${item.id}`, rest);
const card = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
const said = (page: Page) => page.locator('[aria-live="polite"]').innerText();
const isSamePage = (page: Page) => page.evaluate('window.isTheSamePage === true');
/** Opacity of the mark on an item's row, 0 to 1. */
const mark = (page: Page, name: string): Promise<number> =>
  card(page, name).evaluate((row) => Number(row.ownerDocument.defaultView.getComputedStyle(row, '::before').opacity));
const top = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? Number.NaN);

describe('an open menu', () => {
  it("shows the owner's change within a second, on every phone, marked for a moment, and said to who listens", async () => {
    const [one, another] = [await openMenu(), await openMenu({ colorScheme: 'dark' })];
    await change(carbonara, { price: 9.5 });
    await Promise.all(
      [one, another].map((page) => card(page, 'Carbonara').getByText('$9.50', { exact: true }).waitFor(WITHIN)),
    );
    await expect.poll(() => mark(one, 'Carbonara'), WITHIN).toBeGreaterThan(0.1);
    await expect.poll(() => said(one), WITHIN).toBe('Carbonara is now $9.50.');
    expect(await mark(one, 'Dish 1')).toBe(0);
    expect(await isSamePage(one)).toBe(true);
    await expect.poll(() => mark(one, 'Carbonara'), { timeout: 6000 }).toBe(0);
    expect(await one.getByText('$9.00').count()).toBe(0);
    await expect.poll(() => said(one), { timeout: 8000 }).toBe('');
  });

  it('shows what else changes too: name, themeColor, categories and their order [S2.75]', async () => {
    const page = await openMenu();
    await restaurant.call('PUT', '/api/tenant', { name: 'Trattoria Nuova', themeColor: '#1d4e89' });
    await page.getByRole('heading', { level: 1, name: 'Trattoria Nuova' }).waitFor(WITHIN);
    const header = page.getByRole('banner');
    await expect
      .poll(() => header.evaluate((one) => one.ownerDocument.defaultView.getComputedStyle(one).backgroundColor))
      .toBe('rgb(29, 78, 137)');
    await restaurant.addCategory('Vini');
    await page.getByRole('tab', { name: 'Vini' }).waitFor(WITHIN);
    await restaurant.call('PUT', `/api/categories/${primi.id}`, { isActive: false });
    await expect.poll(() => page.getByRole('tab').allInnerTexts(), WITHIN).toEqual(['All Items', 'Dolci', 'Vini']);
    expect(await isSamePage(page)).toBe(true);
  });

  it('moves nothing that is being read, and keeps focus and open descriptions', async () => {
    const page = await openMenu();
    const more = card(page, 'Carbonara').getByRole('button', { name: /more about Carbonara/ });
    await more.click();
    await card(page, 'Carbonara').getByRole('button', { expanded: true }).focus();
    await page.evaluate("document.querySelectorAll('li[id^=item-]')[6].scrollIntoView({ block: 'center' })");
    const before = await top(card(page, 'Dish 6'));
    // The new item comes first on the page, once it is moved there.
    const added = await restaurant.addItem({ name: 'Prima di tutto', categoryId: primi.id, price: 3 });
    await card(page, 'Prima di tutto').waitFor({ ...WITHIN, state: 'attached' });
    const ids = (await restaurant.call<MenuItem[]>('GET', '/api/menu-items'))
      .filter((item) => item.categoryId === primi.id && item.id !== added.id)
      .map(({ id }) => id);
    await restaurant.call('PUT', '/api/menu-items/order', { ids: [added.id, ...ids] });
    await expect
      .poll(() => page.getByRole('heading', { level: 3 }).first().innerText(), { timeout: 2000 })
      .toBe('Prima di tutto');
    expect(Math.abs((await top(card(page, 'Dish 6'))) - before)).toBeLessThanOrEqual(1);
    const isOpen = card(page, 'Carbonara').getByRole('button', { expanded: true });
    expect(await isOpen.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  });

  it('offers the rest of a description as long as there is some', async () => {
    const page = await openMenu();
    const more = card(page, 'Carbonara').getByRole('button', { name: /more about Carbonara/ });
    await more.waitFor();
    // As high as before: two lines.
    await change(carbonara, { description: 'Guanciale, yolk and pecorino, tossed at the last moment.' });
    await card(page, 'Carbonara').getByText('at the last moment.').waitFor(WITHIN);
    await expect.poll(() => more.count()).toBe(0);
  });

  it('moves nothing that is being read when a daypart begins', async () => {
    const now = new Date();
    const begins = now.getUTCHours() * 60 + now.getUTCMinutes() + 3;
    const weekly = Array(7).fill([[begins % 1440, (begins % 1440) + 60]]);
    const late = { name: 'Late', weekly, special: [], isActive: true };
    const { dayparts } = await restaurant.call<Dayparts>('PUT', '/api/dayparts', { dayparts: [late] });
    await restaurant.call('PUT', `/api/categories/${primi.id}`, { dayparts: dayparts.map(({ id }) => id) });
    for (let n = 1; n <= 12; n += 1) await restaurant.addItem({ name: `Dolce ${n}`, categoryId: tiramisu.categoryId });
    const page = await openMenu({ before: (context) => context.clock.install({ time: now }) });
    await page.getByText('Late · from').waitFor({ state: 'attached' });
    await card(page, 'Dolce 6').evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const before = await top(card(page, 'Dolce 6'));
    await page.clock.fastForward(4 * 60_000);
    await page.getByText('Late · until').waitFor({ state: 'attached' });
    expect(Math.abs((await top(card(page, 'Dolce 6'))) - before)).toBeLessThanOrEqual(1);
  });

  it('does not lose the focus with what had it', async () => {
    const page = await openMenu();
    const tab = page.getByRole('tab', { name: 'Dolci' });
    await tab.click();
    await restaurant.call('DELETE', `/api/categories/${tiramisu.categoryId}`);
    await tab.waitFor({ ...WITHIN, state: 'detached' });
    const all = page.getByRole('tab', { name: 'All Items', selected: true });
    expect(await all.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  });

  it('marks without motion where motion is not wanted', async () => {
    const page = await openMenu({ reducedMotion: 'reduce' });
    await change(tiramisu, { price: 8.5 });
    await card(page, 'Tiramisù').getByText('$8.50', { exact: true }).waitFor(WITHIN);
    await expect.poll(() => mark(page, 'Tiramisù'), WITHIN).toBe(0.12);
    await expect.poll(() => mark(page, 'Tiramisù'), { timeout: 6000, interval: 20 }).toBe(0);
  });
});
