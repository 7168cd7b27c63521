import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, answer, dialogOf, expectToast, failing, toasts } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
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
  const box = await boxOf(toasts(page));
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 10; moved <= distance; moved += 10) await page.mouse.move(x + moved, y);
  await page.mouse.move(x + distance, y);
  await page.mouse.up();
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not in view.');
  return box;
}

const areApart = (one: Box, other: Box): boolean =>
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y ||
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x;

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
    const { page, show } = await open({ viewport: VIEWPORTS.phone, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Add Item', exact: true }).click();
    const before = await boxOf(dialogOf(page));
    await dialogOf(page).getByRole('button', { name: 'Add Item' }).click();
    await page.locator('[role=status]').filter({ hasText: 'Category required' }).first().waitFor({ state: 'attached' });
    await expectToast(page, 'Category required', 'Please select a category for the menu item.');
    // The dialog stays where it was, with its title in view.
    expect(await boxOf(dialogOf(page))).toEqual(before);
    expect(areApart(await boxOf(toasts(page)), await boxOf(dialogOf(page).getByRole('heading')))).toBe(true);
    await toasts(page).locator('[aria-label=Dismiss]').click();
    await shown(page).toBe(0);
    expect(await dialogOf(page).isVisible()).toBe(true);

    // With the phone held sideways, neither the dialog's title nor, without a dialog, the page's is covered.
    await page.setViewportSize({ width: 844, height: 390 });
    await dialogOf(page).getByRole('button', { name: 'Add Item' }).click();
    await expectToast(page, 'Category required', 'Please select a category for the menu item.');
    expect(areApart(await boxOf(toasts(page)), await boxOf(dialogOf(page)))).toBe(true);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    await show();
    await expectToast(page, 'Update failed', FAILED);
    await page.evaluate('scrollTo(0, 0)');
    const toast = await boxOf(toasts(page));
    expect(areApart(toast, await boxOf(page.getByRole('heading', { level: 1 })))).toBe(true);
    expect(areApart(toast, await boxOf(page.locator('[data-bottom-bar]')))).toBe(true);
  });

  it.each([
    ['phone', VIEWPORTS.phone],
    ['tablet', { width: 820, height: 1180 }],
  ])(
    'do not lie on a banner, a field, the bottom bar, the main button or the bar of selected items of a %s',
    async (_, viewport) => {
      const { page, show } = await open({ viewport });
      await show();
      await expectToast(page, 'Update failed', FAILED);
      const toast = await boxOf(toasts(page));
      expect(areApart(toast, await boxOf(page.locator('[data-bottom-bar]')))).toBe(true);
      expect(areApart(toast, await boxOf(page.getByRole('button', { name: 'Add Item', exact: true })))).toBe(true);
      // Neither on what asks to confirm the address, nor on a field at the upper edge of the list.
      expect(areApart(toast, await boxOf(page.getByRole('region', { name: 'Confirmation' })))).toBe(true);
      expect(areApart(toast, await boxOf(page.getByRole('searchbox').first()))).toBe(true);

      await page.getByRole('button', { name: 'Select items' }).click();
      const bar = page.getByRole('region', { name: 'Selected items' });
      await bar.getByRole('button', { name: 'Select All' }).click();
      await bar.getByRole('button', { name: 'Out of Stock' }).waitFor();
      expect(areApart(await boxOf(toasts(page)), await boxOf(bar))).toBe(true);
    },
  );
});
