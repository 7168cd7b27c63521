import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { AT_DESK, callsOf, dialogOf, expectToast } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// A request sent twice, because its response was lost, has one effect. That other forms send one key: their component tests.

const origin = inject('origin');
const visit = visitors();

/** Lets the server process the next such call, but withholds the response from the page. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  let isLost = false;
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback();
      isLost = true;
      await route.fetch();
      // Like leaving the page: not a failure in itself.
      await route.abort('aborted');
    },
  );
}

it('a dish whose answer was lost is there once when it is saved again', async () => {
  const owner = await newRestaurant(origin);
  await owner.addCategory('Primi');
  const page = await visit(`${origin}/dashboard/items`, { ...AT_DESK, token: owner.token });
  const calls = callsOf(page);
  const names = async () => (await owner.call<MenuItem[]>('GET', '/api/menu-items')).map(({ name }) => name);
  await page.getByRole('button', { name: 'Add Item', exact: true }).click();
  const form = dialogOf(page);
  await form.getByLabel('Name').fill('Ragù');
  await form.getByLabel('Price').fill('12');
  await loseAnswer(page, '/api/menu-items');
  await form.getByRole('button', { name: 'Add Item' }).click();
  await expectToast(page, 'Add failed', 'Failed to add menu item. Please try again.');
  expect(await names()).toEqual(['Ragù']);
  await form.getByRole('button', { name: 'Add Item' }).click();
  await expectToast(page, 'Item added', 'Menu item has been added successfully.');
  expect(calls.count('POST /api/menu-items')).toBe(2);
  expect(await names()).toEqual(['Ragù']);
  await expect.poll(() => page.getByText('Ragù', { exact: true }).count()).toBe(1);
});
