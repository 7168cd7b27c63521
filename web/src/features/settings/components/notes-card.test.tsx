import type { Announcements } from '@tavola/contracts/announcements.ts';
import type { Tenant } from '@tavola/contracts/auth.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { answer, expectRefusal, expectToast, fill, openApp, press } from '../../../test/app.tsx';
import { aTenant, aUser } from '../../../test/samples.ts';

// Settings: the notes on the menu.

const PUT = 'PUT /api/tenant';
const OYSTERS = { text: 'Tonight: oysters', place: 'top' } as const;
const EVENINGS = { weekly: Array(7).fill([[1_020, 1_320]]), special: [] };
const CLOSING = { text: 'Kitchen closes at ten', place: 'foot', times: EVENINGS } as const;

async function open(announcements?: Announcements): Promise<UserEvent> {
  let tenant: Tenant = aTenant({ name: 'Da Rosa', ...(announcements && { announcements }) });
  api.answers('GET /api/tenant', () => tenant);
  api.answers(PUT, (sent: Partial<Tenant>) => {
    const { announcements: given, ...kept } = { ...tenant, ...sent };
    tenant = given ? { ...kept, announcements: given } : kept;
    return tenant;
  });
  const user = openApp('/settings', { as: aUser() });
  await screen.findByRole('heading', { name: 'Notes on the Menu' });
  return user;
}
const choose = async (user: UserEvent, label: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const sent = () => (calls.body(PUT) as { announcements: unknown }).announcements;
const rows = () =>
  within(screen.getByRole('list', { name: 'Notes on the menu' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('Notes on the menu', () => {
  it('are added beside another one, with their times', async () => {
    const user = await open({ second: CLOSING });
    expect(rows()).toEqual(['Kitchen closes at tenFoot of the menu · Every day 5 PM – 10 PM']);
    await press(user, 'Add Note');
    await press(user, 'Save Note');
    await expectRefusal('Note', 'Note is required.');
    fill(screen.getByLabelText('Note'), OYSTERS.text);
    await choose(user, 'Shows', 'At some times only');
    await press(user, 'Save Note');
    await screen.findByText('Add at least one time.');
    expect(calls.count(PUT)).toBe(0);
    await press(user, 'Add a time on Friday');
    fireEvent.change(screen.getByLabelText('Friday, ends'), { target: { value: '23:00' } });
    await press(user, 'Save Note');
    await expectToast('Note added', 'Guests see it at its times.');
    const weekly = [[], [], [], [], [[1_020, 1_380]], [], []];
    expect(sent()).toEqual({ second: CLOSING, first: { ...OYSTERS, times: { weekly, special: [] } } });
    await waitFor(() => expect(rows()[0]).toBe('Tonight: oystersTop of the menu · Fri 5 PM – 11 PM'));
    expect(screen.queryByRole('button', { name: 'Add Note' })).toBeNull();
  });

  describe('in detail', { tags: 'full' }, () => {
    it('are edited, and removed after a question', async () => {
      const user = await open({ first: OYSTERS, second: CLOSING });
      await press(user, 'Edit second note');
      await choose(user, 'Shows', 'All the time');
      await press(user, 'Save Note');
      await expectToast('Note updated', 'Guests see it now.');
      expect(sent()).toEqual({ first: OYSTERS, second: { text: CLOSING.text, place: 'foot' } });
      await press(user, 'Edit first note');
      await press(user, 'Remove Note');
      await answer(user, 'Remove Note');
      await waitFor(() => expect(sent()).toEqual({ second: { text: CLOSING.text, place: 'foot' } }));
    });
  });
});
