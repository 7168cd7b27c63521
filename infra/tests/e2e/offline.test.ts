import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type FaultProxy, NONE, openFaultProxy, REFUSED } from '../harness/fault-proxy.ts';
import { expectAccessible } from './accessible.ts';
import { sharedBrowser, VIEWPORTS } from './browser.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { tokenOf } from './screens.ts';

// @module-tag full
// A menu that was read before is available offline, and shows its time.

const origin = inject('origin');
const MINUTE_MS = 60_000;
const OFFLINE = /^Offline\. This is the menu as of \d{1,2}:\d\d\s[AP]M\./;

let browser: Browser;
let context: BrowserContext;
/** The network to the site, which can be cut. */
let network: FaultProxy;
let restaurant: Restaurant;
let carbonara: MenuItem;

beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  network = await openFaultProxy(origin);
  context = await browser.newContext({ viewport: VIEWPORTS.phone });
  context.setDefaultTimeout(10_000);
  restaurant = await newRestaurant(origin, 'Osteria in Cantina');
  const { id } = await restaurant.addCategory('Primi');
  carbonara = await restaurant.addItem({ name: 'Carbonara', categoryId: id, price: 9 });
});
afterEach(async () => {
  await context.close();
  await network.close();
});

const menuUrl = ({ slug }: Pick<Restaurant, 'slug'> = restaurant) => `${network.url}/menu/${slug}`;
const line = (page: Page) => page.getByRole('status');
const price = (page: Page, text: string) => page.getByText(text, { exact: true });

/** A visit that ends once the menu is stored offline. */
async function read(url = menuUrl()): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByText('Ready to Order?').waitFor();
  await expect.poll(() => kept(page), { timeout: 10_000 }).toContain(`${new URL(url).pathname}`);
  // The list is written last.
  await expect.poll(() => list(page), { timeout: 10_000 }).toContain(new URL(url).pathname.slice('/menu/'.length));
  return page;
}

/** The paths of everything that the browser stores for the site. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const paths = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
    return paths;
  })()`);
const list = (page: Page): Promise<string[]> =>
  page.evaluate(`caches.match('/menu/.kept').then(async (list) => (await list?.json() ?? []).map((one) => one.slug))`);

/** The stored data of the restaurant's menu, as text. */
const keptMenu = (page: Page): Promise<string> =>
  page.evaluate(`caches.match('/api/public/menu/${restaurant.slug}').then((menu) => menu?.text() ?? '')`);

describe('a menu that was read once', () => {
  it('is there again without a network, with its letters, and says of which time it is', async () => {
    await (await read()).close();
    network.set(REFUSED);
    const page = await context.newPage();
    await page.goto(menuUrl());
    await price(page, '$9.00').waitFor();
    await line(page).getByText(OFFLINE).waitFor();
    await expect
      .poll(() => page.evaluate("[...document.fonts].filter((one) => one.status === 'loaded').length"))
      .toBeGreaterThanOrEqual(2);
    expect(await page.evaluate("document.documentElement.dataset.keptAt ?? ''")).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    await expectAccessible(page);

    await restaurant.call('PUT', `/api/menu-items/${carbonara.id}`, { price: 9.5 });
    network.set(NONE);
    await price(page, '$9.50').waitFor({ timeout: 15_000 });
    await expect.poll(() => line(page).innerText()).toBe('');
  });

  it('is there as it was pushed last, not as it was opened', async () => {
    const page = await read();
    await restaurant.call('PUT', `/api/menu-items/${carbonara.id}`, { price: 11.5 });
    await price(page, '$11.50').waitFor();
    await expect.poll(() => keptMenu(page)).toContain('11.5');
    network.set(REFUSED);
    await page.reload();
    await price(page, '$11.50').waitFor();
    await line(page).getByText(OFFLINE).waitFor();
  });

  it('is of the time at which it was read after "back", too, where the browser has the page in its own cache', async () => {
    const page = await read();
    await page.goto(`${network.url}/launch`);
    const keptAt = await page.evaluate<string>(
      `caches.match('/menu/${restaurant.slug}').then((copy) => copy.headers.get('x-kept-at'))`,
    );
    network.set(REFUSED);
    await page.goBack();
    await line(page).getByText(OFFLINE).waitFor();
    expect(await page.evaluate('document.documentElement.dataset.keptAt')).toBe(keptAt);
  });
});

describe('an open menu whose connection goes', () => {
  it("says so, still turns at its times by the server's clock though the phone's is wrong, and stops saying so when it is back", async () => {
    await context.clock.install({ time: Date.now() + 10 * MINUTE_MS });
    const soldOutUntil = new Date(Date.now() + 5 * MINUTE_MS).toISOString();
    const changes = [{ item: carbonara.id, isAvailable: false, soldOutUntil }];
    await restaurant.call('PUT', '/api/availability', { changes });
    const page = await read();
    const soldOut = page.getByText('Out of Stock', { exact: true });
    await soldOut.waitFor();
    expect(await line(page).innerText()).toBe('');
    network.set(REFUSED);
    await line(page).getByText(OFFLINE).waitFor({ timeout: 10_000 });
    await price(page, '$9.00').waitFor();
    await page.clock.fastForward(3 * MINUTE_MS);
    expect(await soldOut.count()).toBe(1);
    await page.clock.fastForward(2 * MINUTE_MS);
    await soldOut.waitFor({ state: 'detached', timeout: 1000 });
    await restaurant.call('PUT', `/api/menu-items/${carbonara.id}`, { price: 10.25 });
    network.set(NONE);
    await price(page, '$10.25').waitFor({ timeout: 15_000 });
    await expect.poll(() => line(page).innerText()).toBe('');
  });
});

describe('the kitchen', () => {
  it('opens on a phone that has used it, without a network, and sends what was tapped once there is one', async () => {
    await context.addInitScript(`localStorage.setItem('token', '${restaurant.token}')`);
    const url = `${network.url}/dashboard/kitchen`;
    const before = await context.newPage();
    await before.goto(url);
    const dish = (page: Page) => page.getByRole('button', { name: /^Carbonara/ }).last();
    await dish(before).waitFor();
    await expect.poll(() => kept(before), { timeout: 10_000 }).toContain('/dashboard');
    await before.close();
    network.set(REFUSED);

    const page = await context.newPage();
    await page.goto(url);
    await page.getByText(/^These are your dishes as of \d{1,2}:\d\d [AP]M\./).waitFor();
    await dish(page).click();
    await dish(page).getByText('Not sent yet').waitFor();
    await expectAccessible(page);

    network.set(NONE);
    const isAvailable = async () => (await restaurant.call<MenuItem[]>('GET', '/api/menu-items'))[0]?.isAvailable;
    await expect.poll(isAvailable, { timeout: 15_000 }).toBe(false);
    await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached', timeout: 15_000 });
    // The server may know before the phone has its answer.
    await dish(page).getByText('Not sent yet').waitFor({ state: 'detached' });
  });
});

describe('the device', () => {
  it('keeps menus, the dashboard’s code, their files, and nothing that is private', async () => {
    const page = await read();
    await page.evaluate(`localStorage.setItem('token', '${await tokenOf(origin, 'owner')}')`);
    await page.goto(`${network.url}/dashboard/items`);
    await page.getByText('Add Item').first().waitFor();
    await expect.poll(() => kept(page), { timeout: 10_000 }).toContain('/dashboard');
    // The next start is from there.
    const again = await page.reload();
    expect(again?.fromServiceWorker()).toBe(true);
    await page.getByText('Add Item').first().waitFor();
    await page.goto(menuUrl());
    await page.getByText('Ready to Order?').waitFor();
    await page.evaluate("fetch('/api/tenant', { headers: { authorization: 'Bearer ' + localStorage.token } })");
    await page.evaluate("fetch('/api/health')");
    await page.waitForTimeout(500);
    const others = (await kept(page)).filter((path) => !/^\/(assets|icons)\//.test(path));
    const { slug } = restaurant;
    expect(others.toSorted()).toEqual([`/api/public/menu/${slug}`, '/dashboard', '/menu/.kept', `/menu/${slug}`]);
    const files = (await kept(page)).filter((path) => /^\/assets\//.test(path));
    expect(files.length).toBeLessThan(20);
  });
});
