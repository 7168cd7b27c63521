import type { ReviewedApplication } from '@tavola/contracts/admin.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { expectFocus, fill, findHeading, openApp } from '../../../test/app.tsx';
import { anAdmin } from '../../../test/samples.ts';

// The beta applications (/admin/beta): the list's states, and a review that comes too late.

const LIST = 'GET /api/admin/beta-applications';
const REVIEW = 'PUT /api/admin/beta-applications/:id';

const application = (id: number, rest: Partial<ReviewedApplication> = {}): ReviewedApplication => ({
  id,
  companyName: `Candidata ${id}`,
  contactName: 'Ada Conti',
  email: 'ada@example.com',
  phone: '+39 055 123',
  restaurantType: 'Osteria',
  estimatedTables: '10–20',
  status: 'new',
  note: null,
  createdAt: '2026-11-21T12:30:00.000Z',
  reviewedBy: null,
  reviewedAt: null,
  invitedAt: null,
  version: 1,
  ...rest,
});

const open = async (query = '') => {
  const person = openApp(`/admin/beta${query}`, { as: anAdmin() });
  await findHeading('Beta Applications');
  return person;
};
const rows = () => within(screen.getByRole('list', { name: 'Beta applications' })).getAllByRole('listitem');

describe('Beta applications (/admin/beta)', () => {
  it('say so when somebody else was faster, and save nothing of what came late', async () => {
    let now = application(1);
    api.answers(LIST, () => ({ applications: [now], next: null }));
    const person = await open('?status=all');
    await person.click(await screen.findByRole('button', { name: /^Review/ }));
    await screen.findByRole('dialog');
    fill(screen.getByLabelText(/^Note/), 'Mine');
    now = application(1, { status: 'declined', note: 'Theirs', version: 2 });
    const message = 'bea@example.com has already reviewed this application. It is now declined.';
    api.refuses(REVIEW, 'conflict', message);
    await person.click(screen.getByRole('button', { name: 'Save Decision' }));
    const dialog = screen.getByRole('dialog');
    await within(dialog).findByText(new RegExp(message));
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>(/^Note/).value).toBe('Mine');
    expect(within(dialog).queryByRole('button', { name: 'Save Decision' })).toBeNull();
    await person.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await person.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    await screen.findByText('Theirs');
  });

  it('are reviewed beginning with the decision', async () => {
    api.answers(LIST, { applications: [application(1)], next: null });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: /^Review/ }));
    await expectFocus(() => within(screen.getByRole('radiogroup', { name: 'Decision' })).getByText('Accept'));
  });

  it('come twenty at a time', async () => {
    api.answers(LIST, () => {
      const after = new URLSearchParams(calls.last(LIST)?.search).get('after');
      return after === null
        ? { applications: Array.from({ length: 20 }, (_, n) => application(40 - n)), next: 21 }
        : { applications: [application(1)], next: null };
    });
    const person = await open();
    await screen.findByRole('heading', { name: 'Candidata 40' });
    expect(rows()).toHaveLength(20);
    expect(calls.last(LIST)?.search).toBe('?status=new&limit=20');
    await person.click(screen.getByRole('button', { name: 'Load More' }));
    await waitFor(() => expect(rows()).toHaveLength(21));
    expect(calls.last(LIST)?.search).toBe('?status=new&limit=20&after=21');
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  });

  it('call a number, and nothing that is none', async () => {
    const phones = ['+39 055 123', 'ask for Bea', '1-800-555-TACO'];
    api.answers(LIST, () => ({ applications: phones.map((phone, at) => application(3 - at, { phone })), next: null }));
    await open();
    const links = await Promise.all(phones.map(async (phone) => (await screen.findByText(phone)).closest('a')));
    expect(links.map((link) => link?.getAttribute('href'))).toEqual(['tel:+39055123', undefined, undefined]);
  });

  it('say whether who is accepted was invited', async () => {
    const accepted = { status: 'accepted' } as const;
    const applications = [
      application(1, { ...accepted, invitedAt: '2026-11-22T10:00:00.000Z' }),
      application(2, accepted),
    ];
    api.answers(LIST, { applications, next: null });
    await open('?status=all');
    await screen.findByText(/^Invited by mail/);
    screen.getByText('The invitation was not mailed. Save the decision again to try again.');
  });

  it('say that there are none', async () => {
    await open();
    await screen.findByText('No new applications');
  });
});
