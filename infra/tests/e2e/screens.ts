import type { Tenant } from '@tavola/contracts/auth.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { MenuTranslations } from '@tavola/contracts/translations.ts';
import { ar as arabic } from '../../../web/src/features/public-menu/words/ar.ts';
import { fr as french } from '../../../web/src/features/public-menu/words/fr.ts';
import { ja as japanese } from '../../../web/src/features/public-menu/words/ja.ts';
import type { VIEWPORTS } from './browser.ts';

/** The kind of user that opens a screen. */
export type Viewer = 'nobody' | 'owner' | 'admin';

export interface Screen {
  name: string;
  path: string;
  viewer: Viewer;
  /** A text that shows once the screen has its data. */
  ready: string | RegExp;
  /** Makes what it needs and the seed lacks. */
  before?: (origin: string) => Promise<unknown>;
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
  { name: 'menu', path: '/menu/demo', viewer: 'nobody', ready: 'Ready to Order?' },
  { name: 'menu-japanese', path: '/menu/sushi-nami', viewer: 'nobody', ready: japanese.readyToOrder },
  { name: 'menu-french', path: '/menu/bistrot-clementine', viewer: 'nobody', ready: french.readyToOrder },
  { name: 'menu-arabic', path: '/menu/bayt-al-mezze', viewer: 'nobody', ready: arabic.readyToOrder },
  { name: 'menu-not-found', path: '/menu/nobody-here', viewer: 'nobody', ready: 'Menu not found' },
  { name: 'not-found', path: '/somewhere-else', viewer: 'nobody', ready: '404 Page Not Found' },
  { name: 'overview', path: '/dashboard', viewer: 'owner', ready: 'Total Menu Views' },
  { name: 'items', path: '/dashboard/items', viewer: 'owner', ready: 'Add Item' },
  { name: 'categories', path: '/dashboard/categories', viewer: 'owner', ready: 'Antipasti' },
  { name: 'qr', path: '/dashboard/qr', viewer: 'owner', ready: 'Generate QR Code' },
  { name: 'import', path: '/dashboard/import', viewer: 'owner', ready: 'Nothing to import yet' },
  { name: 'bulk-edit', path: '/dashboard/items/change', viewer: 'owner', ready: 'Nothing to change yet' },
  { name: 'history', path: '/dashboard/history', viewer: 'owner', ready: /^You\b/, before: changeMenu },
  { name: 'kitchen', path: '/dashboard/kitchen', viewer: 'owner', ready: 'All dishes' },
  { name: 'analytics', path: '/dashboard/analytics', viewer: 'owner', ready: 'Popular Items' },
  { name: 'languages', path: '/dashboard/languages', viewer: 'owner', ready: 'Add a language' },
  {
    name: 'translations',
    path: '/dashboard/languages?lang=fr',
    viewer: 'owner',
    ready: /names? translated/,
    before: addFrench,
  },
  { name: 'settings', path: '/settings', viewer: 'owner', ready: 'Restaurant Information' },
  { name: 'dayparts', path: '/settings/dayparts', viewer: 'owner', ready: 'Add Daypart' },
  { name: 'account', path: '/settings/account', viewer: 'owner', ready: 'This device' },
  { name: 'access-denied', path: '/admin', viewer: 'owner', ready: 'Access Denied' },
  { name: 'admin', path: '/admin', viewer: 'admin', ready: 'Recent Tenants' },
  { name: 'admin-restaurants', path: '/admin/restaurants', viewer: 'admin', ready: 'To be deleted' },
  { name: 'admin-users', path: '/admin/users', viewer: 'admin', ready: 'To be deleted' },
  { name: 'admin-beta', path: '/admin/beta', viewer: 'admin', ready: 'No new applications' },
  { name: 'admin-audit', path: '/admin/audit', viewer: 'admin', ready: 'No activity yet' },
  { name: 'admin-account', path: '/admin/account', viewer: 'admin', ready: 'This device' },
];

/** A dialog or a menu over a screen. */
export interface ScreenDialog extends Screen {
  /** The names of the buttons, menu entries and folded parts that open it, one after the other. */
  press: readonly (string | RegExp)[];
  /** The one device that has it. */
  only?: keyof typeof VIEWPORTS;
}

const ITEMS = { path: '/dashboard/items', viewer: 'owner', ready: 'Burrata con Pomodorini' } as const;
const CATEGORIES = { path: '/dashboard/categories', viewer: 'owner', ready: 'Antipasti' } as const;
const QR = { path: '/dashboard/qr', viewer: 'owner', ready: 'Table 1' } as const;
const SETTINGS = { path: '/settings', viewer: 'owner', ready: 'Restaurant Information' } as const;
const SOLD_OUT = /^Out of Stock.*: Prosciutto e Melone$/;

/** Every dialog that the seeded data can show, some of them in several states. */
export const DIALOGS: readonly ScreenDialog[] = [
  { ...ITEMS, name: 'dialog-more', press: ['More'], only: 'phone' },
  { ...ITEMS, name: 'dialog-shortcuts', press: ['Giulia Ferrante', 'Keyboard shortcuts'], only: 'laptop' },
  { ...ITEMS, name: 'dialog-user-menu', press: ['Giulia Ferrante'] },
  { ...ITEMS, name: 'dialog-item-new', press: ['Add Item'] },
  { ...ITEMS, name: 'dialog-item-errors', press: ['Add Item', 'Add Item'] },
  { ...ITEMS, name: 'dialog-item', press: ['Edit Burrata con Pomodorini'] },
  { ...ITEMS, name: 'dialog-item-details', press: ['Edit Burrata con Pomodorini', 'More details'] },
  { ...ITEMS, name: 'dialog-item-times', press: ['Edit Burrata con Pomodorini', 'Times and offers'] },
  { ...ITEMS, name: 'dialog-item-delete', press: ['Edit Burrata con Pomodorini', 'Delete'] },
  { ...ITEMS, name: 'dialog-sold-out-until', press: [SOLD_OUT, /^Another time/] },
  { ...CATEGORIES, name: 'dialog-category-new', press: ['Add Category'] },
  { ...CATEGORIES, name: 'dialog-category', press: ['Edit Antipasti'] },
  { ...CATEGORIES, name: 'dialog-category-delete', press: ['Delete Antipasti'] },
  { ...QR, name: 'dialog-qr-code', press: ['Generate QR Code'] },
  { ...QR, name: 'dialog-qr-style', press: ['Change Style'] },
  { ...QR, name: 'dialog-qr-add', press: ['Add Codes'] },
  { ...QR, name: 'dialog-qr-rename', press: ['Rename Table 1'] },
  { ...QR, name: 'dialog-qr-retire', press: ['Retire Table 1'] },
  { ...QR, name: 'dialog-qr-print', press: ['Print Sheet'] },
  { ...SETTINGS, name: 'dialog-hours', press: [/^(Set|Edit) Hours$/] },
  { ...SETTINGS, name: 'dialog-special-day', press: [/^(Set|Edit) Hours$/, 'Add Special Day'] },
  { ...SETTINGS, name: 'dialog-delete-restaurant', press: ['Delete Restaurant'] },
  { name: 'dialog-daypart', path: '/settings/dayparts', viewer: 'owner', ready: 'Dayparts', press: ['Add Daypart'] },
  {
    name: 'dialog-suspend',
    path: '/admin/restaurants',
    viewer: 'admin',
    ready: 'Linden & Rye',
    press: ['More about Linden & Rye', 'Suspend'],
  },
  {
    name: 'dialog-review',
    path: '/admin/beta',
    viewer: 'admin',
    ready: 'Osteria al Porto',
    press: [/^Review/],
    before: (origin) =>
      fetch(`${origin}/api/beta-signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          companyName: 'Osteria al Porto',
          contactName: 'Lucia Moretti',
          email: 'lucia@osteria.test',
          restaurantType: 'Seafood',
          estimatedTables: '24',
        }),
      }),
  },
];

/** The log-ins of the seeded demonstration users. */
const SIGN_IN: Record<Exclude<Viewer, 'nobody'>, { email: string; password: string }> = {
  owner: { email: 'demo@tavola.test', password: 'demo-password' },
  admin: { email: 'admin@tavola.test', password: 'admin-password' },
};

/** The access token of a seeded user of the site at `origin`, or null for anonymous users. */
export async function tokenOf(origin: string, viewer: Viewer): Promise<string | null> {
  if (viewer === 'nobody') return null;
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SIGN_IN[viewer]),
  });
  if (!response.ok) throw new Error(`${viewer} could not sign in: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}

/** Calls the API of the site at `origin` as the seeded owner. */
async function asOwner<Answer>(origin: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${await tokenOf(origin, 'owner')}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Changes a price, so that there is a history. */
async function changeMenu(origin: string): Promise<void> {
  const [one] = await asOwner<MenuItem[]>(origin, 'GET', '/api/menu-items');
  if (!one) throw new Error('the seeded menu has no dishes');
  await asOwner(origin, 'PUT', `/api/menu-items/${one.id}`, { price: one.price + 1 });
}

/** Adds French, and translates the first text. */
async function addFrench(origin: string): Promise<void> {
  const { name } = await asOwner<Tenant>(origin, 'GET', '/api/tenant');
  await asOwner(origin, 'PUT', '/api/tenant', { name, languages: { base: 'en', others: ['fr'] } });
  const path = '/api/translations/fr';
  const { texts } = await asOwner<MenuTranslations>(origin, 'GET', path);
  const [first] = texts;
  if (!first) throw new Error('the seeded menu has no texts');
  const { kind, id, field, base } = first;
  await asOwner(origin, 'PUT', path, { changes: [{ kind, id, field, base, text: 'Hors-d’œuvre' }] });
}
