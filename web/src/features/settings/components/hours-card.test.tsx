import type { Tenant } from '@tavola/contracts/auth.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { Hours } from '@tavola/contracts/rules/times.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { answer, dialogClosed, expectFocus, expectToast, openApp, press } from '../../../test/app.tsx';
import { aTenant, aUser } from '../../../test/samples.ts';

// Settings: the opening hours.

const PUT = 'PUT /api/tenant';
const NOON = Date.UTC(2026, 9, 22, 12);
const SPLIT: Hours = {
  weekly: [
    [],
    ...Array(6).fill([
      [690, 870],
      [1_080, 1_560],
    ]),
  ],
  special: [{ from: '2026-10-24', to: '2026-10-24', intervals: [], reason: 'Wedding' }],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
async function openSettings(hours?: Hours, rest: Partial<Tenant> = {}) {
  let tenant = aTenant({ name: 'Da Rosa', timeZone: 'Europe/Rome', ...(hours && { hours: hours as never }), ...rest });
  api.answers('GET /api/tenant', () => tenant);
  api.answers(PUT, (sent: Partial<Tenant>) => {
    const { hours: given, ...kept } = { ...tenant, ...sent };
    tenant = given ? { ...kept, hours: given } : kept;
    return tenant;
  });
  const user = openApp('/settings/hours', { as: aUser() });
  await screen.findByRole('heading', { name: 'Opening Hours' });
  return user;
}

const dialog = () => screen.findByRole('dialog', { name: 'Opening Hours' });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const set = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const sentHours = () => (calls.body(PUT) as { hours: Hours } | undefined)?.hours;

describe('the card', () => {
  it('has the next seven days in words, with special days and changes of the clock', async () => {
    await openSettings(SPLIT);
    const rows = screen
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(rows).toHaveLength(7);
    expect(rows[0]).toBe('Thursday, Oct 22: 11:30 AM – 2:30 PM, 6 PM – 2 AM');
    expect(rows[2]).toBe('Saturday, Oct 24: ClosedWedding · Clocks go back this night');
    expect(rows[4]).toBe('Monday, Oct 26: Closed');
    expect(field('For OpenStreetMap').value).toContain('11:30-14:30');
  });

  describe('in detail', { tags: 'full' }, () => {
    it('says what guests read while no hours are set', async () => {
      await openSettings();
      screen.getByText('Until you set your hours, guests see “Open until 10 PM”.');
    });

    it('warns where the time zone is still UTC', async () => {
      await openSettings(SPLIT, { timeZone: 'UTC' });
      screen.getByText(/Your time zone is UTC/);
    });
  });
});

describe('the dialog', () => {
  const open = async (hours?: Hours) => {
    const user = await openSettings(hours);
    await user.click(screen.getByRole('button', { name: hours ? 'Edit Hours' : 'Set Hours' }));
    await dialog();
    return user;
  };

  it('proposes hours for every day, and saves them', async () => {
    const user = await open();
    set('Monday, opens', '12:00');
    await press(user, 'Save Hours');
    await expectToast('Hours updated', 'Guests see your opening hours now.');
    expect(sentHours()).toEqual({ weekly: [[[720, 1_320]], ...Array(6).fill([[660, 1_320]])], special: [] });
    await screen.findByText('Thursday, Oct 22');
  });

  it('names what is wrong beside it, and sends nothing', async () => {
    const user = await open();
    await press(user, 'Add more hours on Monday');
    set('Monday, hours 2, opens', '21:00');
    await press(user, 'Save Hours');
    await screen.findByText('Enter a time.');
    set('Monday, hours 2, closes', '23:00');
    await screen.findByText('This overlaps the hours before it.');
    set('Monday, hours 2, opens', '06:00');
    set('Monday, hours 2, closes', '07:00');
    await waitFor(() => expect(screen.queryByText('This overlaps the hours before it.')).toBeNull());
    await press(user, 'Add more hours on Monday');
    set('Monday, hours 3, opens', '21:00');
    set('Monday, hours 3, closes', '23:00');
    await screen.findByText('This overlaps the hours before it.');
    set('Tuesday, opens', '14:00');
    set('Tuesday, closes', '13:00');
    await screen.findByText("This can't be later than noon of the next day.");
    await press(user, 'Add Special Day');
    await press(user, 'Save Hours');
    await screen.findByText('Choose a date.');
    expect(calls.count(PUT)).toBe(0);
  });

  it('leaves out a time that nobody typed', async () => {
    const user = await open();
    await press(user, 'Add more hours on Monday');
    await press(user, 'Save Hours');
    await expectToast('Hours updated', 'Guests see your opening hours now.');
    expect(sentHours()?.weekly[0]).toEqual([[660, 1_320]]);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('keeps breaks, times after midnight and special days as they were', async () => {
      const user = await open(SPLIT);
      expect(field('Tuesday, hours 2, closes').value).toBe('02:00');
      set('Tuesday, hours 2, closes', '03:00');
      await press(user, 'Save Hours');
      await waitFor(() =>
        expect(sentHours()?.weekly[1]).toEqual([
          [690, 870],
          [1_080, 1_620],
        ]),
      );
      expect(sentHours()?.weekly[2]).toEqual([
        [690, 870],
        [1_080, 1_560],
      ]);
      expect(sentHours()?.special).toEqual(SPLIT.special);
    });

    it('keeps the place of who removes times by keyboard', async () => {
      const christmas = { from: '2026-12-24', to: '2026-12-24', intervals: [], reason: 'Christmas' };
      const user = await open({ ...SPLIT, special: [...SPLIT.special, christmas] });
      const button = (name: string) => screen.getByRole('button', { name });
      const press = async (name: string) => {
        button(name).focus();
        await user.keyboard('{Enter}');
      };
      await press('Remove hours of Tuesday (2)');
      await expectFocus(() => button('Add more hours on Tuesday'));
      await press('Remove hours of Tuesday');
      await expectFocus(() => button('Add hours on Tuesday'));
      await press('Remove Wedding');
      await expectFocus(() => button('Remove Christmas'));
      await press('Remove Christmas');
      await expectFocus(() => button('Add Special Day'));
    });

    it('copies a day to others, adds a break, and closes a day', async () => {
      const user = await open();
      await press(user, 'Add more hours on Monday');
      set('Monday, hours 1, closes', '14:00');
      set('Monday, hours 2, opens', '18:00');
      set('Monday, hours 2, closes', '00:00');
      await press(user, 'Copy Monday to other days');
      await user.click(await screen.findByRole('menuitem', { name: 'Monday to Friday' }));
      await press(user, 'Remove hours of Sunday');
      await press(user, 'Save Hours');
      const split = [
        [660, 840],
        [1_080, 1_440],
      ];
      await waitFor(() => expect(sentHours()?.weekly).toEqual([...Array(5).fill(split), [[660, 1_320]], []]));
    });

    it('takes the hours of a day in any order', async () => {
      const user = await open();
      set('Monday, opens', '18:00');
      await press(user, 'Add more hours on Monday');
      set('Monday, hours 2, opens', '11:30');
      set('Monday, hours 2, closes', '14:30');
      await press(user, 'Save Hours');
      await waitFor(() =>
        expect(sentHours()?.weekly[0]).toEqual([
          [690, 870],
          [1_080, 1_320],
        ]),
      );
    });

    it('adds a special day, closed or with hours, and removes one', async () => {
      const user = await open(SPLIT);
      await press(user, 'Remove Wedding');
      await press(user, 'Add Special Day');
      set('Day', '2026-12-24');
      set('Last day (optional)', '2026-12-26');
      set('Reason (optional)', 'Christmas');
      await press(user, 'Save Hours');
      const christmas = { from: '2026-12-24', to: '2026-12-26', intervals: [], reason: 'Christmas' };
      await waitFor(() => expect(sentHours()?.special).toEqual([christmas]));
    });

    it('takes no special day that has passed, as of last year, unless it goes on', async () => {
      const user = await open();
      await press(user, 'Add Special Day');
      set('Day', '2025-12-24');
      await press(user, 'Save Hours');
      await screen.findByText('This is in the past.');
      expect(calls.count(PUT)).toBe(0);
      set('Last day (optional)', '2026-10-22');
      await press(user, 'Save Hours');
      await waitFor(() => expect(sentHours()?.special).toMatchObject([{ from: '2025-12-24', to: '2026-10-22' }]));
    });

    it('says when the settings were changed elsewhere, keeps the hours, and saves them on top', async () => {
      const user = await open();
      const current = aTenant({ name: 'Da Rosa', phone: '555', timeZone: 'Europe/Rome' });
      api.refuses(PUT, 'changed-meanwhile', 'Changed.', { current });
      set('Monday, opens', '12:00');
      await press(user, 'Save Hours');
      await screen.findByText(/^Someone changed your settings/);
      expect(field('Monday, opens').value).toBe('12:00');
      api.answers(PUT, (sent: Partial<Tenant>) => ({ ...current, ...sent }) as Tenant);
      await press(user, 'Save Hours');
      await expectToast('Hours updated', 'Guests see your opening hours now.');
    });

    it('leaves the other settings in the form on top of them: those are saved next, without a conflict', async () => {
      const user = await open();
      fireEvent.input(field('Phone Number'), { target: { value: '555 0101' } });
      await press(user, 'Save Hours');
      await expectToast('Hours updated', 'Guests see your opening hours now.');
      const saved = aTenant({ name: 'Da Rosa', timeZone: 'Europe/Rome', hours: sentHours() as never });
      await press(user, 'Save Changes');
      await expectToast('Settings updated', 'Your restaurant settings have been saved successfully.');
      expect(calls.last(PUT)).toMatchObject({
        body: { phone: '555 0101' },
        headers: { 'if-match': `"${entityTag(saved)}"` },
      });
    });

    it('removes the hours once that is confirmed', async () => {
      const user = await open(SPLIT);
      await press(user, 'Remove Hours');
      await answer(user, 'Remove Hours');
      await expectToast('Hours updated', 'Your opening hours were removed.');
      expect(sentHours()).toBeNull();
    });
  });
});

describe('what is typed in the settings above the dialog', { tags: 'full' }, () => {
  const answerNo = async (user: UserEvent) => {
    await press(user, 'Keep Editing');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(field('Address').value).toBe('Via Roma 1');
  };
  const begin = async () => {
    const user = await openSettings(SPLIT);
    set('Address', 'Via Roma 1');
    await press(user, 'Edit Hours');
    await dialog();
    return user;
  };
  const cancel = async (user: UserEvent) => user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));

  it('is not asked about where the dialog has nothing to discard', async () => {
    const user = await begin();
    await cancel(user);
    await dialogClosed();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is still asked about after the hours were discarded', async () => {
    const user = await begin();
    set('Tuesday, hours 1, opens', '10:00');
    await cancel(user);
    await press(user, 'Discard Changes');
    await dialogClosed();
    await user.click(screen.getAllByRole('link', { name: 'Categories' })[0] as HTMLElement);
    await answerNo(user);
  });

  it('is still asked about, on the way back, after the hours were saved', async () => {
    window.history.replaceState(null, '', '/dashboard/categories');
    window.history.pushState(null, '', '/settings/hours');
    const user = await begin();
    set('Tuesday, hours 1, opens', '10:00');
    await press(user, 'Save Hours');
    await dialogClosed();
    window.history.back();
    await answerNo(user);
    expect(window.location.pathname).toBe('/settings/hours');
  });
});
