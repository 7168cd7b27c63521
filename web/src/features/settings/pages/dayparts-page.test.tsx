import type { Daypart, DaypartsInput } from '@tavola/contracts/dayparts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import {
  answer,
  dialog,
  expectBusy,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  isDisabled,
  openApp,
  press,
  pressInDialog,
  translationsInMemory,
} from '../../../test/app.tsx';
import { aCategory, aDaypart, anItem, aTenant, aUser } from '../../../test/samples.ts';

// Dayparts: the list, the next week, and an owner's changes to it.

const GET = 'GET /api/dayparts';
const PUT = 'PUT /api/dayparts';
/** A Thursday, 2 PM in Rome. */
const NOON = Date.UTC(2026, 9, 22, 12);

const lunch = aDaypart();
const happyHour = aDaypart({
  id: 2,
  name: 'Happy hour',
  weekly: Array(7).fill([[960, 1_080]]),
  special: [{ from: '2026-10-24', to: '2026-10-24', intervals: [], reason: 'Wedding' }],
});
const night = aDaypart({ id: 3, name: 'Late night', weekly: [[], [], [], [], [[1_320, 1_560]], [], []] });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  api.answers('GET /api/tenant', aTenant({ timeZone: 'Europe/Rome' }));
});
/** Opens Dayparts with these, which calls change. */
function openDayparts(...given: Daypart[]): UserEvent {
  let dayparts = given;
  api.answers(GET, () => ({ dayparts }));
  api.answers(PUT, (sent: DaypartsInput) => {
    dayparts = sent.dayparts.map((one, index) => ({ id: 100 + index, ...one }) as Daypart);
    return { dayparts };
  });
  return openApp('/settings/dayparts', { as: aUser() });
}

const row = async (name: string) =>
  (await screen.findByRole('heading', { level: 2, name })).closest('li') as HTMLElement;
const names = () =>
  within(screen.getByRole('list', { name: 'Menu times' }))
    .getAllByRole('heading')
    .map((one) => one.textContent);
const set = (name: string, value: string) =>
  fireEvent.change(within(dialog()).getByLabelText(name), { target: { value } });
const sent = () => (calls.body(PUT) as DaypartsInput | undefined)?.dayparts;

describe('The list of Dayparts', () => {
  it('has the times in a few words, whether it is on, and what uses it', async () => {
    api.answers('GET /api/categories', [aCategory({ dayparts: [1] }), aCategory({ id: 2, name: 'Dolci' })]);
    api.answers('GET /api/menu-items', [
      anItem({ dayparts: [1, 2], offers: [{ daypart: 2, price: 6 }] }),
      anItem({ id: 2, offers: [{ daypart: 2, price: 5 }] }),
    ]);
    openDayparts(lunch, happyHour, night);
    await within(await row('Lunch')).findByText('On now, until 2:30 PM · 1 category and 1 item');
    within(await row('Lunch')).getByText('Mon–Fri 11:30 AM – 2:30 PM');
    within(await row('Happy hour')).getByText('Every day 4 PM – 6 PM');
    within(await row('Happy hour')).getByText('Next: 4 PM · 1 item and 2 offers');
    within(await row('Late night')).getByText('Fri 10 PM – 2 AM');
    within(await row('Late night')).getByText('Next: Fri 10 PM · Not used yet');
    const link = screen.getByRole('link', { name: 'Choose dishes for Happy hour' });
    expect(link.getAttribute('href')).toBe('/dashboard/items/change?offer=2');
  });

  describe('in detail', { tags: 'full' }, () => {
    it('is followed by the next seven days, with special days and changes of the clock', async () => {
      openDayparts(lunch, happyHour, aDaypart({ id: 3, name: 'Brunch', isActive: false }));
      await row('Lunch');
      const days = screen
        .getAllByRole('term')
        .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
      expect(days).toHaveLength(7);
      expect(days[0]).toBe('Thursday, Oct 22: Lunch: 11:30 AM – 2:30 PMHappy hour: 4 PM – 6 PM');
      expect(days[2]).toBe('Saturday, Oct 24: Happy hour: No times · WeddingClocks go back this night');
    });

    it('says that nothing is on where no daypart is', async () => {
      openDayparts(night);
      await row('Late night');
      expect(screen.getAllByText('Nothing')).toHaveLength(6);
    });

    it('warns where the time zone is still UTC', async () => {
      api.answers('GET /api/tenant', aTenant({ timeZone: 'UTC' }));
      openDayparts(lunch);
      await screen.findByText(/Your time zone is UTC/);
    });

    it('is reached from Hours, which names the dayparts', async () => {
      api.answers(GET, { dayparts: [lunch, happyHour] });
      const user = openApp('/settings/hours', { as: aUser() });
      await screen.findByText('Happy hour');
      await user.click(screen.getByRole('link', { name: 'Manage Menu Times' }));
      await expectPath('/settings/dayparts');
      await row('Lunch');
    });

    it('of twelve takes no more, and says so', async () => {
      openDayparts(
        ...Array.from({ length: 12 }, (_, index) => aDaypart({ id: index + 1, name: `Course ${index + 1}` })),
      );
      await screen.findByText('You can have at most 12 menu times. Delete one to add another.');
      expect(isDisabled(screen.getByRole('button', { name: 'Add Menu Time' }))).toBe(true);
    });
  });
});

describe('A daypart is added', () => {
  it('after the others, with the times of one day copied to others, past midnight, and special days', async () => {
    const user = openDayparts(lunch);
    await row('Lunch');
    await press(user, 'Add Menu Time');
    await screen.findByRole('dialog');
    await expectFocus(() => within(dialog()).getByLabelText('Name'));
    fill(within(dialog()).getByLabelText('Name'), ' Late night ');
    await pressInDialog(user, 'Add a time on Friday');
    set('Friday, begins', '22:00');
    set('Friday, ends', '02:00');
    await pressInDialog(user, 'Copy Friday to other days');
    await user.click(await screen.findByRole('menuitem', { name: 'Saturday' }));
    await pressInDialog(user, 'Add Special Day');
    set('Day', '2025-12-24');
    await pressInDialog(user, 'Add Menu Time');
    await screen.findByText('This is in the past.');
    set('Day', '2026-12-24');
    const release = api.holds(PUT);
    await pressInDialog(user, 'Add Menu Time');
    await expectBusy('Saving...');
    release();
    await expectToast('Menu time added', 'You can choose Late night in categories and items now.');
    expect(sent()).toEqual([
      lunch,
      {
        name: 'Late night',
        isActive: true,
        weekly: [[], [], [], [], [[1_320, 1_560]], [[1_320, 1_560]], []],
        special: [{ from: '2026-12-24', to: '2026-12-24', intervals: [] }],
      },
    ]);
    await expectFocus(() => screen.getByRole('button', { name: 'Add Menu Time' }));
  });

  describe('in detail', { tags: 'full' }, () => {
    it('from a proposal while there is none', async () => {
      const user = openDayparts();
      await screen.findByText('No menu times yet');
      await press(user, 'Lunch');
      await screen.findByRole('dialog', { name: 'Add Menu Time' });
      expect(fieldValue('Name', dialog())).toBe('Lunch');
      expect(fieldValue('Friday, begins', dialog())).toBe('11:30');
      expect(within(dialog()).queryByLabelText('Saturday, begins')).toBeNull();
      await pressInDialog(user, 'Add Menu Time');
      await expectToast('Menu time added', 'You can choose Lunch in categories and items now.');
      const { id: _, ...rest } = lunch;
      expect(sent()).toEqual([rest]);
      await row('Lunch');
    });

    it('with a name of its own, and at least one time', async () => {
      const user = openDayparts(lunch);
      await row('Lunch');
      await press(user, 'Add Menu Time');
      await screen.findByRole('dialog');
      await pressInDialog(user, 'Add Menu Time');
      await expectRefusal('Name', 'Name is required.', dialog());
      await expectFocus(() => within(dialog()).getByLabelText('Name'));
      fill(within(dialog()).getByLabelText('Name'), 'Lunch ');
      await expectRefusal('Name', 'You already have a menu time with this name.', dialog());
      fill(within(dialog()).getByLabelText('Name'), 'x'.repeat(51));
      await expectRefusal('Name', 'Name can be at most 50 characters long.', dialog());
      fill(within(dialog()).getByLabelText('Name'), 'Brunch');
      await pressInDialog(user, 'Add Menu Time');
      await expectFocus(() => within(dialog()).getByText('Add at least one time.'));
      await pressInDialog(user, 'Add a time on Sunday');
      await waitFor(() => expect(within(dialog()).queryByText('Add at least one time.')).toBeNull());
      set('Sunday, ends', '');
      await within(dialog()).findByText('Enter a time.');
      expect(calls.count(PUT)).toBe(0);
    });
  });
});

describe('A daypart is edited', () => {
  const openEdit = async (user: UserEvent) => {
    await press(user, 'Edit Lunch');
    await screen.findByRole('dialog', { name: 'Edit Menu Time' });
  };
  const rename = async (user: UserEvent) => {
    await openEdit(user);
    fill(within(dialog()).getByLabelText('Name'), 'Midday');
    await pressInDialog(user, 'Save Changes');
  };

  it('with its name, times, and whether it is active', async () => {
    const user = openDayparts(lunch, happyHour);
    const areOld = translationsInMemory('/api/translations/fr');
    await openEdit(user);
    fill(within(dialog()).getByLabelText('Name'), 'Midday');
    set('Monday, begins', '12:00');
    await user.click(within(dialog()).getByRole('checkbox', { name: 'Active' }));
    await pressInDialog(user, 'Save Changes');
    await expectToast('Menu time updated', 'Midday has been updated.');
    const weekly = [[[720, 870]], ...lunch.weekly.slice(1)];
    expect(sent()).toEqual([{ ...lunch, name: 'Midday', weekly, isActive: false }, happyHour]);
    within(await row('Midday')).getByText('Inactive');
    expect(areOld()).toBe(true);
  });

  it('switched twice in a row, the second change is made on top of the first', async () => {
    const user = openDayparts(lunch, happyHour);
    const release = api.holds(PUT);
    await user.click(await screen.findByRole('switch', { name: 'Lunch active' }));
    await user.click(screen.getByRole('switch', { name: 'Happy hour active' }));
    release();
    await waitFor(() =>
      expect(sent()).toEqual([
        { ...lunch, isActive: false },
        { ...happyHour, isActive: false },
      ]),
    );
    const tags = calls.all.filter(({ call }) => call === PUT).map(({ headers }) => headers['if-match']);
    expect(new Set(tags).size).toBe(2);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('and what others changed in other dayparts meanwhile stays', async () => {
      const user = openDayparts(lunch, happyHour);
      const current = { dayparts: [lunch, { ...happyHour, name: 'Aperitivo' }] };
      api.refuses(PUT, 'changed-meanwhile', 'Changed.', { current }, { once: true });
      await rename(user);
      await expectToast('Menu time updated', 'Midday has been updated.');
      expect(calls.count(PUT)).toBe(2);
      expect(sent()).toEqual([{ ...lunch, name: 'Midday' }, current.dayparts[1]]);
      expect(calls.last(PUT)?.headers['if-match']).toBe(`"${entityTag(current)}"`);
    });

    it('changed elsewhere meanwhile, it is saved only once that was said', async () => {
      const user = openDayparts(lunch, happyHour);
      const current = { dayparts: [{ ...lunch, name: 'Pranzo' }, happyHour] };
      api.refuses(PUT, 'changed-meanwhile', 'Changed.', { current }, { once: true });
      await row('Lunch');
      api.answers(GET, current);
      await rename(user);
      await screen.findByText(/^Someone changed this menu time/);
      expect(calls.count(PUT)).toBe(1);
      expect(fieldValue('Name', dialog())).toBe('Midday');
      await pressInDialog(user, 'Save Changes');
      await expectToast('Menu time updated', 'Midday has been updated.');
      expect(sent()).toEqual([{ ...lunch, name: 'Midday' }, happyHour]);
    });

    it('deleted elsewhere meanwhile, it is added back only once that was said', async () => {
      const user = openDayparts(lunch, happyHour);
      const current = { dayparts: [happyHour] };
      api.refuses(PUT, 'changed-meanwhile', 'Changed.', { current }, { once: true });
      await row('Lunch');
      api.answers(GET, current);
      await rename(user);
      await screen.findByText(/^Someone deleted this menu time/);
      expect(calls.count(PUT)).toBe(1);
      await pressInDialog(user, 'Save Changes');
      await expectToast('Menu time updated', 'Midday has been updated.');
      const { id: _, ...rest } = lunch;
      expect(sent()).toEqual([happyHour, { ...rest, name: 'Midday' }]);
    });

    it('switched and refused once another one is switched: the toast says so all the same', async () => {
      const user = openDayparts(lunch, happyHour);
      const lunchActive = await screen.findByRole('switch', { name: 'Lunch active' });
      api.fails(PUT, 500, 'No.', { once: true });
      const release = api.holds(PUT);
      await user.click(lunchActive);
      await user.click(screen.getByRole('switch', { name: 'Happy hour active' }));
      release();
      await expectToast('Update failed', 'Failed to update menu times. Please try again.');
      await waitFor(() => expect(sent()).toEqual([lunch, { ...happyHour, isActive: false }]));
      await waitFor(() => expect(calls.count(GET)).toBe(2));
    });
  });
});

describe('A daypart is deleted', () => {
  it('once it was said what uses it, and focus goes to the next row', async () => {
    api.answers('GET /api/categories', [aCategory({ dayparts: [1] })]);
    api.answers('GET /api/menu-items', [anItem({ offers: [{ daypart: 1, price: 6 }] })]);
    const user = openDayparts(lunch, happyHour);
    await screen.findByText(/1 category and 1 offer/);
    await press(user, 'Delete Lunch');
    within(await screen.findByRole('alertdialog')).getByText(/is used by 1 category and 1 offer/);
    await answer(user, 'Delete');
    await expectToast('Menu time deleted', 'Lunch has been deleted.');
    expect(sent()).toEqual([happyHour]);
    await waitFor(() => expect(names()).toEqual(['Happy hour']));
    await expectFocus(() => screen.getByRole('button', { name: 'Delete Happy hour' }));
    // What named it is read again.
    await waitFor(() => expect(calls.count('GET /api/menu-items')).toBe(2));
  });

  describe('in detail', { tags: 'full' }, () => {
    it('and says when nothing uses it', async () => {
      const user = openDayparts(lunch);
      await screen.findByText(/Not used yet/);
      await press(user, 'Delete Lunch');
      within(await screen.findByRole('alertdialog')).getByText(/isn't used by any category or item/);
      await answer(user, 'Cancel');
      expect(calls.count(PUT)).toBe(0);
    });
  });
});

describe('The order of dayparts', () => {
  it('is saved from a handle’s menu', async () => {
    const user = openDayparts(lunch, happyHour, night);
    await press(user, 'Move Late night');
    await user.click(await screen.findByRole('menuitem', { name: 'Move to top' }));
    await waitFor(() => expect(sent()?.map(({ name }) => name)).toEqual(['Late night', 'Lunch', 'Happy hour']));
    expect(names()).toEqual(['Late night', 'Lunch', 'Happy hour']);
  });
});
