import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { expectToast, failing, signedInOnce, tokenOfPage } from './owner.ts';
import { callsAs, newRestaurant, type Restaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full

// A kitchen's tablet, from its set-up to its end.

const origin = inject('origin');
const visit = visitors();
const PIN = '2580';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dish = (page: Page) => page.getByRole('button', { name: /^Carbonara/ }).last();

/** Makes another sign-in of the restaurant's owner this browser's, and the browser a kitchen tablet. */
async function setUp({ email, password }: Restaurant): Promise<Page> {
  const { token } = await callsAs(origin, null)<{ token: string }>('POST', '/api/auth/login', { email, password });
  const page = await visit(`${origin}/dashboard/kitchen`, {
    viewport: VIEWPORTS.phone,
    reducedMotion: 'reduce',
    before: signedInOnce(token),
    expected: failing('/api/', 401, 410),
  });
  await button(page, 'Set Up This Tablet').click();
  await page.getByLabel('Device name').fill('Pass');
  for (const label of ['PIN', 'PIN again']) await page.getByLabel(label, { exact: true }).fill(PIN);
  await button(page, 'Set Up').click();
  await expectToast(page, 'Tablet set up', 'From now on, its PIN opens the kitchen.');
  await button(page, 'Lock').waitFor();
  return page;
}

/** Taps the digits of a PIN, and Unlock. */
async function enter(page: Page, pin: string) {
  for (const digit of pin) await button(page, digit).click();
  await button(page, 'Unlock').click();
}

async function restaurantWithDish(): Promise<Restaurant> {
  const restaurant = await newRestaurant(origin, 'Osteria del Tablet');
  const { id } = await restaurant.addCategory('Primi');
  await restaurant.addItem({ name: 'Carbonara', categoryId: id, price: 9 });
  return restaurant;
}

describe("A kitchen's tablet", () => {
  it('is set up, locked, opened with its PIN, and signed out for good by five wrong ones', async () => {
    const restaurant = await restaurantWithDish();
    const page = await setUp(restaurant);
    await dish(page).click();
    await page
      .getByText(/^Out of Stock/)
      .first()
      .waitFor();

    await button(page, 'Lock').click();
    await page.getByLabel('PIN', { exact: true }).waitFor();
    expect(await tokenOfPage(page)).toBeNull();
    await page.goto(`${origin}/dashboard/items`);
    await page.waitForURL(`${origin}/dashboard/kitchen`);
    await enter(page, PIN);
    await dish(page).waitFor();

    await button(page, 'Lock').click();
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await enter(page, '9513');
      await page.getByText(`Wrong PIN. ${left} left.`).waitFor();
    }
    await enter(page, '9513');
    await page.getByText('This tablet was signed out').waitFor();
    expect(await restaurant.call('GET', '/api/team/devices')).toEqual([]);
    await button(page, 'Sign In').click();
    await page.waitForURL(/\/login\?next=/);
  });

  it('is refused within a second once an owner has ended it', async () => {
    const restaurant = await restaurantWithDish();
    const page = await setUp(restaurant);
    const token = await tokenOfPage(page);
    const [device] = await restaurant.call<{ id: string; name: string }[]>('GET', '/api/team/devices');
    expect(device?.name).toBe('Pass');
    await restaurant.call('DELETE', `/api/team/devices/${device?.id}`);
    const statusOf = async () =>
      (await fetch(`${origin}/api/menu-items`, { headers: { authorization: `Bearer ${token}` } })).status;
    await expect.poll(statusOf, { timeout: 1_000, interval: 50 }).toBe(401);
    await page.reload();
    await page.getByText('Locked because the last sign-in has ended.').waitFor();
    await enter(page, PIN);
    await page.getByText('This tablet was signed out').waitFor();
  });
});
