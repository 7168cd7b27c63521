import { lazyPage } from './lazy-page.ts';

const AdminPage = lazyPage(() => import('../features/admin/pages/admin-page.tsx').then((m) => m.AdminPage));
const RestaurantsPage = lazyPage(() =>
  import('../features/admin/pages/restaurants-page.tsx').then((m) => m.RestaurantsPage),
);
const RestaurantPage = lazyPage(() =>
  import('../features/admin/pages/restaurant-page.tsx').then((m) => m.RestaurantPage),
);
const UsersPage = lazyPage(() => import('../features/admin/pages/users-page.tsx').then((m) => m.UsersPage));
const BetaPage = lazyPage(() => import('../features/admin/pages/beta-page.tsx').then((m) => m.BetaPage));
const AuditPage = lazyPage(() => import('../features/admin/pages/audit-page.tsx').then((m) => m.AuditPage));

const AccountPage = lazyPage(() => import('../features/account/pages/account-page.tsx').then((m) => m.AccountPage));

/** The platform operator's screens, by path. */
export const ADMIN_PAGES = new Map([
  ['/admin', AdminPage],
  ['/admin/restaurants', RestaurantsPage],
  ['/admin/restaurant', RestaurantPage],
  ['/admin/users', UsersPage],
  ['/admin/beta', BetaPage],
  ['/admin/audit', AuditPage],
  ['/admin/account', AccountPage],
]);
