import type { MenuItem } from '@tavola/contracts/menu.ts';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, dialogOf, expectFocus } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { tokenOf } from './screens.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// Menu Items, where it needs a browser: keys and layout. Its states, forms and refusals: items-page.test.tsx.

const origin = inject('origin');
const visit = visitors();
const open = (token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(`${origin}/dashboard/items`, { ...AT_DESK, token, ...options });

describe('Dishes in three categories', () => {
  const MENU = {
    Antipasti: ['Burrata 14.50', 'Bruschetta 8,5'],
    Primi: ['Cacio e pepe 14', 'Spaghetti 4 formaggi 15'],
    Dolci: ['Tiramisù 8', 'Affogato 5,50'],
  };

  it('take one key each besides their text, and few from one category to the next', async () => {
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
    // For fifteen dishes, that makes two each.
    expect(interactions - Object.values(MENU).flat().length).toBeLessThanOrEqual(15);
    const items = await owner.call<MenuItem[]>('GET', '/api/menu-items');
    expect(items.map(({ name, price }) => `${name} ${price}`)).toEqual(
      Object.values(MENU)
        .flat()
        .map((dish) => dish.replace(',', '.').replace(/(\.\d*?)0+$/, '$1')),
    );
  });
});

it('A name that is edited in its row is shown whole', async () => {
  const owner = await newRestaurant(origin);
  const { id: categoryId } = await owner.addCategory('Antipasti');
  const names = ['Bruschetta al pomodoro (1)', 'Bruschetta al pomodoro con burrata e acciughe (1)'];
  for (const name of names) await owner.addItem({ name, categoryId });
  const page = await open(owner.token);
  for (const name of names) {
    await page.getByRole('button', { name: `Rename ${name}` }).click();
    const field = page.getByRole('textbox', { name: `Name of ${name}` });
    const hidden = await field.evaluate(
      ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => scrollWidth - clientWidth,
    );
    expect(hidden, name).toBe(0);
    await page.keyboard.press('Escape');
  }
});

describe("The waiter's list on a phone", () => {
  it('shows seven dishes in the first 844 px, 64 px each or 80 with a time to tap, with nothing over them; the search stays, a tap edits', async () => {
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
    // Only Save and “…” are below the form.
    await dialogOf(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    expect((await dialogOf(page).locator('footer').boundingBox())?.height).toBeLessThan(90);
  });
});

describe('The dialog of a dish', () => {
  const openDish = async () => {
    const owner = await newRestaurant(origin);
    const { id } = await owner.addCategory('Primi');
    await owner.addItem({ name: 'Gnocchi', categoryId: id, price: 12.5 });
    const page = await open(owner.token);
    return { page, edit: page.getByRole('button', { name: 'Edit Gnocchi' }) };
  };

  it('is scrolled by a wheel over its price, which stays and can be typed on', async () => {
    const { page, edit } = await openDish();
    await edit.click();
    const price = dialogOf(page).getByLabel('Price');
    await price.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('13');
    const place = await price.boundingBox();
    await page.mouse.wheel(0, 100);
    await expect.poll(() => price.boundingBox()).not.toEqual(place);
    expect(await price.inputValue()).toBe('13');
    await expectFocus(price);
    await page.keyboard.type('.75');
    expect(await price.inputValue()).toBe('13.75');
  });

  it('is closed on a page that the browser has translated', async () => {
    const { page, edit } = await openDish();
    await edit.waitFor();
    // As Chrome does it.
    await page.evaluate(`new MutationObserver((changes) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts.filter(({ parentNode }) => !parentNode.closest('font, script'))) {
        const translated = document.createElement('font');
        translated.textContent = text.textContent;
        text.replaceWith(translated);
      }
    }).observe(document.body, { childList: true, subtree: true })`);
    await edit.click();
    await dialogOf(page).locator('font').first().waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await expectFocus(edit);
  });
});
