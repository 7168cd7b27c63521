import { KITCHEN_PATH } from '../features/kitchen/kept.ts';
import { NEW_PLACE_PATH } from '../features/places/new-place-path.ts';
import { FORM_PATHS } from '../features/settings/sections.ts';
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
const AccountPage = lazyPage(() => import('./dashboard-account.tsx').then((m) => m.DashboardAccount));

/** What a kitchen tablet shows instead of the dashboard and of the login page, until its PIN is entered. */
export const UnlockPage = lazyPage(() => import('../features/kitchen/pages/unlock-page.tsx').then((m) => m.UnlockPage));

/** A signed-in restaurant's screens, by path (spec §2). */
export const DASHBOARD_PAGES = new Map([
  ['/', OverviewPage],
  ['/dashboard', OverviewPage],
  ['/dashboard/items', ItemsPage],
  ['/dashboard/categories', CategoriesPage],
  ['/dashboard/options', OptionsPage],
  ['/dashboard/items/change', BulkEditPage],
  ['/dashboard/import', ImportPage],
  ['/dashboard/allergens', AllergensPage],
  ['/dashboard/history', HistoryPage],
  [KITCHEN_PATH, KitchenPage],
  ['/dashboard/qr', QrPage],
  ['/dashboard/analytics', AnalyticsPage],
  ['/dashboard/analytics/places', PlacesPage],
  ['/dashboard/languages', LanguagesPage],
  ...FORM_PATHS.map((path) => [path, SettingsPage] as const),
  ['/settings/dayparts', DaypartsPage],
  ['/settings/account', AccountPage],
  [NEW_PLACE_PATH, NewPlacePage],
]);

/** Identifies the screen at `path`. Addresses of one screen, such as the sections of Settings, share its state. */
export const screenAt = (path: string): string => (FORM_PATHS.includes(path) ? (FORM_PATHS[0] as string) : path);
