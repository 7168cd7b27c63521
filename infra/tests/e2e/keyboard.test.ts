import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { AT_DESK, answer, callsOf, dialogOf, expectFocus, expectToast, failing, hold, questionOf } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { type Visit, visitors } from './visitors.ts';

// @module-tag full
// Keyboard only: every step uses keys, and afterwards focus stays in place or moves to where work continues.

const origin = inject('origin');
const visit = visitors();
const open = (path: string, options: Visit = {}) => visit(origin + path, { ...AT_DESK, ...options });
const MOST_TABS = 60;

const buttonOf = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true }).first();
const focused = async (target: Locator) => (await target.and(target.page().locator(':focus')).count()) > 0;

/** Presses Tab, or Shift+Tab, until `target` has focus. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await focused(target)) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`${MOST_TABS} times ${key} did not lead to ${target}.`);
}

/** Tabs to `target` and presses a key on it. */
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** Tabs to a field and types over its content. */
async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.press('ControlOrMeta+A');
  await field.page().keyboard.type(text);
}

/** Follows a screen's link past the header; then the screen's heading has focus. */
async function goTo(page: Page, entry: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Dashboard' }).first();
  await tabTo(navigation.getByRole('link', { name: entry, exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectFocus(page.getByRole('heading', { level: 1, name: entry }));
}

describe('an owner, by keyboard alone', () => {
  it('signs up, fills the menu, changes it, and signs out', async () => {
    const key = randomUUID().slice(0, 8);
    const page = await open('/signup');
    await type(page.getByLabel('Your Name'), 'Rosa Prova');
    await type(page.getByLabel('Email Address'), `keys-${key}@example.com`);
    await type(page.getByLabel('Password', { exact: true }), 'sugo di nonna');
    await type(page.getByLabel('Restaurant Name'), `Osteria ${key}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/dashboard`);
    await expectFocus(page.getByRole('heading', { level: 1 }));

    await goTo(page, 'Categories');
    const addCategory = buttonOf(page, 'Add Category');
    await press(addCategory);
    await type(dialogOf(page).getByLabel('Name'), 'Primi');
    await press(buttonOf(dialogOf(page), 'Add Category'));
    await expectToast(page, 'Category added', 'Category has been added successfully.');
    await expectFocus(addCategory);

    await goTo(page, 'Menu Items');
    const addItem = buttonOf(page, 'Add Item');
    for (const [name, price] of [
      ['Gnocchi', '11'],
      ['Carbonara', '13'],
    ] as const) {
      await press(addItem);
      await type(dialogOf(page).getByLabel('Name'), name);
      await type(dialogOf(page).getByLabel('Price'), price);
      await press(buttonOf(dialogOf(page), 'Add Item'));
      await dialogOf(page).waitFor({ state: 'detached' });
      await expectFocus(addItem);
    }

    const edit = buttonOf(page, 'Edit Gnocchi');
    await press(edit);
    // A number field drops a comma without a word: this would be 125.
    await type(dialogOf(page).getByLabel('Price'), '12,5');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Item updated', 'Menu item has been updated successfully.');
    await expectFocus(edit);

    const available = page.getByRole('switch', { name: 'Carbonara available' });
    await press(available, 'Space');
    await page.getByRole('switch', { name: 'Carbonara available', checked: false }).waitFor();
    await expectFocus(available);

    await press(buttonOf(page, 'Delete Carbonara'));
    await tabTo(questionOf(page).getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Item deleted', 'Menu item has been deleted successfully.');
    await expectFocus(buttonOf(page, 'Delete Gnocchi'));

    const slug = `osteria-${key}`;
    const menu = await fetch(`${origin}/api/public/menu/${slug}`);
    expect(await menu.json()).toMatchObject({
      categories: [{ name: 'Primi' }],
      items: [{ name: 'Gnocchi', price: 12.5 }],
    });

    await tabTo(buttonOf(page, 'Logout'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/`);
  });

  it('Menu Items: what saves keeps the focus while it is busy and after a refusal, and works once', async () => {
    const owner = await newRestaurant(origin);
    await owner.addCategory('Secondi');
    const page = await open('/dashboard/items', { token: owner.token, expected: failing('/api/menu-items', 503) });
    await press(buttonOf(page, 'Add Item'));
    await type(dialogOf(page).getByLabel('Name'), 'Ragù');
    await type(dialogOf(page).getByLabel('Price'), '9');
    await press(dialogOf(page).getByRole('combobox', { name: 'Category' }));
    await page.getByRole('option', { name: 'Secondi' }).waitFor();
    await page.keyboard.press('Enter');
    const add = 'POST /api/menu-items';
    await answer(page, add, 503);
    const release = await hold(page, add);
    await keepsFocus(page, buttonOf(dialogOf(page), 'Add Item'), add, release);
    await page.unrouteAll();
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'detached' });
    await expectFocus(buttonOf(page, 'Add Item'));
  });

  it('Settings: what saves keeps the focus while it is busy, after a refusal, and once all is saved', async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/settings', { token: owner.token, expected: failing('/api/tenant', 503) });
    const save = 'PUT /api/tenant';
    await type(page.getByLabel('Phone Number'), '+39 06 123');
    await answer(page, save, 503);
    const release = await hold(page, save);
    await keepsFocus(page, buttonOf(page, 'Save Changes'), save, release);
    await page.unrouteAll();
    await page.keyboard.press('Enter');
    await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
    await expectFocus(page.getByLabel('Phone Number'));
  });

  it('signs another device out, which takes the button away: focus goes to the list that is left', async () => {
    const owner = await newRestaurant(origin);
    await owner.call('POST', '/api/auth/login', { email: owner.email, password: owner.password });
    const page = await open('/settings/account', { token: owner.token });
    await press(page.getByRole('button', { name: /^Sign Out/ }));
    await expectToast(page, 'Device signed out', 'Unknown device');
    const list = page.getByRole('list').filter({ hasText: 'This device' });
    await expectFocus(list);
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await expectFocus(list);
  });
});

/** Presses a save button twice: it keeps focus while busy, sends one call, and has focus after the call failed. */
async function keepsFocus(page: Page, save: Locator, call: string, release: () => void): Promise<void> {
  const calls = callsOf(page);
  await press(save);
  const busy = buttonOf(page, 'Saving...');
  await expectFocus(busy);
  expect(await busy.isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  release();
  await busy.waitFor({ state: 'detached' });
  await expectFocus(save);
  expect(calls.count(call)).toBe(1);
}
