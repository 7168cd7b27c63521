import { PROBLEM_TYPE_PREFIX, PROBLEMS, type ProblemCode } from '@tavola/contracts/errors.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { MenuTranslations } from '@tavola/contracts/translations.ts';
import type { Locator, Page } from 'playwright-core';
import { ar as arabic } from '../../../web/src/features/public-menu/words/ar.ts';
import { fr as french } from '../../../web/src/features/public-menu/words/fr.ts';
import { ja as japanese } from '../../../web/src/features/public-menu/words/ja.ts';
import type { VIEWPORTS } from './browser.ts';
import { type Call, callsAs, newPlace, newRestaurant, newTeammate } from './restaurant.ts';

/** The kind of user that opens a screen. A newcomer has just signed up, for this screen alone. */
type Viewer = 'nobody' | 'owner' | 'cafe' | 'admin' | 'newcomer';

export interface Screen {
  name: string;
  /** `{slug}` stands for the newcomer's. */
  path: string;
  viewer: Viewer;
  /** A text that shows once the screen has its data. */
  ready: string | RegExp;
  /** Makes what it needs and the seed lacks. */
  before?: (call: Call, origin: string) => Promise<unknown>;
  /** Who opens it instead of the newcomer, whose team that is: gives the token. */
  as?: (call: Call, origin: string) => Promise<string>;
  /** The path of a call, and what it gets instead of the server's answer. */
  fake?: readonly [path: string, answer: ProblemCode | object];
  /** The names of what opens a dialog or a menu and of what is folded in it, one after the other. */
  press?: readonly (string | RegExp)[];
  /** What is done then, for one of its states. */
  act?: (page: Page) => Promise<unknown>;
  /** The one device that has it. */
  only?: keyof typeof VIEWPORTS;
  /** Whether the state ends when the window changes its width. */
  endsOnResize?: true;
  /** What the page complains of by design, as `complaintsOf` lists it. */
  complaints?: RegExp;
}

/** Every screen that can be opened by its path alone. */
export const SCREENS: readonly Screen[] = [
  { name: 'launch', path: '/launch', viewer: 'nobody', ready: 'Start Free Trial' },
  { name: 'pre-launch', path: '/pre-launch', viewer: 'nobody', ready: "What You'll Get in the Beta" },
  { name: 'login', path: '/login', viewer: 'nobody', ready: 'Remember me' },
  { name: 'signup', path: '/signup', viewer: 'nobody', ready: 'Create Account' },
  { name: 'forgot-password', path: '/forgot-password', viewer: 'nobody', ready: 'Send Link' },
  { name: 'reset-password', path: '/reset-password#token=x', viewer: 'nobody', ready: 'Set Password' },
  { name: 'confirm-email', path: '/confirm-email#token=x', viewer: 'nobody', ready: 'Confirm Address' },
  { name: 'confirm-new-email', path: '/confirm-new-email#token=x', viewer: 'nobody', ready: 'Confirm Address' },
  { name: 'menu', path: '/menu/demo', viewer: 'nobody', ready: 'Ready to Order?' },
  { name: 'menu-cafe', path: '/menu/linden-and-rye', viewer: 'nobody', ready: 'Ready to Order?' },
  { name: 'menu-japanese', path: '/menu/sushi-nami', viewer: 'nobody', ready: japanese.readyToOrder },
  { name: 'menu-french', path: '/menu/bistrot-clementine', viewer: 'nobody', ready: french.readyToOrder },
  { name: 'menu-arabic', path: '/menu/bayt-al-mezze', viewer: 'nobody', ready: arabic.readyToOrder },
  {
    name: 'menu-not-found',
    path: '/menu/nobody-here',
    viewer: 'nobody',
    ready: 'Menu not found',
    complaints: /^answer: 404 .*nobody-here$/,
  },
  { name: 'not-found', path: '/somewhere-else', viewer: 'nobody', ready: '404 Page Not Found' },
  { name: 'overview', path: '/dashboard', viewer: 'owner', ready: 'Total Menu Views' },
  { name: 'items', path: '/dashboard/items', viewer: 'owner', ready: 'Add Item' },
  { name: 'categories', path: '/dashboard/categories', viewer: 'owner', ready: 'Antipasti' },
  { name: 'options', path: '/dashboard/options', viewer: 'owner', ready: 'New Options' },
  { name: 'qr', path: '/dashboard/qr', viewer: 'owner', ready: 'Generate QR Code' },
  { name: 'import', path: '/dashboard/import', viewer: 'owner', ready: 'Nothing to import yet' },
  { name: 'bulk-edit', path: '/dashboard/items/change', viewer: 'owner', ready: 'Nothing to change yet' },
  { name: 'allergens', path: '/dashboard/allergens', viewer: 'owner', ready: 'Not declared' },
  { name: 'history', path: '/dashboard/history', viewer: 'newcomer', ready: /^You\b/, before: addMenu },
  { name: 'kitchen', path: '/dashboard/kitchen', viewer: 'owner', ready: 'All dishes' },
  { name: 'analytics', path: '/dashboard/analytics', viewer: 'owner', ready: 'Popular Items' },
  {
    name: 'analytics-places',
    path: '/dashboard/analytics/places',
    viewer: 'newcomer',
    ready: 'Harbor',
    before: addPlaces,
  },
  { name: 'place-new', path: '/dashboard/places/new', viewer: 'newcomer', ready: 'Add and Open' },
  { name: 'languages', path: '/dashboard/languages', viewer: 'owner', ready: 'Add a language' },
  {
    name: 'translations',
    path: '/dashboard/languages?lang=fr',
    viewer: 'newcomer',
    ready: /names? translated/,
    before: addFrench,
  },
  { name: 'settings', path: '/settings', viewer: 'owner', ready: 'Restaurant Information' },
  { name: 'settings-look', path: '/settings/look', viewer: 'owner', ready: 'House Favorites' },
  { name: 'settings-hours', path: '/settings/hours', viewer: 'owner', ready: 'Opening Hours' },
  { name: 'settings-prices', path: '/settings/prices', viewer: 'owner', ready: 'Service Note' },
  { name: 'settings-allergens', path: '/settings/allergens', viewer: 'owner', ready: 'The 14 of the EU' },
  { name: 'settings-links', path: '/settings/links', viewer: 'owner', ready: 'Guest Wi-Fi' },
  { name: 'settings-printing', path: '/settings/printing', viewer: 'owner', ready: 'Go to QR Codes' },
  { name: 'dayparts', path: '/settings/dayparts', viewer: 'cafe', ready: 'Last Hour' },
  { name: 'team', path: '/dashboard/settings/team', viewer: 'newcomer', ready: 'Just you so far' },
  { name: 'account', path: '/settings/account', viewer: 'owner', ready: 'This device' },
  { name: 'no-restaurant', path: '/dashboard', viewer: 'newcomer', ready: 'Add a Restaurant', as: asFormerCook },
  { name: 'access-denied', path: '/admin', viewer: 'owner', ready: 'Access Denied' },
  { name: 'admin', path: '/admin', viewer: 'admin', ready: 'Recent Tenants' },
  { name: 'admin-restaurants', path: '/admin/restaurants', viewer: 'admin', ready: 'To be deleted' },
  { name: 'admin-users', path: '/admin/users', viewer: 'admin', ready: 'To be deleted' },
  { name: 'admin-beta', path: '/admin/beta', viewer: 'admin', ready: /No new applications|Review/ },
  { name: 'admin-audit', path: '/admin/audit', viewer: 'admin', ready: /No activity yet|Suspended/ },
  { name: 'admin-account', path: '/admin/account', viewer: 'admin', ready: 'This device' },
];

/** The log-ins of the seeded demonstration users. */
const SIGN_IN: Record<Exclude<Viewer, 'nobody' | 'newcomer'>, { email: string; password: string }> = {
  owner: { email: 'demo@tavola.test', password: 'demo-password' },
  cafe: { email: 'cafe@tavola.test', password: 'demo-password' },
  admin: { email: 'admin@tavola.test', password: 'admin-password' },
};

/** Makes what a screen needs. Returns its address and its viewer's token, which is null for anonymous users. */
export async function prepare(
  origin: string,
  { path, viewer, before, as }: Screen,
): Promise<{ address: string; token: string | null }> {
  const newcomer = viewer === 'newcomer' ? await newRestaurant(origin) : undefined;
  const token = newcomer?.token ?? (await tokenOf(origin, viewer));
  const call = newcomer?.call ?? callsAs(origin, token);
  await before?.(call, origin);
  const address = origin + path.replace('{slug}', newcomer?.slug ?? '');
  return { address, token: as ? await as(call, origin) : token };
}

/** Hashing a password is most of what a small screen costs the server: a viewer signs in once. */
const tokens = new Map<string, string>();

/** The access token of a seeded user of the site at `origin`, or null for anonymous users. */
export async function tokenOf(origin: string, viewer: Viewer): Promise<string | null> {
  if (viewer === 'nobody' || viewer === 'newcomer') return null;
  const key = `${viewer} at ${origin}`;
  const known = tokens.get(key);
  if (known) return known;
  const { token } = await callsAs(origin, null)<{ token: string }>('POST', '/api/auth/login', SIGN_IN[viewer]);
  tokens.set(key, token);
  return token;
}

/** What lies over the page: dialogs and menus, and the list of languages on the guests' page. */
export const OPEN =
  ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox])[data-state=open], header details[open] > :not(summary)';

/** Opens a screen and brings it into its state. */
export async function openScreen(page: Page, address: string, screen: Screen): Promise<void> {
  if (screen.fake) await answer(page, ...screen.fake);
  await page.goto(address);
  await page.getByText(screen.ready).first().waitFor({ timeout: 15_000 });
  for (const name of screen.press ?? []) {
    const fold = page.locator('summary').filter({ hasText: name });
    if ((await fold.count()) === 0) await press(name)(page);
    else {
      await fold.click();
      await fold.evaluate('(summary) => summary.scrollIntoView()');
    }
    // It may be loading. Meanwhile, a button of the same name on the page could still be found.
    await page.locator(OPEN).last().waitFor();
  }
  await screen.act?.(page);
  await page.waitForLoadState('networkidle');
}

/** What lies over the page, or the page. */
async function onTop(page: Page): Promise<Locator> {
  const open = page.locator(OPEN);
  return (await open.count()) > 0 ? open.last() : page.locator('body');
}

/** Presses a control by its name: in what lies over the page, if something does. */
export function press(name: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    const options = typeof name === 'string' ? { name, exact: true } : { name };
    const part = await onTop(page);
    const roles = ['menuitem', 'radio', 'option'] as const;
    const button = part.getByRole('button', options);
    await roles
      .reduce((found, role) => found.or(part.getByRole(role, options)), button)
      .first()
      .click();
  };
}

/** Fills the first field with this label: in what lies over the page, if something does. */
export const fill = (label: string, text: string) => async (page: Page) =>
  (await onTop(page)).getByLabel(label).first().fill(text);

/** Does these, one after the other. */
export const inTurn =
  (...acts: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };

/** Answers the calls of a path instead of the server, with data or with a problem. */
export async function answer(page: Page, path: string, given: ProblemCode | object): Promise<void> {
  const isProblem = typeof given === 'string';
  await page.route(
    (url) => url.pathname === path,
    (route) =>
      route.fulfill({
        status: isProblem ? PROBLEMS[given].status : 200,
        contentType: isProblem ? 'application/problem+json' : 'application/json',
        body: JSON.stringify(
          isProblem ? { type: PROBLEM_TYPE_PREFIX + given, ...PROBLEMS[given], requestId: 'x' } : given,
        ),
      }),
  );
}

/** Names and texts that are longer than anyone would like. */
export const LONG = {
  category: 'From the Garden, the Woods and Our Neighbors’ Fields',
  item: 'Hand-Rolled Donaudampfschifffahrtsgesellschaftskapitän Dumplings with Brown Butter and Sage',
  description: `${'Slowly braised over embers, then finished with herbs from the garden. '.repeat(4)}Serves two.`,
  unbroken: 'Antipastissimo'.repeat(7),
  japanese: '季節のおすすめ料理'.repeat(10),
  arabic: 'مقبلات مشكلة مع الخبز الطازج '.repeat(3).trim(),
};

/** Adds a small menu with long names and a hidden category, and changes a price. */
export async function addMenu(call: Call): Promise<void> {
  const short = await call<Category>('POST', '/api/categories', { name: 'Pasta' });
  const long = await call<Category>('POST', '/api/categories', { name: LONG.category, description: LONG.description });
  await call('POST', '/api/categories', { name: 'Dolci', isActive: false });
  const add = (item: object) => call<MenuItem>('POST', '/api/menu-items', { price: 14.5, ...item });
  const { id } = await add({ name: 'Gnocchi', categoryId: short.id, isPopular: true });
  await add({ name: 'Tagliatelle', categoryId: short.id, isAvailable: false });
  const { item: name, description } = LONG;
  await add({ name, description, categoryId: long.id, price: 12_345.67, isPopular: true, isFeatured: true });
  await add({ name: `${name} II`, categoryId: long.id, isAvailable: false, isFeatured: true });
  for (const name of [LONG.unbroken, LONG.japanese, LONG.arabic]) {
    const { id: categoryId } = await call<Category>('POST', '/api/categories', { name, description: name });
    await add({ name, description: name.repeat(5), categoryId, price: 99_999_999.99, isFeatured: true });
  }
  await call('PUT', `/api/menu-items/${id}`, { price: 15.5 });
}

/** Adds a menu, and two restaurants of the same person: one with a dish of the same name, one with a long name. */
export async function addPlaces(call: Call, origin: string): Promise<void> {
  await addMenu(call);
  const harbor = await newPlace(origin, call, 'Harbor', { address: '1 Pier Road, Boston' });
  const { id: categoryId } = await harbor<Category>('POST', '/api/categories', { name: 'Pasta' });
  await harbor('POST', '/api/menu-items', { name: 'Gnocchi', price: 14, categoryId });
  await newPlace(origin, call, LONG.unbroken, { address: LONG.item });
}

/** Staff of the restaurant, who may declare allergens or not. */
export const asCook =
  (mayDeclare = false) =>
  async (call: Call, origin: string): Promise<string> =>
    (await newTeammate(origin, call, { role: 'staff', mayDeclare })).token;

/** Somebody who worked for the restaurant, and now for none. */
export async function asFormerCook(call: Call, origin: string): Promise<string> {
  const { user, email, password } = await newTeammate(origin, call, { role: 'staff' });
  await call('DELETE', `/api/team/${user.id}`);
  const { token } = await callsAs(origin, null)<{ token: string }>('POST', '/api/auth/login', { email, password });
  return token;
}

/** Adds a menu and two languages, and translates the first text. */
export async function addFrench(call: Call): Promise<void> {
  await addMenu(call);
  const { name } = await call<{ name: string }>('GET', '/api/tenant');
  await call('PUT', '/api/tenant', { name, languages: { base: 'en', others: ['fr', 'zh-Hans'] } });
  const path = '/api/translations/fr';
  const { texts } = await call<MenuTranslations>('GET', path);
  const [first] = texts;
  if (!first) throw new Error('the menu has no texts');
  const { kind, id, field, base } = first;
  await call('PUT', path, { changes: [{ kind, id, field, base, text: 'Pâtes' }] });
}
