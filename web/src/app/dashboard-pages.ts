import { lazyPage } from './lazy-page.ts';

const OverviewPage = lazyPage(() => import('./dashboard-overview.tsx').then((m) => m.DashboardOverview));
const ItemsPage = lazyPage(() => import('../features/items/pages/items-page.tsx').then((m) => m.ItemsPage));
const CategoriesPage = lazyPage(() =>
  import('../features/categories/pages/categories-page.tsx').then((m) => m.CategoriesPage),
);
const HistoryPage = lazyPage(() => import('../features/history/pages/history-page.tsx').then((m) => m.HistoryPage));
const KitchenPage = lazyPage(() => import('../features/kitchen/pages/kitchen-page.tsx').then((m) => m.KitchenPage));
const QrPage = lazyPage(() => import('../features/qr/pages/qr-page.tsx').then((m) => m.QrPage));
const AnalyticsPage = lazyPage(() =>
  import('../features/analytics/pages/analytics-page.tsx').then((m) => m.AnalyticsPage),
);
const LanguagesPage = lazyPage(() =>
  import('../features/languages/pages/languages-page.tsx').then((m) => m.LanguagesPage),
);
const SettingsPage = lazyPage(() => import('./dashboard-settings.tsx').then((m) => m.DashboardSettings));

const AccountPage = lazyPage(() => import('../features/account/pages/account-page.tsx').then((m) => m.AccountPage));

/** A signed-in restaurant's screens, by path (spec §2). */
export const DASHBOARD_PAGES = new Map([
  ['/', OverviewPage],
  ['/dashboard', OverviewPage],
  ['/dashboard/items', ItemsPage],
  ['/dashboard/categories', CategoriesPage],
  ['/dashboard/history', HistoryPage],
  ['/dashboard/kitchen', KitchenPage],
  ['/dashboard/qr', QrPage],
  ['/dashboard/analytics', AnalyticsPage],
  ['/dashboard/languages', LanguagesPage],
  ['/settings', SettingsPage],
  ['/settings/account', AccountPage],
]);
