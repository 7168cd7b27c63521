import type { Category } from '@tavola/contracts/menu.ts';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, callsOf, dialogOf, EACH_ONCE, expectFocus, expectToast, overflow, questionOf } from './owner.ts';
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
});

describe('Categories, accessible', () => {
  it.each(EACH_ONCE)(
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
