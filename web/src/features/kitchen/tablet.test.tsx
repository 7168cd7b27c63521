import type { DeviceInput, NewDevice, UnlockInput } from '@tavola/contracts/team.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { IDLE_MS, type KitchenTablet, keepKitchenTablet, kitchenTablet } from '../../lib/session/kitchen-tablet.ts';
import { getToken } from '../../lib/session/stored-token.ts';
import { setToken } from '../../lib/session/token.ts';
import { api, calls } from '../../test/api.ts';
import {
  answer,
  dialog,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fillAll,
  findHeading,
  openApp,
  press,
  pressInDialog,
  signIn,
} from '../../test/app.tsx';
import { anItem, aPlace, aTenant, aUser } from '../../test/samples.ts';

// A tablet in the kitchen: set up by a member, unlocked by a PIN.

const UNLOCK = 'POST /api/auth/unlock';
const SET_UP = 'POST /api/team/devices';
const LOG_OUT = 'POST /api/auth/logout';
const KITCHEN = '/dashboard/kitchen';
const OWNER = aUser();
const STAFF = aUser({ role: 'staff', isEmailConfirmed: false });
const TABLET: KitchenTablet = {
  key: 'the-key',
  id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b31',
  name: 'Safari on iPad',
  restaurant: aTenant().name,
  sid: 'sid-1',
};
/** A token of the session `sid`. */
const tokenOf = (sid: string, { id: sub, tenantId, role } = STAFF) =>
  `head.${btoa(JSON.stringify({ sub, tenantId, role, sid }))}.signature`;
const ofPin = tokenOf('sid-1');

// Marks outlive the page.
afterEach(() => setToken(null));

/** Has the API answer as to staff, and opens the kitchen on this tablet: locked, unless with a `token`. */
function openTablet({
  token,
  tablet = TABLET,
  path = KITCHEN,
  owner = OWNER,
}: {
  token?: string;
  tablet?: KitchenTablet;
  path?: string;
  owner?: typeof OWNER;
} = {}) {
  keepKitchenTablet(tablet);
  localStorage.setItem('kitchen-tablet-touched', String(Date.now()));
  api.answers('GET /api/menu-items', [anItem({ name: 'Oysters' })]);
  api.answers(LOG_OUT, undefined);
  return openApp(path, token ? { as: token === ofPin ? STAFF : owner, token } : {});
}

const opens = () => {
  api.byDefault({ 'GET /api/tenant': aTenant(), 'GET /api/account': { deleteAt: null } });
  api.answers('GET /api/auth/me', STAFF);
  api.answers('GET /api/categories', []);
  api.answers('GET /api/option-groups', []);
  api.answers(UNLOCK, { token: tokenOf('sid-2'), user: STAFF });
};
/** Gives the browser a property until the test ends. */
function setNavigator(name: string, value: unknown) {
  Object.defineProperty(navigator, name, { configurable: true, value });
  onTestFinished(() => void Reflect.deleteProperty(navigator, name));
}
const pin = () => screen.getByLabelText<HTMLInputElement>('PIN');
const locked = () => screen.findByLabelText('PIN');
const wrong = (left: string) => api.refuses(UNLOCK, 'invalid-credentials', `Wrong PIN. ${left} left.`);

describe('a locked kitchen tablet', () => {
  it('opens the kitchen with the PIN, tapped or typed; the key goes with it', async () => {
    opens();
    const user = openTablet({ tablet: { ...TABLET, restaurant: 'Its name before' } });
    await findHeading('Its name before');
    await expectFocus(pin);
    for (const digit of ['2', '5', '9']) await press(user, digit);
    await press(user, 'Delete the last digit');
    await user.keyboard('8x0');
    expect(pin().value).toBe('2580');
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: /^Oysters/ });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Kitchen'));
    expect(calls.body(UNLOCK)).toEqual({ key: 'the-key', pin: '2580' } satisfies UnlockInput);
    expect(getToken()).toBe(tokenOf('sid-2'));
    expect(kitchenTablet()).toEqual({ ...TABLET, tenantId: STAFF.tenantId, sid: 'sid-2' });
    expect(screen.queryByRole('button', { name: /Set Up/ })).toBeNull();
  });

  it('says how many tries are left, and empties the field', async () => {
    const user = openTablet();
    await locked();
    wrong('1 try');
    await user.keyboard('1111{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Wrong PIN. 1 try left.'));
    expect([pin().value, pin().getAttribute('aria-invalid')]).toEqual(['', 'true']);
    await expectFocus(pin);
    await user.keyboard('2');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends no PIN that is too short', async () => {
    const user = openTablet();
    await locked();
    await user.keyboard('123{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The PIN has 4 to 8 digits.'));
    expect(calls.count(UNLOCK)).toBe(0);
  });

  it('says that it was signed out, also when it is opened again, and leads to the sign-in', async () => {
    api.refuses(UNLOCK, 'link-invalid', 'This device was signed out.');
    const user = openTablet();
    await locked();
    await user.keyboard('2580{Enter}');
    await screen.findByText('This tablet was signed out');
    expect(kitchenTablet()?.key).toBeNull();
    openApp(KITCHEN);
    await screen.findByText('This tablet was signed out');
    await press(user, 'Sign In');
    await expectPath('/login?next=%2Fdashboard%2Fkitchen');
    expect(kitchenTablet()).toBeNull();
  });

  it.each([
    ['the server is away', () => api.fails(UNLOCK, 503)],
    ['a Wi-Fi asks for its terms', () => api.fails(UNLOCK, 403)],
  ])('says that a try does not count where %s', async (_, fails) => {
    fails();
    const user = openTablet();
    await locked();
    await user.keyboard('2580{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain("doesn't count as a try"));
    expect(kitchenTablet()?.key).toBe('the-key');
  });

  it('says that it needs a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    openTablet();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain("once you're back online"));
  });

  it('leads everywhere of the dashboard to the PIN, and to the sign-in whoever wants that', async () => {
    const user = openTablet({ path: '/dashboard/items' });
    await locked();
    await expectPath(KITCHEN);
    await user.click(screen.getByRole('link', { name: 'Sign in instead' }));
    await expectPath('/login?next=%2Fdashboard%2Fkitchen');
    await signIn(user);
    await expectPath(KITCHEN);
    await screen.findByRole('button', { name: /^Oysters/ });
    expect(kitchenTablet()?.key).toBe('the-key');
  });
});

describe('an open kitchen tablet', () => {
  it('locks by its button, ends its session, and keeps its key and what was not sent yet', async () => {
    const user = openTablet({ token: ofPin });
    api.fails('PUT /api/availability', 503);
    await user.click(await screen.findByRole('button', { name: /^Oysters/ }));
    await screen.findAllByText(/Not sent yet/);
    await press(user, 'Lock');
    await locked();
    expect([getToken(), kitchenTablet()?.key, calls.count(LOG_OUT)]).toEqual([null, 'the-key', 1]);
    const isKept = () => Object.keys(localStorage).some((key) => key.startsWith('tavola-kitchen-marks'));
    expect(isKept()).toBe(true);
    opens();
    calls.forget();
    api.answers('PUT /api/availability', { items: [{ item: 1, isAvailable: false }] });
    await user.keyboard('2580{Enter}');
    await waitFor(() => expect(calls.count('PUT /api/availability')).toBe(1));
    await waitFor(() => expect(isKept()).toBe(false));
  });

  it.each([
    ['the PIN', ofPin],
    ['a password', tokenOf('sid-9', OWNER)],
  ])('opened with %s locks after 15 minutes without a touch, and says so', async (_, token) => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const user = openTablet({ token });
    await screen.findByRole('button', { name: /^Oysters/ });
    await vi.advanceTimersByTimeAsync(IDLE_MS - 60_000);
    await user.click(screen.getByRole('heading', { name: 'Kitchen' }));
    await vi.advanceTimersByTimeAsync(IDLE_MS - 30_000);
    expect(getToken()).toBe(token);
    await vi.advanceTimersByTimeAsync(60_000);
    await locked();
    screen.getByText(/Locked after 15 minutes without a touch\./);
  });

  it('that was closed for longer is locked when it is opened', async () => {
    keepKitchenTablet(TABLET);
    openTablet({ token: ofPin });
    localStorage.setItem('kitchen-tablet-touched', String(Date.now() - IDLE_MS - 1));
    await locked();
  });

  it.each(['/settings/account', '/join#token=a-token'])(
    'at %s shows nothing but the kitchen, and locks where others log out',
    async (path) => {
      const user = openTablet({ token: ofPin, path });
      await screen.findByRole('button', { name: /^Oysters/ });
      await expectPath(KITCHEN);
      // Its own name, not that of who set it up.
      await user.click(screen.getByRole('button', { name: new RegExp(TABLET.name) }));
      await screen.findByText('Kitchen tablet');
      expect(screen.queryByRole('region', { name: 'Confirmation' })).toBeNull();
      expect(screen.queryByText(STAFF.email)).toBeNull();
      expect(screen.queryByText('Account & security')).toBeNull();
      await user.keyboard('{Escape}');
      await user.click(screen.getAllByRole('button', { name: 'Logout' })[0] as HTMLElement);
      await locked();
      expect(kitchenTablet()?.key).toBe('the-key');
    },
  );

  it('asks for its PIN, not for a password, when its session ends', async () => {
    const user = openTablet({ token: ofPin });
    await screen.findByRole('button', { name: /^Oysters/ });
    api.refuses('PUT /api/availability', 'unauthenticated', 'Your session has ended.');
    await user.click(await screen.findByRole('button', { name: /^Oysters/ }));
    await locked();
    screen.getByText(/Locked because the last sign-in has ended\./);
    await expectPath(KITCHEN);
  });

  it('is one no longer once somebody who has signed in says so', async () => {
    const END = `DELETE /api/team/devices/${TABLET.id}` as const;
    api.answers(END, undefined);
    // Of another restaurant than that in which they are signed in.
    const tenantId = '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12';
    api.answers('POST /api/auth/switch', { token: 'the.token.there', user: { ...OWNER, tenantId } });
    const owner = aUser({ restaurants: [aPlace(), aPlace({ id: tenantId, name: 'Harbor' })] });
    const user = openTablet({ token: tokenOf('sid-9', OWNER), tablet: { ...TABLET, tenantId }, owner });
    await press(user, 'Stop Using as Tablet');
    await answer(user, 'Stop');
    await screen.findByRole('button', { name: 'Set Up This Tablet' });
    await expectToast('No longer a kitchen tablet');
    expect(calls.last(END)?.headers.authorization).toBe('Bearer the.token.there');
    expect([kitchenTablet(), getToken()]).toEqual([null, tokenOf('sid-9', OWNER)]);
  });
});

describe('setting a tablet up', () => {
  const open = async () => {
    api.answers('GET /api/menu-items', [anItem({ name: 'Oysters' })]);
    setNavigator('userAgent', 'Mozilla/5.0 (Macintosh; Intel Mac OS X) Version/18.6 Safari/605');
    setNavigator('maxTouchPoints', 5);
    const user = openApp(KITCHEN, { as: OWNER, token: tokenOf('sid-9', OWNER) });
    await press(user, 'Set Up This Tablet');
    return user;
  };

  beforeEach(() => keepKitchenTablet(null));

  it('signs this browser in as staff, and keeps the key apart from the token', async () => {
    const user = await open();
    expect(dialog().textContent).toContain('Your own session here ends.');
    expect(fieldValue('Device name', dialog())).toBe('Safari on iPad');
    fillAll({ 'Device name': 'Pass', PIN: '2580', 'PIN again': '2580' }, dialog());
    const made: NewDevice = { id: TABLET.id, key: 'new-key', token: ofPin, user: STAFF };
    const answered = Promise.withResolvers<NewDevice>();
    api.answers(SET_UP, () => answered.promise);
    api.answers('GET /api/auth/me', STAFF);
    await pressInDialog(user, 'Set Up');
    // What is on its way can't be cancelled.
    await user.keyboard('{Escape}');
    expect(within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    answered.resolve(made);
    await expectToast('Tablet set up', 'From now on, its PIN opens the kitchen.');
    expect(calls.body(SET_UP)).toEqual({ name: 'Pass', pin: '2580' } satisfies DeviceInput);
    expect(getToken()).toBe(ofPin);
    expect(kitchenTablet()).toEqual({ ...TABLET, key: 'new-key', name: 'Pass', tenantId: STAFF.tenantId });
    await screen.findByRole('button', { name: 'Lock' });
    expect(screen.queryByRole('button', { name: 'Stop Using as Tablet' })).toBeNull();
  });

  it('refuses PINs that differ, and shows why the server refuses one', async () => {
    const user = await open();
    fillAll({ PIN: '2580', 'PIN again': '2581' }, dialog());
    await pressInDialog(user, 'Set Up');
    await expectRefusal('PIN again', 'The two PINs differ.', dialog());
    fillAll({ PIN: '1234', 'PIN again': '1234' }, dialog());
    const message = 'This PIN is too easy to guess. Please choose another one.';
    api.refuses(SET_UP, 'validation-failed', message, { errors: [{ field: 'pin', message }] });
    await pressInDialog(user, 'Set Up');
    await expectRefusal('PIN', message, dialog());
    api.fails(SET_UP, 503);
    await within(dialog()).findByRole('button', { name: 'Set Up' });
    await pressInDialog(user, 'Set Up');
    await expectToast('Tablet may have been set up', 'Please try again, and sign in first if you are asked to.');
    expect(kitchenTablet()).toBeNull();
  });

  it('sends the same key again after a lost answer and a new sign-in, and another once it was answered', async () => {
    const keys = () => calls.all.filter(({ call }) => call === SET_UP).map(({ headers }) => headers['idempotency-key']);
    const setUp = async (user: Awaited<ReturnType<typeof open>>) => {
      fillAll({ PIN: '2580', 'PIN again': '2580' }, dialog());
      await pressInDialog(user, 'Set Up');
    };
    api.fails(SET_UP, 503);
    await setUp(await open());
    await expectToast('Tablet may have been set up', 'Please try again, and sign in first if you are asked to.');
    api.answers(SET_UP, { id: TABLET.id, key: 'new-key', token: ofPin, user: STAFF } satisfies NewDevice);
    api.answers('GET /api/auth/me', STAFF);
    await setUp(await open());
    await expectToast('Tablet set up', 'From now on, its PIN opens the kitchen.');
    keepKitchenTablet(null);
    await setUp(await open());
    await waitFor(() => expect(keys()).toHaveLength(3));
    const [lost, again, next] = keys();
    expect([again, next === lost]).toEqual([lost, false]);
    expect(lost).toMatch(/^\S{20,}$/);
  });
});

it('stays awake while it shows the kitchen, and no other browser does', async () => {
  const release = vi.fn(async () => {});
  const request = vi.fn(async () => ({ released: false, release }));
  setNavigator('wakeLock', { request });
  api.answers('GET /api/menu-items', [anItem({ name: 'Oysters' })]);
  openApp(KITCHEN, { as: OWNER, token: tokenOf('sid-9', OWNER) });
  await screen.findByRole('button', { name: /^Oysters/ });
  expect(request).not.toHaveBeenCalled();
  const user = openTablet({ token: ofPin });
  await waitFor(() => expect(request).toHaveBeenCalledWith('screen'));
  await press(user, 'Lock');
  await locked();
  expect(release).toHaveBeenCalled();
});
