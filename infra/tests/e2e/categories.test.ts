import type { Category } from '@tavola/contracts/menu.ts';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import {
  AT_DESK,
  answer,
  callsOf,
  dialogOf,
  expectFocus,
  expectRefusal,
  expectToast,
  failing,
  hold,
  LOOKS,
  overflow,
  problem,
  questionOf,
} from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// Categories: the list from the specification, and an owner's changes to it.

const origin = inject('origin');
const visit = visitors();
const open = (token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(`${origin}/dashboard/categories`, { ...AT_DESK, token, ...options });

const POST = 'POST /api/categories';

async function withCategories(...categories: (Partial<Category> & { name: string })[]) {
  const owner = await newRestaurant(origin);
  const added: Category[] = [];
  for (const { name, ...rest } of categories) added.push(await owner.addCategory(name, rest));
  return { owner, added };
}

describe('The list of Categories', () => {
  it("has name, description or 'No description', and Active or Inactive [S2.59]", async () => {
    const { owner, added } = await withCategories(
      { name: 'Primi', description: 'Made this morning' },
      { name: 'Dolci', isActive: false },
    );
    await owner.addItem({ name: 'Gnocchi', categoryId: added[0]?.id ?? 0 });
    const page = await open(owner.token);
    const list = page.getByRole('list', { name: 'Categories' });
    const primi = list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Primi' }) });
    const dolci = list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Dolci' }) });
    await primi.getByText('Made this morning').waitFor();
    await primi.getByText('Active', { exact: true }).waitFor();
    await primi.getByText('1 item', { exact: true }).last().waitFor();
    await dolci.getByText('No description', { exact: true }).waitFor();
    await dolci.getByText('Inactive', { exact: true }).waitFor();
    await dolci.getByText('0 items', { exact: true }).last().waitFor();
  });

  it('shows skeletons while it loads', async () => {
    const { owner } = await withCategories({ name: 'Primi' });
    let release = () => {};
    const page = await open(owner.token, {
      before: async (context) => {
        release = await hold(context, 'GET /api/categories');
      },
    });
    await page.getByText('Loading categories…').waitFor({ state: 'attached' });
    expect(await page.locator('[data-skeleton]').count()).toBeGreaterThan(4);
    release();
    await page.getByRole('heading', { name: 'Primi' }).waitFor();
    expect(await page.locator('[data-skeleton]').count()).toBe(0);
  });

  it('empty, it offers to add the first category', async () => {
    const { owner } = await withCategories();
    const page = await open(owner.token);
    await page.getByText('No categories yet').waitFor();
    await page.getByRole('button', { name: 'Add your first category' }).click();
    await dialogOf(page).getByRole('heading', { name: 'Add Category' }).waitFor();
  });

  it('that could not be loaded says so, and is asked for again', async () => {
    const { owner } = await withCategories({ name: 'Primi' });
    const page = await open(owner.token, {
      before: (context) => answer(context, 'GET /api/categories', 503),
      expected: failing('/api/categories', 503),
    });
    await page.getByRole('alert').getByText("Couldn't load your categories").waitFor();
    await page.context().unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Primi' }).waitFor();
  });

  it.each(Object.entries(VIEWPORTS))('long, Japanese and Arabic names hold on a %s', async (_, viewport) => {
    const { owner } = await withCategories(
      { name: 'Antipastissimo'.repeat(7), description: 'Everything '.repeat(45).trim() },
      { name: '季節のおすすめ料理'.repeat(10) },
      { name: 'المقبلات الباردة والساخنة', description: 'تقدم مع الخبز', isActive: false },
    );
    const page = await open(owner.token, { viewport });
    await page.getByText('المقبلات الباردة والساخنة', { exact: true }).first().waitFor();
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);
  });
});

describe('Categories are changed', () => {
  it("added: the list is refetched, 'Category added' is said, and focus comes back [S2.60 S7.15]", {
    tags: 'core',
  }, async () => {
    const { owner } = await withCategories({ name: 'Primi' });
    const page = await open(owner.token);
    const add = page.getByRole('button', { name: 'Add Category' });
    await add.click();
    const dialog = dialogOf(page);
    await expectFocus(dialog.getByLabel('Name'));
    await page.getByRole('heading', { name: 'Primi', includeHidden: true }).waitFor();
    const calls = callsOf(page);
    await dialog.getByLabel('Name').fill('Dolci');
    await dialog.getByLabel('Description').fill('To end with');
    await dialog.getByRole('button', { name: 'Add Category' }).click();
    await expectToast(page, 'Category added', 'Category has been added successfully.');
    await page.getByText('To end with').waitFor();
    await expectFocus(add);
    expect(calls.body(POST)).toEqual({ name: 'Dolci', description: 'To end with', isActive: true });
    expect(calls.count('GET /api/categories')).toBe(1);
  });

  it("edited: 'Category updated' is said [S2.60 S7.16]", async () => {
    const { owner, added } = await withCategories({ name: 'Primi' });
    const page = await open(owner.token);
    await page.getByRole('button', { name: 'Edit Primi' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('heading', { name: 'Edit Category' }).waitFor();
    const calls = callsOf(page);
    await dialog.getByLabel('Name').fill('Pasta');
    await dialog.getByRole('checkbox', { name: 'Active' }).click();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Category updated', 'Category has been updated successfully.');
    await page.getByRole('heading', { name: 'Pasta' }).waitFor();
    await page.getByText('Inactive', { exact: true }).waitFor();
    expect(calls.body(`PUT /api/categories/${added[0]?.id}`)).toMatchObject({ name: 'Pasta', isActive: false });
  });

  it('deleted, once what it means for its items was said [S2.60 S7.17]', { tags: 'core' }, async () => {
    const { owner, added } = await withCategories({ name: 'Primi' });
    await owner.addItem({ name: 'Gnocchi', categoryId: added[0]?.id ?? 0 });
    const page = await open(owner.token);
    await page.getByText('1 item', { exact: true }).last().waitFor();
    await page.getByRole('button', { name: 'Delete Primi' }).click();
    await questionOf(page).getByText('Are you sure you want to delete this category?').waitFor();
    await questionOf(page).getByText('on your menu, without a category.').waitFor();
    await questionOf(page).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Category deleted', 'Category has been deleted successfully.');
    await page.getByText('No categories yet').waitFor();
  });

  it('switched between Active and Inactive in the list, and back again when the server refuses', async () => {
    const { owner, added } = await withCategories({ name: 'Primi' });
    const page = await open(owner.token, { expected: failing('/api/categories', 500) });
    const release = await hold(page, `PUT /api/categories/${added[0]?.id}`);
    await page.getByRole('switch', { name: 'Primi active' }).click();
    await page.getByText('Inactive', { exact: true }).waitFor();
    release();
    await expect.poll(async () => (await owner.call<Category[]>('GET', '/api/categories'))[0]?.isActive).toBe(false);
    await answer(page, `PUT /api/categories/${added[0]?.id}`, 500);
    await page.getByRole('switch', { name: 'Primi active' }).click();
    await expectToast(page, 'Update failed', 'Failed to update category. Please try again.');
    await page.getByText('Inactive', { exact: true }).waitFor();
  });

  it('what the server refuses is said in a toast and at the field, and what was typed stays', async () => {
    const { owner, added } = await withCategories({ name: 'Primi' });
    const path = `/api/categories/${added[0]?.id}`;
    const page = await open(owner.token, { expected: failing('/api/categories', 400, 500) });
    const errors = [{ field: 'name', message: 'That name is taken.' }];
    await answer(page, POST, 400, problem('validation-failed', 'Please check the fields.', errors));
    await page.getByRole('button', { name: 'Add Category' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Name').fill('Primi');
    await dialog.getByRole('button', { name: 'Add Category' }).click();
    await expectToast(page, 'Add failed', 'Failed to add category. Please try again.');
    await expectRefusal(dialog, 'Name', 'That name is taken.');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Primi');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await questionOf(page).getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await answer(page, `PUT ${path}`, 500);
    await page.getByRole('button', { name: 'Edit Primi' }).click();
    await dialog.getByLabel('Name').fill('Pasta');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Update failed', 'Failed to update category. Please try again.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await questionOf(page).getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await answer(page, `DELETE ${path}`, 500);
    await page.getByRole('button', { name: 'Delete Primi' }).click();
    await questionOf(page).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Delete failed', 'Failed to delete category. Please try again.');
    await page.getByRole('heading', { name: 'Primi' }).waitFor();
  });

  it("a category needs a name of at most 100 characters, and the button reads 'Saving...' while busy", async () => {
    const { owner } = await withCategories();
    const page = await open(owner.token);
    await page.getByText('No categories yet').waitFor();
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Add Category' }).click();
    const dialog = dialogOf(page);
    const add = dialog.getByRole('button', { name: 'Add Category' });
    await add.click();
    await expectRefusal(dialog, 'Name', 'Name is required.');
    await dialog.getByLabel('Name').fill('x'.repeat(101));
    await expectRefusal(dialog, 'Name', 'Name can be at most 100 characters long.');
    expect(calls.list).toEqual([]);
    await dialog.getByLabel('Name').fill('Primi');
    const release = await hold(page, POST);
    await add.click();
    const busy = dialog.getByRole('button', { name: 'Saving...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    release();
    await expectToast(page, 'Category added', 'Category has been added successfully.');
  });
});

describe('Categories, accessible', () => {
  it.each(LOOKS)(
    'axe finds nothing in the category dialog nor in the question: $device, $colorScheme',
    async (look) => {
      const { owner } = await withCategories({ name: 'Primi' });
      const page = await open(owner.token, look);
      await page.getByRole('button', { name: 'Add Category' }).click();
      await dialogOf(page).getByRole('button', { name: 'Add Category' }).click();
      await dialogOf(page).getByText('Name is required.').waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await dialogOf(page).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Delete Primi' }).click();
      await questionOf(page).waitFor();
      await expectAccessible(page);
    },
  );
});
