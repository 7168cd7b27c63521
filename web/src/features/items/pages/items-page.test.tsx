import { namesOf } from '@tavola/contracts/field-list.ts';
import { type MenuItem, newMenuItem } from '@tavola/contracts/menu.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import {
  expectBusy,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  fillAll,
  openApp,
} from '../../../test/app.tsx';
import { aCategory, anItem, aUser } from '../../../test/samples.ts';
import { ITEM_LABELS } from '../item-form.ts';

// Menu Items: the list's states, and how the forms take what is typed and what the server answers.

const GET = 'GET /api/menu-items';
const POST = 'POST /api/menu-items';
const PUT = 'PUT /api/menu-items/:id';
const DELETE = 'DELETE /api/menu-items/:id';
const ADDED = ['Item added', 'Menu item has been added successfully.'] as const;
const NOT_ADDED = ['Add failed', 'Failed to add menu item. Please try again.'] as const;
const NOT_UPDATED = ['Update failed', 'Failed to update menu item. Please try again.'] as const;

/** Opens Menu Items with the category Primi and these items, which calls change. */
function openItems(...items: MenuItem[]): UserEvent {
  let now = items;
  api.answers('GET /api/categories', [aCategory()]);
  api.answers(GET, () => now);
  api.answers(POST, (sent: Partial<MenuItem>) => {
    const added = anItem({ id: 100, ...sent });
    now = [...now, added];
    return added;
  });
  api.answers(PUT, (sent: Partial<MenuItem>, { id }) => {
    now = now.map((one) => (one.id === Number(id) ? { ...one, ...sent } : one));
    return now.find((one) => one.id === Number(id));
  });
  return openApp('/dashboard/items', { as: aUser() });
}

const dialog = () => screen.getByRole('dialog');
const question = () => screen.findByRole('alertdialog');
const inDialog = (name: string) => within(dialog()).getByRole('button', { name });

async function openAdd(user: UserEvent) {
  await user.click((await screen.findAllByRole('button', { name: 'Add Item' }))[0] as HTMLElement);
  await screen.findByRole('dialog');
}

async function openEdit(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  await screen.findByRole('dialog');
}

async function choosePrimi(user: UserEvent) {
  await user.click(within(dialog()).getByRole('combobox', { name: 'Category' }));
  await user.click(await screen.findByRole('option', { name: 'Primi' }));
}

describe('The list of Menu Items', () => {
  it('shows skeletons while it loads', async () => {
    const release = api.holds(GET);
    api.answers('GET /api/categories', [aCategory()]);
    openApp('/dashboard/items', { as: aUser() });
    await screen.findByText('Loading menu items…');
    const skeletons = () => document.querySelectorAll('[data-skeleton]').length;
    expect(skeletons()).toBeGreaterThan(6);
    release();
    await screen.findByText('Nothing on the menu yet');
    expect(skeletons()).toBe(0);
  });

  it('that could not be loaded says so, and is asked for again', async () => {
    api.fails(GET, 500);
    const user = openApp('/dashboard/items', { as: aUser() });
    await screen.findByText("Couldn't load your menu items");
    api.answers(GET, [anItem()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('table');
  });

  it("a switch is taken back when the server refuses, with the toast 'Update failed' - 'Failed to update menu item. Please try again.' [S8.3]", async () => {
    const user = openItems(anItem());
    api.fails(PUT, 500);
    await user.click(await screen.findByRole('switch', { name: 'Gnocchi available' }));
    await expectToast(...NOT_UPDATED);
    expect(screen.getByRole('switch', { name: 'Gnocchi available', checked: true })).toBeTruthy();
  });
});

describe('Adding an item', () => {
  it('has a control for every field that an owner may set', async () => {
    const user = openItems();
    await openAdd(user);
    for (const field of namesOf(newMenuItem)) within(dialog()).getByLabelText(new RegExp(`^${ITEM_LABELS[field]}\\b`));
  });

  it('a new item is available, neither popular nor featured, and needs no description and no image [S5.8]', async () => {
    const user = openItems();
    await openAdd(user);
    fillAll({ Name: 'Gnocchi', Price: '0' }, dialog());
    await choosePrimi(user);
    await user.click(inDialog('Add Item'));
    await expectToast(...ADDED);
    expect(calls.body(POST)).toEqual({
      name: 'Gnocchi',
      description: null,
      price: 0,
      categoryId: 1,
      isAvailable: true,
      isPopular: false,
      isFeatured: false,
      image: null,
    });
  });

  it("without a category: the toast 'Category required' - 'Please select a category for the menu item.', and nothing is sent [S5.7 S8.6]", async () => {
    const user = openItems();
    await openAdd(user);
    fillAll({ Name: 'Gnocchi', Price: '11' }, dialog());
    await user.click(inDialog('Add Item'));
    await expectToast('Category required', 'Please select a category for the menu item.');
    await expectFocus(() => within(dialog()).getByRole('combobox', { name: 'Category' }));
    within(dialog()).getByText('Please select a category for the menu item.');
    expect(calls.count(POST)).toBe(0);
  });

  it("with no categories the picker shows 'No categories available - create one first', with the way to do so [S2.57]", async () => {
    const user = openApp('/dashboard/items', { as: aUser() });
    await openAdd(user);
    const picker = within(dialog()).getByRole('combobox', { name: 'Category' });
    await waitFor(() => expect(picker.textContent).toBe('No categories available - create one first'));
    await user.click(within(dialog()).getByRole('link', { name: 'Create a category' }));
    await expectPath('/dashboard/categories?new');
  });

  it('refuses, each at its field: no name, no price, a negative price, three decimals, too high a price, no image address [S5.8 S9.3]', async () => {
    const user = openItems();
    await openAdd(user);
    await choosePrimi(user);
    await user.click(inDialog('Add Item'));
    await expectRefusal('Name', 'Name is required.', dialog());
    await expectRefusal('Price', 'Price is required.', dialog());
    await expectFocus(() => within(dialog()).getByLabelText('Name'));
    for (const [label, text, message] of [
      ['Name', 'x'.repeat(151), 'Name can be at most 150 characters long.'],
      ['Price', '-1', "Price can't be negative."],
      ['Price', '1.005', 'Price can have at most two decimals.'],
      ['Price', '100000000', 'Price can be at most 99,999,999.99.'],
      ['Image URL (optional)', 'picture.png', 'Image URL must start with http:// or https://.'],
    ] as const) {
      fillAll({ [label]: text }, dialog());
      await expectRefusal(label, message, dialog());
    }
    expect(calls.count(POST)).toBe(0);
  });

  it("refused by the server: 'Add failed' - 'Failed to add menu item. Please try again.', its words at the fields, and what was typed stays [S8.2]", async () => {
    const user = openItems();
    const errors = [{ field: 'price', message: 'That is too cheap.' }];
    api.refuses(POST, 'validation-failed', 'Please check the fields.', { errors });
    await openAdd(user);
    fillAll({ Name: 'Gnocchi', Price: '1' }, dialog());
    await choosePrimi(user);
    await user.click(inDialog('Add Item'));
    await expectToast(...NOT_ADDED);
    await expectRefusal('Price', 'That is too cheap.', dialog());
    await expectFocus(() => within(dialog()).getByLabelText('Price'));
    expect(fieldValue('Name', dialog())).toBe('Gnocchi');
  });

  it('refused because the menu is full: the toast says so, and what was typed stays', async () => {
    const user = openItems();
    api.refuses(POST, 'quota-reached', QUOTAS.items.message);
    await openAdd(user);
    fillAll({ Name: 'Gnocchi', Price: '1' }, dialog());
    await choosePrimi(user);
    await user.click(inDialog('Add Item'));
    await expectToast('Add failed', 'A menu can have at most 2,000 items.');
    expect(fieldValue('Name', dialog())).toBe('Gnocchi');
  });

  it("the button reads 'Saving...' and is disabled while busy, and Escape does not close the dialog then", async () => {
    const user = openItems();
    const release = api.holds(POST);
    await openAdd(user);
    fillAll({ Name: 'Gnocchi', Price: '11' }, dialog());
    await choosePrimi(user);
    await user.click(inDialog('Add Item'));
    await expectBusy('Saving...');
    await user.keyboard('{Escape}');
    expect(dialog()).toBeTruthy();
    release();
    await expectToast(...ADDED);
  });
});

describe('Editing an item', () => {
  it("refused by the server: 'Update failed' - 'Failed to update menu item. Please try again.', and the dialog stays [S8.3]", async () => {
    const user = openItems(anItem({ price: 11 }));
    api.fails(PUT, 500);
    await openEdit(user, 'Gnocchi');
    fill(within(dialog()).getByLabelText('Price'), '12.25');
    await user.click(inDialog('Save Changes'));
    await expectToast(...NOT_UPDATED);
    expect(fieldValue('Price', dialog())).toBe('12.25');
    screen.getByText('$11.00');
  });
});

describe('Deleting an item', () => {
  it('Cancel and Escape delete nothing, and focus comes back', async () => {
    const user = openItems(anItem());
    await user.click(await screen.findByRole('button', { name: 'Delete Gnocchi' }));
    await question();
    await user.keyboard('{Escape}');
    await expectFocus(() => screen.getByRole('button', { name: 'Delete Gnocchi' }));
    await user.click(screen.getByRole('button', { name: 'Delete Gnocchi' }));
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls.list.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it("refused by the server: 'Delete failed' - 'Failed to delete menu item. Please try again.', and the item stays [S8.4]", async () => {
    const user = openItems(anItem());
    api.fails(DELETE, 500);
    await user.click(await screen.findByRole('button', { name: 'Delete Gnocchi' }));
    await user.click(within(await question()).getByRole('button', { name: 'Delete' }));
    await expectToast('Delete failed', 'Failed to delete menu item. Please try again.');
    screen.getByText('Gnocchi');
  });
});
