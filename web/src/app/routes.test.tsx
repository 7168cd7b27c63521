import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { getToken } from '../lib/session/stored-token.ts';
import { setToken } from '../lib/session/token.ts';
import { api, calls } from '../test/api.ts';
import { expectPath, expectToast, findHeading, openApp, signIn, TOKEN, toasts } from '../test/app.tsx';
import { anAdmin, aUser } from '../test/samples.ts';

// The route table of the specification (§2): what each address shows to which user, and when the current user is fetched.

const ME = 'GET /api/auth/me';

const SIGNED_IN: readonly [path: string, specItem: string, heading: string][] = [
  ['/dashboard', 'S2.8', 'Overview'],
  ['/dashboard/items', 'S2.9', 'Menu Items'],
  ['/dashboard/categories', 'S2.10', 'Categories'],
  ['/dashboard/qr', 'S2.11', 'QR Codes'],
  ['/dashboard/analytics', 'S2.12', 'Analytics'],
  ['/settings', 'S2.13', 'Settings'],
];

const PUBLIC: readonly [path: string, specItem: string, heading: string][] = [
  ['/launch', 'S2.3', 'One menu, always up to date.'],
  ['/pre-launch', 'S2.4', 'Ten tables before we open.'],
];
const SIGNED_OUT: typeof PUBLIC = [
  ['/login', 'S2.5', 'Welcome back'],
  ['/signup', 'S2.6', 'Set your table'],
];

describe('for who is signed out', () => {
  it.each([...PUBLIC, ...SIGNED_OUT])('%s is public [%s S6.1]', async (path, _, heading) => {
    openApp(path);
    await findHeading(heading);
    expect(window.location.pathname).toBe(path);
  });

  it.each([...SIGNED_IN, ['/admin', 'S6.4', 'Access Denied'] as const])(
    '%s leads to /login, and shows its screen after signing in [%s S2.15 S6.2]',
    async (path, _, heading) => {
      const user = openApp(`${path}?from=bookmark`);
      await expectPath(`/login?next=${encodeURIComponent(`${path}?from=bookmark`)}`);
      await signIn(user);
      await expectPath(`${path}?from=bookmark`);
      await findHeading(heading);
    },
  );

  it('a visitor of /dashboard/items is back there after signing in, by way of sign-up too', async () => {
    const user = openApp('/dashboard/items');
    await user.click(await screen.findByRole('link', { name: 'Sign up' }));
    await user.click(await screen.findByRole('link', { name: 'Sign in' }));
    await signIn(user);
    await expectPath('/dashboard/items');
    await findHeading('Menu Items');
  });

  it.each([
    ['/launch', '/launch'],
    ['/', '/'],
    ['/login', '/login'],
    ['/dashboard', '/login?next=%2Fdashboard'],
  ])(
    'no current user is looked up at %s: GET /api/auth/me runs only while a token exists [S4.4 S7.7]',
    async (path, end) => {
      openApp(path);
      await screen.findByRole('heading', { level: 1 });
      await expectPath(end);
      expect(calls.list).not.toContain('GET /api/auth/me');
    },
  );
});

describe('for who is signed in', () => {
  it('/admin is the admin dashboard for the role admin [S2.14]', async () => {
    openApp('/admin', { as: anAdmin() });
    await findHeading('Admin Dashboard');
  });

  it.each(PUBLIC)('%s stays public [%s]', async (path, _, heading) => {
    openApp(path, { as: aUser() });
    await findHeading(heading);
    expect(window.location.pathname).toBe(path);
  });

  it.each(['/login', '/signup'])('%s never shows its form: the dashboard follows', async (path) => {
    const release = api.holds(ME);
    let wasForm = false;
    const watch = new MutationObserver(() => {
      wasForm ||= document.querySelector('form') !== null;
    });
    watch.observe(document.body, { childList: true, subtree: true });
    openApp(path, { as: aUser() });
    await screen.findByText('Loading…');
    release();
    await findHeading('Overview');
    watch.disconnect();
    expect(wasForm).toBe(false);
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('no loading screen shows between the form and the dashboard, whose code loads while one types', async () => {
    const user = openApp('/login');
    await screen.findByLabelText('Email');
    let wasLoading = false;
    const watch = new MutationObserver(() => {
      wasLoading ||= screen.queryByText('Loading…') !== null;
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await user.click(screen.getByLabelText('Email'));
    await Promise.all([import('./dashboard-layout.tsx'), import('./dashboard-overview.tsx')]);
    await signIn(user);
    await findHeading('Overview');
    watch.disconnect();
    expect(wasLoading).toBe(false);
  });

  it('a slash at the end of an address changes nothing', async () => {
    openApp('/dashboard/items/', { as: aUser() });
    await findHeading('Menu Items');
  });
});

describe('the current user', () => {
  it('is not looked up again by itself when that fails [S7.9]; it signs nobody out, and can be tried again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    api.fails(ME, 503, '');
    const user = openApp('/dashboard', { as: aUser() });
    await screen.findByText("We can't reach the kitchen");
    expect(getToken()).toBe(TOKEN);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.count(ME)).toBe(1);
    api.answers(ME, aUser());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Total Menu Views');
  });

  it('is fresh for 5 minutes (300000 ms), then looked up again on mount, but not on focus or reconnect [S7.6 S7.8 S9.5]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    api.answers('GET /api/admin/stats', { totalTenants: 3, totalUsers: 14, totalMenuItems: 159 });
    openApp('/admin', { as: anAdmin() });
    const remount = async () => {
      window.history.pushState(null, '', '/pre-launch');
      await findHeading('Ten tables before we open.');
      window.history.pushState(null, '', '/admin');
      await findHeading('Admin Dashboard');
    };
    await findHeading('Admin Dashboard');
    await screen.findByText('159');
    vi.setSystemTime(Date.now() + 295_000);
    await remount();
    expect(calls.count(ME)).toBe(1);
    vi.setSystemTime(Date.now() + 6_000);
    for (const type of ['focus', 'visibilitychange', 'offline', 'online']) window.dispatchEvent(new Event(type));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(calls.count(ME)).toBe(1);
    await remount();
    await waitFor(() => expect(calls.count(ME)).toBe(2));
    expect(calls.count('GET /api/admin/stats')).toBe(1);
  });

  it('is looked up again after 5 minutes when the session begins anew in another tab', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    openApp('/', { as: aUser() });
    await screen.findByText('Total Menu Views');
    expect(calls.count(ME)).toBe(1);
    const restart = async () => {
      setToken(null);
      await screen.findAllByText('Start Free Trial');
      setToken(TOKEN);
      await screen.findByText('Total Menu Views');
    };
    vi.setSystemTime(Date.now() + 290_000);
    await restart();
    expect(calls.count(ME)).toBe(1);
    vi.setSystemTime(Date.now() + 11_000);
    await restart();
    await waitFor(() => expect(calls.count(ME)).toBe(2));
  });

  it.each([
    ['/', '/', false],
    ['/dashboard', '/login?next=%2Fdashboard', true],
  ])('of an old token on arrival at %s is nobody: the token is dropped', async (path, end, isTold) => {
    openApp(path, { as: aUser() });
    api.refuses(ME, 'unauthenticated', 'Please sign in again.');
    await waitFor(() => expect(getToken()).toBeNull());
    await expectPath(end);
    if (isTold) await expectToast('Your session has ended. Please sign in again.');
    else {
      await screen.findAllByRole('link', { name: 'Start Free Trial' });
      expect(toasts()).toEqual([]);
    }
  });
});

describe('any other path', () => {
  it.each([
    ['/nowhere', 'signed out'],
    ['/menu/demo/more', 'signed out'],
    ['/admin/nowhere', 'signed in'],
  ])(
    "%s, %s: '404 Page Not Found' with 'Did you forget to add the page to the router?' [S2.16]",
    async (path, state) => {
      openApp(path, state === 'signed in' ? { as: aUser() } : {});
      await findHeading('404 Page Not Found');
      screen.getByText('Did you forget to add the page to the router?');
      screen.getByText("This page doesn't exist, or it has moved.");
      expect(screen.getByRole('link', { name: 'Go to the Start Page' }).getAttribute('href')).toBe('/');
      await waitFor(() => expect(document.title).toContain('404 Page Not Found'));
      expect(screen.queryByRole('link', { name: 'Contact support' })).toBeNull();
    },
  );

  it("leads to the operator's support, if there is one", async () => {
    api.answers('GET /api/site', { supportEmail: 'help@example.com' });
    openApp('/nowhere');
    const link = await screen.findByRole('link', { name: 'Contact support' });
    expect(link.getAttribute('href')).toBe('mailto:help@example.com');
  });
});
