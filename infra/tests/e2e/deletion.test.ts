import type { Account } from '@tavola/contracts/auth.ts';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { AT_DESK, dialogOf, expectFocus, expectToast } from './owner.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// A restaurant's deletion, from Settings to its guests' phones; error cases: deletion.test.tsx.

const origin = inject('origin');
const visit = visitors();
const DAY_MS = 24 * 60 * 60 * 1000;

const banner = (page: Page) => page.getByRole('region', { name: 'Deletion' });
const menuStatus = async ({ slug }: Restaurant) => (await fetch(`${origin}/menu/${slug}`)).status;
const dayOf = (iso: string) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(iso));

it('is asked for by keyboard alone, takes the menu away at once, from open pages too, and is taken back with one press', async () => {
  const owner = await newRestaurant(origin, 'Da Rosa');
  const { id } = await owner.addCategory('Pasta');
  await owner.addItem({ name: 'Carbonara', categoryId: id });
  const expected = (url: string, status: number) => status === 404 && url.includes(owner.slug);
  const streams: string[] = [];
  const phone = await visit(`${origin}/menu/${owner.slug}`, {
    expected,
    before: async (context) => {
      context.on('response', (response) => response.url().includes('/events?') && streams.push(response.url()));
    },
  });
  await phone.getByText('Carbonara').first().waitFor();
  await expect.poll(() => streams.length, { timeout: 20_000 }).toBe(1);

  const page = await visit(`${origin}/settings/account`, { ...AT_DESK, token: owner.token, expected });
  await page.getByRole('button', { name: 'Delete Restaurant' }).press('Enter');
  await expectFocus(dialogOf(page).getByLabel('Restaurant name', { exact: true }));
  await dialogOf(page).getByText('Printed QR codes will never lead to another restaurant.').waitFor();
  await page.keyboard.type(owner.name);
  await page.keyboard.press('Tab');
  await expectFocus(dialogOf(page).getByLabel('Your password', { exact: true }));
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');
  await banner(page).waitFor();
  const { deleteAt } = await owner.call<Account>('GET', '/api/account');
  await expectToast(page, 'Your menu is offline', `You can restore it until ${dayOf(deleteAt as string)}.`);
  await expectFocus(page.getByRole('heading', { name: 'Account & Security', level: 1 }));
  await banner(page)
    .getByText(`This restaurant will be deleted on ${dayOf(deleteAt as string)}.`)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Delete Restaurant' }).count()).toBe(0);
  const days = (Date.parse(deleteAt as string) - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  await phone.getByText('Menu not found. Please check the URL and try again.').waitFor();
  await expect.poll(() => menuStatus(owner), { timeout: 1_000 }).toBe(404);

  await banner(page).getByRole('button', { name: 'Restore Restaurant' }).press('Enter');
  await expectToast(page, 'Restaurant restored', 'Your menu is online again.');
  await banner(page).waitFor({ state: 'detached' });
  await expectFocus(page.locator('#main'));
  await page.getByRole('button', { name: 'Delete Restaurant' }).waitFor();
  await expect.poll(() => menuStatus(owner), { timeout: 20_000, interval: 50 }).toBe(200);
});
