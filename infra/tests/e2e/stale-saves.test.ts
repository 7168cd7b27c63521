import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { AT_DESK, answer, dialogOf, expectFocus, expectToast, failing, hold } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// A dialog is saved that somebody else has saved meanwhile, or whose save fails: what was typed is kept. More: stale-saves.test.tsx.

const origin = inject('origin');
const visit = visitors();
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name }).click();

/** A dish of a new restaurant, open in its dialog. */
async function openDish(...expected: number[]) {
  const owner = await newRestaurant(origin);
  const [primi, secondi] = [await owner.addCategory('Primi'), await owner.addCategory('Secondi')];
  const dish = await owner.addItem({ name: 'Ragù', price: 12, categoryId: primi.id });
  const page = await visit(`${origin}/dashboard/items`, {
    ...AT_DESK,
    token: owner.token,
    expected: failing('/api/menu-items', ...expected),
  });
  await page.getByRole('button', { name: 'Edit Ragù' }).click();
  return { owner, page, form: dialogOf(page), path: `/api/menu-items/${dish.id}`, secondi };
}

it('A dish that somebody else changed meanwhile is not saved: what changed is shown beside what was typed, and can be taken over', async () => {
  const { owner, page, form, path, secondi } = await openDish(409);
  const theirs = { price: 14, categoryId: secondi.id, isPopular: true };
  await form.getByLabel('Price').fill('13');
  await form.getByLabel('Description').fill('Slowly cooked');
  await owner.call('PUT', path, theirs);
  await press(page, 'Save Changes');
  const notice = form.getByRole('alert').filter({ hasText: 'This was changed in the meantime' });
  await notice.waitFor();
  const lines = (await notice.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\s*\n\s*/).join(' '));
  expect(lines).toEqual(['Price Now $14.00 Yours $13.00', 'Category Now Secondi', 'Popular Now Yes']);
  const stored = async () => (await owner.call<MenuItem[]>('GET', '/api/menu-items'))[0];
  expect(await stored()).toMatchObject({ ...theirs, description: null });
  expect(await form.getByLabel('Price').inputValue()).toBe('13');
  expect(await form.getByLabel('Description').inputValue()).toBe('Slowly cooked');

  await press(page, 'Use Current Version');
  await expectFocus(form.getByLabel('Price'));
  expect(await form.getByLabel('Price').inputValue()).toBe('14.00');
  expect(await form.getByRole('combobox', { name: 'Category' }).innerText()).toBe('Secondi');
  expect(await form.getByLabel('Description').inputValue()).toBe('Slowly cooked');
  await press(page, 'Save Changes');
  await expectToast(page, 'Item updated', 'Menu item has been updated successfully.');
  expect(await stored()).toMatchObject({ ...theirs, description: 'Slowly cooked' });
});

it('A dialog that closes once it is saved takes no text that would be lost, and goes on where it failed', async () => {
  const { page, form, path } = await openDish(500);
  const field = form.getByLabel('Name');
  await answer(page, `PUT ${path}`, 500);
  const release = await hold(page, `PUT ${path}`);
  await field.fill('Typed');
  await field.press('Enter');
  await form.getByRole('button', { name: 'Saving...' }).waitFor();
  await page.keyboard.type(' since');
  expect(await field.inputValue()).toBe('Typed');
  release();
  await expectFocus(field);
  await page.keyboard.type(' later');
  expect(await field.inputValue()).toBe('Typed later');
});
