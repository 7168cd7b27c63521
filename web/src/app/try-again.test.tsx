import type { SignedInUser } from '@tavola/contracts/auth.ts';
import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { api, type Call } from '../test/api.ts';

import { expectFocus, openApp } from '../test/app.tsx';
import { anAdmin, aTenant, aUser } from '../test/samples.ts';

// What shows while a screen's data load, and "Try Again" where they could not be loaded: while they are loaded again, the button
// says so and keeps the focus, which then goes to the heading of what was loaded.

const TRANSLATED = aTenant({ languages: { base: 'en', others: ['fr'] } });
const BUSY = 'Trying again…';

it.each<[path: string, call: Call, text: string, as?: SignedInUser, busy?: string]>([
  ['/dashboard', 'GET /api/auth/me', "We can't reach the kitchen"],
  ['/dashboard', 'GET /api/dashboard/stats', "Couldn't load your stats"],
  ['/dashboard/items', 'GET /api/menu-items', "Couldn't load your menu items"],
  ['/dashboard/items/change', 'GET /api/menu-items', "Couldn't load your menu"],
  ['/dashboard/categories', 'GET /api/categories', "Couldn't load your categories"],
  ['/dashboard/options', 'GET /api/option-groups', "Couldn't load your options"],
  ['/dashboard/kitchen', 'GET /api/menu-items', "Couldn't load your dishes"],
  ['/dashboard/import', 'GET /api/menu-items', "Couldn't load your menu"],
  ['/dashboard/qr', 'GET /api/qr-codes', "Couldn't load your codes"],
  ['/dashboard/qr', 'GET /api/qr-codes/sheets', "Couldn't load your printed sheets"],
  ['/dashboard/analytics', 'GET /api/analytics', "Couldn't load your analytics"],
  ['/dashboard/analytics', 'GET /api/tenant', "Couldn't load your analytics"],
  ['/dashboard/history', 'GET /api/history', "Couldn't load the history"],
  ['/dashboard/languages', 'GET /api/tenant', "Couldn't load your languages"],
  ['/dashboard/languages?lang=fr', 'GET /api/translations/:lang', "Couldn't load the translations"],
  ['/settings', 'GET /api/tenant', "Couldn't load your settings"],
  ['/settings/dayparts', 'GET /api/dayparts', "Couldn't load your menu times"],
  ['/settings/account', 'GET /api/auth/sessions', "Couldn't load your sessions"],
  ['/settings/account', 'GET /api/auth/two-factor', "Couldn't load this"],
  ['/admin', 'GET /api/admin/stats', "Couldn't load the statistics", anAdmin(), 'Try Again'],
  ['/admin', 'GET /api/admin/tenants', "Couldn't load this list", anAdmin(), 'Try Again'],
  ['/admin/restaurants', 'GET /api/admin/tenants/search', "Couldn't load the restaurants", anAdmin()],
  ['/admin/users', 'GET /api/admin/users/search', "Couldn't load the users", anAdmin()],
  ['/admin/beta', 'GET /api/admin/beta-applications', "Couldn't load the applications", anAdmin()],
  ['/admin/audit', 'GET /api/admin/audit', "Couldn't load the audit log", anAdmin()],
])('on %s, of %s', { tags: 'full' }, async (path, call, text, as = aUser(), busy = BUSY) => {
  api.answers('GET /api/history', { changes: [], next: null });
  if (path.includes('lang=')) {
    api.answers('GET /api/tenant', TRANSLATED);
    api.answers('GET /api/translations/:lang', { texts: [] });
    api.answers('GET /api/tenant/translations/:lang', { texts: [] });
  }
  api.fails('GET /api/qr-codes/:id/image', 503);
  let isDown = true;
  api.responds(call, () => (isDown ? new Response('No.', { status: 503 }) : undefined));
  const user = openApp(path, { as });
  await screen.findByText(text);
  const again = await screen.findByRole('button', { name: 'Try Again' });
  const release = api.holds(call);
  again.focus();
  await user.keyboard('{Enter}');
  const button = await screen.findByRole('button', { name: busy });
  expect(button.getAttribute('aria-busy')).toBe('true');
  await expectFocus(() => button);
  release();
  await expectFocus(() => screen.getByRole('button', { name: 'Try Again' }));

  isDown = false;
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.tagName).toMatch(/H[12]/));
});

it.each<[path: string, call: Call, as?: SignedInUser]>([
  ['/admin', 'GET /api/admin/stats', anAdmin()],
  ['/admin', 'GET /api/admin/tenants', anAdmin()],
  ['/admin/users', 'GET /api/admin/users/search', anAdmin()],
  ['/dashboard/history', 'GET /api/history'],
])('on %s, of %s, the server’s own words stay', async (path, call, as = aUser()) => {
  const WORDS = 'Please wait for a minute.';
  api.refuses(call, 'too-many-requests', WORDS);
  const user = openApp(path, { as });
  await screen.findByText(WORDS);
  const release = api.holds(call);
  await user.click(await screen.findByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeTruthy());
  expect(screen.queryByText(WORDS)).toBeTruthy();
  release();
});

it.each<[path: string, call: Call, text: string, as?: SignedInUser]>([
  ['/dashboard/items', 'GET /api/menu-items', 'Loading menu items…'],
  ['/dashboard/categories', 'GET /api/categories', 'Loading categories…'],
  ['/dashboard/options', 'GET /api/option-groups', 'Loading options…'],
  ['/dashboard/qr', 'GET /api/qr-codes', 'Loading codes…'],
  ['/dashboard/analytics', 'GET /api/analytics', 'Loading analytics…'],
  ['/settings', 'GET /api/tenant', 'Loading settings…'],
  ['/settings/dayparts', 'GET /api/dayparts', 'Loading menu times…'],
  ['/admin', 'GET /api/admin/stats', 'Loading…', anAdmin()],
  ['/admin', 'GET /api/admin/tenants', 'Loading…', anAdmin()],
  ['/admin/users', 'GET /api/admin/users/search', 'Loading…', anAdmin()],
])('on %s, of %s, skeletons show while it loads', { tags: 'full' }, async (path, call, text, as = aUser()) => {
  // The menu in the preview of Settings has skeletons of its own.
  const skeletons = () => document.querySelectorAll('[data-skeleton]:not([role=img] *)').length;
  api.fails('GET /api/qr-codes/:id/image', 503);
  const release = api.holds(call);
  openApp(path, { as });
  await waitFor(() => expect(skeletons()).toBeGreaterThan(2));
  screen.getAllByText(text);
  release();
  await waitFor(() => expect([screen.queryAllByText(text), skeletons()]).toEqual([[], 0]));
});
