import { randomUUID } from 'node:crypto';
import type { Tenant } from '@tavola/contracts/auth.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { picturesOf } from '@tavola/contracts/rules/pictures.ts';
import type { MenuTranslations } from '@tavola/contracts/translations.ts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, inject, it } from 'vitest';
import { AT_DESK, dialogOf, expectToast, questionOf, signedInOnce, tokenOfPage } from './owner.ts';
import { type Call, callsAs, newPlace, newRestaurant, uploadPhoto } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// One person with two restaurants: a second one is added, opened in one of two tabs, and gets a price of the first.

const origin = inject('origin');
const visit = visitors();

/** A person with a dish of the same name in Mission, where the page is, and in Harbor. */
async function twoPlaces() {
  const mission = await newRestaurant(origin, 'Mission');
  const harbor = await newPlace(origin, mission.call, 'Harbor');
  const { id: categoryId } = await mission.addCategory('Primi');
  await mission.addItem({ name: 'Ragù', price: 12, categoryId });
  const { id: there } = await harbor<{ id: number }>('POST', '/api/categories', { name: 'Primi' });
  await harbor('POST', '/api/menu-items', { name: 'Ragù', price: 11, categoryId: there });
  const page = await visit(`${origin}/dashboard/items`, { ...AT_DESK, before: signedInOnce(mission.token) });
  await editButton(page).waitFor();
  return { mission, harbor, page };
}

const editButton = (page: Page) => page.getByRole('button', { name: 'Edit Ragù' });
const switcher = (page: Page, name: string) => page.getByRole('button', { name: `${name}, switch restaurant` });
const priceAt = async (call: Call) => (await call<MenuItem[]>('GET', '/api/menu-items'))[0]?.price;

async function typePrice(page: Page, price: string) {
  await editButton(page).click();
  await dialogOf(page).getByLabel('Price').fill(price);
}

async function save(page: Page) {
  await dialogOf(page).getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Item updated', 'Menu item has been updated successfully.');
}

/** Whether all of `text` shows, below the header. */
async function isInView(page: Page, text: string): Promise<boolean> {
  const [shown, header] = [await page.getByText(text).boundingBox(), await page.getByRole('banner').boundingBox()];
  if (!shown || !header) return false;
  const isBelow = shown.y >= header.y + header.height;
  return isBelow && shown.y + shown.height <= (page.viewportSize()?.height ?? 0);
}

async function openHarbor(page: Page) {
  await switcher(page, 'Mission').click();
  await page.getByRole('menuitem', { name: 'Harbor' }).click();
  await switcher(page, 'Harbor').waitFor();
}

describe('A person with several restaurants', () => {
  it('adds a location with the menu of the first, its options, languages and photos, and sees every dish before guests do', async () => {
    const mission = await newRestaurant(origin, 'Mission', { languages: { base: 'en', others: ['fr'] } });
    const { id: categoryId } = await mission.addCategory('Primi');
    const cheese = { name: 'Cheese', min: 0, max: 1, options: [{ name: 'Pecorino', price: 2 }] };
    const cheeses = await mission.call<OptionGroup>('POST', '/api/option-groups', cheese);
    const photo = sharp({ create: { width: 640, height: 480, channels: 3, background: '#a33' } });
    const image = await uploadPhoto(origin, mission.token, await photo.jpeg().toBuffer());
    await mission.addItem({ name: 'Ragù', price: 12, categoryId, image, optionGroups: [cheeses.id] });
    const text = { kind: 'option', id: cheeses.options[0]?.id, field: 'name', base: 'Pecorino', text: 'Pécorino' };
    await mission.call('PUT', '/api/translations/fr', { changes: [text] });
    const page = await visit(`${origin}/dashboard/items`, { ...AT_DESK, before: signedInOnce(mission.token) });
    await page.getByRole('button', { name: 'Rosa Prova' }).click();
    await page.getByRole('menuitem', { name: 'Add a location' }).click();
    await page.getByLabel('Restaurant Name').fill('Harbor');
    await page.getByLabel('Menu URL').fill(`test-${randomUUID().slice(0, 8)}`);
    await page.getByRole('combobox', { name: 'Start With' }).click();
    await page.getByRole('option', { name: 'The menu of Mission' }).click();
    await page.getByRole('button', { name: 'Add and Open' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import a Menu' }).waitFor();
    await switcher(page, 'Harbor').waitFor();
    const harbor = callsAs(origin, await tokenOfPage(page));
    await page.getByRole('button', { name: 'Save Changes' }).waitFor();
    expect(await priceAt(harbor)).toBeUndefined();
    const { promise: isSeen, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/media', async (route) => {
      await isSeen;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Undo Import' }).waitFor();
    await expect.poll(() => isInView(page, 'Keep this tab open.')).toBe(true);
    resolve();
    expect([await priceAt(harbor), await priceAt(mission.call)]).toEqual([12, 12]);
    const [group] = await harbor<OptionGroup[]>('GET', '/api/option-groups');
    const [option] = group?.options ?? [];
    const there = async () => (await harbor<MenuItem[]>('GET', '/api/menu-items'))[0];
    expect([option?.price, (await there())?.optionGroups]).toEqual([2, [group?.id]]);
    const { texts } = await harbor<MenuTranslations>('GET', '/api/translations/fr');
    expect(texts.find(({ id }) => id === option?.id)?.text).toBe('Pécorino');
    // The photo is the new restaurant's own.
    const own = picturesOf((await harbor<Tenant>('GET', '/api/tenant')).id);
    await expect.poll(async () => (await there())?.image, { timeout: 30_000 }).toMatch(new RegExp(`^${own}`));
  });

  it('switches in one tab: a form that is open in another still saves where it was opened', async () => {
    const { mission, harbor, page } = await twoPlaces();
    const other = await page.context().newPage();
    await other.goto(`${origin}/dashboard/items`);
    await typePrice(page, '14');
    await openHarbor(other);
    await questionOf(page).getByText('You switched to Harbor in another tab').waitFor();
    await questionOf(page).getByRole('button', { name: 'Keep Editing' }).click();
    await save(page);
    expect([await priceAt(mission.call), await priceAt(harbor)]).toEqual([14, 11]);
    await page.getByRole('button', { name: 'Open Harbor' }).click();
    await switcher(page, 'Harbor').waitFor();
    await page.getByText('$11.00').first().waitFor();
  });

  it('carries a price to the other restaurant, and undoes it there', async () => {
    const { mission, harbor, page } = await twoPlaces();
    await typePrice(page, '15');
    await save(page);
    await page.getByRole('button', { name: 'Compare' }).click();
    const there = dialogOf(page).getByRole('region', { name: 'Harbor' });
    await there.getByText('$15.00').waitFor();
    expect(await priceAt(harbor)).toBe(11);
    await there.getByRole('button', { name: 'Change in Harbor' }).click();
    await there.getByText('Changed.').waitFor();
    expect([await priceAt(mission.call), await priceAt(harbor)]).toEqual([15, 15]);
    await dialogOf(page).getByRole('button', { name: 'Done' }).click();

    await openHarbor(page);
    await page.goto(`${origin}/dashboard/history`);
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await expect.poll(() => priceAt(harbor)).toBe(11);
    expect(await priceAt(mission.call)).toBe(15);
  });
});
