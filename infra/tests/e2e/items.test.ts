import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import {
  AT_DESK,
  callsOf,
  dialogOf,
  expectFocus,
  expectToast,
  hold,
  LOOKS,
  overflow,
  pressEscape,
  questionOf,
} from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// Menu Items: the list, the form, and the server's errors.

const origin = inject('origin');
const visit = visitors();
const open = (token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(`${origin}/dashboard/items`, { ...AT_DESK, token, ...options });

const POST = 'POST /api/menu-items';
const put = ({ id }: MenuItem) => `PUT /api/menu-items/${id}`;
const remove = ({ id }: MenuItem) => `DELETE /api/menu-items/${id}`;

/** A restaurant with the category Primi and these items in it. */
async function withItems<Items extends Partial<MenuItem>[]>(...items: Items) {
  const owner = await newRestaurant(origin);
  const primi = await owner.addCategory('Primi');
  const added: MenuItem[] = [];
  for (const [index, item] of items.entries()) {
    added.push(await owner.addItem({ name: `Dish ${index + 1}`, categoryId: primi.id, ...item }));
  }
  return { owner, primi, items: added as { [Index in keyof Items]: MenuItem } };
}

const rows = (page: Page) => page.getByRole('table', { name: 'Menu items' }).getByRole('row');

/** The texts of a table row, cell by cell. */
async function cellsOf(page: Page, name: string): Promise<string[]> {
  const row = rows(page).filter({ has: page.getByText(name, { exact: true }) });
  const cells = await row.getByRole('cell').all();
  return Promise.all(cells.map(async (cell) => (await cell.innerText()).replaceAll('\n', ' ').trim()));
}

async function openAdd(page: Page) {
  const loaded = page
    .getByRole('status')
    .filter({ hasText: 'items shown' })
    .or(page.getByText('Nothing on the menu yet'));
  await loaded.first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Add Item' }).first().click();
  await dialogOf(page).waitFor();
  return dialogOf(page);
}

async function choose(page: Page, category: string) {
  await dialogOf(page).getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: category }).click();
}

async function fillItem(page: Page, item: { name: string; price: string; category?: string }) {
  await dialogOf(page).getByLabel('Name').fill(item.name);
  await dialogOf(page).getByLabel('Price').fill(item.price);
  if (item.category) await choose(page, item.category);
}

const submit = (page: Page, name = 'Add Item') => dialogOf(page).getByRole('button', { name, exact: true }).click();

describe('The list of Menu Items', () => {
  it('is a table of Item, Category, Price, Status and Actions, with the price as $ and 2 decimals [S2.52]', async () => {
    const { owner } = await withItems(
      { name: 'Gnocchi', price: 11 },
      { name: 'Ragù', price: 13.5, isAvailable: false },
    );
    const page = await open(owner.token);
    await page.getByRole('table').waitFor();
    const headers = await page.getByRole('columnheader').allInnerTexts();
    expect(headers).toEqual(['Item', 'Category', 'Price', 'Status', 'Actions']);
    expect((await cellsOf(page, 'Gnocchi')).slice(1, 3)).toEqual(['Primi', '$11.00']);
    expect((await cellsOf(page, 'Ragù')).slice(1, 3)).toEqual(['Primi', '$13.50']);
    expect((await cellsOf(page, 'Gnocchi'))[3]).toMatch(/Available$/);
    expect((await cellsOf(page, 'Ragù'))[3]).toMatch(/Out of Stock$/);
    for (const action of ['Edit Gnocchi', 'Delete Gnocchi']) await page.getByRole('button', { name: action }).waitFor();
  });

  it("the category of an item whose category was deleted is 'Unknown', and its price can still be changed [S2.53]", async () => {
    const { owner, primi, items } = await withItems({ name: 'Gnocchi' });
    await owner.call('DELETE', `/api/categories/${primi.id}`);
    await owner.addCategory('Secondi');
    const page = await open(owner.token);
    await page.getByRole('table').waitFor();
    expect((await cellsOf(page, 'Gnocchi'))[1]).toBe('Unknown');
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Edit Gnocchi' }).click();
    await dialogOf(page).getByLabel('Price').fill('9');
    await submit(page, 'Save Changes');
    await expectToast(page, 'Item updated', 'Menu item has been updated successfully.');
    expect(calls.body(put(items[0]))).toEqual({ price: 9 });
  });

  it('empty, it offers to add the first item, and to create a category first where there is none', async () => {
    const owner = await newRestaurant(origin);
    const page = await open(owner.token);
    await page.getByText('Nothing on the menu yet').waitFor();
    await page.getByRole('link', { name: 'Create a category' }).click();
    await page.waitForURL(`${origin}/dashboard/categories?new`);
    await dialogOf(page).getByLabel('Name').fill('Primi');
    await dialogOf(page).getByRole('button', { name: 'Add Category' }).click();
    await expectToast(page, 'Category added', 'Category has been added successfully.');
    await page.getByRole('link', { name: 'Menu Items' }).click();
    await page.getByRole('button', { name: 'Add your first item' }).click();
    await dialogOf(page).getByRole('heading', { name: 'Add Item' }).waitFor();
  });

  it('is searched, and filtered by category and availability', async () => {
    const { owner } = await withItems(
      { name: 'Crème brûlée' },
      { name: 'Gnocchi', isAvailable: false },
      { name: 'Ragù', description: 'With gnocchi' },
    );
    const dolci = await owner.addCategory('Dolci');
    await owner.addItem({ name: 'Tiramisù', categoryId: dolci.id });
    const page = await open(owner.token);
    const shown = async () => (await rows(page).count()) - 1;
    await page.getByLabel('Search items').fill('creme brulee');
    await expect.poll(shown).toBe(1);
    await page.getByLabel('Search items').fill('gnocchi');
    await expect.poll(shown).toBe(2);
    await page.getByRole('radio', { name: 'Out of Stock' }).click();
    await expect.poll(shown).toBe(1);
    await page.getByLabel('Search items').fill('soup');
    await page.getByText('No items found').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(shown).toBe(4);
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Dolci (1)' }).click();
    await expect.poll(shown).toBe(1);
    await page.getByText('Tiramisù', { exact: true }).waitFor();
  });

  it.each(Object.entries(VIEWPORTS))('long, Japanese and Arabic names hold on a %s', async (_, viewport) => {
    const { owner, primi } = await withItems(
      { name: 'Pappardelle'.repeat(13), description: 'Wide '.repeat(190), price: 99_999_999.99, isPopular: true },
      { name: '特選にぎり盛り合わせ'.repeat(8), isFeatured: true },
      { name: 'مقبلات مشكلة مع الخبز الطازج '.repeat(4).trim(), isAvailable: false },
    );
    await owner.call('PUT', `/api/categories/${primi.id}`, { name: 'Antipastissimo'.repeat(7) });
    const page = await open(owner.token, { viewport });
    await page.getByText('$99,999,999.99').waitFor();
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);
  });
});

describe('Availability', () => {
  it('is switched in the list with one tap between Available and Out of Stock, shown before the server has answered [S4.7]', {
    tags: 'core',
  }, async () => {
    const { owner, items } = await withItems({ name: 'Gnocchi' });
    const page = await open(owner.token);
    await page.getByRole('table').waitFor();
    const calls = callsOf(page);
    const release = await hold(page, put(items[0]));
    await page.getByRole('switch', { name: 'Gnocchi available' }).click();
    await page.getByRole('cell').getByText('Out of Stock', { exact: true }).waitFor();
    expect(calls.body(put(items[0]))).toEqual({ isAvailable: false });
    release();
    await expect.poll(() => calls.count('GET /api/menu-items')).toBe(1);
    const [now] = await owner.call<MenuItem[]>('GET', '/api/menu-items');
    expect(now?.isAvailable).toBe(false);
  });
});

describe('Adding an item', () => {
  it("sends all fields, price as a number and categoryId as an integer, refetches the list and says 'Item added' - 'Menu item has been added successfully.' [S2.54 S2.56 S4.9 S7.19 S8.16]", {
    tags: 'core',
  }, async () => {
    const { owner, primi } = await withItems();
    const page = await open(owner.token);
    const dialog = await openAdd(page);
    const calls = callsOf(page);
    await fillItem(page, { name: 'Tagliatelle', price: '13.5', category: 'Primi' });
    await dialog.getByLabel('Description').fill('With ragù');
    await dialog.getByLabel('Image URL').fill(`${origin}/favicon.svg`);
    await dialog.getByRole('checkbox', { name: 'Available' }).click();
    await dialog.getByRole('checkbox', { name: 'Popular' }).click();
    await dialog.getByRole('checkbox', { name: 'Featured' }).click();
    await submit(page);
    await expectToast(page, 'Item added', 'Menu item has been added successfully.');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('$13.50').waitFor();
    expect(calls.body(POST)).toEqual({
      name: 'Tagliatelle',
      description: 'With ragù',
      price: 13.5,
      categoryId: primi.id,
      isAvailable: false,
      isPopular: true,
      isFeatured: true,
      image: `${origin}/favicon.svg`,
    });
    expect(calls.count('GET /api/menu-items'), 'refetched').toBe(1);
  });

  it('goes by keyboard alone: Tab, Enter, arrows and Escape', async () => {
    const { owner, primi } = await withItems();
    const page = await open(owner.token);
    await page.getByText('Nothing on the menu yet').waitFor();
    const calls = callsOf(page);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const add = page.getByRole('button', { name: 'Add Item' });
    // The first Tab stop skips the header and navigation.
    await press('Tab');
    await expectFocus(page.getByRole('link', { name: 'Skip to content' }));
    await press('Enter', 'Tab');
    // A new owner's address is not confirmed yet.
    await expectFocus(page.getByRole('button', { name: 'Send Again' }));
    await press('Tab');
    await expectFocus(add);
    await press('Enter');
    const dialog = dialogOf(page);
    await expectFocus(dialog.getByLabel('Name'));
    await pressEscape(dialog);
    await expectFocus(add);
    await press('Enter');
    await expectFocus(dialog.getByLabel('Name'));
    await page.keyboard.type('Gnocchi');
    await press('Tab');
    await page.keyboard.type('11.5');
    await press('Tab');
    await expectFocus(dialog.getByRole('combobox', { name: 'Category' }));
    await press('Enter');
    await page.getByRole('option', { name: 'Primi' }).waitFor();
    await expectFocus(page.getByRole('option', { name: 'Primi' }));
    await press('Enter');
    await expectFocus(dialog.getByRole('combobox', { name: 'Category' }));
    await press('Tab', 'Tab', 'Tab', 'Tab');
    await expectFocus(dialog.getByRole('checkbox', { name: 'Popular' }));
    await press('Space');
    expect(await dialog.getByRole('checkbox', { name: 'Popular' }).isChecked()).toBe(true);
    await press('Tab', 'Tab', 'Tab');
    await expectFocus(dialog.getByRole('button', { name: 'Add Item' }));
    await press('Enter');
    await expectToast(page, 'Item added', 'Menu item has been added successfully.');
    await expectFocus(add);
    expect(calls.body(POST)).toMatchObject({ name: 'Gnocchi', price: 11.5, categoryId: primi.id, isPopular: true });
  });
});

describe('Editing an item', () => {
  it("opens the same form with the item in it, sends what was changed, refetches and says 'Item updated' [S2.55 S4.9 S7.20 S8.17]", {
    tags: 'core',
  }, async () => {
    const { owner, items } = await withItems({ name: 'Gnocchi', price: 11, description: 'With sage', isPopular: true });
    const page = await open(owner.token);
    await page.getByRole('button', { name: 'Edit Gnocchi' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('heading', { name: 'Edit Item' }).waitFor();
    const calls = callsOf(page);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Gnocchi');
    expect(await dialog.getByLabel('Price').inputValue()).toBe('11.00');
    expect(await dialog.getByLabel('Description').inputValue()).toBe('With sage');
    expect(await dialog.getByRole('combobox', { name: 'Category' }).innerText()).toBe('Primi');
    expect(await dialog.getByRole('checkbox', { name: 'Popular' }).isChecked()).toBe(true);
    await dialog.getByLabel('Price').fill('12.25');
    await submit(page, 'Save Changes');
    await expectToast(page, 'Item updated', 'Menu item has been updated successfully.');
    await page.getByText('$12.25').waitFor();
    expect(calls.body(put(items[0]))).toEqual({ price: 12.25 });
    expect(calls.count('GET /api/menu-items'), 'refetched').toBe(1);
  });

  it('asks before what was typed is lost, and focus comes back to where it was [S4.11]', async () => {
    const { owner } = await withItems({ name: 'Gnocchi' });
    const page = await open(owner.token);
    const edit = page.getByRole('button', { name: 'Edit Gnocchi' });
    await edit.click();
    await dialogOf(page).getByLabel('Name').fill('Gnocchi al forno');
    await page.keyboard.press('Escape');
    await questionOf(page).getByText('Discard your changes?').waitFor();
    await expectFocus(questionOf(page).getByRole('button', { name: 'Keep editing' }));
    await pressEscape(questionOf(page));
    expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Gnocchi al forno');
    await expectFocus(dialogOf(page).getByLabel('Name'));
    await pressEscape(questionOf(page), 'visible');
    await questionOf(page).getByRole('button', { name: 'Discard changes' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await expectFocus(edit);
    // Discarded input does not come back.
    await edit.click();
    expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Gnocchi');
  });

  it('goes on with what was typed after two Escapes at once, and asks again at the next', async () => {
    const { owner } = await withItems({ name: 'Gnocchi' });
    const page = await open(owner.token);
    await page.getByRole('button', { name: 'Edit Gnocchi' }).click();
    await dialogOf(page).getByLabel('Name').fill('Gnocchi al forno');
    const escapes = `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))`;
    await page.evaluate(`${escapes}; ${escapes}`);
    await questionOf(page).waitFor({ state: 'hidden' });
    expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Gnocchi al forno');
    await pressEscape(questionOf(page), 'visible');
  });
});

describe('Deleting an item', () => {
  it("asks 'Are you sure you want to delete this menu item?', refetches and says 'Item deleted' [S2.58 S4.9 S7.21 S8.18]", {
    tags: 'core',
  }, async () => {
    const { owner, items } = await withItems({ name: 'Gnocchi' }, { name: 'Ragù' });
    const page = await open(owner.token);
    await page.getByRole('table').waitFor();
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Delete Gnocchi' }).click();
    await questionOf(page)
      .getByRole('heading', { name: 'Are you sure you want to delete this menu item?', exact: true })
      .waitFor();
    await questionOf(page).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Item deleted', 'Menu item has been deleted successfully.');
    await page.getByRole('button', { name: 'Delete Gnocchi' }).waitFor({ state: 'hidden' });
    expect([calls.count(remove(items[0])), calls.count('GET /api/menu-items')]).toEqual([1, 1]);
  });
});

describe('Menu Items, accessible', () => {
  it.each(LOOKS)(
    'axe finds nothing in the item dialog, refused, nor in the question: $device, $colorScheme',
    async (look) => {
      const { owner } = await withItems({ name: 'Gnocchi' });
      const page = await open(owner.token, look);
      const dialog = await openAdd(page);
      await expectAccessible(page);
      await submit(page);
      await expectToast(page, 'Category required', 'Please select a category for the menu item.');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Delete Gnocchi' }).click();
      await questionOf(page).waitFor();
      await expectAccessible(page);
    },
  );
});
