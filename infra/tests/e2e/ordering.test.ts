import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { type Visit, visitors } from './visitors.ts';

// @module-tag full
// Owners reorder categories and items by each input method; guests see the new order.

const origin = inject('origin');
const CATEGORIES = ['Antipasti', 'Primi', 'Secondi', 'Dolci'];
const ITEMS = ['Lasagne', 'Gnocchi', 'Ravioli', 'Carbonara'];

const visit = visitors();

/** A restaurant with four categories: Primi has four items, the others have one each. */
async function restaurant(): Promise<Restaurant> {
  const osteria = await newRestaurant(origin);
  for (const name of CATEGORIES) {
    const { id: categoryId } = await osteria.addCategory(name);
    for (const item of name === 'Primi' ? ITEMS : [`Dish of ${name}`])
      await osteria.addItem({ name: item, categoryId });
  }
  return osteria;
}

const open = (path: string, options: Visit = {}) => visit(origin + path, { viewport: VIEWPORTS.laptop, ...options });
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });

/** The names in the list, from top to bottom. */
async function namesIn(page: Page): Promise<string[]> {
  const labels = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main button[aria-label^="Move "]')].map((button) => button.getAttribute('aria-label'))`,
  );
  return labels.map((label) => label.slice('Move '.length));
}

/** Waits until focus is on the handle of `name`. */
const expectFocus = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(`document.activeElement?.getAttribute('aria-label')`)).toBe(`Move ${name}`);

const expectOrder = (page: Page, names: string[]) =>
  expect.poll(() => namesIn(page), { timeout: 5_000 }).toEqual(names);

/** Waits until the step is announced to screen readers, and until the page accepts the next key, which is a turn later. */
async function said(page: Page, text: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
}

const moved = (page: Page, path: string) =>
  page.waitForResponse((answer) => answer.url() === `${origin}${path}/order` && answer.request().method() === 'PUT');

async function fromMenu(page: Page, name: string, move: string): Promise<void> {
  await handle(page, name).click();
  await page.getByRole('menuitem', { name: move, exact: true }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags one row's handle slightly past another's. */
async function dragOnto(page: Page, name: string, onto: string): Promise<void> {
  const [from, to] = [await middleOf(handle(page, name)), await middleOf(handle(page, onto))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + Math.sign(to.y - from.y) * 12, { steps: 3 });
  await page.mouse.move(to.x, to.y + Math.sign(to.y - from.y) * 8, { steps: 12 });
  await page.mouse.up();
}

/** The headings of a guest's menu. */
async function guestReads(slug: string, level: 2 | 3): Promise<string[]> {
  const phone = await open(`/menu/${slug}`, { viewport: VIEWPORTS.phone });
  await phone.getByRole('heading', { level: 2, name: 'Primi' }).waitFor();
  return phone.getByRole('tabpanel').getByRole('heading', { level }).allInnerTexts();
}

describe('categories', () => {
  it('are ordered by keyboard, with every step announced, and the guest reads them so', async () => {
    const { token, slug } = await restaurant();
    const page = await open('/dashboard/categories', { token });
    const dolci = handle(page, 'Dolci');
    await dolci.focus();
    const description = await page.locator(`[id="${await dolci.getAttribute('aria-describedby')}"]`).textContent();
    expect(description).toContain('Press Space to pick up');

    await page.keyboard.press('Space');
    await said(page, 'Dolci picked up. Position 4 of 4.');
    await page.keyboard.press('ArrowUp');
    await said(page, 'Dolci: Position 3 of 4.');
    await page.keyboard.press('ArrowUp');
    await said(page, 'Dolci: Position 2 of 4.');
    const answered = moved(page, '/api/categories');
    await page.keyboard.press('Space');
    await said(page, 'Dolci dropped. Position 2 of 4.');
    await expectOrder(page, ['Antipasti', 'Dolci', 'Primi', 'Secondi']);
    expect((await answered).status()).toBe(200);
    // Focus has not moved, and no menu opened.
    await expectFocus(page, 'Dolci');
    expect(await page.getByRole('menu').count()).toBe(0);

    // Escape undoes everything.
    await page.keyboard.press('Space');
    await said(page, 'Dolci picked up. Position 2 of 4.');
    await page.keyboard.press('ArrowDown');
    await said(page, 'Dolci: Position 3 of 4.');
    await page.keyboard.press('Escape');
    await said(page, 'Move canceled. Dolci is back. Position 2 of 4.');
    await expectOrder(page, ['Antipasti', 'Dolci', 'Primi', 'Secondi']);

    await page.reload();
    await expectOrder(page, ['Antipasti', 'Dolci', 'Primi', 'Secondi']);
    expect(await guestReads(slug, 2)).toEqual(['Antipasti', 'Dolci', 'Primi', 'Secondi']);
  });

  it('are ordered by a finger that rests on the handle, while one that moves at once scrolls', async () => {
    const { token, slug } = await restaurant();
    const page = await open('/dashboard/categories', {
      token,
      viewport: VIEWPORTS.phone,
      hasTouch: true,
      isMobile: true,
    });
    await expectOrder(page, CATEGORIES);
    const session = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) => {
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    };
    const swipe = async (from: { x: number; y: number }, to: { y: number }, restMs: number) => {
      await touch('touchStart', from);
      await page.waitForTimeout(restMs);
      for (let step = 1; step <= 12; step += 1) {
        await touch('touchMove', { x: from.x, y: from.y + ((to.y - from.y) * step) / 12 });
        await page.waitForTimeout(16);
      }
      await touch('touchEnd');
    };

    const after = ['Primi', 'Antipasti', 'Secondi', 'Dolci'];
    const answered = moved(page, '/api/categories');
    await swipe(await middleOf(handle(page, 'Antipasti')), { y: (await middleOf(handle(page, 'Primi'))).y + 8 }, 400);
    await expectOrder(page, after);
    await answered;

    await swipe(await middleOf(handle(page, 'Antipasti')), await middleOf(handle(page, 'Primi')), 0);
    await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(20);
    await expectOrder(page, after);
    expect(await guestReads(slug, 2)).toEqual(after);
  });
});

describe('items', () => {
  it('are ordered within their category from the handle’s menu and by mouse, and the guest reads them so', async () => {
    const { token, slug } = await restaurant();
    const page = await open('/dashboard/items', { token });
    await expectOrder(page, ITEMS);
    await fromMenu(page, 'Carbonara', 'Move up');
    await said(page, 'Carbonara moved. Position 3 of 4.');
    await expectOrder(page, ['Lasagne', 'Gnocchi', 'Carbonara', 'Ravioli']);
    await expectFocus(page, 'Carbonara');
    await fromMenu(page, 'Lasagne', 'Move to bottom');
    await said(page, 'Lasagne moved. Position 4 of 4.');
    await fromMenu(page, 'Gnocchi', 'Move down');
    await expectOrder(page, ['Carbonara', 'Gnocchi', 'Ravioli', 'Lasagne']);
    await fromMenu(page, 'Ravioli', 'Move to top');
    await expectOrder(page, ['Ravioli', 'Carbonara', 'Gnocchi', 'Lasagne']);
    // Items at an end can't move further.
    await handle(page, 'Ravioli').click();
    expect(await page.getByRole('menuitem', { disabled: true }).allInnerTexts()).toEqual(['Move up', 'Move to top']);
    await page.keyboard.press('Escape');

    const answered = moved(page, '/api/menu-items');
    await dragOnto(page, 'Lasagne', 'Carbonara');
    await answered;
    const after = ['Ravioli', 'Lasagne', 'Carbonara', 'Gnocchi'];
    await expectOrder(page, after);
    // Overview shows the same order without a new request.
    await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
    await page.getByText('Total Menu Views').waitFor();
    const rows = await page.getByRole('row').allInnerTexts();
    const names = rows.map((row) =>
      row
        .split('\n')
        .find((line) => ITEMS.includes(line.trim()))
        ?.trim(),
    );
    expect(names.filter(Boolean)).toEqual(after);

    expect(await guestReads(slug, 3)).toEqual(['Dish of Antipasti', ...after, 'Dish of Secondi', 'Dish of Dolci']);
  });
});
