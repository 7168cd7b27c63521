import type { Account } from '@tavola/contracts/auth.ts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { AT_DESK, dialogOf, expectFocus, expectToast, pressEscape } from './owner.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { type Visit, visitors } from './visitors.ts';

// @module-tag browser
// A restaurant's deletion, from Settings to its guests' phones; error cases: deletion.test.tsx.

const origin = inject('origin');
const visit = visitors();
const open = (path: string, options: Visit = {}) => visit(origin + path, { ...AT_DESK, ...options });
const PATH = '/api/account/deletion';
const NOT_FOUND = 'Menu not found. Please check the URL and try again.';
const DAY_MS = 24 * 60 * 60 * 1000;

const begin = (page: Page) => page.getByRole('button', { name: 'Delete Restaurant' }).click();
const submit = (page: Page) => dialogOf(page).getByRole('button', { name: 'Delete in 30 Days' }).click();
const banner = (page: Page) => page.getByRole('region', { name: 'Deletion' });
const ask = (owner: Restaurant) => owner.call<Account>('POST', PATH, { name: owner.name, password: owner.password });
const menuStatus = async ({ slug }: Restaurant) => (await fetch(`${origin}/menu/${slug}`)).status;
const dayOf = (iso: string) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(iso));

async function fill(page: Page, { name, password }: Pick<Restaurant, 'name' | 'password'>) {
  await dialogOf(page).getByLabel('Restaurant name', { exact: true }).fill(name);
  await dialogOf(page).getByLabel('Your password', { exact: true }).fill(password);
}

describe('deleting a restaurant', () => {
  it('says what happens, asks for its name and the password, and takes the menu away at once', {
    tags: 'core',
  }, async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    // The preview's frame hears that its menu is gone.
    const expected = (url: string, status: number) => status === 404 && url.endsWith(`/menu/${owner.slug}`);
    const page = await open('/settings', { token: owner.token, expected });
    await begin(page);
    await dialogOf(page).getByText('Printed QR codes will never lead to another restaurant.').waitFor();
    await fill(page, owner);
    await submit(page);
    await banner(page).waitFor();
    const { deleteAt } = await owner.call<Account>('GET', '/api/account');
    await expectToast(page, 'Your menu is offline', `You can restore it until ${dayOf(deleteAt as string)}.`);
    const days = (Date.parse(deleteAt as string) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    await banner(page)
      .getByText(`This restaurant will be deleted on ${dayOf(deleteAt as string)}.`)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Delete Restaurant' }).count()).toBe(0);
    await expect.poll(() => menuStatus(owner), { timeout: 20_000, interval: 50 }).toBe(404);
  });
});

describe('by keyboard alone', () => {
  it('is asked for: the banner comes, and what had focus has passed it on', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const page = await open('/settings', { token: owner.token });
    const opener = page.getByRole('button', { name: 'Delete Restaurant' });
    await opener.press('Enter');
    await expectFocus(dialogOf(page).getByLabel('Restaurant name', { exact: true }));
    await page.keyboard.type(owner.name);
    await page.keyboard.press('Tab');
    await expectFocus(dialogOf(page).getByLabel('Your password', { exact: true }));
    await page.keyboard.type(owner.password);
    await page.keyboard.press('Enter');
    await banner(page).waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('heading', { name: 'Settings', level: 1 }));
  });

  it('is left by Escape: focus returns to the button', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const page = await open('/settings', { token: owner.token });
    const opener = page.getByRole('button', { name: 'Delete Restaurant' });
    await opener.press('Enter');
    await expectFocus(dialogOf(page).getByLabel('Restaurant name', { exact: true }));
    await pressEscape(dialogOf(page));
    await dialogOf(page).waitFor({ state: 'detached' });
    await expectFocus(opener);
  });
});

describe('a restaurant that will be deleted', () => {
  it('says so, and is kept with one press', { tags: 'core' }, async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const { deleteAt } = await ask(owner);
    const page = await open('/settings', { token: owner.token });
    await banner(page)
      .getByText(`This restaurant will be deleted on ${dayOf(deleteAt as string)}.`)
      .waitFor();
    await banner(page).getByRole('button', { name: 'Restore Restaurant' }).click();
    await expectToast(page, 'Restaurant restored', 'Your menu is online again.');
    await banner(page).waitFor({ state: 'detached' });
    await expectFocus(page.locator('#main'));
    await page.getByRole('button', { name: 'Delete Restaurant' }).waitFor();
    await expect.poll(() => menuStatus(owner), { timeout: 20_000, interval: 50 }).toBe(200);
  });

  it('vanishes from the phones on which its menu is open', async () => {
    const owner = await newRestaurant(origin);
    const { id } = await owner.addCategory('Pasta');
    await owner.addItem({ name: 'Carbonara', categoryId: id });
    const streams: string[] = [];
    const phone = await visit(`${origin}/menu/${owner.slug}`, {
      expected: (_url, status) => status === 404,
      before: async (context) => {
        context.on('response', (response) => response.url().includes('/events?') && streams.push(response.url()));
      },
    });
    await phone.getByText('Carbonara').first().waitFor();
    await expect.poll(() => streams.length, { timeout: 20_000 }).toBe(1);
    await ask(owner);
    await phone.getByText(NOT_FOUND).waitFor();
  });
});
