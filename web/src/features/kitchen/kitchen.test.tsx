import type { AvailabilityInput } from '@tavola/contracts/availability.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Hours } from '@tavola/contracts/rules/times.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choicesAt } from '../../lib/sold-out-until.ts';
import { api, calls } from '../../test/api.ts';
import { expectToast, openApp } from '../../test/app.tsx';
import { anItem, aTenant, aUser } from '../../test/samples.ts';

// The kitchen's screen: what is sold out, with one tap.

const PUT = 'PUT /api/availability';
/** A Monday, 7 PM in Rome. */
const EVENING = Date.UTC(2026, 10, 23, 18);
const BAR: Hours = { weekly: Array(7).fill([[1_080, 1_560]]), special: [] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: EVENING });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openKitchen(items: MenuItem[], hours: Hours | undefined = BAR) {
  const tenant = aTenant({ timeZone: 'Europe/Rome', ...(hours && { hours: hours as never }) });
  let now = items;
  api.answers('GET /api/tenant', () => tenant);
  api.answers('GET /api/menu-items', () => now);
  api.answers(PUT, ({ changes }: AvailabilityInput) => {
    const known = new Map(changes.map((change) => [change.item, change]));
    now = now.map((item) => {
      const change = known.get(item.id);
      if (!change) return item;
      const { soldOutUntil: _before, ...rest } = item;
      const { isAvailable, soldOutUntil } = change;
      return { ...rest, isAvailable, ...(soldOutUntil && { soldOutUntil }) };
    });
    return {
      items: changes.map(({ item, isAvailable, soldOutUntil }) => ({
        item,
        isAvailable,
        ...(soldOutUntil && { soldOutUntil }),
      })),
    };
  });
  const user = openApp('/dashboard/kitchen', { as: aUser() });
  await screen.findByRole('heading', { name: 'All dishes' });
  return user;
}

const dishes = () => [anItem({ id: 1, name: 'Oysters' }), anItem({ id: 2, name: 'Crème brûlée' })];
const list = (name: RegExp) => within(screen.getByRole('region', { name }));
const row = (name: RegExp) => list(/All dishes/).getByRole('button', { name });
const sent = () => (calls.body(PUT) as AvailabilityInput | undefined)?.changes;

describe('a tap', () => {
  it('marks a dish as sold out until closing, and another one as available again', async () => {
    const user = await openKitchen(dishes());
    await user.click(row(/^Oysters/));
    await waitFor(() =>
      expect(sent()).toEqual([{ item: 1, isAvailable: false, soldOutUntil: '2026-11-24T01:00:00.000Z' }]),
    );
    await waitFor(() => expect(row(/^Oysters/).textContent).toBe('OystersSold out until Tue 2:00 AM'));
    await user.click(list(/Sold out now/).getByRole('button', { name: /^Oysters/ }));
    await waitFor(() => expect(sent()).toEqual([{ item: 1, isAvailable: true }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: /Sold out now/ })).toBeNull());
  });

  it('is kept while the server cannot be reached, and sent then; the last one counts', async () => {
    const user = await openKitchen(dishes());
    api.fails(PUT, 503);
    await user.click(row(/^Oysters/));
    await waitFor(() => expect(row(/^Oysters/).textContent).toContain('Not sent yet'));
    await user.click(row(/^Crème/));
    await user.click(row(/^Crème/));
    expect(JSON.parse(localStorage.getItem('tavola-kitchen') ?? '{}').marks).toHaveLength(2);
    api.answers(PUT, ({ changes }: AvailabilityInput) => ({
      items: changes.map(({ item, isAvailable }) => ({ item, isAvailable })),
    }));
    fireEvent(window, new Event('online'));
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { item: 1, isAvailable: false },
        { item: 2, isAvailable: true },
      ]),
    );
    await waitFor(() => expect(localStorage.getItem('tavola-kitchen')).toBeNull());
  });

  it('on a dish that is gone says so, and keeps the others', async () => {
    const user = await openKitchen(dishes());
    api.refuses(PUT, 'not-found', 'This item no longer exists.', {
      errors: [{ field: 'changes.0.item', message: 'This item no longer exists.' }],
    });
    await user.click(row(/^Oysters/));
    await expectToast('Update failed', 'This item no longer exists.');
    await waitFor(() => expect(row(/^Oysters/).textContent).toBe('OystersAvailable'));
  });
});

it('a long press, or the button beside it, gives the other times', async () => {
  const user = await openKitchen(dishes());
  await user.click(list(/All dishes/).getByRole('button', { name: 'Choices for Oysters' }));
  const choices = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(choices).toEqual([
    'Until closing (Tue 2:00 AM)',
    'Until opening (Tue 6:00 PM)',
    'For an hour (8:00 PM)',
    'Until I say otherwise',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Until I say otherwise' }));
  await waitFor(() => expect(sent()).toEqual([{ item: 1, isAvailable: false }]));
  fireEvent.pointerDown(row(/^Crème/));
  await screen.findByRole('menuitem', { name: 'Until I say otherwise' });
});

it('a dish returns by itself', async () => {
  const soldOutUntil = new Date(EVENING + 1_500).toISOString();
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: EVENING, shouldAdvanceTime: true });
  await openKitchen([anItem({ id: 1, name: 'Oysters', isAvailable: false, soldOutUntil })]);
  expect(row(/^Oysters/).textContent).toBe('OystersSold out until 7:00 PM');
  await vi.advanceTimersByTimeAsync(2_000);
  await waitFor(() => expect(row(/^Oysters/).textContent).toBe('OystersAvailable'));
});

it('the search finds dishes without their accents', async () => {
  const user = await openKitchen(dishes());
  await user.type(screen.getByRole('searchbox', { name: 'Search dishes' }), 'creme');
  expect(list(/All dishes/).getAllByRole('listitem')).toHaveLength(1);
});

it('says when there are no dishes', async () => {
  api.answers('GET /api/menu-items', []);
  openApp('/dashboard/kitchen', { as: aUser() });
  await screen.findByText('No dishes yet');
});

it('works without the restaurant’s hours, where those cannot be loaded', async () => {
  api.answers('GET /api/menu-items', dishes());
  api.fails('GET /api/tenant', 503);
  api.answers(PUT, ({ changes }: AvailabilityInput) => ({
    items: changes.map(({ item, isAvailable }) => ({ item, isAvailable })),
  }));
  const user = openApp('/dashboard/kitchen', { as: aUser() });
  await screen.findByRole('heading', { name: 'All dishes' });
  await user.click(row(/^Oysters/));
  await waitFor(() =>
    expect(sent()).toMatchObject([{ item: 1, isAvailable: false, soldOutUntil: expect.any(String) }]),
  );
});

it('says when the dishes could not be loaded', async () => {
  api.fails('GET /api/menu-items', 503);
  openApp('/dashboard/kitchen', { as: aUser() });
  await screen.findByText("Couldn't load your dishes");
});

describe('the choices', () => {
  const of = (hours: Hours | undefined, now = EVENING) =>
    choicesAt({ hours, timeZone: 'Europe/Rome' }, now).map(({ label }) => label);

  it('end at 4 AM where no hours are set', () => {
    expect(of(undefined)).toEqual(['Until Tue 4:00 AM', 'For an hour (8:00 PM)', 'Until I say otherwise']);
  });

  it('before opening are about the evening to come', () => {
    expect(of(BAR, EVENING - 4 * 3_600_000).slice(0, 2)).toEqual([
      'Until closing (Tue 2:00 AM)',
      'Until opening (6:00 PM)',
    ]);
  });

  it('a minute before closing are about the next one, because the API takes nothing nearer', () => {
    expect(of(BAR, Date.UTC(2026, 10, 24, 0, 59)).slice(0, 2)).toEqual([
      'Until closing (Wed 2:00 AM)',
      'Until opening (6:00 PM)',
    ]);
  });
});
