import type { DraftInput } from '@tavola/contracts/drafts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { namesOf, withChange } from '@tavola/contracts/field-list.ts';
import { type MenuItem, type MenuItemChange, menuItem, newMenuItem } from '@tavola/contracts/menu.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/http/query-client.ts';
import { api, calls } from '../../../test/api.ts';
import {
  answer,
  dialog,
  dialogClosed,
  expectFocus,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  fillAll,
  goTo,
  onPhone,
  openApp,
  press,
  pressInDialog,
  question,
  toasts,
} from '../../../test/app.tsx';
import { aCategory, aDaypart, anItem, aPutBack, aTenant, aUser } from '../../../test/samples.ts';
import { serveItems } from '../../../test/serve-items.ts';
import { ITEM_LABELS } from '../item-form.ts';

// Menu Items: the list's states, and how the forms take what is typed and what the server answers.

const GET = 'GET /api/menu-items';
const POST = 'POST /api/menu-items';
const PUT = 'PUT /api/menu-items/:id';
const DELETE = 'DELETE /api/menu-items/:id';
const DRAFT = 'POST /api/menu-drafts';
const ADDED = ['Item added', 'Menu item has been added successfully.'] as const;
const NOT_UPDATED = ['Update failed', 'Failed to update menu item. Please try again.'] as const;

/** Opens Menu Items with the category Primi and these items, which calls change. */
function openItems(...items: MenuItem[]): UserEvent {
  const served = serveItems(...items);
  api.answers('GET /api/categories', [aCategory()]);
  api.answers('GET /api/tenant/translations/:lang', { texts: [] });
  api.answers(DRAFT, ({ changes = [], removals = [] }: DraftInput) => {
    const gone = new Set(removals.map(({ item }) => item));
    const changed = new Map(changes.map(({ item, fields }) => [item, fields as MenuItemChange]));
    served.change((now) =>
      now.filter(({ id }) => !gone.has(id)).map((item) => withChange(menuItem, item, changed.get(item.id) ?? {})),
    );
    return { change: 70, categories: 0, added: 0, changed: changed.size, removed: gone.size };
  });
  api.answers('POST /api/history/:id/put-back', () => {
    served.change(() => items);
    return aPutBack();
  });
  return openApp('/dashboard/items', { as: aUser() });
}

/** Dolci beside Primi, so that a category has to be chosen. */
const twoCategories = () => api.answers('GET /api/categories', [aCategory(), aCategory({ id: 2, name: 'Dolci' })]);

async function openAdd(user: UserEvent) {
  await user.click((await screen.findAllByRole('button', { name: 'Add Item' }))[0] as HTMLElement);
  await screen.findByRole('dialog');
}

async function openEdit(user: UserEvent, name: string) {
  await press(user, `Edit ${name}`);
  await screen.findByRole('dialog');
}

async function choosePrimi(user: UserEvent) {
  await user.click(within(dialog()).getByRole('combobox', { name: 'Category' }));
  await user.click(await screen.findByRole('option', { name: 'Primi' }));
}

describe('The translations to review', { tags: 'full' }, () => {
  const OTHERS = { languages: { base: 'en', others: ['fr', 'ar'] } };
  const text = (id: number, isStale: boolean) =>
    ({ kind: 'item', id, field: 'name', base: 'Gnocchi', text: 'Gnocchis', isStale }) as const;
  const link = () => screen.queryByRole('link', { name: /to review/ });

  it('are counted beside the title, and lead to the one language that has some', async () => {
    openItems(anItem());
    api.answers('GET /api/tenant', aTenant(OTHERS));
    api.answers('GET /api/translations/fr', { texts: [text(1, true), text(2, true), text(3, false)] });
    api.answers('GET /api/translations/ar', { texts: [text(1, false)] });
    const found = await screen.findByRole('link', { name: 'Translations 2 to review' });
    expect(found.getAttribute('href')).toBe('/dashboard/languages?lang=fr');
  });

  it('of several languages are summed up, and lead to the list of languages', async () => {
    openItems(anItem());
    api.answers('GET /api/tenant', aTenant(OTHERS));
    api.answers('GET /api/translations/fr', { texts: [text(1, true)] });
    api.answers('GET /api/translations/ar', { texts: [text(1, true), text(2, true)] });
    const found = await screen.findByRole('link', { name: 'Translations 3 to review' });
    expect(found.getAttribute('href')).toBe('/dashboard/languages');
  });

  it('are counted anew when a name was changed, and not when a dish was switched off', async () => {
    const user = openItems(anItem());
    let isStale = false;
    api.answers('GET /api/tenant', aTenant({ languages: { base: 'en', others: ['fr'] } }));
    api.answers('GET /api/translations/fr', () => ({ texts: [text(1, isStale)] }));
    const counted = () => calls.count('GET /api/translations/fr');
    await waitFor(() => expect(counted()).toBe(1));
    await user.click((await screen.findAllByRole('switch'))[0] as HTMLElement);
    await waitFor(() => expect(calls.count('PUT /api/menu-items/1')).toBe(1));
    await waitFor(() => expect(calls.count(GET)).toBe(2));
    expect([counted(), link()]).toEqual([1, null]);
    isStale = true;
    await openEdit(user, 'Gnocchi');
    fill(within(dialog()).getByLabelText('Name'), 'Gnocchi al forno');
    await pressInDialog(user, 'Save Changes');
    await screen.findByRole('link', { name: 'Translations 1 to review' });
  });

  it('are not asked for where the menu has one language', async () => {
    openItems(anItem());
    await screen.findByRole('button', { name: 'Edit Gnocchi' });
    expect(link()).toBeNull();
    expect(calls.all.filter(({ call }) => call.includes('translations'))).toEqual([]);
  });
});

describe('The list of Menu Items', () => {
  it("the category of an item whose category was deleted is 'Unknown', and its price can still be changed [S2.53]", async () => {
    const user = openItems(anItem({ categoryId: null }));
    const row = (await screen.findByRole('switch', { name: 'Gnocchi available' })).closest('tr') as HTMLElement;
    expect(within(row).getAllByRole('cell')[1]?.textContent).toBe('Unknown');
    await openEdit(user, 'Gnocchi');
    fill(within(dialog()).getByLabelText('Price'), '9');
    await pressInDialog(user, 'Save Changes');
    await expectToast('Item updated', 'Menu item has been updated successfully.');
    expect(calls.body(PUT.replace(':id', '1'))).toEqual({ price: 9 });
  });

  it('empty, it offers to add the first item', async () => {
    const user = openApp('/dashboard/items', { as: aUser() });
    await screen.findByText('Nothing on the menu yet');
    await press(user, 'Add Your First Item');
    within(await screen.findByRole('dialog')).getByRole('heading', { name: 'Add Item' });
  });

  it('is a table of Item, Category, Price, Status and Actions, with the price as $ and 2 decimals [S2.52]', async () => {
    openItems(anItem({ price: 11 }), anItem({ id: 2, name: 'Ragù', price: 13.5, isAvailable: false }));
    await screen.findByRole('switch', { name: 'Ragù available' });
    const cells = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells[0]).toEqual(['Item', 'Category', 'Price', 'Status', 'Actions']);
    for (const [name, price, status] of [
      ['Gnocchi', '$11.00', 'Available'],
      ['Ragù', '$13.50', 'Out of Stock'],
    ] as const) {
      const row = cells.find((texts) => texts[0]?.includes(name));
      expect(row?.slice(1, 4)).toEqual(['Primi', price, expect.stringMatching(new RegExp(`${status}$`))]);
      for (const act of ['Edit', 'Delete']) screen.getByRole('button', { name: `${act} ${name}` });
    }
  });

  it('is searched, and filtered by category and availability', async () => {
    const user = openItems(
      anItem({ name: 'Crème brûlée' }),
      anItem({ id: 2, name: 'Gnocchi', isAvailable: false }),
      anItem({ id: 3, name: 'Ragù', description: 'With gnocchi' }),
      anItem({ id: 4, name: 'Tiramisù', categoryId: 2 }),
    );
    twoCategories();
    const search = await screen.findByRole('searchbox', { name: 'Search items' });
    const shown = (count: number) => waitFor(() => expect(screen.queryAllByRole('switch')).toHaveLength(count));
    await user.type(search, 'creme brulee');
    await shown(1);
    fill(search, 'gnocchi');
    await shown(2);
    await user.click(screen.getByRole('radio', { name: /^Out of Stock/ }));
    await shown(1);
    fill(search, 'soup');
    await screen.findByText('No items found');
    await press(user, 'Clear Filters');
    await shown(4);
    await user.click(screen.getByRole('combobox', { name: 'Category' }));
    await user.click(await screen.findByRole('option', { name: 'Dolci (1)' }));
    await shown(1);
    screen.getByText('Tiramisù');
  });

  describe('in detail', { tags: 'full' }, () => {
    it('has descriptions in their own direction, so that what does not fit is cut at the end', async () => {
      openItems(anItem({ description: 'حمّص مسلوق مع طحينة وليمون' }));
      expect((await screen.findByTitle(/^حمّص/)).dir).toBe('auto');
    });
  });
});

describe('The order of a category', { tags: 'full' }, () => {
  const names = ['Lasagne', 'Gnocchi', 'Ravioli'];
  const shown = () =>
    screen.queryAllByRole('button', { name: /^Move / }).map((one) => one.getAttribute('aria-label')?.slice(5));
  const openPrimi = async () => {
    const user = openItems(...names.map((name, index) => anItem({ id: index + 1, name })));
    await waitFor(() => expect(shown()).toEqual(names));
    return user;
  };

  it('can’t be changed while only a part of it shows, and the screen says why', async () => {
    const user = await openPrimi();
    const search = screen.getByRole('searchbox', { name: 'Search items' });
    fill(search, 'a');
    await screen.findByText(/clear the search and the availability filter/);
    expect(shown()).toEqual([]);
    fill(search, '');
    await waitFor(() => expect(shown()).toEqual(names));
    await user.click(screen.getByRole('radio', { name: /^Available/ }));
    await screen.findByText(/clear the search and the availability filter/);
    expect(shown()).toEqual([]);
  });
});

describe('Sold out until a time', () => {
  /** A Monday, 7 PM in Rome. */
  const EVENING = Date.UTC(2026, 10, 23, 18);
  const CLOSING = '2026-11-24T01:00:00.000Z';

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: EVENING, shouldAdvanceTime: true });
    const weekly = Array(7).fill([[1_080, 1_560]]);
    api.answers('GET /api/tenant', aTenant({ timeZone: 'Europe/Rome', hours: { weekly, special: [] } }));
  });
  afterEach(async () => {
    // A change that is still on its way would change the next test's list.
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  });

  const rowText = () => screen.getByRole('switch', { name: 'Gnocchi available' }).closest('td')?.textContent;
  const choose = async (user: UserEvent, state: string, choice: RegExp) => {
    await press(user, `${state}: Gnocchi`);
    await user.click(await screen.findByRole('menuitem', { name: choice }));
  };

  it('is chosen beside the switch, and taken back there', async () => {
    const user = openItems(anItem({ isAvailable: false }));
    await choose(user, 'Out of Stock', /^Until closing/);
    await screen.findByRole('button', { name: 'Out of Stock until Tue 2 AM: Gnocchi' });
    await waitFor(() =>
      expect(calls.body(PUT.replace(':id', '1'))).toEqual({ isAvailable: false, soldOutUntil: CLOSING }),
    );
    await choose(user, 'Out of Stock until Tue 2 AM', /^Until I say otherwise/);
    await screen.findByRole('button', { name: 'Out of Stock: Gnocchi' });
    await waitFor(() =>
      expect(calls.body(PUT.replace(':id', '1'))).toEqual({ isAvailable: false, soldOutUntil: null }),
    );
  });

  describe('in detail', { tags: 'full' }, () => {
    describe('in the dialog', () => {
      const sent = () => calls.body(PUT.replace(':id', '1'));
      const until = () => within(dialog()).getByRole('combobox', { name: 'Out of Stock until' });
      const pick = async (user: UserEvent, name: string) => {
        await user.click(until());
        await user.click(await screen.findByRole('option', { name }));
      };
      const toggle = (user: UserEvent) => user.click(within(dialog()).getByRole('checkbox', { name: 'Available' }));

      it('is chosen below the checkbox, and gone with it', async () => {
        const user = openItems(anItem());
        await openEdit(user, 'Gnocchi');
        expect(within(dialog()).queryByRole('combobox', { name: 'Out of Stock until' })).toBeNull();
        await toggle(user);
        expect(until().textContent).toBe('Until I say otherwise');
        await pick(user, 'Until closing (Tue 2 AM)');
        await pressInDialog(user, 'Save Changes');
        await waitFor(() => expect(sent()).toEqual({ isAvailable: false, soldOutUntil: CLOSING }));
        await dialogClosed();

        await openEdit(user, 'Gnocchi');
        expect(until().textContent).toBe('Until closing (Tue 2 AM)');
        await toggle(user);
        await toggle(user);
        expect(until().textContent).toBe('Until closing (Tue 2 AM)');
        await toggle(user);
        await pressInDialog(user, 'Save Changes');
        await waitFor(() => expect(sent()).toEqual({ isAvailable: true, soldOutUntil: null }));
      });

      it('takes a time of the owner’s own, and refuses one that the API would', async () => {
        const soldOutUntil = '2026-12-24T11:00:00.000Z';
        const user = openItems(anItem({ isAvailable: false, soldOutUntil }));
        await openEdit(user, 'Gnocchi');
        expect(until().textContent).toBe('Until Dec 24, 12 PM');
        await pick(user, 'Another time…');
        expect(fieldValue('Date and time', dialog())).toBe('2026-12-24T12:00');
        for (const [text, message] of [
          ['', 'Out of Stock until needs a date and a time.'],
          ['2026-11-23T19:00', 'Out of Stock until must be at least a minute ahead.'],
        ] as const) {
          fill(within(dialog()).getByLabelText('Date and time'), text);
          await pressInDialog(user, 'Save Changes');
          await expectRefusal('Date and time', message, dialog());
        }
        fill(within(dialog()).getByLabelText('Date and time'), '2026-12-25T18:00');
        await pressInDialog(user, 'Save Changes');
        await waitFor(() => expect(sent()).toEqual({ soldOutUntil: '2026-12-25T17:00:00.000Z' }));
      });

      it('may pass while the dialog is open: other changes are saved, or refused in words', async () => {
        const soldOutUntil = new Date(EVENING + 90_000).toISOString();
        const item = anItem({ isAvailable: false, soldOutUntil });
        const user = openItems(item);
        await openEdit(user, 'Gnocchi');
        fill(within(dialog()).getByLabelText('Name'), 'Gnocchetti');
        await vi.advanceTimersByTimeAsync(120_000);
        const { soldOutUntil: _passed, ...rest } = item;
        api.refuses(PUT, 'changed-meanwhile', 'This menu item was changed in the meantime.', {
          current: { ...rest, isAvailable: true },
        });
        await pressInDialog(user, 'Save Changes');
        await within(dialog()).findByText('This was changed in the meantime');
        const lines = within(dialog())
          .getAllByRole('term')
          .map((term) => `${term.closest('li')?.firstChild?.textContent}: ${term.nextElementSibling?.textContent}`);
        expect(lines).toEqual(['Out of Stock until: Nothing', 'Available: Yes']);

        api.answers(PUT, (change: Partial<MenuItem>) => ({ ...rest, isAvailable: true, ...change }));
        await pressInDialog(user, 'Keep My Changes');
        await waitFor(() => expect(sent()).toEqual({ name: 'Gnocchetti' }));
      });
    });

    it('ends with the switch: the next time it is sold out without one', async () => {
      const user = openItems(anItem({ isAvailable: false, soldOutUntil: CLOSING }));
      const toggle = await screen.findByRole('switch', { name: 'Gnocchi available' });
      const release = api.holds(PUT);
      await user.click(toggle);
      await waitFor(() => expect(rowText()).toContain('Available'));
      await user.click(toggle);
      await screen.findByRole('button', { name: 'Out of Stock: Gnocchi' });
      release();
      await waitFor(() => expect(calls.count(GET)).toBe(2));
      screen.getByRole('button', { name: 'Out of Stock: Gnocchi' });
    });

    it('is taken back when the server refuses', async () => {
      const user = openItems(anItem({ isAvailable: false, soldOutUntil: CLOSING }));
      await screen.findByRole('switch', { name: 'Gnocchi available' });
      api.fails(PUT, 500);
      // What is shown now is not read again.
      api.holds(GET);
      await user.click(screen.getByRole('switch', { name: 'Gnocchi available' }));
      await expectToast(...NOT_UPDATED);
      await screen.findByRole('button', { name: 'Out of Stock until Tue 2 AM: Gnocchi' });
    });

    it('is over by itself', async () => {
      const soldOutUntil = new Date(EVENING + 30_000).toISOString();
      openItems(anItem({ isAvailable: false, soldOutUntil }));
      await screen.findByRole('button', { name: 'Out of Stock until 7 PM: Gnocchi' });
      await vi.advanceTimersByTimeAsync(31_000);
      await screen.findByRole('switch', { name: 'Gnocchi available', checked: true });
    });

    it('is only shown while the hours of the restaurant are not known', async () => {
      api.fails('GET /api/tenant', 500);
      openItems(anItem({ isAvailable: false, soldOutUntil: CLOSING }));
      await screen.findByText(/^Out of Stock until /);
      expect(screen.queryByRole('button', { name: /^Out of Stock until/ })).toBeNull();
    });
  });
});

describe('Adding an item', () => {
  it("all fields are sent, price as a number and categoryId as an integer, the list is refetched, and 'Item added' is said [S2.54 S2.56 S4.9 S7.19 S8.16]", async () => {
    const user = openItems();
    await openAdd(user);
    const image = 'https://example.com/ragu.jpg';
    fillAll({ Name: 'Ragù', Price: '13.5', 'Description (optional)': 'Slow', 'Image URL (optional)': image }, dialog());
    for (const name of ['Available', 'Popular', 'Featured']) {
      await user.click(within(dialog()).getByRole('checkbox', { name }));
    }
    calls.forget();
    await pressInDialog(user, 'Add Item');
    await expectToast('Item added', 'Menu item has been added successfully.');
    await dialogClosed();
    await screen.findByText('$13.50');
    expect(calls.body(POST)).toEqual({
      name: 'Ragù',
      description: 'Slow',
      price: 13.5,
      categoryId: 1,
      isAvailable: false,
      isPopular: true,
      isFeatured: true,
      image,
    });
    expect(calls.count(GET)).toBe(1);
  });

  it("without a category: the toast 'Category required' - 'Please select a category for the menu item.', and nothing is sent [S5.7 S8.6]", async () => {
    const user = openItems();
    twoCategories();
    await openAdd(user);
    await expectFocus(() => within(dialog()).getByRole('combobox', { name: 'Category' }));
    // Neither a name nor a price is given: the first field has the focus.
    await pressInDialog(user, 'Add Item');
    await expectToast('Category required', 'Please select a category for the menu item.');
    await expectFocus(() => within(dialog()).getByRole('combobox', { name: 'Category' }));
    await within(dialog()).findByText('Please select a category for the menu item.');
    expect(calls.count(POST)).toBe(0);
  });

  it('refuses, each at its field: no name, no price, a negative price, three decimals, too high a price, no image address [S5.8 S9.3]', async () => {
    const user = openItems();
    await openAdd(user);
    await choosePrimi(user);
    await pressInDialog(user, 'Add Item');
    await expectRefusal('Name', 'Name is required.', dialog());
    await expectRefusal('Price', 'Price is required.', dialog());
    await expectFocus(() => within(dialog()).getByLabelText('Name'));
    for (const [label, text, message] of [
      ['Name', 'x'.repeat(151), 'Name can be at most 150 characters long.'],
      ['Price', '-1', "Price can't be negative."],
      ['Price', '1.005', 'Price can have at most two decimals.'],
      ['Price', '100000000', 'Price can be at most 99,999,999.99.'],
      ['Image URL (optional)', 'picture.png', 'Image URL must start with https://.'],
      ['Image URL (optional)', 'http://example.com/picture.png', 'Image URL must start with https://.'],
    ] as const) {
      fillAll({ [label]: text }, dialog());
      await expectRefusal(label, message, dialog());
    }
    expect(calls.count(POST)).toBe(0);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('has a control for every field that an owner may set', async () => {
      api.answers('GET /api/dayparts', { dayparts: [aDaypart()] });
      const user = openItems();
      await openAdd(user);
      await user.click(within(dialog()).getByRole('checkbox', { name: 'Available' }));
      for (const field of namesOf(newMenuItem)) {
        const control = within(dialog()).getByLabelText(new RegExp(`^${ITEM_LABELS[field]}\\b`));
        // What is typed belongs to the field only if the form registered it.
        if (control.matches('input, textarea')) expect(control).toHaveProperty('name', field);
      }
    });

    it('a new item is available, neither popular nor featured, and needs no description and no image [S5.8]', async () => {
      const user = openItems();
      await openAdd(user);
      fillAll({ Name: 'Gnocchi', Price: '0' }, dialog());
      await choosePrimi(user);
      await pressInDialog(user, 'Add Item');
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

    it('more details are folded, and sent only where they are set', async () => {
      const user = openItems();
      await openAdd(user);
      const details = within(dialog()).getByText('More details').closest('details') as HTMLDetailsElement;
      expect(details.open).toBe(false);
      await user.click(within(details).getByText('More details'));
      fillAll({ Name: 'Arrabbiata', Price: '9', 'Energy (optional)': 'many' }, dialog());
      await choosePrimi(user);
      await user.click(within(dialog()).getByRole('combobox', { name: /^Spiciness/ }));
      await user.click(await screen.findByRole('option', { name: 'Very spicy' }));
      await pressInDialog(user, 'Add Item');
      await within(details).findByText('Energy must be a whole number.');
      fill(within(dialog()).getByLabelText(/^Energy/), '640');
      await pressInDialog(user, 'Add Item');
      await expectToast(...ADDED);
      expect(calls.body(POST)).toMatchObject({ spice: 3, energy: 640 });
    });

    it("with no categories the picker shows 'No categories available - create one first', and creates one in place [S2.57]", async () => {
      const user = openApp('/dashboard/items', { as: aUser() });
      api.refuses('POST /api/categories', 'quota-reached', QUOTAS.categories.message);
      await openAdd(user);
      const picker = within(dialog()).getByRole('combobox', { name: 'Category' });
      await waitFor(() => expect(picker.textContent).toBe('No categories available - create one first'));
      await pressInDialog(user, 'Create a Category');
      await expectFocus(() => within(dialog()).getByLabelText('New category'));
      await user.keyboard('{Enter}');
      await expectRefusal('New category', 'Name is required.', dialog());
      await user.keyboard('Primi{Enter}');
      await expectRefusal('New category', QUOTAS.categories.message, dialog());
      api.answers('POST /api/categories', (sent: object) => aCategory(sent));
      api.answers('GET /api/categories', [aCategory()]);
      await user.keyboard('{Enter}');
      await expectFocus(() => within(dialog()).getByLabelText('Name'));
      expect(within(dialog()).getByRole('combobox', { name: 'Category' }).textContent).toBe('Primi');
      expect(calls.count(POST)).toBe(0);
    });

    it('the picker creates a category too where there are some; Escape goes back to it and keeps the dialog', async () => {
      const user = openItems();
      await openAdd(user);
      await user.click(within(dialog()).getByRole('combobox', { name: 'Category' }));
      await user.click(await screen.findByRole('option', { name: 'Create a category' }));
      await expectFocus(() => within(dialog()).getByLabelText('New category'));
      await user.keyboard('Dolci{Escape}');
      await expectFocus(() => within(dialog()).getByRole('combobox', { name: 'Category' }));
      expect(within(dialog()).getByRole('combobox', { name: 'Category' }).textContent).toBe('Primi');
      expect(calls.count('POST /api/categories')).toBe(0);
    });

    it('is not added to the category before while a new one is typed', async () => {
      const user = openItems();
      api.answers('POST /api/categories', (sent: object) => aCategory({ id: 2, ...sent }));
      await openAdd(user);
      fillAll({ Name: 'Tiramisù', Price: '8' }, dialog());
      await user.click(within(dialog()).getByRole('combobox', { name: 'Category' }));
      await user.click(await screen.findByRole('option', { name: 'Create a category' }));
      await expectFocus(() => within(dialog()).getByLabelText('New category'));
      await user.keyboard('Dolci');
      await pressInDialog(user, 'Add Item');
      await expectRefusal('New category', 'Create the new category first, or cancel it.', dialog());
      await expectFocus(() => within(dialog()).getByLabelText('New category'));
      expect(calls.count(POST)).toBe(0);
      await user.keyboard('{Enter}');
      await expectFocus(() => within(dialog()).getByLabelText('Name'));
      await pressInDialog(user, 'Add Item');
      await waitFor(() => expect(calls.body(POST)).toMatchObject({ name: 'Tiramisù', categoryId: 2 }));
    });

    it('the fields come in the order Category, Name, Price; the one category is chosen already, and Name has the focus', async () => {
      const user = openItems();
      await openAdd(user);
      const fields = [...dialog().querySelectorAll('label')].map(({ textContent }) => textContent).slice(0, 3);
      expect(fields).toEqual(['Category', 'Name', 'Price']);
      expect(within(dialog()).getByRole('combobox', { name: 'Category' }).textContent).toBe('Primi');
      await expectFocus(() => within(dialog()).getByLabelText('Name'));
    });

    it('Save & add another, by Ctrl+Enter too, keeps the category and the dialog; the next time the category is remembered', async () => {
      const user = openItems();
      twoCategories();
      await openAdd(user);
      await choosePrimi(user);
      fillAll({ Name: 'Gnocchi', Price: '11', 'Description (optional)': 'With sage' }, dialog());
      await pressInDialog(user, 'Save & Add Another');
      await expectToast(...ADDED);
      await expectFocus(() => within(dialog()).getByLabelText('Name'));
      expect(['Name', 'Price', 'Description (optional)'].map((label) => fieldValue(label, dialog()))).toEqual([
        '',
        '',
        '',
      ]);
      await user.keyboard('Ragù{Tab}13.5{Control>}{Enter}{/Control}');
      await waitFor(() => expect(calls.count(POST)).toBe(2));
      expect(calls.body(POST)).toMatchObject({ name: 'Ragù', price: 13.5, categoryId: 1, description: null });
      await within(dialog()).findByRole('button', { name: 'Add Item' });
      await waitFor(() => expect(fieldValue('Name', dialog())).toBe(''));
      await user.keyboard('{Escape}');
      // The first Escape was for the toast.
      await user.keyboard('{Escape}');
      await dialogClosed();
      await openAdd(user);
      expect(within(dialog()).getByRole('combobox', { name: 'Category' }).textContent).toBe('Primi');
    });

    it('Add item at a category opens the dialog for it', async () => {
      const user = openItems(anItem());
      twoCategories();
      await press(user, 'Add Item to Dolci');
      await waitFor(() =>
        expect(within(dialog()).getByRole('combobox', { name: 'Category' }).textContent).toBe('Dolci'),
      );
      await expectFocus(() => within(dialog()).getByLabelText('Name'));
    });
  });
});

describe('Quick add', () => {
  const line = (category = 'Primi') => screen.findByRole('textbox', { name: `Quick add to ${category}` });

  it('adds a name and a price with Enter, and stays, empty, for the next dish', async () => {
    const user = openItems();
    await user.type(await line(), 'Burrata 14,50{Enter}');
    await screen.findByText('Burrata added, $14.50.');
    expect(calls.body(POST)).toEqual({
      name: 'Burrata',
      description: null,
      price: 14.5,
      categoryId: 1,
      isAvailable: true,
      isPopular: false,
      isFeatured: false,
      image: null,
    });
    const field = await line();
    expect([document.activeElement === field, (field as HTMLInputElement).value]).toEqual([true, '']);
    await screen.findByRole('button', { name: 'Rename Burrata' });
    await user.keyboard('7 Up 3{Enter}');
    await waitFor(() => expect(calls.body(POST)).toMatchObject({ name: '7 Up', price: 3 }));
  });

  it('refuses at the line what it cannot read, and sends nothing', async () => {
    const user = openItems();
    await user.type(await line(), 'Burrata{Enter}');
    await expectRefusal('Quick add to Primi', 'End with a price, such as Burrata 14.50.');
    expect(fieldValue('Quick add to Primi')).toBe('Burrata');
    await user.keyboard(' 14');
    await waitFor(() => expect(screen.queryByText('End with a price, such as Burrata 14.50.')).toBeNull());
    expect(calls.count(POST)).toBe(0);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('keeps what is typed while one is on another screen', async () => {
      const user = openItems();
      await user.type(await line(), 'Burrata 14');
      await goTo(user, 'Categories');
      await goTo(user, 'Menu Items');
      await line();
      expect(fieldValue('Quick add to Primi')).toBe('Burrata 14');
      await user.type(await line(), '.50{Enter}');
      await screen.findByText('Burrata added, $14.50.');
      expect(fieldValue('Quick add to Primi')).toBe('');
    });

    it('is under every category, the empty ones too, but not under the results of a search', async () => {
      const user = openItems(anItem());
      twoCategories();
      await line('Primi');
      await line('Dolci');
      await user.type(screen.getByRole('searchbox', { name: 'Search items' }), 'gno');
      expect(screen.queryByRole('textbox', { name: /^Quick add/ })).toBeNull();
      expect(screen.queryByRole('button', { name: 'Add Item to Primi' })).toBeNull();
    });

    it('refused by the server: the toast, the reason at the line, and what was typed is back, before what was typed meanwhile', async () => {
      const user = openItems();
      api.refuses(POST, 'quota-reached', QUOTAS.items.message);
      const release = api.holds(POST);
      await user.type(await line(), 'Burrata 14.50{Enter}Tira');
      expect(fieldValue('Quick add to Primi')).toBe('Tira');
      release();
      await expectToast('Add failed', QUOTAS.items.message);
      await expectRefusal('Quick add to Primi', "This item wasn't added.");
      expect(fieldValue('Quick add to Primi')).toBe('Burrata 14.50 Tira');
    });

    it('refused once the screen was left and opened again: the toast, and what was typed is back', async () => {
      const user = openItems();
      api.refuses(POST, 'quota-reached', QUOTAS.items.message);
      const release = api.holds(POST);
      await user.type(await line(), 'Burrata 14.50{Enter}');
      await goTo(user, 'Categories');
      await goTo(user, 'Menu Items');
      release();
      await expectToast('Add failed', QUOTAS.items.message);
      await line();
      expect(fieldValue('Quick add to Primi')).toBe('Burrata 14.50');
    });
  });
});

describe('Price and name in the table', () => {
  const rename = () => screen.findByRole('button', { name: 'Rename Gnocchi' });
  const price = (shown = '$11.00') => screen.findByRole('button', { name: `Change price of Gnocchi, ${shown}` });

  it('are changed where they are, shown before the server has answered, and matched with what was loaded', async () => {
    const item = anItem({ price: 11 });
    const user = openItems(item);
    const release = api.holds(PUT);
    await user.click(await price());
    await expectFocus(() => screen.getByLabelText('Price of Gnocchi'));
    await user.keyboard('12,5{Enter}');
    await expectFocus(() => screen.getByRole('button', { name: 'Change price of Gnocchi, $12.50' }));
    await user.click(await rename());
    await user.keyboard('Gnocchi alla romana{Enter}');
    await screen.findByRole('button', { name: 'Rename Gnocchi alla romana' });
    release();
    await waitFor(() => expect(calls.count('PUT /api/menu-items/1')).toBe(2));
    const sent = calls.all.filter(({ call }) => call === 'PUT /api/menu-items/1');
    expect(sent.map(({ body, headers }) => [body, headers['if-match']])).toEqual([
      [{ price: 12.5 }, `"${entityTag(item)}"`],
      [{ name: 'Gnocchi alla romana' }, `"${entityTag({ ...item, price: 12.5 })}"`],
    ]);
  });

  it('somebody else was faster: the toast says so, and the list shows the item as it is now', async () => {
    const user = openItems(anItem({ price: 11 }));
    await price();
    const current = anItem({ price: 10, name: 'Gnocchi di patate' });
    api.refuses(PUT, 'changed-meanwhile', 'The menu item was changed by someone else. Nothing was saved.', { current });
    api.answers(GET, [current]);
    await user.click(await price());
    await user.keyboard('12{Enter}');
    await expectToast(
      'Update failed',
      'Someone else just changed Gnocchi di patate. The list shows the latest version.',
    );
    await screen.findByRole('button', { name: 'Change price of Gnocchi di patate, $10.00' });
  });

  describe('in detail', { tags: 'full' }, () => {
    it('Escape undoes, an unchanged value sends nothing, and leaving the field saves', async () => {
      const user = openItems(anItem({ price: 11 }));
      await user.click(await price());
      await user.keyboard('99{Escape}');
      await expectFocus(() => screen.getByRole('button', { name: 'Change price of Gnocchi, $11.00' }));
      await user.keyboard('{Enter}');
      await expectFocus(() => screen.getByLabelText('Price of Gnocchi'));
      await user.keyboard('11{Enter}');
      await price();
      expect(calls.count('PUT /api/menu-items/1')).toBe(0);
      await user.click(await price());
      await user.keyboard('9{Tab}');
      await waitFor(() => expect(calls.body('PUT /api/menu-items/1')).toEqual({ price: 9 }));
    });

    it('stay in their field while another window has the focus', async () => {
      const user = openItems(anItem({ price: 11 }));
      await user.click(await price());
      await user.keyboard('1');
      // The field is still the one that has the focus in this window.
      fireEvent.focusOut(screen.getByLabelText('Price of Gnocchi'));
      fireEvent.focusIn(screen.getByLabelText('Price of Gnocchi'));
      await user.keyboard('2{Enter}');
      await price('$12.00');
      expect(calls.all.filter(({ call }) => call === 'PUT /api/menu-items/1').map(({ body }) => body)).toEqual([
        { price: 12 },
      ]);
    });

    it('are typed with an input method, whose Enter and Escape neither save nor undo', async () => {
      const user = openItems(anItem());
      await user.click(await rename());
      const field = screen.getByLabelText('Name of Gnocchi');
      fill(field, 'すし');
      // Safari reports the key that ends the word after it.
      for (const isComposing of [true, false]) {
        for (const key of ['Enter', 'Escape']) fireEvent.keyDown(field, { key, keyCode: 229, isComposing });
      }
      expect([fieldValue('Name of Gnocchi'), calls.count('PUT /api/menu-items/1')]).toEqual(['すし', 0]);
      // Android's keyboard composes every word, also where its Enter is meant for the field.
      fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, isComposing: true });
      await waitFor(() => expect(calls.body('PUT /api/menu-items/1')).toEqual({ name: 'すし' }));
    });

    it.each([
      ['is not changed back by leaving the field', '{Enter}', '$12.00', []],
      ['is not replaced by what was typed unless the server still has the old one', '13{Enter}', '$13.00', [11]],
    ])('a price that somebody else changes while its field is open %s', async (_, keys, shown, matched) => {
      const user = openItems(anItem({ price: 11 }), anItem({ id: 2, name: 'Pesto', price: 9 }));
      await press(user, 'Change price of Pesto, $9.00');
      const release = api.holds(PUT);
      await user.keyboard('8{Enter}');
      await user.click(await price());
      // The save of the other price reads the list again.
      api.answers(GET, [anItem({ price: 12 }), anItem({ id: 2, name: 'Pesto', price: 8 })]);
      calls.forget();
      release();
      await waitFor(() => expect(calls.count(GET)).toBe(1));
      await waitFor(() => expect(queryClient.isFetching()).toBe(0));
      const hold = api.holds(PUT);
      await user.keyboard(keys);
      await price(shown);
      const sent = calls.all.filter(({ call }) => call === 'PUT /api/menu-items/1');
      expect(sent.map(({ headers }) => headers['if-match'])).toEqual(
        matched.map((before) => `"${entityTag(anItem({ price: before }))}"`),
      );
      hold();
    });

    it('what can not be a price or a name is refused at the field, which stays', async () => {
      const user = openItems(anItem({ price: 11 }));
      await user.click(await price());
      await user.keyboard('cheap{Enter}');
      await expectRefusal('Price of Gnocchi', '“cheap” is not a price. Type it as 14.50 or 14,50.');
      await user.keyboard('{Escape}');
      await user.click(await rename());
      await user.keyboard(' {Enter}');
      await expectRefusal('Name of Gnocchi', 'Name is required.');
      expect(calls.count('PUT /api/menu-items/1')).toBe(0);
    });
  });
});

describe('Selected items', () => {
  const three = () => ['Gnocchi', 'Ragù', 'Pesto'].map((name, index) => anItem({ id: index + 1, name }));
  const bar = () => screen.findByRole('region', { name: 'Selected items' });
  const inBar = async (name: string) => within(await bar()).getByRole('button', { name });
  const selectAll = async (user: UserEvent) =>
    user.click(await screen.findByRole('checkbox', { name: 'Select all items' }));
  const switches = (checked: boolean) => screen.queryAllByRole('switch', { checked }).length;

  const undoButton = () => screen.findByRole('button', { name: 'Undo' });
  const writes = () => calls.list.filter((call) => !call.startsWith('GET'));

  it('become available or not together, in one call, and back', async () => {
    const all = three();
    const user = openItems(...all);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Ragù' }));
    expect(screen.getByRole('checkbox', { name: 'Select all of Primi' }).getAttribute('aria-checked')).toBe('mixed');
    within(await bar()).getByText('1 selected');
    await selectAll(user);
    await user.click(await inBar('Out of Stock'));
    await screen.findByText('3 items now out of stock');
    expect(toasts()).toEqual([]);
    expect(writes()).toEqual([DRAFT]);
    expect(calls.body(DRAFT)).toEqual({
      changes: all.map((item) => ({ item: item.id, etag: entityTag(item), fields: { isAvailable: false } })),
      removals: [],
    });
    expect([switches(true), switches(false)]).toEqual([0, 3]);
    expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull();
    const undo = await undoButton();
    await expectFocus(() => undo);
    await user.click(undo);
    await expectToast('Undone', 'That change is undone.');
    expect(writes()).toEqual([DRAFT, 'POST /api/history/70/put-back']);
    await waitFor(() => expect([switches(true), switches(false)]).toEqual([3, 0]));
    await expectFocus(() => screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('by keyboard, lead past the other rows to what can be done with them, and back', async () => {
    const user = openItems(...three());
    const box = await screen.findByRole('checkbox', { name: 'Select Gnocchi' });
    box.focus();
    await user.keyboard(' ');
    await bar();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Go to Actions' }));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(await inBar('Available'));
    await user.click(await inBar('Clear the selection'));
    expect(document.activeElement).toBe(box);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('move to another category', async () => {
      const user = openItems(...three());
      twoCategories();
      await selectAll(user);
      await user.click(await inBar('Move to Category'));
      await user.click(await screen.findByRole('menuitem', { name: 'Dolci' }));
      await screen.findByRole('region', { name: 'Last change' });
      expect(calls.body(DRAFT)).toMatchObject({
        changes: [1, 2, 3].map((item) => ({ item, fields: { categoryId: 2 } })),
      });
      await screen.findByRole('checkbox', { name: 'Select all of Dolci' });
      expect(screen.queryByRole('checkbox', { name: 'Select all of Primi' })).toBeNull();
      expect(screen.getByRole('region', { name: 'Last change' }).textContent).toContain('3 items moved to Dolci');
    });

    it.each([
      {
        act: 'Out of Stock',
        title: 'Update failed',
        code: 'changed-meanwhile',
        detail: 'Ragù was changed by someone else. Nothing was saved.',
        field: 'changes.1.etag',
        says: 'Ragù was changed by someone else. Nothing was saved.',
      },
      {
        act: 'Delete',
        title: 'Delete failed',
        code: 'not-found',
        detail: 'This item no longer exists.',
        field: 'removals.1.item',
        says: 'Ragù no longer exists. Nothing was changed.',
      },
    ] as const)(
      'refused with $code: the toast names the dish, nothing is changed, and all stay selected',
      async (refusal) => {
        const { act, title, code, detail, field, says } = refusal;
        const user = openItems(...three());
        api.refuses(DRAFT, code, detail, { errors: [{ field, message: detail }] });
        await selectAll(user);
        await user.click(await inBar(act));
        await expectToast(title, says);
        expect([switches(true), switches(false)]).toEqual([3, 0]);
        within(await bar()).getByText('3 selected');
        await waitFor(() => expect(calls.count(GET)).toBeGreaterThan(1));
      },
    );

    it('wait for an edit of one of them', async () => {
      const user = openItems(...three());
      await selectAll(user);
      const release = api.holds(PUT);
      await user.click(screen.getByRole('switch', { name: 'Ragù available' }));
      expect(await inBar('Delete')).toHaveProperty('disabled', true);
      release();
      await waitFor(async () => expect(await inBar('Delete')).toHaveProperty('disabled', false));
    });

    it('are deleted together, in one call, and Undo brings them back', async () => {
      const user = openItems(...three());
      await selectAll(user);
      await user.click(await inBar('Delete'));
      await screen.findByText('3 items deleted');
      expect(writes()).toEqual([DRAFT]);
      expect(calls.body(DRAFT)).toMatchObject({ changes: [], removals: [{ item: 1 }, { item: 2 }, { item: 3 }] });
      expect(screen.queryByText('Gnocchi')).toBeNull();
      await user.click(await undoButton());
      await screen.findByText('Gnocchi');
      expect(calls.count('POST /api/history/70/put-back')).toBe(1);
    });

    it('can be undone here for 10 seconds', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const user = openItems(...three());
      await selectAll(user);
      await user.click(await inBar('Delete'));
      await undoButton();
      await vi.advanceTimersByTimeAsync(9_000);
      screen.getByRole('button', { name: 'Undo' });
      await vi.advanceTimersByTimeAsync(1_500);
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    });
  });
});

describe('Editing an item', () => {
  it("opens the same form with the item in it, sends what was changed, refetches and says 'Item updated' [S2.55 S4.9 S7.20 S8.17]", async () => {
    const user = openItems(anItem({ price: 11, description: 'With sage', isPopular: true }));
    await openEdit(user, 'Gnocchi');
    within(dialog()).getByRole('heading', { name: 'Edit Item' });
    const values = ['Name', 'Price', 'Description (optional)'].map((label) => fieldValue(label, dialog()));
    expect(values).toEqual(['Gnocchi', '11.00', 'With sage']);
    expect(within(dialog()).getByRole('combobox', { name: 'Category' }).textContent).toBe('Primi');
    expect(within(dialog()).getByRole('checkbox', { name: 'Popular' }).ariaChecked).toBe('true');
    calls.forget();
    fill(within(dialog()).getByLabelText('Price'), '12.25');
    await pressInDialog(user, 'Save Changes');
    await expectToast('Item updated', 'Menu item has been updated successfully.');
    await screen.findByText('$12.25');
    expect(calls.body('PUT /api/menu-items/1')).toEqual({ price: 12.25 });
    expect(calls.count(GET)).toBe(1);
  });

  it('Delete Picture deletes the picture for good, once the item is saved without it; a refusal says why', async () => {
    const hash = 'ab'.repeat(12);
    const image = `/m/${'0'.repeat(32)}/${hash}-800x600-aabbcc/800.jpg`;
    const DELETE_PICTURE = `DELETE /api/media/${hash}` as const;
    const user = openItems(anItem({ image }));
    api.answers(PUT, (sent: object) => anItem({ image, ...sent }));
    await openEdit(user, 'Gnocchi');
    await pressInDialog(user, 'Delete Picture');
    const asked = await question();
    within(asked).getByText("Once you save, its address stops working within a minute and it can't be put back.", {
      exact: false,
    });
    await user.click(within(asked).getByRole('button', { name: 'Delete Picture' }));
    await within(dialog()).findByText('The picture is deleted when you save.');
    expect(calls.count(DELETE_PICTURE)).toBe(0);
    const WHY = 'A dish still shows this picture. Remove it there first.';
    api.refuses('DELETE /api/media/:id', 'conflict', WHY);
    await pressInDialog(user, 'Save Changes');
    await dialogClosed();
    await screen.findByText(WHY);
    expect(calls.body('PUT /api/menu-items/1')).toEqual({ image: null });
    expect(calls.count(DELETE_PICTURE)).toBe(1);
  });

  it("Delete in the dialog asks 'Are you sure you want to delete this menu item?', refetches, closes the dialog and says 'Item deleted' [S2.58 S4.9 S7.21 S8.18]", async () => {
    const image = `/m/${'0'.repeat(32)}/${'ab'.repeat(12)}-800x600-aabbcc/800.jpg`;
    const user = openItems(anItem({ image }));
    api.answers(DELETE);
    await openEdit(user, 'Gnocchi');
    await pressInDialog(user, 'Delete');
    const asked = await question();
    within(asked).getByText('Are you sure you want to delete this menu item?');
    within(asked).getByText('undo this in History (after a week without its photo).', { exact: false });
    api.answers(GET, []);
    calls.forget();
    await user.click(within(asked).getByRole('button', { name: 'Delete' }));
    await expectToast('Item deleted', 'Menu item has been deleted successfully.');
    await dialogClosed();
    expect([calls.count('DELETE /api/menu-items/1'), calls.count(GET)]).toEqual([1, 1]);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('goes on with what was typed after two Escapes at once, and asks again at the next', async () => {
      const user = openItems(anItem());
      await openEdit(user, 'Gnocchi');
      fill(within(dialog()).getByLabelText('Name'), 'Gnocchi al forno');
      const pressEscape = () => fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
      pressEscape();
      pressEscape();
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(fieldValue('Name', dialog())).toBe('Gnocchi al forno');
      pressEscape();
      await answer(user, 'Discard Changes');
      await dialogClosed();
    });

    it('more details are open where one is set, and an emptied one is cleared', async () => {
      const user = openItems(anItem({ spice: 0, energy: 500 }));
      await openEdit(user, 'Gnocchi');
      const details = within(dialog()).getByText('More details').closest('details') as HTMLDetailsElement;
      expect(details.open).toBe(true);
      expect(within(details).getByRole('combobox').textContent).toBe('Mild');
      expect(fieldValue('Energy (optional)', details)).toBe('500');
      fill(within(details).getByLabelText(/^Energy/), '');
      await pressInDialog(user, 'Save Changes');
      await expectToast('Item updated', 'Menu item has been updated successfully.');
      expect(calls.body(PUT.replace(':id', '1'))).toEqual({ energy: null });
      await press(user, 'Edit Gnocchi');
      const again = await screen.findByRole('dialog');
      await user.click(within(again).getByRole('combobox', { name: /^Spiciness/ }));
      await user.click(await screen.findByRole('option', { name: 'Not set' }));
      await pressInDialog(user, 'Save Changes');
      await waitFor(() => expect(calls.body(PUT.replace(':id', '1'))).toEqual({ spice: null }));
    });

    it('asks whether the translations of a changed text are still right, where it has some that are', async () => {
      const user = openItems(anItem({ description: 'With sage' }), anItem({ id: 2, name: 'Burrata' }));
      api.answers('GET /api/tenant', aTenant({ languages: { base: 'en', others: ['fr'] } }));
      const text = { kind: 'item', id: 1, text: 'Gnocchis', isStale: false } as const;
      api.answers('GET /api/translations/fr', {
        texts: [
          { ...text, field: 'name', base: 'Gnocchi' },
          { ...text, field: 'description', base: 'With sage', text: 'À la sauge', isStale: true },
          { ...text, id: 2, field: 'name', base: 'Burrata', text: null },
        ],
      });
      const asked = () => within(dialog()).queryByRole('checkbox', { name: /Translations are still correct/ });
      await openEdit(user, 'Gnocchi');
      fill(within(dialog()).getByLabelText('Description (optional)'), 'With sage and butter');
      await waitFor(() => expect(calls.count('GET /api/translations/fr')).toBe(1));
      expect(asked()).toBeNull();
      fill(within(dialog()).getByLabelText('Name'), 'Gnocchi al forno');
      await user.click(await within(dialog()).findByRole('checkbox', { name: /Translations are still correct/ }));
      await pressInDialog(user, 'Save Changes');
      await waitFor(() => expect(calls.body(PUT.replace(':id', '1'))).toMatchObject({ keepsTexts: true }));
      await dialogClosed();
      await openEdit(user, 'Burrata');
      fill(within(dialog()).getByLabelText('Name'), 'Burrata affumicata');
      expect(asked()).toBeNull();
    });

    it('Duplicate begins a new item with what the old one has, and changes nothing until it is saved', async () => {
      const item = anItem({ price: 11, description: 'With sage', isPopular: true, isAvailable: false });
      const user = openItems(item);
      await openEdit(user, 'Gnocchi');
      await pressInDialog(user, 'Duplicate');
      await waitFor(() => within(dialog()).getByRole('heading', { name: 'Add Item' }));
      expect(fieldValue('Price', dialog())).toBe('11.00');
      fill(within(dialog()).getByLabelText('Name'), 'Gnocchi al pesto');
      await pressInDialog(user, 'Add Item');
      await expectToast(...ADDED);
      const { id: _, ...rest } = item;
      expect(calls.body(POST)).toEqual({ ...rest, name: 'Gnocchi al pesto' });
      expect(calls.count('PUT /api/menu-items/1')).toBe(0);
    });

    it('a new item is brought into view and named, whatever the list showed', async () => {
      const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
      const user = openItems(anItem());
      fill(await screen.findByRole('searchbox', { name: 'Search items' }), 'gnocchi');
      await press(user, 'Add Item');
      await screen.findByRole('dialog');
      fill(within(dialog()).getByLabelText('Name'), 'Burrata');
      fill(within(dialog()).getByLabelText('Price'), '11');
      await pressInDialog(user, 'Add Item');
      await dialogClosed();
      await screen.findByText(/Burrata added to Primi\./);
      const row = screen.getByRole('button', { name: 'Edit Burrata' }).closest('[data-row]');
      await waitFor(() => expect(scrolled.mock.contexts).toContain(row));
      expect(row?.className).toContain('bg-brand-soft/50');
    });

    it.each(['Duplicate', 'Delete'])('has %s, on a phone, behind “…”', async (act) => {
      onPhone();
      const user = openItems(anItem());
      await openEdit(user, 'Gnocchi');
      await pressInDialog(user, 'More actions');
      const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent?.trim());
      expect(entries).toEqual(['Duplicate', 'History of This Item', 'Delete']);
      await user.click(screen.getByRole('menuitem', { name: act }));
      if (act === 'Delete') await answer(user, 'Cancel');
      else await waitFor(() => within(dialog()).getByRole('heading', { name: 'Add Item' }));
    });

    it('keeps a picture without https that was there before', async () => {
      const user = openItems(anItem({ price: 11, image: 'http://example.com/old.jpg' }));
      api.answers(PUT, anItem({ price: 12, image: 'http://example.com/old.jpg' }));
      await openEdit(user, 'Gnocchi');
      within(dialog()).getByText("Guests can't see this picture, because its address doesn't start with https://.");
      fill(within(dialog()).getByLabelText('Price'), '12');
      await pressInDialog(user, 'Save Changes');
      await waitFor(() => expect(calls.body('PUT /api/menu-items/1')).toEqual({ price: 12 }));
    });
  });
});

describe('Selected items on a phone', { tags: 'full' }, () => {
  const names = ['Gnocchi', 'Ragù', 'Pesto'];
  const bar = () => screen.findByRole('region', { name: 'Selected items' });
  const inBar = async (name: string) => within(await bar()).getByRole('button', { name });
  const isOver = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull());
  const start = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Select items' }));

  /** Opens the list where no columns fit. */
  function openList(): UserEvent {
    onPhone();
    return openItems(...names.map((name, index) => anItem({ id: index + 1, name })));
  }

  it('a button starts it: checkboxes stand in for switches, all that is shown is selected, and the acts are those of the table', async () => {
    const user = openList();
    await start(user);
    within(await bar()).getByText('0 selected');
    expect(screen.queryAllByRole('switch')).toHaveLength(0);
    expect(within(await bar()).queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select Ragù' }));
    within(await bar()).getByText('1 selected');
    await user.click(await inBar('Select All'));
    within(await bar()).getByText('3 selected');
    for (const name of ['Select None', 'Move to Category', 'Delete']) await inBar(name);
    await user.click(await inBar('Out of Stock'));
    await screen.findByText('3 items now out of stock');
    await isOver();
    await expectFocus(() => screen.getByRole('button', { name: 'Undo' }));
    expect(screen.queryAllByRole('switch', { checked: false })).toHaveLength(3);
  });

  it('a long press starts it with that dish, and does not open the dish', async () => {
    const user = openList();
    const dish = await screen.findByRole('button', { name: 'Edit Pesto' });
    await user.pointer({ keys: '[TouchA>]', target: dish });
    await screen.findByRole('checkbox', { name: 'Select Pesto', checked: true });
    await user.pointer({ keys: '[/TouchA]' });
    within(await bar()).getByText('1 selected');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['Cancel', async (user: UserEvent) => user.click(await inBar('Cancel'))],
    ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
    ['the back button', async () => window.history.back()],
  ])('%s ends it, and selects nothing the next time', async (_, end) => {
    const user = openList();
    await start(user);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Gnocchi' }));
    await end(user);
    await isOver();
    await screen.findByRole('button', { name: 'Edit Gnocchi' });
    expect(window.location.pathname).toBe('/dashboard/items');
    await start(user);
    within(await bar()).getByText('0 selected');
  });

  it('ended before the server has answered, it is not ended twice: the list stays', async () => {
    const user = openList();
    await start(user);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Gnocchi' }));
    const release = api.holds(DRAFT);
    await user.click(await inBar('Out of Stock'));
    await user.click(await inBar('Cancel'));
    await isOver();
    const back = vi.spyOn(window.history, 'back');
    release();
    await screen.findByText('1 item now out of stock');
    expect(back).not.toHaveBeenCalled();
  });

  it('a link followed meanwhile takes its place in the history: one step back leads to the list', async () => {
    const user = openList();
    await start(user);
    await bar();
    const { length } = window.history;
    const [link] = screen.getAllByRole('link', { name: 'Categories' });
    await user.click(link as HTMLElement);
    await screen.findByRole('heading', { level: 1, name: 'Categories' });
    expect(window.history.length).toBe(length);
    window.history.back();
    await screen.findByRole('button', { name: 'Select items' });
    expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull();
  });
});

describe('Deleting an item', { tags: 'full' }, () => {
  it('Cancel and Escape delete nothing, and focus comes back', async () => {
    const user = openItems(anItem());
    await press(user, 'Delete Gnocchi');
    await question();
    await user.keyboard('{Escape}');
    await expectFocus(() => screen.getByRole('button', { name: 'Delete Gnocchi' }));
    await press(user, 'Delete Gnocchi');
    await answer(user, 'Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls.list.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('that takes its time leaves the dialog of another item open, with what was typed', async () => {
    const user = openItems(anItem(), anItem({ id: 2, name: 'Pesto' }));
    api.answers(DELETE);
    const release = api.holds(DELETE);
    await press(user, 'Delete Gnocchi');
    await answer(user, 'Delete');
    await openEdit(user, 'Pesto');
    fill(screen.getByLabelText('Name'), 'Pesto alla genovese');
    release();
    await expectToast('Item deleted', 'Menu item has been deleted successfully.');
    expect(within(dialog()).getByLabelText<HTMLInputElement>('Name').value).toBe('Pesto alla genovese');
  });
});

describe('Prices in the currency of the restaurant', { tags: 'full' }, () => {
  const inCurrency = (currency: string) => api.answers('GET /api/tenant', aTenant({ currency }));

  it('have its sign in the list, in the dialog and in what is said', async () => {
    const user = openItems(anItem({ price: 24.5 }));
    inCurrency('PLN');
    await screen.findByRole('button', { name: 'Change price of Gnocchi, 24,50\u00a0zł' });
    await openEdit(user, 'Gnocchi');
    const price = within(dialog()).getByLabelText('Price');
    expect(price.parentElement?.textContent).toBe('zł');
    expect(price.getAttribute('step')).toBe('0.01');
    await user.keyboard('{Escape}');
    await user.type(await screen.findByRole('textbox', { name: 'Quick add to Primi' }), 'Pierogi 31,50 zł{Enter}');
    await screen.findByText('Pierogi added, 31,50\u00a0zł.', { normalizer: (text) => text });
    expect(calls.body(POST)).toMatchObject({ name: 'Pierogi', price: 31.5 });
  });

  it('are typed with either decimal mark, and what can not be read stays in its field with a message', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de', 'en-US']);
    const user = openItems(anItem({ price: 24.5 }));
    await openEdit(user, 'Gnocchi');
    const price = within(dialog()).getByLabelText<HTMLInputElement>('Price');
    expect([price.type, price.inputMode]).toEqual(['text', 'decimal']);
    for (const [text, message] of [
      ['8,50 / 12,00', '“8,50 / 12,00” is more than one price. Type one.'],
      ['1,234', '“1,234” can be read two ways. Type 1234 or 1.23.'],
      ['12,50 €', 'Your prices are in USD. Type this one without €.'],
    ] as const) {
      fill(price, text);
      await pressInDialog(user, 'Save Changes');
      await expectRefusal('Price', message, dialog());
      expect(price.value).toBe(text);
    }
    expect(calls.count('PUT /api/menu-items/1')).toBe(0);
    fill(price, '12,50');
    await pressInDialog(user, 'Save Changes');
    await waitFor(() => expect(calls.body('PUT /api/menu-items/1')).toEqual({ price: 12.5 }));
  });

  it('change by a cent with the arrow keys, and never below nothing', async () => {
    const user = openItems(anItem({ price: 0.01 }));
    await openEdit(user, 'Gnocchi');
    const price = within(dialog()).getByLabelText<HTMLInputElement>('Price');
    price.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}');
    expect(price.value).toBe('0.02');
    await pressInDialog(user, 'Save Changes');
    await waitFor(() => expect(calls.body('PUT /api/menu-items/1')).toEqual({ price: 0.02 }));
  });

  it('that has no decimals takes none, but keeps and flags those that were there', async () => {
    const user = openItems(anItem({ price: 12.5 }), anItem({ id: 2, name: 'Ramen', price: 1200 }));
    inCurrency('JPY');
    await screen.findByRole('button', { name: 'Change price of Gnocchi, ¥13' });
    expect(screen.getAllByText(/^Rounded from/).map((flag) => flag.textContent)).toEqual(['Rounded from 12.50']);
    await openEdit(user, 'Gnocchi');
    const price = within(dialog()).getByLabelText('Price');
    expect([fieldValue('Price', dialog()), price.getAttribute('step')]).toEqual(['12.50', '1']);
    fill(within(dialog()).getByLabelText('Name'), 'Gnocchi al pesto');
    await pressInDialog(user, 'Save Changes');
    await waitFor(() => expect(calls.body('PUT /api/menu-items/1')).toEqual({ name: 'Gnocchi al pesto' }));
    await dialogClosed();
    await openEdit(user, 'Ramen');
    expect(fieldValue('Price', dialog())).toBe('1200');
    fill(within(dialog()).getByLabelText('Price'), '1200.5');
    await pressInDialog(user, 'Save Changes');
    await expectRefusal('Price', 'Prices in JPY have no decimals.', dialog());
    expect(calls.count('PUT /api/menu-items/2')).toBe(0);
  });

  it('have no sign while the restaurant can not be loaded, and dishes can be marked as sold out', async () => {
    const user = openItems(anItem({ price: 24.5 }));
    // It is asked for again, which takes its time.
    const release = api.holds('GET /api/tenant');
    api.fails('GET /api/tenant', 500, 'No.', { once: true });
    await screen.findByRole('button', { name: 'Change price of Gnocchi, 24.50' });
    await user.click(screen.getByRole('switch', { name: 'Gnocchi available' }));
    await waitFor(() => expect(calls.body('PUT /api/menu-items/1')).toEqual({ isAvailable: false }));
    release();
  });
});

describe('A description by the AI', () => {
  const SUGGEST = 'POST /api/assistant/dish';
  const text = () => within(dialog()).getByLabelText<HTMLTextAreaElement>(/^Description/);

  it('fills the field, names allergens to check, is not saved, and can be undone', async () => {
    api.answers('GET /api/assistant', { isOn: true });
    api.answers(SUGGEST, { description: 'Potato gnocchi with sage.', oftenContains: ['gluten', 'milk'] });
    const user = openItems(anItem({ description: 'With sage' }));
    await openEdit(user, 'Gnocchi');
    await user.click(await within(dialog()).findByRole('button', { name: 'Suggest a Description' }));
    await waitFor(() => expect(text().value).toBe('Potato gnocchi with sage.'));
    expect(calls.body(SUGGEST)).toMatchObject({ name: 'Gnocchi', description: 'With sage', language: 'en' });
    within(dialog()).getByText('Often contains: gluten, milk. Check with your kitchen.');
    await pressInDialog(user, 'Undo');
    expect(text().value).toBe('With sage');
    expect(calls.all.filter(({ call }) => /^PUT|^POST \/api\/menu/.test(call))).toEqual([]);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('that comes late leaves what was typed meanwhile', async () => {
      const late = Promise.withResolvers<object>();
      api.answers('GET /api/assistant', { isOn: true });
      api.answers(SUGGEST, () => late.promise);
      const user = openItems(anItem({ description: 'With sage' }));
      await openEdit(user, 'Gnocchi');
      await user.click(await within(dialog()).findByRole('button', { name: 'Suggest a Description' }));
      fill(text(), 'With sage and butter');
      late.resolve({ description: 'Potato gnocchi with sage.', oftenContains: [] });
      await within(dialog()).findByRole('button', { name: 'Suggest a Description' });
      expect(text().value).toBe('With sage and butter');
    });
  });
});
