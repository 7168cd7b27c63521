import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { askEarly } from '../lib/http/early-answers.ts';
import { getToken } from '../lib/session/stored-token.ts';
import { setToken } from '../lib/session/token.ts';
import { api, type Call, calls } from '../test/api.ts';
import { expectPath, expectToast, fill, fillAll, findHeading, openApp, TOKEN } from '../test/app.tsx';
import { aCategory, anAdmin, anItem, aUser, newPlatform, newRestaurant, tokenOf } from '../test/samples.ts';
import { ADMIN_PAGES } from './admin-pages.ts';
import { DASHBOARD_PAGES } from './dashboard-pages.ts';
import { firstDataOf } from './first-data.ts';
import { warmUp } from './warm-up.ts';

// What all API calls have in common, and which calls are made (spec §7).

const PNG = 'data:image/png;base64,iVBORw0KGgo=';

describe('The calls', () => {
  it('every call includes credentials and the bearer token; a JSON content type and a body only where there is a body [S7.1 S7.2]', async () => {
    api.answers('GET /api/categories', [aCategory()]);
    api.answers('GET /api/menu-items', [anItem()]);
    api.answers('PUT /api/menu-items/1', (sent: object) => anItem(sent));
    api.answers('DELETE /api/menu-items/1');
    api.answers('GET /api/qr-code', { qrCode: PNG, menuUrl: 'http://localhost:3000/menu/osteria-della-prova' });
    api.responds(
      'GET /api/qr-codes/maincode/image',
      () => new Response('PNG', { headers: { 'Content-Type': 'image/png' } }),
    );
    URL.createObjectURL = () => PNG;
    URL.revokeObjectURL = () => {};
    const user = openApp('/dashboard', { as: aUser() });
    await user.click(await screen.findByRole('switch', { name: 'Gnocchi available' }));
    await waitFor(() => expect(calls.count('PUT /api/menu-items/1')).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Delete Gnocchi' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await expectToast('Item deleted', 'Menu item has been deleted successfully.');
    await user.click(screen.getByRole('link', { name: 'QR Codes' }));
    await user.click(await screen.findByRole('button', { name: 'Generate QR Code' }));
    await screen.findByRole('img', { name: 'QR code of your menu' });

    await waitFor(() =>
      expect([...new Set(calls.list)].sort()).toEqual([
        'DELETE /api/menu-items/1',
        'GET /api/account',
        'GET /api/analytics',
        'GET /api/auth/me',
        'GET /api/categories',
        'GET /api/dashboard/stats',
        'GET /api/menu-items',
        'GET /api/qr-code',
        'GET /api/qr-codes',
        'GET /api/qr-codes/maincode/image',
        'GET /api/qr-codes/sheets',
        'GET /api/tenant',
        'PUT /api/menu-items/1',
      ]),
    );
    for (const { call, credentials, headers, body } of calls.all) {
      const withBody = call.startsWith('PUT');
      expect({ call, credentials, headers, hasBody: body !== undefined }).toEqual({
        call,
        credentials: 'include',
        headers: { authorization: `Bearer ${TOKEN}`, ...(withBody && { 'content-type': 'application/json' }) },
        hasBody: withBody,
      });
    }
  });

  it('without a token there is no Authorization header', async () => {
    api.refuses('POST /api/auth/login', 'invalid-credentials', 'Wrong.');
    const user = openApp('/login');
    await screen.findByLabelText('Email');
    fillAll({ Email: 'nobody@example.com', Password: 'sugo di nonna' });
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await expectToast('Login failed', 'Please check your credentials and try again.');
    expect(calls.all).toEqual([
      {
        call: 'POST /api/auth/login',
        search: '',
        credentials: 'include',
        headers: { 'content-type': 'application/json' },
        body: { email: 'nobody@example.com', password: 'sugo di nonna' },
      },
    ]);
  });

  it('no refetch on window focus, none on reconnect, no polling, and nothing stale when a screen is opened again [S7.28]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = openApp('/dashboard', { as: aUser() });
    await screen.findByText('Nothing on the menu yet');
    await screen.findByText(/of 5 done/);
    const first = [...calls.list].sort();
    expect(first).toEqual([
      'GET /api/account',
      'GET /api/auth/me',
      'GET /api/categories',
      'GET /api/dashboard/stats',
      'GET /api/menu-items',
      'GET /api/qr-codes',
      'GET /api/tenant',
    ]);
    for (const entry of ['Menu Items', 'Settings', 'Overview']) {
      await user.click(screen.getByRole('link', { name: entry }));
      await findHeading(entry);
    }
    const known = [...calls.list].sort();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    for (const type of ['visibilitychange', 'focus', 'offline', 'online']) window.dispatchEvent(new Event(type));
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1000);
    await screen.findByText('Nothing on the menu yet');
    expect([...calls.list].sort()).toEqual(known);
    expect(known).toEqual(first);
  });

  it('queries and mutations are not retried [S7.27]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    api.fails('GET /api/dashboard/stats', 500);
    api.fails('PUT /api/tenant', 500);
    const user = openApp('/settings', { as: aUser() });
    fill(await screen.findByLabelText('Phone Number'), '555 0101');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await expectToast('Update failed', 'Failed to update settings. Please try again.');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await user.click(screen.getByRole('link', { name: 'Overview' }));
    await screen.findByText("Couldn't load your stats");
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    await screen.findByText("Couldn't load your stats");
    expect([calls.count('PUT /api/tenant'), calls.count('GET /api/dashboard/stats')]).toEqual([1, 1]);
  });
});

describe('A failed call is made once', () => {
  /** A monitor: polled, failed or not. */
  const POLLED = 'GET /api/admin/system-status';
  const CALLS = [
    ...new Set([...Object.keys(newRestaurant()), ...Object.keys(newPlatform()), 'GET /api/history']),
  ] as Call[];

  const REPLIES: readonly [string, () => Response][] = [
    ['500', () => new Response('No.', { status: 500 })],
    ['no answer', () => Response.error()],
    ['401', () => new Response('No.', { status: 401 })],
  ];
  const ME: Call = 'GET /api/auth/me';

  /** The calls that were made more than once, a minute after the page at `path` was loaded as browsers load it. */
  async function repeated(path: string, as: ReturnType<typeof aUser>, failed: readonly Call[], reply: () => Response) {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    for (const call of failed) api.responds(call, reply);
    api.byDefault({ ...(as.tenantId === null ? newPlatform(as) : newRestaurant(as)) });
    if (!failed.includes('GET /api/history')) api.answers('GET /api/history', { changes: [], next: null });
    api.responds('GET /api/qr-codes/:id/image', () => new Response('No.', { status: 500 }));
    const token = tokenOf(as);
    setToken(token);
    const first = firstDataOf(path, token);
    if (first.length > 0) askEarly(['/api/auth/me', ...first], token);
    await warmUp(path);
    // The answers may come before the first render.
    await vi.advanceTimersByTimeAsync(100);
    openApp(path, { as, token });
    for (let at = 0; at < 6; at += 1) await vi.advanceTimersByTimeAsync(10_000);
    const made = calls.all.filter(({ call }) => call !== POLLED).map(({ call, search }) => call + search);
    return made.filter((call, at) => made.indexOf(call) !== at);
  }

  const SCREENS = [
    ...[...DASHBOARD_PAGES.keys()].map((path) => [path, aUser()] as const),
    ...[...ADMIN_PAGES.keys()].map((path) => [path, anAdmin()] as const),
  ];
  const CASES = SCREENS.flatMap(([path, as]) =>
    REPLIES.flatMap(([name, reply]) => [
      { path, as, name, reply, what: 'the signed-in user', failed: [ME] },
      { path, as, name, reply, what: 'everything else', failed: CALLS.filter((call) => call !== ME) },
      { path, as, name, reply, what: 'everything', failed: CALLS },
    ]),
  );
  const isQuick = ({ path, what }: (typeof CASES)[number]) => path === '/dashboard' && what !== 'everything';

  it.each(CASES.filter(isQuick))('at $path, with $name for $what', async ({ path, as, failed, reply }) => {
    expect(await repeated(path, as, failed, reply)).toEqual([]);
  });

  it.each(CASES.filter((one) => !isQuick(one)))(
    'on any screen: at $path, with $name for $what',
    { tags: 'full' },
    async ({ path, as, failed, reply }) => {
      expect(await repeated(path, as, failed, reply)).toEqual([]);
    },
  );

  it('a 401 before the first render ends the session', async () => {
    await repeated('/dashboard/items', aUser(), [ME], () => new Response('No.', { status: 401 }));
    await expectPath('/login?next=%2Fdashboard%2Fitems');
    expect(getToken()).toBeNull();
  });

  it('and again when the next screen opens, which asks for it', async () => {
    api.fails('GET /api/categories', 500);
    const user = openApp('/dashboard/categories', { as: aUser() });
    await screen.findByText("Couldn't load your categories");
    api.answers('GET /api/categories', [aCategory()]);
    await user.click(screen.getByRole('link', { name: 'Menu Items' }));
    await findHeading('Menu Items');
    await waitFor(() => expect(calls.count('GET /api/categories')).toBe(2));
  });

  it('and again when a dialog opens that needs it', async () => {
    api.fails('GET /api/dayparts', 500);
    const user = openApp('/dashboard/items', { as: aUser() });
    for (const times of [1, 2]) {
      await user.click((await screen.findAllByRole('button', { name: 'Add Item' }))[0] as HTMLElement);
      await screen.findByRole('dialog');
      await waitFor(() => expect(calls.count('GET /api/dayparts')).toBe(times));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });
});
