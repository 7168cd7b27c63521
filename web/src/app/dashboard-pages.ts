import type { SignedInUser } from '@tavola/contracts/auth.ts';
import type { Permission } from '@tavola/contracts/permissions.ts';
import { KITCHEN_PATH } from '../features/kitchen/kept.ts';
import { NEW_PLACE_PATH } from '../features/places/new-place-path.ts';
import { FORM_PATHS, TEAM_PATH } from '../features/settings/sections.ts';
import { userMay } from '../lib/session/may.ts';
import { lazyPage } from './lazy-page.ts';

const OverviewPage = lazyPage(() => import('./dashboard-overview.tsx').then((m) => m.DashboardOverview));
const ItemsPage = lazyPage(() => import('./dashboard-items.tsx').then((m) => m.DashboardItems));
const CategoriesPage = lazyPage(() =>
  import('../features/categories/pages/categories-page.tsx').then((m) => m.CategoriesPage),
);
const OptionsPage = lazyPage(() => import('../features/options/pages/options-page.tsx').then((m) => m.OptionsPage));
const ImportPage = lazyPage(() => import('../features/import/pages/import-page.tsx').then((m) => m.ImportPage));
const BulkEditPage = lazyPage(() =>
  import('../features/bulk-edit/pages/bulk-edit-page.tsx').then((m) => m.BulkEditPage),
);
const AllergensPage = lazyPage(() =>
  import('../features/allergens/pages/allergens-page.tsx').then((m) => m.AllergensPage),
);
const HistoryPage = lazyPage(() => import('../features/history/pages/history-page.tsx').then((m) => m.HistoryPage));
const KitchenPage = lazyPage(() => import('../features/kitchen/pages/kitchen-page.tsx').then((m) => m.KitchenPage));
const QrPage = lazyPage(() => import('../features/qr/pages/qr-page.tsx').then((m) => m.QrPage));
const AnalyticsPage = lazyPage(() =>
  import('../features/analytics/pages/analytics-page.tsx').then((m) => m.AnalyticsPage),
);
const PlacesPage = lazyPage(() => import('../features/analytics/pages/places-page.tsx').then((m) => m.PlacesPage));
const LanguagesPage = lazyPage(() =>
  import('../features/languages/pages/languages-page.tsx').then((m) => m.LanguagesPage),
);
const NewPlacePage = lazyPage(() => import('../features/places/pages/new-place-page.tsx').then((m) => m.NewPlacePage));
const SettingsPage = lazyPage(() => import('./dashboard-settings.tsx').then((m) => m.DashboardSettings));
const DaypartsPage = lazyPage(() => import('../features/settings/pages/dayparts-page.tsx').then((m) => m.DaypartsPage));
const TeamPage = lazyPage(() => import('../features/team/pages/team-page.tsx').then((m) => m.TeamPage));
const AccountPage = lazyPage(() => import('./dashboard-account.tsx').then((m) => m.DashboardAccount));

/** What a kitchen tablet shows instead of the dashboard and of the login page, until its PIN is entered. */
export const UnlockPage = lazyPage(() => import('../features/kitchen/pages/unlock-page.tsx').then((m) => m.UnlockPage));

/** Who sees a screen: who has a permission in the session's restaurant, or everybody who is signed in. */
type Needs = Permission | 'account';

/** A signed-in restaurant's screens (spec §2), and what each needs. */
const SCREENS: readonly (readonly [path: string, page: typeof OverviewPage, needs: Needs])[] = [
  ['/', OverviewPage, 'figures.read'],
  ['/dashboard', OverviewPage, 'figures.read'],
  ['/dashboard/items', ItemsPage, 'menu.write'],
  ['/dashboard/categories', CategoriesPage, 'menu.write'],
  ['/dashboard/options', OptionsPage, 'menu.write'],
  ['/dashboard/items/change', BulkEditPage, 'menu.write'],
  ['/dashboard/import', ImportPage, 'menu.write'],
  ['/dashboard/allergens', AllergensPage, 'allergens.declare'],
  ['/dashboard/history', HistoryPage, 'menu.write'],
  [KITCHEN_PATH, KitchenPage, 'availability.write'],
  ['/dashboard/qr', QrPage, 'menu.write'],
  ['/dashboard/analytics', AnalyticsPage, 'figures.read'],
  ['/dashboard/analytics/places', PlacesPage, 'figures.read'],
  ['/dashboard/languages', LanguagesPage, 'settings.write'],
  ...FORM_PATHS.map((path) => [path, SettingsPage, 'settings.write'] as const),
  ['/settings/dayparts', DaypartsPage, 'menu.write'],
  [TEAM_PATH, TeamPage, 'restaurant.own'],
  ['/settings/account', AccountPage, 'account'],
  // It says to others than owners where they may add one.
  [NEW_PLACE_PATH, NewPlacePage, 'account'],
];

/** The pages of the screens, by path. */
export const DASHBOARD_PAGES = new Map(SCREENS.map(([path, page]) => [path, page]));

const NEEDS = new Map(SCREENS.map(([path, , needs]) => [path, needs]));

/** Whether `user` may see the dashboard's screen at `path`; false for any other path. */
export function maySee(user: SignedInUser, path: string): boolean {
  const needs = NEEDS.get(path);
  if (needs === undefined || needs === 'account') return needs !== undefined;
  return userMay(user, needs);
}

/** The first screen of `user`: who only works in the kitchen has the kitchen's. */
export function homeOf(user: SignedInUser): string {
  if (user.tenantId === null) return user.role === 'admin' ? '/admin' : '/dashboard';
  return maySee(user, '/dashboard') ? '/dashboard' : KITCHEN_PATH;
}

/** Identifies the screen at `path`. Addresses of one screen, such as the sections of Settings, share its state. */
export const screenAt = (path: string): string => (FORM_PATHS.includes(path) ? (FORM_PATHS[0] as string) : path);
