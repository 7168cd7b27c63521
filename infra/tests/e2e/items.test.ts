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
  overflow,
  pressEscape,
  questionOf,
} from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { tokenOf } from './screens.ts';
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
});

describe('Fifteen dishes in three categories', () => {
  const MENU = {
    Antipasti: ['Burrata 14.50', 'Bruschetta 8,5', 'Vitello tonnato 16.50', 'Carpaccio 16.90', 'Caponata 11'],
    Primi: ['Gnocchi 11.5', 'Ragù 13', 'Pesto 12', 'Cacio e pepe 14', 'Spaghetti 4 formaggi 15'],
    Dolci: ['Tiramisù 8', 'Panna cotta 7.50', 'Cannoli 6', 'Gelato 5', 'Affogato 5,50'],
  };

  it('take at most two interactions each besides their text, by keyboard alone', { tags: 'core' }, async () => {
    const owner = await newRestaurant(origin);
    for (const name of Object.keys(MENU)) await owner.addCategory(name);
    const page = await open(owner.token);
    await page.getByText('Nothing on the menu yet').waitFor();
    let interactions = 0;
    const press = async (key: string) => {
      await page.keyboard.press(key);
      interactions += 1;
    };
    // A new page's first Tab stop skips the header and navigation.
    await press('Tab');
    await press('Enter');
    for (const [category, dishes] of Object.entries(MENU)) {
      const line = page.getByRole('textbox', { name: `Quick add to ${category}` });
      const isThere = () => line.evaluate((element) => element.ownerDocument.activeElement === element);
      while (!(await isThere()) && interactions < 60) await press('Tab');
      for (const dish of dishes) {
        await page.keyboard.type(dish);
        await press('Enter');
        await page.getByText(`${dish.slice(0, dish.lastIndexOf(' '))} added`).waitFor({ state: 'attached' });
        await expectFocus(line);
      }
    }
    expect(interactions).toBeLessThanOrEqual(30);
    const items = await owner.call<MenuItem[]>('GET', '/api/menu-items');
    expect(items.map(({ name, price }) => `${name} ${price}`)).toEqual(
      Object.values(MENU)
        .flat()
        .map((dish) => dish.replace(',', '.').replace(/(\.\d*?)0+$/, '$1')),
    );
  });
});

describe("The waiter's list on a phone", () => {
  it('shows seven dishes in the first 844 px, 64 px each or 80 with a time to tap, with nothing over them; the search stays, a tap edits', {
    tags: 'core',
  }, async () => {
    const page = await open((await tokenOf(origin, 'owner')) as string, { viewport: VIEWPORTS.phone });
    const dishes = page.getByRole('listitem').filter({ has: page.getByRole('switch') });
    await dishes.first().waitFor();
    const bar = await page.locator('[data-bottom-bar]').boundingBox();
    const first = (await dishes.all()).slice(0, 12);
    const boxes = await Promise.all(first.map((dish) => dish.boundingBox()));
    const times = await Promise.all(first.map((dish) => dish.getByRole('button', { name: /^Out of Stock/ }).all()));
    expect(times.flat().length).toBeGreaterThan(0);
    expect(boxes.map((box) => box?.height)).toEqual(times.map(([time]) => (time ? 80 : 64)));
    for (const time of times.flat()) expect((await time.boundingBox())?.height).toBe(48);
    const whole = boxes.filter((box) => box && box.y + box.height <= (bar?.y ?? 0));
    expect(whole.length).toBeGreaterThanOrEqual(7);
    for (const box of whole) {
      for (const x of [40, 340]) {
        const isOnIt = `document.elementFromPoint(${x}, ${(box?.y ?? 0) + 32}).closest('li')?.getBoundingClientRect().y`;
        expect(await page.evaluate(isOnIt)).toBeCloseTo(box?.y ?? 0, 0);
      }
    }
    await page.evaluate('scrollTo(0, 1500)');
    expect((await page.getByLabel('Search items').boundingBox())?.y).toBeLessThan(120);
    await page.getByRole('button', { name: 'Edit Lasagne Verdi' }).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).waitFor();
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
    await dialog.getByLabel('Price').press('ControlOrMeta+a');
    // A number field drops a comma without a word: this would be 1225.
    await page.keyboard.type('12,25');
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
    await expectFocus(questionOf(page).getByRole('button', { name: 'Keep Editing' }));
    await pressEscape(questionOf(page));
    expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Gnocchi al forno');
    await expectFocus(dialogOf(page).getByLabel('Name'));
    await pressEscape(questionOf(page), 'visible');
    await questionOf(page).getByRole('button', { name: 'Discard Changes' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await expectFocus(edit);
    // Discarded input does not come back.
    await edit.click();
    expect(await dialogOf(page).getByLabel('Name').inputValue()).toBe('Gnocchi');
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
