/** The services behind the gateway. */
export type Service = 'auth' | 'menu' | 'public-menu' | 'qr' | 'analytics' | 'admin';

/** Who may call: everybody, a signed-in user, or a platform admin. The services check again. */
export type WhoMay = 'anyone' | 'signed-in' | 'admin';

export interface Route {
  /** A whole path, or with a trailing slash the start of one. */
  path: string;
  service: Service;
  who: WhoMay;
}

/** Everything that can be reached from outside. What is not here does not exist, `/internal` least of all. */
export const ROUTES: readonly Route[] = [
  { path: '/api/auth/login', service: 'auth', who: 'anyone' },
  { path: '/api/auth/signup', service: 'auth', who: 'anyone' },
  { path: '/api/auth/me', service: 'auth', who: 'signed-in' },
  { path: '/api/tenant', service: 'auth', who: 'signed-in' },
  { path: '/api/categories', service: 'menu', who: 'signed-in' },
  { path: '/api/categories/', service: 'menu', who: 'signed-in' },
  { path: '/api/menu-items', service: 'menu', who: 'signed-in' },
  { path: '/api/menu-items/', service: 'menu', who: 'signed-in' },
  { path: '/api/public/menu/', service: 'public-menu', who: 'anyone' },
  { path: '/api/public/visits', service: 'analytics', who: 'anyone' },
  { path: '/api/qr-code', service: 'qr', who: 'signed-in' },
  { path: '/q/', service: 'qr', who: 'anyone' },
  { path: '/api/dashboard/stats', service: 'analytics', who: 'signed-in' },
  { path: '/api/beta-signup', service: 'admin', who: 'anyone' },
  { path: '/api/admin/', service: 'admin', who: 'admin' },
];

/** The route of `path` (without query), or null: the path as it came, neither decoded nor tidied up. */
export function routeOf(path: string): Route | null {
  return ROUTES.find((route) => (route.path.endsWith('/') ? path.startsWith(route.path) : path === route.path)) ?? null;
}
