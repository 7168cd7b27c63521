import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import { may } from '@tavola/contracts/permissions.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setToken } from '../lib/session/token.ts';
import { api, calls } from '../test/api.ts';
import { expectPath, findHeading, linksIn, openApp, signIn } from '../test/app.tsx';
import {
  aCategory,
  aMenuChange,
  anItem,
  anOptionGroup,
  aPlace,
  aUser,
  newRestaurant,
  tokenOf,
} from '../test/samples.ts';
import { DASHBOARD_PAGES, maySee } from './dashboard-pages.ts';
import { warmUp } from './warm-up.ts';

// What each role sees: nothing that it may not do, and nothing that asks the server for what it would refuse.

const COOK = aUser({ role: 'staff', name: 'Nina Cook' });
const DECLARING = aUser({ role: 'staff', mayDeclare: true });
const MANAGER = aUser({ role: 'manager', name: 'Marco Manager' });
const NOBODYS = aUser({ tenantId: null });

/** The operation that a call is. */
function operationOf(call: string) {
  const [method, path = ''] = call.split(' ');
  return OPERATIONS.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

/** The calls that the server would refuse the user's role. */
const refusedOf = (user: typeof COOK) =>
  calls.list.filter((call) => {
    const needs = operationOf(call)?.needs;
    return needs !== undefined && (user.tenantId === null || !may(user, needs));
  });

/** Opens `path` as browsers do, with what is asked for before the first render. */
async function openCold(path: string, as: typeof COOK): Promise<UserEvent> {
  api.byDefault(newRestaurant(as));
  const token = tokenOf(as);
  setToken(token);
  await warmUp(path);
  return openApp(path, { as, token });
}

function serveMenu() {
  api.answers('GET /api/categories', [aCategory()]);
  api.answers('GET /api/menu-items', [anItem({ optionGroups: [1] }), anItem({ id: 2, name: 'Plain pasta' })]);
  api.answers('GET /api/option-groups', [anOptionGroup()]);
  const lacking = [{ id: 2, name: 'Plain pasta', lacks: ['price'] }];
  api.answers('GET /api/menu-check', { items: 2, lacking, options: [] });
}

describe('Staff', () => {
  it.each(['/', '/dashboard', '/dashboard/kitchen', '/dashboard/items', '/settings', '/dashboard/settings/team'])(
    'at %s, see the kitchen, which asks for nothing that they may not read',
    async (path) => {
      serveMenu();
      await openCold(path, COOK);
      await findHeading('Kitchen');
      await expectPath('/dashboard/kitchen');
      await screen.findByText('All dishes');
      await screen.findByRole('link', { name: 'View Menu' });
      expect(calls.list.length).toBeGreaterThan(3);
      expect(refusedOf(COOK)).toEqual([]);
    },
  );

  it('have the kitchen, their account and the log-out, and no more', async () => {
    const user = await openCold('/dashboard/kitchen', COOK);
    await findHeading('Kitchen');
    // At the side, and at the bottom on a phone.
    const bars = screen.getAllByRole('navigation', { name: 'Dashboard', hidden: true });
    for (const bar of bars) {
      expect([...bar.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/dashboard/kitchen']);
      expect(bar.querySelector('[aria-current=page]')?.textContent).toBe('Kitchen');
    }
    await user.click(screen.getByRole('button', { name: 'More', hidden: true }));
    expect(linksIn(await screen.findByRole('dialog'))).toEqual([['Account', '/settings/account']]);
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Logout' });
    await user.keyboard('{Escape}');

    await user.click(screen.getByRole('button', { name: /Nina Cook/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Account & security' }));
    await findHeading('Account & Security');
    await screen.findByText('This device');
    expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull();
    expect(screen.queryByText('Delete Restaurant')).toBeNull();
    expect(screen.queryByText('Your data')).toBeNull();
    expect(refusedOf(COOK)).toEqual([]);
  });

  it('who may declare allergens have that screen too, without what changes the menu', async () => {
    serveMenu();
    api.answers('GET /api/menu-items', [anItem(), anItem({ id: 2, name: 'Plain pasta', description: '(VG)' })]);
    const user = await openCold('/dashboard/allergens?view=check', DECLARING);
    await findHeading('Allergens');
    await screen.findByText('Plain pasta');
    const [side] = screen.getAllByRole('navigation', { name: 'Dashboard' }) as [HTMLElement];
    expect(linksIn(side)).toEqual([
      ['Kitchen', '/dashboard/kitchen'],
      ['Allergens', '/dashboard/allergens'],
    ]);
    expect(within(screen.getByRole('main')).queryAllByRole('link')).toEqual([]);
    await user.click(screen.getByRole('radio', { name: 'Dishes' }));
    // That it is vegan is for others to say.
    await user.click(await screen.findByRole('radio', { name: 'In your text 0' }));
    expect(refusedOf(DECLARING)).toEqual([]);
  });

  it('reach the kitchen from any screen by its shortcut', async () => {
    serveMenu();
    const user = await openCold('/settings/account', COOK);
    await findHeading('Account & Security');
    await user.keyboard('gk');
    await findHeading('Kitchen');
    await user.keyboard('?');
    const list = await screen.findByRole('dialog');
    expect(within(list).queryByText(/Menu Items|dish|item/)).toBeNull();
  });
});

describe('A manager', () => {
  it.each([...DASHBOARD_PAGES.keys()].filter((path) => maySee(MANAGER, path)))(
    'at %s, causes no call that would be refused',
    { tags: 'full' },
    async (path) => {
      api.responds(
        'GET /api/qr-codes/:id/image',
        () => new Response('png', { headers: { 'Content-Type': 'image/png' } }),
      );
      api.answers('GET /api/history', { changes: [aMenuChange()], next: null });
      serveMenu();
      await openCold(path, MANAGER);
      await screen.findByRole('heading', { level: 1 });
      await waitFor(() => expect(document.querySelector('main [role=status] .animate-pulse')).toBeNull());
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(screen.queryByRole('heading', { name: 'Access Denied' })).toBeNull();
      expect(refusedOf(MANAGER)).toEqual([]);
    },
  );

  it('has no field for the menu’s address, which owners have', async () => {
    await openCold('/settings', MANAGER);
    await screen.findByLabelText('Restaurant Name');
    expect(screen.queryByLabelText('Menu URL')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Menu link').value).toMatch(/\/menu\/osteria-della-prova$/);
    const links = linksIn(screen.getByRole('navigation', { name: 'Settings' })).map(([label]) => label);
    expect(links).toContain('Account');
    expect(links).not.toContain('Team');
  });

  it('of several places has none to add in their list', async () => {
    const harbor = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12', name: 'Harbor' });
    const user = await openCold('/dashboard/items', { ...MANAGER, restaurants: [...MANAGER.restaurants, harbor] });
    await user.click(await screen.findByRole('button', { name: /, switch restaurant$/ }));
    await screen.findByRole('menuitem', { name: /^Harbor/ });
    expect(screen.queryByRole('menuitem', { name: 'Add a location' })).toBeNull();
  });

  it('can neither export nor delete the restaurant, nor call off its deletion', async () => {
    api.answers('GET /api/account', { deleteAt: '2026-12-24T12:00:00.000Z' });
    await openCold('/settings/account', MANAGER);
    await screen.findByText('This restaurant will be deleted on December 24, 2026.');
    await screen.findByText('This device');
    for (const name of ['Restore Restaurant', 'Export Data', 'Delete Restaurant']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(refusedOf(MANAGER)).toEqual([]);
  });
});

describe('After a change of role', () => {
  it.each([
    ['a cook', COOK, '/dashboard/items', '/dashboard/kitchen', 'Kitchen'],
    ['a manager', MANAGER, '/dashboard/settings/team', '/dashboard', 'Overview'],
    ['a manager', MANAGER, '/dashboard/items?q=x', '/dashboard/items?q=x', 'Menu Items'],
    ['a person without a restaurant', NOBODYS, '/dashboard/items', '/dashboard', "You don't work for any restaurant"],
  ])('sign-in leads %s to where the role may be', async (_, as, from, to, heading) => {
    const user = openApp(`/login?next=${encodeURIComponent(from)}`);
    await signIn(user, as);
    await expectPath(to);
    await findHeading(heading);
  });
});
