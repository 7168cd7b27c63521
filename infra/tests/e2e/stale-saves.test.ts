import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { AT_DESK, answer, dialogOf, expectFocus, expectToast, failing, hold } from './owner.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// Two users of one restaurant edit the same thing, each in their own browser: the later one gets a notice and loses nothing.

const origin = inject('origin');
const visit = visitors();

/** Two browsers of one owner on a screen. A stale save's response is not a failure here. */
async function twoAt(path: string, { token }: Restaurant, saves: string): Promise<[Page, Page]> {
  const options = { ...AT_DESK, token, expected: failing(saves, 409) };
  return [await visit(origin + path, options), await visit(origin + path, options)];
}

const save = (form: Page | Locator) => form.getByRole('button', { name: 'Save Changes' }).click();
const useTheirs = (form: Page | Locator) => form.getByRole('button', { name: 'Use Current Version' }).click();

/** Waits until the form lists the other person's changes; returns them line by line. */
async function told(form: Page | Locator): Promise<string[]> {
  const alert = form.getByRole('alert').filter({ hasText: 'This was changed in the meantime' });
  await alert.waitFor();
  return (await alert.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\s*\n\s*/).join(' '));
}

/** An item open in both browsers; one of them has saved another price, and popular. */
async function itemChangedMeanwhile() {
  const owner = await newRestaurant(origin);
  const primi = await owner.addCategory('Primi');
  const secondi = await owner.addCategory('Secondi');
  const { id } = await owner.addItem({ name: 'Ragù', price: 12, categoryId: primi.id });
  const [page, theirs] = await twoAt('/dashboard/items', owner, `/api/menu-items/${id}`);
  for (const one of [page, theirs]) await one.getByRole('button', { name: 'Edit Ragù' }).click();
  await dialogOf(theirs).getByLabel('Price').fill('14');
  await dialogOf(theirs).getByRole('combobox', { name: 'Category' }).click();
  await theirs.getByRole('option', { name: 'Secondi' }).click();
  await dialogOf(theirs).getByRole('checkbox', { name: 'Popular' }).click();
  await save(dialogOf(theirs));
  await expectToast(theirs, 'Item updated', 'Menu item has been updated successfully.');
  const stored = async () => (await owner.call<MenuItem[]>('GET', '/api/menu-items'))[0];
  const before = { name: 'Ragù', price: 14, description: null, isPopular: true, categoryId: secondi.id };
  return { page, form: dialogOf(page), stored, before };
}

describe('An item that somebody else changed meanwhile', () => {
  it('is not saved: what changed is shown beside what was typed, and can be taken over', async () => {
    const { page, form, stored, before } = await itemChangedMeanwhile();
    await form.getByLabel('Price').fill('13');
    await form.getByLabel('Description').fill('Slowly cooked');
    await save(form);
    expect(await told(form)).toEqual(['Price Now $14.00 Yours $13.00', 'Category Now Secondi', 'Popular Now Yes']);
    expect(await stored()).toMatchObject(before);
    expect(await form.getByLabel('Price').inputValue()).toBe('13');
    expect(await form.getByLabel('Description').inputValue()).toBe('Slowly cooked');

    await useTheirs(form);
    await expectFocus(form.getByLabel('Price'));
    expect(await form.getByLabel('Price').inputValue()).toBe('14.00');
    expect(await form.getByRole('combobox', { name: 'Category' }).innerText()).toBe('Secondi');
    expect(await form.getByLabel('Description').inputValue()).toBe('Slowly cooked');
    await save(form);
    await expectToast(page, 'Item updated', 'Menu item has been updated successfully.');
    expect(await stored()).toMatchObject({ ...before, description: 'Slowly cooked' });
  });
});

describe('A dialog that closes once it is saved', () => {
  it('takes no text that would be lost, and goes on where it failed', async () => {
    const owner = await newRestaurant(origin);
    const primi = await owner.addCategory('Primi');
    const ragu = await owner.addItem({ name: 'Ragù', categoryId: primi.id });
    const call = `PUT /api/menu-items/${ragu.id}`;
    const page = await visit(`${origin}/dashboard/items`, {
      ...AT_DESK,
      token: owner.token,
      expected: failing('/api/', 500),
    });
    await page.getByRole('button', { name: 'Edit Ragù' }).click();
    const field = dialogOf(page).getByLabel('Name');
    await answer(page, call, 500);
    const release = await hold(page, call);
    await field.fill('Typed');
    await field.press('Enter');
    await dialogOf(page).getByRole('button', { name: 'Saving...' }).waitFor();
    await page.keyboard.type(' since');
    expect(await field.inputValue()).toBe('Typed');
    release();
    await expectFocus(field);
    await page.keyboard.type(' later');
    expect(await field.inputValue()).toBe('Typed later');
  });
});
