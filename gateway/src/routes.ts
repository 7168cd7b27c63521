/** The services behind the gateway. */
export type Service = 'auth' | 'menu' | 'public-menu' | 'qr' | 'analytics' | 'admin';

/** Who may call: everybody, a signed-in user, or a platform admin. The services check again. */
export type WhoMay = 'anyone' | 'signed-in' | 'admin';

export interface Route {
  /** A whole path, or with a trailing slash the start of one. */
  path: string;
  service: Service;
  who: WhoMay;
  /** Whether an answer may take its time: passwords are hashed in turn, pictures drawn, other services asked. */
  isSlow?: boolean;
}

/** Where a diner's page hears of changes lies under here; see `isStream`. */
const PUBLIC_MENU: Route = { path: '/api/public/menu/', service: 'public-menu', who: 'anyone' };

/** Everything that can be reached from outside. What is not here does not exist, `/internal` least of all. */
export const ROUTES: readonly Route[] = [
  { path: '/api/auth/login', service: 'auth', who: 'anyone' },
  { path: '/api/auth/signup', service: 'auth', who: 'anyone' },
  { path: '/api/auth/forgot-password', service: 'auth', who: 'anyone' },
  { path: '/api/auth/reset-password', service: 'auth', who: 'anyone' },
  { path: '/api/auth/me', service: 'auth', who: 'signed-in' },
  { path: '/api/auth/two-factor', service: 'auth', who: 'signed-in', isSlow: true },
  { path: '/api/auth/two-factor/', service: 'auth', who: 'signed-in', isSlow: true },
  { path: '/api/auth/logout', service: 'auth', who: 'signed-in' },
  { path: '/api/auth/logout-everywhere', service: 'auth', who: 'signed-in' },
  { path: '/api/auth/sessions', service: 'auth', who: 'signed-in' },
  { path: '/api/auth/sessions/', service: 'auth', who: 'signed-in' },
  { path: '/api/auth/password', service: 'auth', who: 'signed-in', isSlow: true },
  { path: '/api/tenant', service: 'auth', who: 'signed-in' },
  { path: '/api/account', service: 'auth', who: 'signed-in' },
  { path: '/api/account/deletion', service: 'auth', who: 'signed-in', isSlow: true },
  { path: '/api/categories', service: 'menu', who: 'signed-in' },
  { path: '/api/categories/', service: 'menu', who: 'signed-in' },
  { path: '/api/menu-items', service: 'menu', who: 'signed-in' },
  { path: '/api/menu-items/', service: 'menu', who: 'signed-in' },
  PUBLIC_MENU,
  { path: '/menu/', service: 'public-menu', who: 'anyone' },
  { path: '/robots.txt', service: 'public-menu', who: 'anyone' },
  { path: '/sitemap.xml', service: 'public-menu', who: 'anyone' },
  { path: '/sitemaps/', service: 'public-menu', who: 'anyone' },
  { path: '/api/public/visits', service: 'analytics', who: 'anyone' },
  { path: '/api/qr-code', service: 'qr', who: 'signed-in', isSlow: true },
  { path: '/api/qr-codes', service: 'qr', who: 'signed-in', isSlow: true },
  { path: '/api/qr-codes/', service: 'qr', who: 'signed-in', isSlow: true },
  { path: '/q/', service: 'qr', who: 'anyone' },
  { path: '/api/analytics', service: 'analytics', who: 'signed-in' },
  { path: '/api/analytics/', service: 'analytics', who: 'signed-in' },
  { path: '/api/dashboard/stats', service: 'analytics', who: 'signed-in' },
  { path: '/api/beta-signup', service: 'admin', who: 'anyone' },
  { path: '/api/account/export', service: 'admin', who: 'signed-in', isSlow: true },
  { path: '/api/admin/', service: 'admin', who: 'admin', isSlow: true },
];

const whole = new Map(ROUTES.map((route) => [route.path, route]));
const starts = ROUTES.filter((route) => route.path.endsWith('/'));

/** The route of `path` (without query), or null: the path as it came, neither decoded nor tidied up. */
export function routeOf(path: string): Route | null {
  return whole.get(path) ?? starts.find((route) => path.startsWith(route.path)) ?? null;
}

/** Whether what answers at `path` is a stream of events, open for hours. */
export const isStream = (route: Route, path: string): boolean => route === PUBLIC_MENU && path.endsWith('/events');
