import { claimsOf } from '../lib/session/token-claims.ts';

const ITEMS = ['/api/menu-items', '/api/categories', '/api/tenant'] as const;
const OVERVIEW = [...ITEMS, '/api/dashboard/stats'] as const;

/** What a screen shows first, beyond its code. */
const FIRST_DATA = new Map<string, readonly string[]>([
  ['/dashboard', OVERVIEW],
  ['/', OVERVIEW],
  ['/dashboard/items', ITEMS],
  ['/dashboard/categories', ['/api/categories', '/api/menu-items']],
]);

/** The dashboard's screen at `pathname`, as the routes name it. */
export const screenPath = (pathname: string): string => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname);

/**
 * What the dashboard's screen at `pathname` asks of the API beside the signed-in user. Nothing where `token` would be refused it:
 * without a restaurant, and for who only works in its kitchen.
 */
export function firstDataOf(pathname: string, token: string): readonly string[] {
  const { tenantId, role } = claimsOf(token);
  if (typeof tenantId !== 'string' || role === 'staff') return [];
  return FIRST_DATA.get(screenPath(pathname)) ?? [];
}

/** Whether the access token names a restaurant. */
export const isRestaurants = (token: string): boolean => typeof claimsOf(token).tenantId === 'string';
