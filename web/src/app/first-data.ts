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

/** What the dashboard's screen at `pathname` asks of the API beside the signed-in user. */
export const firstDataOf = (pathname: string): readonly string[] => FIRST_DATA.get(screenPath(pathname)) ?? [];

/** Whether the access token names a restaurant: an admin's calls for one would be refused. */
export const isRestaurants = (token: string): boolean => typeof claimsOf(token).tenantId === 'string';
