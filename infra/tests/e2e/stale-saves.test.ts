import type { Tenant } from '@tavola/contracts/auth.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { CodeList } from '@tavola/contracts/qr.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { AT_DESK, answer, callsOf, dialogOf, expectFocus, expectToast, failing, hold } from './owner.ts';
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
const saveMine = (form: Page | Locator) => form.getByRole('button', { name: 'Keep My Changes' }).click();

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

  it('is saved over where one says so: with what was typed, and nothing else of the old', async () => {
    const { page, form, stored, before } = await itemChangedMeanwhile();
    await form.getByLabel('Price').fill('13');
    await save(form);
    await told(form);
    // Typed after the notice: the visible value is saved.
    await form.getByLabel('Price').fill('13.5');
    expect(await told(form)).toContain('Price Now $14.00 Yours $13.50');
    const calls = callsOf(page);
    await saveMine(form);
    await expectToast(page, 'Item updated', 'Menu item has been updated successfully.');
    expect(calls.list.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
    expect(await stored()).toMatchObject({ ...before, price: 13.5 });
  });
});

it('a category that somebody else changed meanwhile: the same', async () => {
  const owner = await newRestaurant(origin);
  const { id } = await owner.addCategory('Primi');
  const pages = await twoAt('/dashboard/categories', owner, `/api/categories/${id}`);
  for (const page of pages) await page.getByRole('button', { name: 'Edit Primi' }).click();
  const [mine, theirs] = pages.map(dialogOf) as [Locator, Locator];
  const stored = async () => (await owner.call<Category[]>('GET', '/api/categories'))[0];

  await theirs.getByLabel('Name').fill('Primi piatti');
  await save(theirs);
  await expectToast(pages[1], 'Category updated', 'Category has been updated successfully.');

  await mine.getByLabel('Description').fill('With bread');
  await save(mine);
  expect(await told(mine)).toEqual(['Name Now Primi piatti']);
  expect(await stored()).toMatchObject({ name: 'Primi piatti', description: null });
  await useTheirs(mine);
  expect(await mine.getByLabel('Name').inputValue()).toBe('Primi piatti');
  expect(await mine.getByLabel('Description').inputValue()).toBe('With bread');

  // After another change, the notice appears again.
  await owner.call('PUT', `/api/categories/${id}`, { description: 'With olives' });
  await save(mine);
  expect(await told(mine)).toEqual(['Description Now With olives Yours With bread']);
  await saveMine(mine);
  await expectToast(pages[0], 'Category updated', 'Category has been updated successfully.');
  expect(await stored()).toMatchObject({ name: 'Primi piatti', description: 'With bread' });
});

it('settings that somebody else changed meanwhile: the same', async () => {
  const owner = await newRestaurant(origin);
  const [mine, theirs] = await twoAt('/settings', owner, '/api/tenant');
  const stored = () => owner.call<Tenant>('GET', '/api/tenant');
  await mine.getByLabel('Phone Number').fill('555 0101');
  await theirs.getByLabel('Address').fill('1 Pier Road');
  await theirs.getByRole('button', { name: 'Harbor' }).click();
  await save(theirs);
  await expectToast(theirs, 'Settings updated', 'Your restaurant settings have been saved successfully.');

  await save(mine);
  expect(await told(mine)).toEqual(['Address Now 1 Pier Road', 'Theme Color Now #1d4e79']);
  expect(await stored()).toMatchObject({ phone: null, address: '1 Pier Road', themeColor: '#1d4e79' });
  await useTheirs(mine);
  expect(await mine.getByLabel('Address').inputValue()).toBe('1 Pier Road');
  await save(mine);
  await expectToast(mine, 'Settings updated', 'Your restaurant settings have been saved successfully.');
  expect(await stored()).toMatchObject({ phone: '555 0101', address: '1 Pier Road', themeColor: '#1d4e79' });

  // The next save starts from the saved state; the other browser has not loaded it yet.
  await mine.getByLabel('Phone Number').fill('555 0102');
  await save(mine);
  await expect.poll(async () => (await stored()).phone).toBe('555 0102');
  await theirs.getByLabel('Phone Number').fill('555 0103');
  await save(theirs);
  expect(await told(theirs)).toEqual(['Phone Number Now 555 0102 Yours 555 0103']);
  await saveMine(theirs);
  await expect.poll(async () => (await stored()).phone).toBe('555 0103');
});

it('the style of the codes that somebody else changed meanwhile: the same', async () => {
  const owner = await newRestaurant(origin);
  const page = await visit(`${origin}/dashboard/qr`, {
    ...AT_DESK,
    token: owner.token,
    expected: failing('/api/qr-codes/style', 409, 503),
  });
  await page.getByRole('button', { name: 'Change Style' }).click();
  const form = dialogOf(page);
  await form.getByLabel('Caption').fill('Our menu');
  await owner.call('PUT', '/api/qr-codes/style', { foreground: '#0b5a3c', caption: 'Scan me' });
  await form.getByRole('button', { name: 'Save Style' }).click();
  expect(await told(form)).toEqual(['Code color Now #0b5a3c', 'Caption Now Scan me Yours Our menu']);
  await saveMine(form);
  await expectToast(page, 'Style saved', 'New prints will look like this.');
  const { style } = await owner.call<CodeList>('GET', '/api/qr-codes');
  expect(style).toMatchObject({ foreground: '#0b5a3c', caption: 'Our menu' });
});

describe('A dialog that closes once it is saved', () => {
  const DIALOGS = [
    { path: 'items', opener: 'Edit Ragù', field: 'Name', call: 'PUT /api/menu-items/' },
    { path: 'categories', opener: 'Edit Primi', field: 'Name', call: 'PUT /api/categories/' },
    { path: 'qr', opener: 'Change Style', field: 'Caption', call: 'PUT /api/qr-codes/style' },
  ];

  it.each(DIALOGS)('takes no text that would be lost, and goes on where it failed: $opener', async (one) => {
    const owner = await newRestaurant(origin);
    const primi = await owner.addCategory('Primi');
    const ragu = await owner.addItem({ name: 'Ragù', categoryId: primi.id });
    const call = one.call + ({ items: ragu.id, categories: primi.id }[one.path] ?? '');
    const page = await visit(`${origin}/dashboard/${one.path}`, {
      ...AT_DESK,
      token: owner.token,
      expected: failing('/api/', 500),
    });
    await page.getByRole('button', { name: one.opener }).click();
    const field = dialogOf(page).getByLabel(one.field);
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
