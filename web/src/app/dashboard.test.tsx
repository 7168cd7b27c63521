import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { applyTheme, setTheme } from '../lib/browser/theme.ts';
import { queryClient } from '../lib/http/query-client.ts';
import { api } from '../test/api.ts';
import { expectFocus, expectPath, expectToast, findHeading, linksIn, onPhone, openApp, press } from '../test/app.tsx';
import { aCategory, anItem, aTenant, aUser, emptyStats } from '../test/samples.ts';

// The frame around a restaurant's screens, and Overview.

const ENTRIES = [
  ['Overview', '/dashboard'],
  ['Menu Items', '/dashboard/items'],
  ['Categories', '/dashboard/categories'],
  ['QR Codes', '/dashboard/qr'],
  ['Analytics', '/dashboard/analytics'],
  ['Settings', '/settings'],
] as const;

const CARDS = [
  ['Total Menu Views', '+12% from last month'],
  ['Active Menu Items', '+3 new items'],
  ['QR Scans Today', '+8% from yesterday'],
  ['Avg. View Time', '+15% engagement'],
] as const;

const topBar = () => document.querySelector('[data-top-bar]') as HTMLElement;
const openDashboard = (path = '/dashboard') => openApp(path, { as: aUser() });
const sideNavigation = () => screen.getAllByRole('navigation', { name: 'Dashboard' })[0] as HTMLElement;
const current = () =>
  within(sideNavigation())
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);
const figures = () => screen.findByRole('region', { name: 'Stats' });

/** The texts of each card, from top to bottom. */
const cards = async () =>
  within(await figures())
    .getAllByRole('listitem')
    .map((card) => [...card.querySelectorAll('h2, p, button')].map((part) => part.textContent));

describe('The dashboard shell', () => {
  it("the header has the product name, which leads to /, the user's initial and name, and the way to the menu; / is Overview, and highlights it [S2.2 S2.45 S2.47]", async () => {
    const user = openDashboard('/settings');
    await findHeading('Settings');
    const header = within(topBar());
    expect(header.getByRole('button', { name: 'Rosa Prova' }).textContent).toBe('RRosa Prova');
    await waitFor(() => expect(linksIn(topBar())).toContainEqual(['View Menu', '/menu/osteria-della-prova']));
    expect(header.getByRole('link', { name: 'View Menu' }).getAttribute('target')).toBe('_blank');
    await user.click(header.getByRole('link', { name: 'Tavola' }));
    await expectPath('/');
    await findHeading('Overview');
    expect(current()).toEqual(['Overview']);
    await figures();
  });

  it('the side navigation has Overview, Menu Items, Categories, QR Codes, Analytics, Settings and a Logout button; the current entry is highlighted [S2.46 S2.47 S9.9]', async () => {
    api.responds(
      'GET /api/qr-codes/:id/image',
      () => new Response('png', { headers: { 'Content-Type': 'image/png' } }),
    );
    const user = openDashboard();
    await findHeading('Overview');
    expect(linksIn(sideNavigation())).toEqual(ENTRIES.map((entry) => [...entry]));
    within(sideNavigation()).getByRole('button', { name: 'Logout' });
    for (const [label, path] of ENTRIES) {
      await user.click(within(sideNavigation()).getByRole('link', { name: label }));
      await expectPath(path);
      const heading = await findHeading(label);
      if (label !== 'Overview') await expectFocus(() => heading);
      expect(current()).toEqual([label]);
      await waitFor(() => expect(document.title).toContain(label));
      screen.getByRole('link', { name: 'View Menu' });
    }
  });
});

describe("The user's menu", () => {
  it("prints the menu with 'Print menu'", async () => {
    const { fetch } = window;
    vi.spyOn(window, 'fetch').mockImplementation(async (input, init) =>
      String(input) === '/menu/osteria-della-prova' ? (answers.shift() ?? fetch(input, init)) : fetch(input, init),
    );
    const menu = '<main><details><summary>Milk</summary>Oat</details></main><script>0</script>';
    const answers = [new Response('No.', { status: 503 }), new Response(menu)];
    const user = openDashboard();
    await findHeading('Overview');
    await screen.findByRole('link', { name: 'View Menu' });
    await press(user, 'Rosa Prova');
    await user.click(await screen.findByRole('menuitem', { name: 'Print menu' }));
    await expectToast('Print failed', 'Failed to load your menu. Please try again.');
    await press(user, 'Rosa Prova');
    await user.click(await screen.findByRole('menuitem', { name: 'Print menu' }));
    // Its scripts, which open what is folded, are gone.
    const printed = () => document.querySelector<HTMLIFrameElement>('#print-frame');
    await waitFor(() => expect(printed()?.srcdoc).toContain('<details open="">'));
    expect(printed()?.srcdoc).not.toContain('<script>');
    printed()?.remove();
  });
});

describe('Light and dark', () => {
  it('follow the device unless the user chooses, and the choice is kept', async () => {
    const user = openDashboard();
    await findHeading('Overview');
    const root = document.documentElement;
    expect([root.classList.contains('light'), root.classList.contains('dark')]).toEqual([false, false]);
    await press(user, 'Rosa Prova');
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(root.classList.contains('dark')).toBe(true);
    root.classList.remove('dark');
    // As main.tsx does when the page loads again.
    applyTheme();
    expect(root.classList.contains('dark')).toBe(true);
    setTheme('system');
    expect(root.classList.contains('dark')).toBe(false);
  });
});

describe('Overview', () => {
  it('shows 4 skeleton cards while it loads [S2.49 S9.8]', async () => {
    const release = api.holds('GET /api/dashboard/stats');
    openDashboard();
    await screen.findByText('Loading stats…');
    expect(document.querySelectorAll('[data-skeleton-card]')).toHaveLength(4);
    release();
    await screen.findByText('Total Menu Views');
    expect(document.querySelectorAll('[data-skeleton-card]')).toHaveLength(0);
  });

  it("has the cards Total Menu Views '+12% from last month', Active Menu Items '+3 new items', QR Scans Today '+8% from yesterday' and Avg. View Time '+15% engagement', each change line marked as an example [S2.48 S2.50 S2.51]", async () => {
    openDashboard();
    await screen.findByText('Total Menu Views');
    const values = ['0', '0', '0', '0s'];
    expect(await cards()).toEqual(CARDS.map(([title, change], index) => [title, values[index], `${change}Example`]));
  });

  it('an example goes as soon as there is data of its own, whether or not there is a change to show', async () => {
    const changes = {
      totalViews: '+7% from last month',
      totalItems: null,
      totalScans: '-40% from yesterday',
      avgViewTime: 'Same engagement',
    };
    const figures = { totalViews: 3_400_000, totalItems: 17, totalScans: 8, hasScans: true, avgViewTime: '2m 30s' };
    api.answers('GET /api/dashboard/stats', emptyStats({ ...figures, changes }));
    openDashboard();
    const region = await screen.findByRole('region', { name: 'Stats' });
    await within(region).findByText('3.4M');
    expect(await cards()).toEqual([
      ['Total Menu Views', '3.4M', '+7% from last month'],
      ['Active Menu Items', '17', 'No comparison yet'],
      ['QR Scans Today', '8', '-40% from yesterday'],
      ['Avg. View Time', '2m 30s', 'Same engagement'],
    ]);
    // Arrows say the direction, too.
    const arrows = within(region)
      .getAllByRole('listitem')
      .map((card) => card.querySelectorAll('p svg').length);
    expect(arrows).toEqual([1, 0, 1, 0]);
  });

  it('an example stays on the cards that have no data yet', async () => {
    api.answers('GET /api/dashboard/stats', emptyStats({ totalItems: 1 }));
    openDashboard();
    await screen.findByText('No comparison yet');
    expect((await cards()).map((texts) => texts[2])).toEqual([
      '+12% from last monthExample',
      'No comparison yet',
      '+8% from yesterdayExample',
      '+15% engagementExample',
    ]);
  });

  it('no example stays beside real numbers', async () => {
    api.answers('GET /api/dashboard/stats', emptyStats({ totalViews: 3, avgViewTime: '40s' }));
    openDashboard();
    await screen.findByText('40s');
    expect((await cards()).map((texts) => texts[2])).toEqual(Array(4).fill('No comparison yet'));
  });

  it('figures are read again when the screen is opened a while later', async () => {
    const before = { updatedAt: Date.now() - 120_000 };
    queryClient.setQueryData(['/api/dashboard/stats'], emptyStats({ totalScans: 3, hasScans: true }), before);
    api.answers('GET /api/dashboard/stats', emptyStats({ totalScans: 8, hasScans: true }));
    openDashboard();
    await within(await figures()).findByText('8');
  });

  it('figures that could not be loaded are asked for again, and the rest of the screen is there', async () => {
    api.fails('GET /api/dashboard/stats', 503);
    const user = openDashboard();
    within(await screen.findByRole('alert')).getByText("Couldn't load your stats");
    await screen.findByText('Nothing on the menu yet');
    api.answers('GET /api/dashboard/stats', emptyStats());
    await press(user, 'Try Again');
    await screen.findByText('Total Menu Views');
  });

  it('has the menu items under the cards [S2.48]', async () => {
    api.answers('GET /api/categories', [aCategory()]);
    api.answers('GET /api/menu-items', [anItem({ price: 11 })]);
    const user = openDashboard();
    const items = await screen.findByRole('region', { name: 'Menu Items' });
    await within(items).findByText('$11.00');
    const order = (await figures()).compareDocumentPosition(items);
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Add Item' })[0] as HTMLElement);
    within(await screen.findByRole('dialog')).getByRole('heading', { name: 'Add Item' });
  });
});

describe('First steps', () => {
  const steps = () => screen.findByRole('region', { name: 'First steps' });

  it('lead on from what the restaurant has, and can be dismissed', async () => {
    api.answers('GET /api/categories', [aCategory()]);
    const user = openDashboard();
    within(await steps()).getByText(/1 of 5 done/);
    expect(linksIn(await steps()).map(([, href]) => href)).toEqual([
      '/dashboard/categories?new',
      '/dashboard/items?new',
      '/settings/look',
      '/dashboard/qr',
      '/menu/osteria-della-prova',
    ]);
    await press(user, 'Dismiss first steps');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
    await expectFocus(() => screen.getByRole('heading', { level: 1 }));
  });

  it('are one line on a phone: the next step', async () => {
    onPhone();
    openDashboard();
    expect(linksIn(await steps())).toEqual([
      ['0/5 steps done. Next:Add a category by hand', '/dashboard/categories?new'],
    ]);
  });

  it("know that the menu was opened on the restaurant's own device, whose visits are not counted", async () => {
    openDashboard();
    await screen.findByText(/^0 of 5 done/);
    localStorage.setItem(`menu-opened:${aTenant().id}`, 'yes');
    fireEvent(window, new StorageEvent('storage'));
    await screen.findByText(/^1 of 5 done/);
  });

  it('are gone once codes were scanned and the menu was read, whatever this device did', async () => {
    api.answers('GET /api/categories', [aCategory()]);
    api.answers('GET /api/menu-items', [anItem()]);
    api.answers('GET /api/tenant', aTenant({ description: 'By the harbor' }));
    api.answers('GET /api/dashboard/stats', emptyStats({ totalViews: 1, totalItems: 1, hasScans: true }));
    openDashboard();
    await screen.findByText('Gnocchi');
    await screen.findByText('Total Menu Views');
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });
});

describe('Keyboard shortcuts', () => {
  const type = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
  };
  const list = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

  it('g i and g c open Menu Items and Categories', async () => {
    openDashboard();
    await findHeading('Overview');
    type('g', 'i');
    await expectPath('/dashboard/items');
    await findHeading('Menu Items');
    type('g', 'c');
    await expectPath('/dashboard/categories');
    type('i');
    expect(window.location.pathname).toBe('/dashboard/categories');
  });

  it('/ focuses the search, from another screen the one of Menu Items', async () => {
    api.answers('GET /api/categories', [aCategory()]);
    api.answers('GET /api/menu-items', [anItem()]);
    openDashboard('/settings');
    await findHeading('Settings');
    type('/');
    await expectPath('/dashboard/items');
    await expectFocus(() => screen.getByRole('searchbox', { name: 'Search items' }));
    (document.activeElement as HTMLElement).blur();
    type('/');
    await expectFocus(() => screen.getByRole('searchbox', { name: 'Search items' }));
  });

  it('do nothing while one types, with a modifier, or over a dialog', async () => {
    const user = openDashboard('/settings');
    const phone = await screen.findByLabelText('Phone Number');
    phone.focus();
    type('g', 'i', '?');
    phone.blur();
    fireEvent.keyDown(document.body, { key: '?', ctrlKey: true });
    api.answers('GET /api/qr-code', { qrCode: 'data:image/png;base64,AAAA', menuUrl: 'http://localhost:3000/menu/a' });
    await press(user, 'View QR Code');
    await screen.findByRole('dialog');
    type('g', 'i', '?');
    expect(list()).toBeNull();
    expect(window.location.pathname).toBe('/settings');
  });

  it('? lists them, where they can be switched off for this device', async () => {
    const user = openDashboard();
    await findHeading('Overview');
    type('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const action of ['Go to Menu Items', 'Add the dish typed below a category', 'Save an item & add another']) {
      within(dialog).getByText(action);
    }
    await user.click(within(dialog).getByRole('switch', { name: 'Use shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(list()).toBeNull());
    type('g', 'i', '?');
    expect(list()).toBeNull();
    expect(window.location.pathname).toBe('/dashboard');

    await press(user, 'Rosa Prova');
    await user.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }));
    await user.click(await screen.findByRole('switch', { name: 'Use shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(list()).toBeNull());
    type('g', 'i');
    await expectPath('/dashboard/items');
  });
});
