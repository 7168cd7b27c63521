import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { CodeList } from '@tavola/contracts/qr.ts';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { AT_DESK, callsOf, dialogOf, expectToast, toasts } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// @module-tag core
// A request sent twice, because of a lost response or a double tap, has one effect.

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

it('a dish whose answer was lost is there once when it is saved again; another one is another one', async () => {
  const owner = await newRestaurant(origin);
  const { id: categoryId } = await owner.addCategory('Primi');
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

  await owner.addItem({ name: 'Pesto', categoryId });
  expect(await names()).toEqual(['Ragù', 'Pesto']);
});

it('a category that is sent twice at once is there once', async () => {
  const owner = await newRestaurant(origin);
  const page = await visit(`${origin}/dashboard/categories`, { ...AT_DESK, token: owner.token });
  const calls = callsOf(page);
  await page.getByRole('button', { name: 'Add Category' }).first().click();
  await dialogOf(page).getByLabel('Name').fill('Primi');
  // Two taps before the button can show that it is busy.
  await page.evaluate(`(() => {
    const form = document.querySelector('[role=dialog] form');
    form.requestSubmit();
    form.requestSubmit();
  })()`);
  await expectToast(page, 'Category added', 'Category has been added successfully.');
  await expect.poll(() => calls.count('POST /api/categories')).toBe(2);
  const stored = async () => (await owner.call<Category[]>('GET', '/api/categories')).map(({ name }) => name);
  expect(await stored()).toEqual(['Primi']);
});

it('codes whose answer was lost are there once when they are added again', async () => {
  const owner = await newRestaurant(origin);
  const page = await visit(`${origin}/dashboard/qr`, { ...AT_DESK, token: owner.token });
  await page.getByRole('button', { name: 'Add Codes' }).first().click();
  const form = dialogOf(page);
  await form.getByLabel('Name').fill('Terrace');
  await loseAnswer(page, '/api/qr-codes');
  await form.getByRole('button', { name: 'Add Code' }).click();
  await toasts(page).getByText('Add failed').waitFor();
  await form.getByRole('button', { name: 'Add Code' }).click();
  await toasts(page).getByText('Code added').waitFor();
  const { codes } = await owner.call<CodeList>('GET', '/api/qr-codes');
  expect(codes.map(({ name }) => name)).toEqual(['Main code', 'Terrace']);
});
