import { withChange } from '@tavola/contracts/field-list.ts';
import { type Category, category } from '@tavola/contracts/menu.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../../lib/http/query-client.ts';
import { api, calls } from '../../../test/api.ts';
import {
  answer,
  dialog,
  dialogClosed,
  expectFocus,
  expectRefusal,
  expectToast,
  fill,
  openApp,
  press,
  pressInDialog,
  question,
} from '../../../test/app.tsx';
import { aCategory, aDaypart, anItem, aUser } from '../../../test/samples.ts';

// Categories: the list from the specification, and an owner's changes to it.

const GET = 'GET /api/categories';
const POST = 'POST /api/categories';
const PUT = 'PUT /api/categories/:id';
const DELETE = 'DELETE /api/categories/:id';
const ADDED = ['Category added', 'Category has been added successfully.'] as const;
const UPDATED = ['Category updated', 'Category has been updated successfully.'] as const;
const DELETED = ['Category deleted', 'Category has been deleted successfully.'] as const;

/** Opens Categories with these, which calls change. */
function openCategories(...categories: Category[]): UserEvent {
  let now = categories;
  api.answers(GET, () => now);
  api.answers(POST, (sent: Partial<Category>) => {
    const added = aCategory({ id: 100, ...sent });
    now = [...now, added];
    return added;
  });
  api.answers(PUT, (sent: Partial<Category>, { id }) => {
    now = now.map((one) => (one.id === Number(id) ? withChange(category, one, sent) : one));
    return now.find((one) => one.id === Number(id));
  });
  api.answers(DELETE, (_, { id }) => {
    now = now.filter((one) => one.id !== Number(id));
    return undefined;
  });
  return openApp('/dashboard/categories', { as: aUser() });
}

const row = async (name: string) => (await screen.findByRole('heading', { name })).closest('li') as HTMLElement;

describe('The list of Categories', () => {
  it("has name, description or 'No description', and Active or Inactive [S2.59]", async () => {
    api.answers('GET /api/menu-items', [anItem()]);
    openCategories(
      aCategory({ description: 'Made this morning' }),
      aCategory({ id: 2, name: 'Dolci', description: null, isActive: false }),
    );
    const primi = within(await row('Primi'));
    primi.getByText('Made this morning');
    primi.getByText('Active');
    await waitFor(() => expect(primi.getAllByText('1 item')).toHaveLength(2));
    const dolci = within(await row('Dolci'));
    dolci.getByText('No description');
    dolci.getByText('Inactive');
    expect(dolci.getAllByText('0 items')).toHaveLength(2);
  });

  it('empty, it offers to add the first category', async () => {
    const user = openCategories();
    await screen.findByText('No categories yet');
    await press(user, 'Add Your First Category');
    within(await screen.findByRole('dialog')).getByRole('heading', { name: 'Add Category' });
  });
});

describe('A category is added', () => {
  it("and the list is refetched, 'Category added' is said, and focus comes back [S2.60 S7.15]", async () => {
    const user = openCategories(aCategory());
    await row('Primi');
    calls.forget();
    await press(user, 'Add Category');
    await screen.findByRole('dialog');
    await expectFocus(() => within(dialog()).getByLabelText('Name'));
    fill(within(dialog()).getByLabelText('Name'), 'Dolci');
    fill(within(dialog()).getByLabelText('Description (optional)'), 'To end with');
    await pressInDialog(user, 'Add Category');
    await expectToast(...ADDED);
    within(await row('Dolci')).getByText('To end with');
    await expectFocus(() => screen.getByRole('button', { name: 'Add Category' }));
    expect(calls.body(POST)).toEqual({ name: 'Dolci', description: 'To end with', isActive: true });
    expect(calls.count(GET)).toBe(1);
  });

  it('with a name of at most 100 characters', async () => {
    const user = openCategories();
    await screen.findByText('No categories yet');
    await press(user, 'Add Category');
    await screen.findByRole('dialog');
    await pressInDialog(user, 'Add Category');
    await expectRefusal('Name', 'Name is required.', dialog());
    fill(within(dialog()).getByLabelText('Name'), 'x'.repeat(101));
    await expectRefusal('Name', 'Name can be at most 100 characters long.', dialog());
    expect(calls.count(POST)).toBe(0);
  });
});

it('A category that is sent twice at once, as by two taps, has one key: the server adds it once', async () => {
  const user = openCategories();
  await press(user, 'Add Your First Category');
  fill(within(await screen.findByRole('dialog')).getByLabelText('Name'), 'Primi');
  const form = dialog().querySelector('form');
  form?.requestSubmit();
  form?.requestSubmit();
  await expectToast(...ADDED);
  const keys = calls.all.filter(({ call }) => call === POST).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.any(String), keys[0]]);
  // The second answer must not come in the next test.
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
});

describe('A category is edited', () => {
  it("and 'Category updated' is said [S2.60 S7.16]", async () => {
    const user = openCategories(aCategory());
    await press(user, 'Edit Primi');
    within(await screen.findByRole('dialog')).getByRole('heading', { name: 'Edit Category' });
    fill(within(dialog()).getByLabelText('Name'), 'Pasta');
    await user.click(within(dialog()).getByRole('checkbox', { name: 'Active' }));
    await pressInDialog(user, 'Save Changes');
    await expectToast(...UPDATED);
    within(await row('Pasta')).getByText('Inactive');
    expect(calls.body('PUT /api/categories/1')).toMatchObject({ name: 'Pasta', isActive: false });
  });
});

it('A category is switched between Active and Inactive in the list', async () => {
  const user = openCategories(aCategory());
  await user.click(await screen.findByRole('switch', { name: 'Primi active' }));
  await screen.findByText('Inactive');
  await waitFor(() => expect(calls.body('PUT /api/categories/1')).toEqual({ isActive: false }));
  await waitFor(() => expect(calls.count(GET)).toBe(2));
});

describe('The photo grid of a category', () => {
  const grid = () => within(dialog()).getByRole('checkbox', { name: 'Photo Grid' });
  const save = async (user: UserEvent) => {
    await user.click(grid());
    await pressInDialog(user, 'Save Changes');
    await expectToast(...UPDATED);
    await dialogClosed();
  };

  it('is chosen and taken back in its dialog', async () => {
    const user = openCategories(aCategory());
    await press(user, 'Edit Primi');
    await screen.findByRole('dialog');
    expect(grid().ariaChecked).toBe('false');
    await save(user);
    expect(calls.body('PUT /api/categories/1')).toMatchObject({ layout: 'grid' });
    await press(user, 'Edit Primi');
    await screen.findByRole('dialog');
    expect(grid().ariaChecked).toBe('true');
    await save(user);
    expect(calls.body('PUT /api/categories/1')).toMatchObject({ layout: null });
  });

  it('changed by somebody else meanwhile, is named in words', async () => {
    const user = openCategories(aCategory());
    api.refuses(PUT, 'changed-meanwhile', 'Changed.', { current: aCategory({ layout: 'grid' }) });
    await press(user, 'Edit Primi');
    await screen.findByRole('dialog');
    fill(within(dialog()).getByLabelText('Name'), 'Pasta');
    await pressInDialog(user, 'Save Changes');
    const layout = (await within(dialog()).findByText(/^Layout/)).closest('li');
    expect(layout?.textContent).toContain('Photo Grid');
  });
});

describe('When a category is served', () => {
  const served = () => within(dialog()).getByRole('combobox', { name: 'Served' });
  const choose = async (user: UserEvent, option: string) => {
    await user.click(served());
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const someDayparts = () =>
    api.answers('GET /api/dayparts', {
      dayparts: [aDaypart(), aDaypart({ id: 2, name: 'Late night', isActive: false })],
    });

  it('is all the time, or at the dayparts that were chosen', async () => {
    someDayparts();
    const user = openCategories(aCategory());
    await press(user, 'Edit Primi');
    await screen.findByRole('dialog');
    expect(served().textContent).toBe('All the time');
    await choose(user, 'At some menu times only');
    const group = within(within(dialog()).getByRole('group', { name: 'Menu times' }));
    group.getByText('Mon–Fri 11:30 AM – 2:30 PM · Inactive');
    await pressInDialog(user, 'Save Changes');
    await expectRefusal('Served', 'Choose at least one menu time.', dialog());
    await user.click(group.getByRole('checkbox', { name: 'Lunch' }));
    await pressInDialog(user, 'Save Changes');
    await expectToast(...UPDATED);
    expect(calls.body('PUT /api/categories/1')).toMatchObject({ dayparts: [1] });
  });

  describe('in detail', { tags: 'full' }, () => {
    it('is taken back to all the time, which is sent as none', async () => {
      someDayparts();
      const user = openCategories(aCategory({ dayparts: [1, 2] }));
      await press(user, 'Edit Primi');
      await screen.findByRole('dialog');
      await waitFor(() =>
        expect(within(dialog()).getAllByRole('checkbox', { name: /Lunch|Late/, checked: true })).toHaveLength(2),
      );
      await choose(user, 'All the time');
      await pressInDialog(user, 'Save Changes');
      await expectToast(...UPDATED);
      expect(calls.body('PUT /api/categories/1')).toMatchObject({ dayparts: null });
    });

    it('is in the list', async () => {
      someDayparts();
      openCategories(aCategory({ dayparts: [2, 1] }), aCategory({ id: 2, name: 'Dolci' }));
      await within(await row('Primi')).findByText('Lunch, Late night only');
      expect(within(await row('Dolci')).queryByText(/only/)).toBeNull();
    });

    it('is not asked for where no category names a daypart', async () => {
      openCategories(aCategory());
      await row('Primi');
      expect(calls.count('GET /api/dayparts')).toBe(0);
    });

    it('says where dayparts are made while there are none', async () => {
      const user = openCategories(aCategory());
      await press(user, 'Edit Primi');
      await screen.findByRole('dialog');
      await within(dialog()).findByRole('link', { name: 'add menu times' });
      await user.click(served());
      expect(
        (await screen.findByRole('option', { name: 'At some menu times only' })).getAttribute('aria-disabled'),
      ).toBe('true');
    });

    it('and a daypart that was deleted meanwhile is said at the field, and offered no longer', async () => {
      someDayparts();
      const user = openCategories(aCategory({ dayparts: [1] }));
      await press(user, 'Edit Primi');
      await screen.findByRole('dialog');
      const errors = [{ field: 'dayparts.0', message: 'This menu time no longer exists.' }];
      api.refuses(PUT, 'validation-failed', 'This menu time no longer exists.', { errors });
      api.answers('GET /api/dayparts', { dayparts: [aDaypart({ id: 2, name: 'Brunch' })] });
      await pressInDialog(user, 'Save Changes');
      await expectRefusal('Served', 'This menu time no longer exists.', dialog());
      await user.click(await within(dialog()).findByRole('checkbox', { name: 'Brunch' }));
      api.answers(PUT, (sent: object) => withChange(category, aCategory(), sent));
      await pressInDialog(user, 'Save Changes');
      await expectToast(...UPDATED);
      expect(calls.body('PUT /api/categories/1')).toMatchObject({ dayparts: [2] });
    });

    it('changed by somebody else meanwhile, is named in words', async () => {
      someDayparts();
      const user = openCategories(aCategory());
      const current = aCategory({ dayparts: [1] });
      api.refuses(PUT, 'changed-meanwhile', 'Changed.', { current });
      await press(user, 'Edit Primi');
      await screen.findByRole('dialog');
      fill(within(dialog()).getByLabelText('Name'), 'Pasta');
      await pressInDialog(user, 'Save Changes');
      await within(dialog()).findByText('Lunch only');
    });
  });
});

describe('A category is deleted', () => {
  it('is not said to have no items where these can not be loaded', async () => {
    api.fails('GET /api/menu-items', 503);
    const user = openCategories(aCategory());
    await row('Primi');
    await waitFor(() => expect(document.querySelectorAll('[data-skeleton]').length).toBe(0));
    await press(user, 'Delete Primi');
    within(await question()).getByText(/Its items stay on your menu, without a category\./);
    await answer(user, 'Cancel');
  });

  it('once what it means for its items was said [S2.60 S7.17]', async () => {
    api.answers('GET /api/menu-items', [anItem()]);
    const user = openCategories(aCategory());
    await screen.findAllByText('1 item');
    await press(user, 'Delete Primi');
    within(await question()).getByText('Are you sure you want to delete this category?');
    within(await question()).getByText(/Its item stays on your menu, without a category\./);
    await answer(user, 'Delete');
    await expectToast(...DELETED);
    await screen.findByText('No categories yet');
    expect(calls.count('DELETE /api/categories/1')).toBe(1);
    await expectFocus(() => screen.getByRole('heading', { level: 1 }));
  });

  it('and focus goes to the next row, or from the last one to the row before', async () => {
    const names = ['Antipasti', 'Primi', 'Dolci'];
    const user = openCategories(...names.map((name, index) => aCategory({ id: index + 1, name })));
    for (const [name, next] of [
      ['Primi', 'Dolci'],
      ['Dolci', 'Antipasti'],
    ]) {
      await press(user, `Delete ${name}`);
      await answer(user, 'Delete');
      await waitFor(() => expect(screen.queryByRole('heading', { name })).toBeNull());
      await expectFocus(() => screen.getByRole('button', { name: `Delete ${next}` }));
    }
  });
});

describe('The order of categories', () => {
  const ORDER = 'PUT /api/categories/order';
  const names = ['Antipasti', 'Primi', 'Dolci'];
  const shown = () =>
    screen.getAllByRole('button', { name: /^Move / }).map((one) => one.getAttribute('aria-label')?.slice(5));

  it('is saved from a handle’s menu', async () => {
    const user = openCategories(...names.map((name, index) => aCategory({ id: index + 1, name })));
    api.answers(ORDER, ({ ids }: { ids: number[] }) =>
      ids.map((id) => aCategory({ id, name: names[id - 1] as string })),
    );
    await press(user, 'Move Dolci');
    await user.click(await screen.findByRole('menuitem', { name: 'Move to top' }));
    await waitFor(() => expect(shown()).toEqual(['Dolci', 'Antipasti', 'Primi']));
    await waitFor(() => expect(calls.body(ORDER)).toEqual({ ids: [3, 1, 2] }));
  });

  it('stays, although a list that was read before it was saved comes after', async () => {
    const before = names.map((name, index) => aCategory({ id: index + 1, name }));
    const after = [2, 0, 1].map((place) => before[place] as Category);
    const user = openCategories(...before);
    api.answers(ORDER, after);
    const save = api.holds(ORDER);
    await press(user, 'Move Dolci');
    await user.click(await screen.findByRole('menuitem', { name: 'Move to top' }));
    await waitFor(() => expect(calls.count(ORDER)).toBe(1));
    // Another change has the list read, which is on its way for long.
    const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
    let isRead = false;
    const readBefore = () => {
      isRead = true;
      return arrives.then(() => before);
    };
    api.answers(GET, () => after);
    api.answers(GET, readBefore, { once: true });
    await user.click(screen.getByRole('switch', { name: 'Primi active' }));
    await waitFor(() => expect(isRead).toBe(true));
    save();
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    arrive();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(shown()).toEqual(['Dolci', 'Antipasti', 'Primi']);
  });
});
