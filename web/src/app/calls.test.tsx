import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { api, calls } from '../test/api.ts';
import { expectToast, fill, fillAll, findHeading, openApp, TOKEN } from '../test/app.tsx';
import { aCategory, anItem, aUser } from '../test/samples.ts';

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
    // Settings alone asks for these.
    const ofSettings = ['GET /api/account/export/progress', 'GET /api/dayparts', 'GET /api/media/pictures'];
    expect(known).toEqual([...first, ...ofSettings].sort());
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
