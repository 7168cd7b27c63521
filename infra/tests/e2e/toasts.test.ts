import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, answer, dialogOf, expectToast, failing, toasts } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// The behaviour of toasts (specification §9), whatever their text.

const origin = inject('origin');
const visit = visitors();
const FAILED = 'Failed to update menu item. Please try again.';

/** A page whose one item can't be switched: each attempt shows a destructive toast. */
async function open(options: Parameters<typeof visit>[1] = {}) {
  const owner = await newRestaurant(origin);
  const primi = await owner.addCategory('Primi');
  // A second one, so that a new item's category is not chosen already.
  await owner.addCategory('Dolci');
  const item: MenuItem = await owner.addItem({ name: 'Gnocchi', categoryId: primi.id });
  const page = await visit(`${origin}/dashboard/items`, {
    ...AT_DESK,
    token: owner.token,
    expected: failing('/api/menu-items', 500),
    ...options,
  });
  await answer(page, `PUT /api/menu-items/${item.id}`, 500);
  const show = () => page.getByRole('switch', { name: 'Gnocchi available' }).click();
  await page.getByRole('switch', { name: 'Gnocchi available' }).waitFor();
  return { page, show };
}

/** Drags the toast to the right by `distance` pixels, by touch or mouse, and releases it. */
async function swipe(page: Page, distance: number) {
  const box = await toasts(page).boundingBox();
  if (!box) throw new Error('There is no toast.');
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 10; moved <= distance; moved += 10) await page.mouse.move(x + moved, y);
  await page.mouse.move(x + distance, y);
  await page.mouse.up();
}

const shown = (page: Page) => expect.poll(() => toasts(page).count());

describe('Toasts', () => {
  it('wait while the pointer is on them', async () => {
    const { page, show } = await open({ before: (context) => context.clock.install() });
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await show();
    await toasts(page).hover();
    await page.clock.runFor(20_000);
    await shown(page).toBe(1);
    await page.mouse.move(5, 5);
    await page.clock.runFor(5100);
    await shown(page).toBe(0);
  });

  it('are dismissed by a swipe to the right of 50 px, and stay for less [S9.17]', async () => {
    const { page, show } = await open({ before: (context) => context.clock.install() });
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await show();
    await expectToast(page, 'Update failed', FAILED);
    await swipe(page, 40);
    await shown(page).toBe(1);
    await swipe(page, 60);
    await shown(page).toBe(0);
  });

  it('are announced to screen readers, over an open dialog too, and pressing them leaves the dialog open', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Add Item', exact: true }).click();
    await dialogOf(page).getByRole('button', { name: 'Add Item' }).click();
    await page.locator('[role=status]').filter({ hasText: 'Category required' }).first().waitFor({ state: 'attached' });
    await expectToast(page, 'Category required', 'Please select a category for the menu item.');
    await toasts(page).locator('[aria-label=Dismiss]').click();
    await shown(page).toBe(0);
    expect(await dialogOf(page).isVisible()).toBe(true);
  });

  it.each([
    ['phone', VIEWPORTS.phone],
    ['tablet', { width: 820, height: 1180 }],
  ])('do not lie on the bottom bar or the main button of a %s', async (_, viewport) => {
    const { page, show } = await open({ viewport });
    await show();
    await expectToast(page, 'Update failed', FAILED);
    const toast = await toasts(page).boundingBox();
    const covered = [page.locator('[data-bottom-bar]'), page.getByRole('button', { name: 'Add Item', exact: true })];
    for (const one of covered) {
      const box = await one.boundingBox();
      if (!toast || !box) throw new Error('Something is not in view.');
      const apart =
        toast.y + toast.height <= box.y ||
        box.y + box.height <= toast.y ||
        toast.x + toast.width <= box.x ||
        box.x + box.width <= toast.x;
      expect(apart).toBe(true);
    }
  });
});
