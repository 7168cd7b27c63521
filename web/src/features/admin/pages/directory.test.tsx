import type { DirectoryCounts, FoundTenant, FoundUser, TenantOverview } from '@tavola/contracts/admin.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { expectFocus, fill, findHeading, openApp } from '../../../test/app.tsx';
import { anAdmin, aTenant, aUser } from '../../../test/samples.ts';

// All restaurants (/admin/restaurants) and all users (/admin/users), with search and filter.

const TENANTS = 'GET /api/admin/tenants/search';
const USERS = 'GET /api/admin/users/search';
const COUNTS: DirectoryCounts = { all: 1234, active: 1200, suspended: 30, toBeDeleted: 4 };
const CURSOR = '1763640000000_00000000-0000-4000-8000-000000000020';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const tenant = (n: number, rest: Partial<FoundTenant> = {}): FoundTenant => ({
  ...aTenant({ id: uuid(n), name: `Ristorante ${n}`, slug: `ristorante-${n}` }),
  deleteAt: null,
  emails: [`owner-${n}@example.com`],
  ...rest,
});
const user = (n: number, rest: Partial<FoundUser> = {}): FoundUser => ({
  ...aUser({ id: uuid(n), name: `Persona ${n}`, email: `persona-${n}@example.com` }),
  restaurant: { name: `Ristorante ${n}`, slug: `ristorante-${n}`, deleteAt: null },
  ...rest,
});

/** What the last search asked for, without the page size. */
function asked(call: string): Record<string, string> {
  const { limit: _limit, ...query } = Object.fromEntries(new URLSearchParams(calls.last(call)?.search));
  return query;
}
/** Answers page by page, by what was asked. */
const answerPages = () =>
  api.answers(TENANTS, () => {
    const { q, after } = asked(TENANTS);
    if (q) return { tenants: [tenant(7)], counts: { all: 1, active: 1, suspended: 0, toBeDeleted: 0 }, next: null };
    return after
      ? { tenants: [tenant(21)], counts: COUNTS, next: null }
      : { tenants: Array.from({ length: 20 }, (_, n) => tenant(n + 1)), counts: COUNTS, next: CURSOR };
  });

const rows = () => within(screen.getByRole('list', { name: 'Restaurants found' })).getAllByRole('listitem');
const field = () => screen.getByRole('searchbox', { name: 'Search by name, menu URL or email' });
const open = async (query = '') => {
  const person = openApp(`/admin/restaurants${query}`, { as: anAdmin() });
  await findHeading('Restaurants');
  return person;
};

describe('All restaurants (/admin/restaurants)', () => {
  it('is one press away from the first ten', async () => {
    const person = openApp('/admin', { as: anAdmin() });
    await findHeading('Admin Dashboard');
    await person.click(screen.getByRole('link', { name: 'All restaurants' }));
    await findHeading('Restaurants');
  });

  it('shows the newest with counts, and more of them on request', async () => {
    answerPages();
    const person = await open();
    await screen.findByText('1,234 restaurants');
    screen.getByRole('radio', { name: 'All 1,234' });
    screen.getByRole('radio', { name: 'Suspended 30' });
    screen.getByRole('radio', { name: 'To be deleted 4' });
    expect(rows()).toHaveLength(20);
    within(rows()[0] as HTMLElement).getByText('owner-1@example.com');
    await person.click(screen.getByRole('button', { name: 'Load More' }));
    await waitFor(() => expect(rows()).toHaveLength(21));
    expect(asked(TENANTS)).toEqual({ after: CURSOR });
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
    // The pressed button is gone: the keyboard goes on at the first row that came.
    expect(document.activeElement).toBe(rows()[20]);
  });

  it('has the page of each: since when, how much it is used, by whom, and what admins did', async () => {
    const createdAt = '2026-01-02T12:00:00.000Z';
    api.answers(TENANTS, { tenants: [tenant(7, { createdAt, moreEmails: 2 })], counts: COUNTS, next: null });
    const { restaurant: _restaurant, ...owner } = user(7);
    api.answers(`GET /api/admin/tenants/${uuid(7)}/overview`, {
      tenant: { ...tenant(7), createdAt },
      people: [{ ...owner, isEmailConfirmed: true, createdAt }],
      lastActiveAt: '2026-11-20T12:00:00.000Z',
      dishes: 1234,
      codes: 3,
      scans: null,
    } satisfies TenantOverview);
    api.answers('GET /api/admin/audit', { entries: [], next: null });
    const person = await open();
    await screen.findByText('Joined January 2, 2026');
    screen.getByText('owner-7@example.com and 2 more');
    await person.click(screen.getByRole('link', { name: 'Ristorante 7' }));
    await findHeading('Ristorante 7');
    screen.getByText('/ristorante-7 · Joined January 2, 2026 · Last active November 20, 2026');
    const figures = ['Dishes', 'Codes', 'Scans'].map(
      (name) => screen.getByRole('heading', { name }).parentElement?.parentElement?.textContent,
    );
    expect(figures).toEqual(['Dishes1,234On the menu', 'Codes3In use', 'ScansUnavailableLast 30 days']);
    within(screen.getByRole('list', { name: 'People' })).getByText('persona-7@example.com');
    await screen.findByText('No activity yet');
    expect(Object.fromEntries(new URLSearchParams(calls.last('GET /api/admin/audit')?.search))).toMatchObject({
      kind: 'tenant',
      subjectId: uuid(7),
    });
  });

  it('searches once typing pauses, keeps the search in the address, and says how many match', async () => {
    answerPages();
    await open();
    await screen.findByText('1,234 restaurants');
    calls.forget();
    // Without a pause between them.
    for (const text of ['r', 'ristorante', 'ristorante 7 ']) fill(field(), text);
    await screen.findByText('1 restaurant matches “ristorante 7”');
    expect(calls.count(TENANTS)).toBe(1);
    expect(asked(TENANTS)).toEqual({ q: 'ristorante 7' });
    expect(window.location.search).toBe('?q=ristorante+7');
    expect((field() as HTMLInputElement).value).toBe('ristorante 7 ');
    expect(rows()).toHaveLength(1);
  });

  it('keeps a filter that is chosen before typing has paused', async () => {
    answerPages();
    await open();
    const suspended = await screen.findByRole('radio', { name: /^Suspended/ });
    fill(field(), 'mario');
    suspended.click();
    await waitFor(() => expect(asked(TENANTS)).toEqual({ q: 'mario', standing: 'suspended' }));
    expect(window.location.search).toBe('?q=mario&standing=suspended');
  });

  it('opens with the search and the filter of its address', async () => {
    answerPages();
    await open('?q=mario&standing=suspended');
    await waitFor(() => expect(asked(TENANTS)).toEqual({ q: 'mario', standing: 'suspended' }));
    expect((field() as HTMLInputElement).value).toBe('mario');
    const suspended = await screen.findByRole('radio', { name: /^Suspended/ });
    expect(suspended.getAttribute('aria-checked')).toBe('true');
  });

  it('works by keyboard alone: search, filter, rows and more', async () => {
    answerPages();
    const person = await open();
    await screen.findByText('1,234 restaurants');
    field().focus();
    await person.tab();
    await expectFocus(() => screen.getByRole('radio', { name: /^All/ }));
    await person.keyboard('{ArrowRight}{ArrowRight}');
    await expectFocus(() => screen.getByRole('radio', { name: /^Suspended/ }));
    await person.keyboard(' ');
    await waitFor(() => expect(asked(TENANTS)).toEqual({ standing: 'suspended' }));
    await screen.findByText('30 restaurants');
    await expectFocus(() => screen.getByRole('radio', { name: /^Suspended/ }));
    await person.tab();
    await expectFocus(() => screen.getByRole('link', { name: 'Ristorante 1' }));
    await person.tab();
    await expectFocus(() => screen.getByRole('link', { name: /^View Menu\s*of Ristorante 1$/ }));
    await person.tab();
    await expectFocus(() => screen.getByRole('button', { name: 'More about Ristorante 1' }));
    await person.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Suspend' });
    await person.keyboard('{Escape}');
    screen.getByRole('button', { name: 'Load More' }).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(rows()).toHaveLength(21));
    // Escape in the field clears the search.
    fill(field(), 'x');
    await waitFor(() => expect(asked(TENANTS)).toMatchObject({ q: 'x' }));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(asked(TENANTS)).toEqual({ standing: 'suspended' }));
  });

  it('says plainly that nothing matches, and shows all again', async () => {
    const none = { all: 0, active: 0, suspended: 0, toBeDeleted: 0 };
    api.answers(TENANTS, () =>
      asked(TENANTS).q
        ? { tenants: [], counts: none, next: null }
        : { tenants: [tenant(1)], counts: COUNTS, next: null },
    );
    const person = await open('?q=nobody');
    await screen.findByText('No restaurant matches your search');
    screen.getByText('0 restaurants match “nobody”');
    await person.click(screen.getByRole('button', { name: 'Show All' }));
    await screen.findByText('Ristorante 1');
    expect((field() as HTMLInputElement).value).toBe('');
    expect(window.location.search).toBe('');
  });

  it('says that no restaurant has a status', async () => {
    api.answers(TENANTS, { tenants: [], counts: { ...COUNTS, suspended: 0 }, next: null });
    await open('?standing=suspended');
    await screen.findByText('No restaurant has this status.');
  });

  it('shows a change of status at once', async () => {
    let isActive = true;
    api.answers(TENANTS, () => ({ tenants: [tenant(1, { isActive })], counts: COUNTS, next: null }));
    api.answers('PUT /api/admin/tenants/:id/status', () => {
      isActive = false;
      return aTenant({ isActive });
    });
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'More about Ristorante 1' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Suspend' }));
    fill(await screen.findByLabelText('Reason'), 'Unpaid');
    await person.click(screen.getByRole('button', { name: 'Suspend' }));
    await screen.findByText('Inactive');
  });
});

describe("A restaurant's picture", () => {
  const REMOVE = 'PUT /api/admin/tenants/:id/removed-picture';
  const PICTURE = `/m/${uuid(1).replaceAll('-', '')}/${'a'.repeat(24)}-400x300-123456/320.webp`;

  async function openDialog() {
    answerPages();
    const person = await open();
    await person.click(await screen.findByRole('button', { name: 'More about Ristorante 1' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Remove Picture' }));
    const remove = async (address: string, reason = 'Not food') => {
      fill(await screen.findByLabelText('Picture address'), address);
      fill(screen.getByLabelText('Reason'), reason);
      await person.click(screen.getByRole('button', { name: 'Remove' }));
    };
    return remove;
  }

  it('is removed by its address, as copied from the menu, with a reason', async () => {
    const remove = await openDialog();
    api.answers(REMOVE, { picture: PICTURE });
    await remove(`https://tavola.example${PICTURE}`);
    await screen.findByText('Picture removed');
    expect(calls.last(`PUT /api/admin/tenants/${uuid(1)}/removed-picture`)?.body).toEqual({
      picture: PICTURE,
      reason: 'Not food',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each(['https://example.com/cat.png', 'cat'])('must be one that was uploaded: %s', async (address) => {
    const remove = await openDialog();
    await remove(address, '');
    await screen.findByText('Paste the address of an uploaded picture. It contains /m/.');
    screen.getByText('Reason is required.');
    expect(calls.last(`PUT /api/admin/tenants/${uuid(1)}/removed-picture`)).toBeUndefined();
  });

  it('that is unknown is said to be, at its field', async () => {
    const remove = await openDialog();
    api.refuses(REMOVE, 'not-found', 'The picture was not found.');
    await remove(PICTURE);
    await within(screen.getByRole('dialog')).findByText('The picture was not found.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Picture address')));
  });
});

describe('All users (/admin/users)', () => {
  it('are found by name, address or restaurant, and those that go with their restaurant say when', async () => {
    api.answers(USERS, {
      users: [
        user(1, { alsoIn: { names: ['Porto', 'Luna'], more: 3 } }),
        user(2, { role: 'admin', tenantId: null, restaurant: null }),
        user(3, { restaurant: { name: 'Chiude', slug: 'chiude', deleteAt: '2026-12-21T10:00:00.000Z' } }),
      ],
      counts: COUNTS,
      next: null,
    });
    openApp('/admin/users?q=persona', { as: anAdmin() });
    await findHeading('Users');
    await screen.findByText('1,234 users match “persona”');
    expect(asked(USERS)).toEqual({ q: 'persona' });
    screen.getByText('Ristorante 1, Porto, Luna, and 3 more');
    screen.getByText('To be deleted on December 21, 2026');
    expect(screen.getAllByText('Inactive')).toHaveLength(1);
  });
});
