import type { AvailabilityInput } from '@tavola/contracts/availability.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { MENU_EVENT } from '@tavola/contracts/menu-page.ts';
import type { Hours } from '@tavola/contracts/rules/times.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getToken } from '../../lib/session/stored-token.ts';
import { setToken } from '../../lib/session/token.ts';
import { discardUnsent } from '../../lib/session/unsent-changes.ts';
import { choicesAt } from '../../lib/times/sold-out-until.ts';
import { api, type Call, calls } from '../../test/api.ts';
import {
  closeApp,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  findHeading,
  goTo,
  openApp,
  press,
  signIn,
} from '../../test/app.tsx';
import { aCategory, anItem, anOptionGroup, aTenant, aUser, tokenOf } from '../../test/samples.ts';

// The kitchen's screen: what is sold out, with one tap.

const PUT = 'PUT /api/availability';
const MARKS_KEY = `tavola-kitchen-marks-${aUser().id}-${aUser().tenantId}`;
const NINO = aUser({ id: '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c02', email: 'nino@example.com', name: 'Nino' });
/** A Monday, 7 PM in Rome. */
const EVENING = Date.UTC(2026, 10, 23, 18);
const BAR: Hours = { weekly: Array(7).fill([[1_080, 1_560]]), special: [] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: EVENING });
});
afterEach(() => {
  // Marks outlive the page.
  setToken(null);
});

const inRome = (hours: Hours = BAR) => aTenant({ timeZone: 'Europe/Rome', hours: hours as never });

/** The server takes every mark, without a time. */
const takesMarks = () =>
  api.answers(PUT, ({ changes }: AvailabilityInput) => ({
    items: changes.map(({ item, isAvailable }) => ({ item, isAvailable })),
  }));

async function openKitchen(items: MenuItem[]) {
  const tenant = inRome();
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
  const user = openApp('/dashboard/kitchen', { as: aUser(), token: tokenOf(aUser()) });
  await screen.findByRole('heading', { name: items.length > 0 ? 'All dishes' : 'Kitchen' });
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
    await waitFor(() => expect(row(/^Oysters/).textContent).toBe('OystersOut of Stock until Tue 2 AM'));
    await user.click(list(/Out of Stock/).getByRole('button', { name: /^Oysters/ }));
    await waitFor(() => expect(sent()).toEqual([{ item: 1, isAvailable: true }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: /Out of Stock/ })).toBeNull());
  });

  it('marks a single size, or an option in every dish', async () => {
    let sizes = [
      { id: 31, name: 'Small', price: 3, isAvailable: true },
      { id: 32, name: 'Large', price: 4, isAvailable: true },
    ];
    let milk = anOptionGroup();
    const user = await openKitchen([]);
    api.answers('GET /api/option-groups', () => [milk, anOptionGroup({ id: 2, name: 'Unused' })]);
    api.answers('GET /api/menu-items', () => [anItem({ name: 'Latte', variants: sizes, optionGroups: [1] })]);
    api.answers(PUT, ({ changes }: AvailabilityInput) => {
      const isOut = (id: number) => changes.some(({ variant, option }) => id === variant || id === option);
      sizes = sizes.map((size) => (isOut(size.id) ? { ...size, isAvailable: false } : size));
      milk = { ...milk, options: milk.options.map((one) => (isOut(one.id) ? { ...one, isAvailable: false } : one)) };
      return { items: changes.map(({ soldOutUntil: _until, ...change }) => change) };
    });
    fireEvent(window, new Event('online'));
    const options = within(await screen.findByRole('region', { name: 'Options' }));
    expect(options.queryByText('Unused')).toBeNull();
    await user.click(row(/^Latte, Large/));
    await waitFor(() => expect(sent()).toMatchObject([{ item: 1, variant: 32, isAvailable: false }]));
    await user.click(options.getByRole('button', { name: /^Oat milk/ }));
    await waitFor(() => expect(sent()).toMatchObject([{ option: 12, isAvailable: false }]));
    list(/^Out of Stock/).getByRole('button', { name: /^Oat milk/ });
    list(/^Out of Stock/).getByRole('button', { name: /^Latte, Large/ });
    expect(row(/^Latte, Small/).textContent).toContain('Available');
    await user.click(options.getByRole('button', { name: /^Whole milk/ }));
    await waitFor(() => expect(row(/^Latte(?!,)/).textContent).toContain("Guests can't order it: no Milk left"));
  });

  it('in "Out of Stock" keeps the focus there, for the next dish', async () => {
    const soldOut = (id: number, name: string) => anItem({ id, name, isAvailable: false });
    const user = await openKitchen([soldOut(1, 'Oysters'), soldOut(2, 'Crème brûlée'), soldOut(3, 'Tiramisù')]);
    const out = (name: RegExp | string) => list(/Out of Stock/).getByRole('button', { name });
    out(/^Crème/).focus();
    await user.keyboard('{Enter}');
    await expectFocus(() => out(/^Tiramisù/));
    out('Choices for Tiramisù').focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: 'Available again' }));
    await expectFocus(() => out(/^Oysters/));
    await user.keyboard('{Enter}');
    await expectFocus(() => screen.getByRole('heading', { name: 'Kitchen' }));
  });

  it.each([
    ['while the server is away', 503],
    ['behind a page that asks to accept the terms of a Wi-Fi', 403],
    ['on a network that is too slow', 408],
  ])('is kept %s, and sent then; the last one counts', async (_, status) => {
    const user = await openKitchen(dishes());
    api.fails(PUT, status);
    await user.click(row(/^Oysters/));
    await waitFor(() => expect(row(/^Oysters/).textContent).toContain('Not sent yet'));
    await user.click(row(/^Crème/));
    await user.click(row(/^Crème/));
    expect(JSON.parse(localStorage.getItem(MARKS_KEY) ?? '[]')).toHaveLength(2);
    takesMarks();
    fireEvent(window, new Event('online'));
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { item: 1, isAvailable: false },
        { item: 2, isAvailable: true },
      ]),
    );
    await waitFor(() => expect(localStorage.getItem(MARKS_KEY)).toBeNull());
  });

  it('is sent again no sooner than a busy server says, and at once when somebody taps', async () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: EVENING, shouldAdvanceTime: true });
    const user = await openKitchen(dishes());
    api.responds(PUT, () => new Response('', { status: 429, headers: { 'Retry-After': '20' } }));
    await user.click(row(/^Oysters/));
    await waitFor(() => expect(calls.count(PUT)).toBe(1));
    await waitFor(() => expect(row(/^Oysters/).textContent).toContain('Not sent yet'));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(calls.count(PUT)).toBe(1);
    await vi.advanceTimersByTimeAsync(6_000);
    await waitFor(() => expect(calls.count(PUT)).toBe(2));
    takesMarks();
    await user.click(row(/^Crème/));
    await waitFor(() => expect(calls.count(PUT)).toBe(3));
    await waitFor(() => expect(localStorage.getItem(MARKS_KEY)).toBeNull());
  });

  it('whose time is refused stays until somebody says otherwise, and the others are sent', async () => {
    const user = await openKitchen(dishes());
    api.fails(PUT, 503);
    await user.click(row(/^Oysters/));
    await user.click(row(/^Crème/));
    await waitFor(() => expect(row(/^Crème/).textContent).toContain('Not sent yet'));
    takesMarks();
    const tooSoon = 'The time must be at least a minute from now.';
    const errors = [{ field: 'changes.0.soldOutUntil', message: tooSoon }];
    api.refuses(PUT, 'validation-failed', tooSoon, { errors }, { once: true });
    fireEvent(window, new Event('online'));
    await expectToast('Update failed', tooSoon);
    await waitFor(() =>
      expect(sent()).toEqual([
        { item: 2, isAvailable: false, soldOutUntil: '2026-11-24T01:00:00.000Z' },
        { item: 1, isAvailable: false },
      ]),
    );
    await waitFor(() => expect(localStorage.getItem(MARKS_KEY)).toBeNull());
  });

  it('is sent where the device can keep nothing', async () => {
    const user = await openKitchen(dishes());
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await user.click(row(/^Oysters/));
    await waitFor(() => expect(row(/^Oysters/).textContent).toBe('OystersOut of Stock until Tue 2 AM'));
    expect(sent()).toMatchObject([{ item: 1, isAvailable: false }]);
  });

  it('of another tab is shown here, and kept beside those of this one', async () => {
    const user = await openKitchen(dishes());
    api.fails(PUT, 503);
    await user.click(row(/^Crème/));
    await waitFor(() => expect(row(/^Crème/).textContent).toContain('Not sent yet'));
    const kept = JSON.parse(localStorage.getItem(MARKS_KEY) ?? '[]');
    const both = JSON.stringify([...kept, [1, { isAvailable: false }]]);
    localStorage.setItem(MARKS_KEY, both);
    fireEvent(window, new StorageEvent('storage', { key: MARKS_KEY, newValue: both }));
    await waitFor(() => expect(row(/^Oysters/).textContent).toContain('Not sent yet'));
    await user.click(row(/^Crème/));
    expect(JSON.parse(localStorage.getItem(MARKS_KEY) ?? '[]')).toEqual(
      expect.arrayContaining([
        [1, { isAvailable: false }],
        [2, { isAvailable: true }],
      ]),
    );
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
    'Until closing (Tue 2 AM)',
    'Until opening (Tue 6 PM)',
    'For an hour (8 PM)',
    'Until I say otherwise',
    'Another time…',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Until I say otherwise' }));
  await waitFor(() => expect(sent()).toEqual([{ item: 1, isAvailable: false }]));
  fireEvent.pointerDown(row(/^Crème/));
  await screen.findByRole('menuitem', { name: 'Until I say otherwise' });
});

it('another time is typed by the restaurant’s clock, and refused where the API would', async () => {
  const user = await openKitchen(dishes());
  await user.click(list(/All dishes/).getByRole('button', { name: 'Choices for Oysters' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Another time…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Out of Stock until' });
  within(dialog).getByText('Oysters');
  within(dialog).getByText("In your restaurant's time zone (Rome).");
  expect(fieldValue('Date and time', dialog)).toBe('2026-11-24T02:00');
  const mark = () => user.click(within(dialog).getByRole('button', { name: 'Set Time' }));
  const refusals = [
    ['', 'Out of Stock until needs a date and a time.'],
    ['2026-11-23T19:00', 'Out of Stock until must be at least a minute ahead.'],
    ['2027-01-22T19:01', 'Out of Stock until can be at most 60 days ahead.'],
  ] as const;
  for (const [text, message] of refusals) {
    fill(within(dialog).getByLabelText('Date and time'), text);
    await mark();
    await expectRefusal('Date and time', message, dialog);
  }
  expect(sent()).toBeUndefined();
  fill(within(dialog).getByLabelText('Date and time'), '2026-11-25T18:30');
  await mark();
  await waitFor(() =>
    expect(sent()).toEqual([{ item: 1, isAvailable: false, soldOutUntil: '2026-11-25T17:30:00.000Z' }]),
  );
  await waitFor(() => expect(row(/^Oysters/).textContent).toBe('OystersOut of Stock until Wed 6:30 PM'));
});

it('a dish returns by itself', async () => {
  const soldOutUntil = new Date(EVENING + 30_000).toISOString();
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: EVENING, shouldAdvanceTime: true });
  await openKitchen([anItem({ id: 1, name: 'Oysters', isAvailable: false, soldOutUntil })]);
  expect(row(/^Oysters/).textContent).toBe('OystersOut of Stock until 7 PM');
  await vi.advanceTimersByTimeAsync(31_000);
  await waitFor(() => expect(row(/^Oysters/).textContent).toBe('OystersAvailable'));
});

it('lists dishes under their categories, also without a network, below the search', async () => {
  api.answers('GET /api/categories', [aCategory({ id: 2, name: 'Raw bar' }), aCategory({ id: 1, name: 'Desserts' })]);
  const [oysters, creme] = dishes() as [MenuItem, MenuItem];
  await openKitchen([
    { ...creme, categoryId: 1 },
    { ...oysters, categoryId: 2, isAvailable: false },
    anItem({ id: 3, name: 'Bread', categoryId: null }),
  ]);
  const expectOrder = async () => {
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
        'Raw bar',
        'Desserts',
        'Without a category',
      ]),
    );
    const rows = list(/All dishes/).getAllByRole('button', { name: /(Available|Stock)$/ });
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'OystersOut of Stock',
      'Crème brûléeAvailable',
      'BreadAvailable',
    ]);
    const search = screen.getByRole('searchbox', { name: 'Search dishes' });
    const out = screen.getByRole('heading', { name: /^Out of Stock/ });
    expect(search.compareDocumentPosition(out)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  };
  await expectOrder();
  await waitFor(() => expect(keptKeys()).toHaveLength(1));
  restartOffline();
  await screen.findByText('Offline');
  await expectOrder();
});

it('lists dishes without headings where the categories cannot be loaded', async () => {
  api.fails('GET /api/categories', 503);
  await openKitchen(dishes());
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
});

it('opens from "More", where a phone has no other label for it', async () => {
  const user = openApp('/dashboard/categories', { as: aUser(), token: tokenOf(aUser()) });
  await user.click(await screen.findByRole('button', { name: 'More', hidden: true }));
  await user.click(within(await screen.findByRole('dialog', { name: 'More' })).getByRole('link', { name: 'Kitchen' }));
  await findHeading('Kitchen');
});

it('the search finds dishes without their accents', async () => {
  const user = await openKitchen(dishes());
  await user.click(row(/^Crème/));
  await screen.findByRole('heading', { name: /^Out of Stock/ });
  await user.type(screen.getByRole('searchbox', { name: 'Search dishes' }), 'creme');
  expect(screen.queryByRole('heading', { name: 'All dishes' })).toBeNull();
  expect(list(/Dishes with “creme”/).getAllByRole('listitem')).toHaveLength(1);
  // Its one result is where the eye is.
  expect(screen.queryByRole('heading', { name: /^Out of Stock/ })).toBeNull();
});

it('explains itself on a phone until the first tap on this device', { tags: 'full' }, async () => {
  const isHidden = () => screen.queryByRole('note', { hidden: true }) === null;
  const user = await openKitchen(dishes());
  expect(isHidden()).toBe(false);
  await user.click(row(/^Oysters/));
  await waitFor(() => expect(isHidden()).toBe(true));
  await goTo(user, 'Categories');
  await goTo(user, 'Menu Items');
  window.history.go(-2);
  await findHeading('Kitchen');
  expect(isHidden()).toBe(true);
});

it('says when there are no dishes', async () => {
  api.answers('GET /api/menu-items', []);
  openApp('/dashboard/kitchen', { as: aUser(), token: tokenOf(aUser()) });
  await screen.findByText('No dishes yet');
});

it('works without the restaurant’s hours, where those cannot be loaded, also while it asks for them again once the dishes are there', async () => {
  api.answers('GET /api/menu-items', dishes());
  api.fails('GET /api/menu-items', 503, 'No.', { once: true });
  const release = api.holds('GET /api/tenant');
  api.fails('GET /api/tenant', 503, 'No.', { once: true });
  takesMarks();
  const user = openApp('/dashboard/kitchen', { as: aUser(), token: tokenOf(aUser()) });
  await press(user, 'Try Again');
  await waitFor(() => expect(calls.count('GET /api/tenant')).toBe(2));
  await user.click(row(/^Oysters/));
  await waitFor(() =>
    expect(sent()).toMatchObject([{ item: 1, isAvailable: false, soldOutUntil: expect.any(String) }]),
  );
  release();
});

const ALL_CALLS: readonly Call[] = [
  'GET /api/auth/me',
  'GET /api/menu-items',
  'GET /api/categories',
  'GET /api/tenant',
  'GET /api/account',
  PUT,
];

/** Opens the application at `path` as after a restart of the device, without a network. */
function restartOffline(path = '/dashboard/kitchen') {
  const kept = { ...localStorage };
  closeApp();
  setToken(null);
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (const call of ALL_CALLS) api.responds(call, () => Response.error());
  return openApp(path, { as: aUser(), token: tokenOf(aUser()) });
}

/** The network is there again, and every call is answered; the dishes as they are by then. */
function goOnline(items: MenuItem[]) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  api.answers('GET /api/auth/me', aUser());
  api.answers('GET /api/menu-items', () => items);
  api.answers('GET /api/categories', []);
  api.answers('GET /api/tenant', inRome());
  api.answers('GET /api/account', { deleteAt: null });
  fireEvent(window, new Event('online'));
}

const keptKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('tavola-kitchen'));

it('says so when the dishes cannot be read, and reads them once the stream is back or somebody asks', async () => {
  const streams: EventTarget[] = [];
  class FakeStream extends EventTarget {
    constructor() {
      super();
      streams.push(this);
    }
    close() {}
  }
  vi.stubGlobal('EventSource', FakeStream);
  const user = await openKitchen(dishes());
  await waitFor(() => expect(streams).toHaveLength(1));
  const asked = () => calls.count('GET /api/menu-items');
  const fail = async () => {
    api.fails('GET /api/menu-items', 503);
    fireEvent(window, new Event('online'));
    await screen.findByText('Offline');
    api.answers('GET /api/menu-items', dishes());
  };
  await fail();
  const before = asked();
  streams.at(-1)?.dispatchEvent(new Event(MENU_EVENT));
  await waitFor(() => expect(screen.queryByText('Offline')).toBeNull());
  expect(asked()).toBe(before + 1);
  await fail();
  await press(user, 'Try Again');
  await waitFor(() => expect(screen.queryByText('Offline')).toBeNull());
});

describe('without a network, after a restart', () => {
  it('shows the dishes of the last time with their age, and sends what was tapped once the network is back', async () => {
    await openKitchen(dishes());
    await waitFor(() => expect(keptKeys()).toHaveLength(1));
    vi.setSystemTime(EVENING + 2 * 3_600_000);
    const user = restartOffline();
    await screen.findByText(/^These are your dishes as of 7 PM\./);
    await screen.findByText(aUser().name);
    await user.click(row(/^Oysters/));
    await waitFor(() => expect(row(/^Oysters/).textContent).toBe('OystersOut of Stock until Tue 2 AM · Not sent yet'));

    const again = restartOffline();
    await waitFor(() => expect(row(/^Oysters/).textContent).toContain('Not sent yet'));
    const soldOutUntil = '2026-11-24T01:00:00.000Z';
    api.answers(PUT, { items: [{ item: 1, isAvailable: false, soldOutUntil }] });
    const [oysters, creme] = dishes() as [MenuItem, MenuItem];
    goOnline([
      { ...oysters, isAvailable: false, soldOutUntil },
      { ...creme, name: 'Crème caramel' },
    ]);
    await waitFor(() => expect(sent()).toEqual([{ item: 1, isAvailable: false, soldOutUntil }]));
    await waitFor(() => expect(row(/^Oysters/).textContent).toBe('OystersOut of Stock until Tue 2 AM'));
    expect(row(/^Crème/).textContent).toBe('Crème caramelAvailable');
    expect(screen.queryByText('Offline')).toBeNull();
    // The next restart begins with these.
    await waitFor(() => expect(localStorage.getItem('tavola-kitchen-menu-2')).toContain('Crème caramel'));
    // Other screens have their user again.
    await waitFor(() => expect(calls.count('GET /api/auth/me')).toBeGreaterThan(2));
    await goTo(again, 'Categories');
  });

  describe('in detail', { tags: 'full' }, () => {
    it('sends what was tapped from any screen', async () => {
      const user = await openKitchen(dishes());
      await waitFor(() => expect(keptKeys()).toHaveLength(1));
      api.fails(PUT, 503);
      await user.click(row(/^Oysters/));
      await waitFor(() => expect(row(/^Oysters/).textContent).toContain('Not sent yet'));
      restartOffline('/dashboard/categories');
      await findHeading("We can't reach the kitchen");
      calls.forget();
      api.answers(PUT, { items: [{ item: 1, isAvailable: false }] });
      goOnline(dishes());
      await press(user, 'Try Again');
      await waitFor(() => expect(sent()).toMatchObject([{ item: 1, isAvailable: false }]));
      await waitFor(() => expect(keptKeys()).toEqual(['tavola-kitchen-menu-2']));
    });

    it('keeps nothing of a session that was ended here', async () => {
      const user = await openKitchen(dishes());
      await waitFor(() => expect(keptKeys()).toHaveLength(1));
      api.answers('POST /api/auth/logout');
      await press(user, 'Logout');
      await waitFor(() => expect(keptKeys()).toEqual([]));
    });

    it('keeps nothing for another user, who has signed in in another tab', async () => {
      await openKitchen(dishes());
      await waitFor(() => expect(keptKeys()).toHaveLength(1));
      for (const key of keptKeys()) localStorage.removeItem(key);
      localStorage.setItem('token', tokenOf(NINO));
      goOnline([anItem({ id: 1, name: 'Mussels' })]);
      await waitFor(() => row(/^Mussels/));
      expect(keptKeys()).toEqual([]);
    });

    it('can only say so on a device that has never shown it', async () => {
      restartOffline();
      await findHeading("We can't reach the kitchen");
    });
  });
});

describe('what is not sent yet', () => {
  /** Taps on `count` dishes while the server cannot be reached. */
  async function tapOffline(count: 1 | 2 = 2) {
    const user = await openKitchen(dishes());
    api.fails(PUT, 503);
    await user.click(row(/^Oysters/));
    if (count === 2) await user.click(row(/^Crème/));
    await waitFor(() => expect(JSON.parse(localStorage.getItem(MARKS_KEY) ?? '[]')).toHaveLength(count));
    return user;
  }

  /** The server ends the session; then `next` signs in. */
  async function endSessionAndSignIn(user: UserEvent, next = aUser()) {
    api.refuses('GET /api/menu-items', 'unauthenticated', 'Please sign in again.');
    fireEvent(window, new Event('online'));
    await expectPath('/login?next=%2Fdashboard%2Fkitchen');
    expect(keptKeys()).toEqual([MARKS_KEY]);
    calls.forget();
    api.answers('GET /api/menu-items', dishes());
    takesMarks();
    await signIn(user, next);
    await screen.findByRole('heading', { name: 'All dishes' });
  }

  it('is counted before a log-out, which can be called off', async () => {
    const user = await tapOffline();
    await press(user, 'Logout');
    const question = await screen.findByRole('alertdialog', { name: "2 changes haven't been sent yet" });
    within(question).getByText(/^Guests don't see these changes from Kitchen yet\./);
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(getToken()).not.toBeNull();
    expect(row(/^Oysters/).textContent).toContain('Not sent yet');
    expect(calls.count('POST /api/auth/logout')).toBe(0);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('is discarded only by who logs out anyway', async () => {
      const user = await tapOffline(1);
      api.answers('POST /api/auth/logout');
      await press(user, 'Logout');
      const question = await screen.findByRole('alertdialog', { name: "1 change hasn't been sent yet" });
      await user.click(within(question).getByRole('button', { name: 'Log Out Anyway' }));
      await waitFor(() => expect(getToken()).toBeNull());
      expect(keptKeys()).toEqual([]);
    });

    it('is counted before a log-out everywhere, too', async () => {
      const user = await tapOffline(1);
      api.answers('GET /api/auth/sessions', []);
      api.answers('POST /api/auth/logout-everywhere');
      await user.click(screen.getByRole('button', { name: aUser().name }));
      await user.click(await screen.findByRole('menuitem', { name: 'Account & security' }));
      await press(user, 'Sign Out Everywhere');
      const first = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' });
      await user.click(within(first).getByRole('button', { name: 'Sign Out Everywhere' }));
      const question = await screen.findByRole('alertdialog', { name: "1 change hasn't been sent yet" });
      expect(calls.count('POST /api/auth/logout-everywhere')).toBe(0);
      await user.click(within(question).getByRole('button', { name: 'Log Out Anyway' }));
      await waitFor(() => expect(getToken()).toBeNull());
      expect(keptKeys()).toEqual([]);
    });

    it('outlives a session that the server ends, and is sent once the same user is back', async () => {
      await endSessionAndSignIn(await tapOffline(1));
      await waitFor(() => expect(sent()).toMatchObject([{ item: 1, isAvailable: false }]));
      await waitFor(() => expect(localStorage.getItem(MARKS_KEY)).toBeNull());
    });

    it('is not sent by another user of the device, nor replaced', async () => {
      const user = await tapOffline(1);
      await endSessionAndSignIn(user, NINO);
      expect(row(/^Oysters/).textContent).toBe('OystersAvailable');
      await user.click(row(/^Crème/));
      await waitFor(() => expect(sent()).toMatchObject([{ item: 2 }]));
      await waitFor(() => expect(row(/^Crème/).textContent).not.toContain('Not sent yet'));
      expect(calls.count(PUT)).toBe(1);
      expect(JSON.parse(localStorage.getItem(MARKS_KEY) ?? '[]')).toHaveLength(1);
    });

    it('is neither sent nor shown where this tab slept while another user signed in', async () => {
      await tapOffline(1);
      await waitFor(() => expect(keptKeys()).toHaveLength(2));
      calls.forget();
      takesMarks();
      api.answers('GET /api/auth/me', NINO);
      const release = api.holds('GET /api/auth/me');
      localStorage.setItem('token', tokenOf(NINO));
      // Before the tab hears of it, and after that.
      fireEvent(window, new Event('online'));
      fireEvent(window, new StorageEvent('storage', { key: 'token', newValue: tokenOf(NINO) }));
      await waitFor(() => expect(screen.queryByText(/^Oysters/)).toBeNull());
      // As a log-out does.
      discardUnsent();
      expect(keptKeys()).toEqual([MARKS_KEY]);
      release();
      await screen.findByRole('button', { name: 'Nino' });
      fireEvent(window, new Event('online'));
      await screen.findByRole('heading', { name: 'All dishes' });
      expect(row(/^Oysters/).textContent).toBe('OystersAvailable');
      expect(calls.count(PUT)).toBe(0);
      expect(JSON.parse(localStorage.getItem(MARKS_KEY) ?? '[]')).toHaveLength(1);
    });
  });
});

it('reads again what others have changed, and listens again after an answer that is no stream', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: EVENING, shouldAdvanceTime: true });
  const streams: FakeStream[] = [];
  class FakeStream extends EventTarget {
    static readonly CLOSED = 2;
    readyState = 1;
    readonly url: string;
    constructor(url: string) {
      super();
      this.url = url;
      streams.push(this);
    }
    close() {
      this.readyState = FakeStream.CLOSED;
    }
  }
  vi.stubGlobal('EventSource', FakeStream);
  await openKitchen(dishes());
  await waitFor(() => expect(streams).toHaveLength(1));
  expect(streams[0]?.url).toBe(`/api/public/menu/${inRome().slug}/events`);
  api.answers('GET /api/menu-items', [anItem({ id: 1, name: 'Oysters', isAvailable: false })]);
  streams[0]?.dispatchEvent(new Event(MENU_EVENT));
  await waitFor(() => expect(row(/^Oysters/).textContent).toBe('OystersOut of Stock'));

  streams[0]?.close();
  streams[0]?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(streams.map(({ readyState }) => readyState)).toEqual([FakeStream.CLOSED, 1]);
  // Browsers reconnect by themselves after other errors.
  streams[1]?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(streams).toHaveLength(2);
});

it('says so when the network goes, and stops when it is back', async () => {
  await openKitchen(dishes());
  expect(screen.queryByText('Offline')).toBeNull();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  await screen.findByText('Offline');
  goOnline(dishes());
  await waitFor(() => expect(screen.queryByText('Offline')).toBeNull());
});

it('installs as an app of its own, and only from here', async () => {
  await openKitchen(dishes());
  const link = () => document.querySelector('link[rel=manifest]');
  await waitFor(() => expect(link()?.getAttribute('href')).toBe(`/menu/${aTenant().slug}/kitchen.webmanifest`));
  fireEvent.click(screen.getAllByRole('link', { name: 'Categories' })[0] as HTMLElement);
  await findHeading('Categories');
  expect(link()).toBeNull();
});

describe('the choices', () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const every = (...times: [number, number][]): Hours => ({ weekly: Array(7).fill(times), special: [] });
  const TO_MIDNIGHT = every([1_080, 1_440]);
  const of = (hours: Hours | undefined, now: number) =>
    choicesAt({ hours, timeZone: 'Europe/Rome' }, now).map(({ label }) => label);

  it.each<[what: string, hours: Hours, now: number, choices: string[]]>([
    [
      'say midnight, which belongs to the day that it ends',
      TO_MIDNIGHT,
      EVENING,
      ['Until closing (midnight)', 'Until opening (Tue 6 PM)'],
    ],
    [
      'say the day once midnight is a minute away',
      TO_MIDNIGHT,
      EVENING + 5 * HOUR - MINUTE,
      ['Until closing (Tue midnight)'],
    ],
    [
      'at lunch are about the end of the day, not the break before dinner',
      every([720, 870], [1_080, 1_440]),
      EVENING - 6 * HOUR,
      ['Until closing (midnight)', 'Until opening (6 PM)'],
    ],
    [
      'late at night are about the night that goes on, not the next one',
      every([1_200, 1_740]),
      EVENING + 9.5 * HOUR,
      ['Until closing (5 AM)'],
    ],
    [
      'before opening are about the evening to come',
      BAR,
      EVENING - 4 * HOUR,
      ['Until closing (Tue 2 AM)', 'Until opening (6 PM)'],
    ],
    [
      'a minute before closing are about the next one, because the API takes nothing nearer',
      BAR,
      EVENING + 7 * HOUR - MINUTE,
      ['Until closing (Wed 2 AM)', 'Until opening (6 PM)'],
    ],
  ])('%s', (_, hours, now, choices) => {
    expect(of(hours, now).slice(0, choices.length)).toEqual(choices);
  });

  it('end at 4 AM where no hours are set', () => {
    expect(of(undefined, EVENING)).toEqual(['Until Tue 4 AM', 'For an hour (8 PM)', 'Until I say otherwise']);
  });
});
