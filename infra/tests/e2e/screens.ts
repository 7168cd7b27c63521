import { ar as arabic } from '../../../web/src/features/public-menu/words/ar.ts';

/** The kind of user that opens a screen. */
export type Viewer = 'nobody' | 'owner' | 'admin';

export interface Screen {
  name: string;
  path: string;
  viewer: Viewer;
  /** A text that shows once the screen has its data. */
  ready: string | RegExp;
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
  { name: 'menu-japanese', path: '/menu/sushi-nami', viewer: 'nobody', ready: 'Ready to Order?' },
  { name: 'menu-french', path: '/menu/bistrot-clementine', viewer: 'nobody', ready: 'Ready to Order?' },
  { name: 'menu-arabic', path: '/menu/bayt-al-mezze', viewer: 'nobody', ready: arabic.readyToOrder },
  { name: 'menu-not-found', path: '/menu/nobody-here', viewer: 'nobody', ready: 'Menu not found' },
  { name: 'not-found', path: '/somewhere-else', viewer: 'nobody', ready: '404 Page Not Found' },
  { name: 'overview', path: '/dashboard', viewer: 'owner', ready: 'Total Menu Views' },
  { name: 'items', path: '/dashboard/items', viewer: 'owner', ready: 'Add Item' },
  { name: 'categories', path: '/dashboard/categories', viewer: 'owner', ready: 'Antipasti' },
  { name: 'qr', path: '/dashboard/qr', viewer: 'owner', ready: 'Generate QR Code' },
  { name: 'kitchen', path: '/dashboard/kitchen', viewer: 'owner', ready: 'All dishes' },
  { name: 'analytics', path: '/dashboard/analytics', viewer: 'owner', ready: 'Popular Items' },
  { name: 'languages', path: '/dashboard/languages', viewer: 'owner', ready: 'Add a language' },
  { name: 'settings', path: '/settings', viewer: 'owner', ready: 'Restaurant Information' },
  { name: 'account', path: '/settings/account', viewer: 'owner', ready: 'This device' },
  { name: 'access-denied', path: '/admin', viewer: 'owner', ready: 'Access Denied' },
  { name: 'admin', path: '/admin', viewer: 'admin', ready: 'Recent Tenants' },
  { name: 'admin-restaurants', path: '/admin/restaurants', viewer: 'admin', ready: 'To be deleted' },
  { name: 'admin-users', path: '/admin/users', viewer: 'admin', ready: 'To be deleted' },
  { name: 'admin-beta', path: '/admin/beta', viewer: 'admin', ready: 'No new applications' },
  { name: 'admin-audit', path: '/admin/audit', viewer: 'admin', ready: 'No activity yet' },
  { name: 'admin-account', path: '/admin/account', viewer: 'admin', ready: 'This device' },
];

/** The log-ins of the seeded demonstration users. */
export const SIGN_IN: Record<Exclude<Viewer, 'nobody'>, { email: string; password: string }> = {
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
