import { readCode } from '../../../services/qr/test/read-code.ts';
import { ask, type Restaurant } from './restaurant.ts';
import type { Kind } from './steady-load.ts';

/** What a restaurant's owner and its guests, and an admin, ask of each service; without an admin's token, visitors ask admin. */
async function usualOf(
  origin: string,
  { slug, token, tenantId, picture }: Restaurant,
  adminToken: string | undefined,
): Promise<Kind[]> {
  const { body: code } = await ask(origin, '/api/qr-code', { token });
  const link = new URL((await readCode(Buffer.from(code.qrCode.split(',')[1], 'base64'))) ?? '');
  return [
    { path: '/', status: 200 },
    { path: `/menu/${slug}`, status: 200 },
    { path: `/api/public/menu/${slug}`, status: 200 },
    { path: '/robots.txt', status: 200 },
    { path: link.pathname, status: 302 },
    { path: '/api/auth/me', token, status: 200 },
    { path: '/api/tenant', token, status: 200 },
    { path: '/api/categories', token, status: 200 },
    { path: '/api/qr-code', token, status: 200 },
    { path: '/api/qr-codes', token, status: 200 },
    { path: `/api/media/${picture.upload}`, token, status: 200 },
    { path: picture.file, status: 200 },
    { path: '/api/dashboard/stats', token, status: 200 },
    adminToken ? { path: '/api/admin/tenants', token: adminToken, status: 200 } : { path: '/api/pricing', status: 200 },
    { method: 'POST', path: '/api/public/visits', status: 204, body: () => ({ tenantId, seconds: 12 }) },
  ];
}

/** Requests of all `restaurants`, and of the first one that changes its menu. Called anew for each load. */
export async function usualLoad(
  origin: string,
  restaurants: readonly [Restaurant, ...Restaurant[]],
  adminToken?: string,
): Promise<Kind[]> {
  const usual = (await Promise.all(restaurants.map((one) => usualOf(origin, one, adminToken)))).flat();
  const [{ itemId, token }] = restaurants;
  let price = 10;
  const change: Kind = {
    method: 'PUT',
    path: `/api/menu-items/${itemId}`,
    token,
    status: 200,
    body: () => {
      price = price >= 99 ? 10 : price + 1;
      return { price };
    },
  };
  // A change invalidates every cached copy of a menu; two changes a second are more than any restaurant makes.
  return [...usual, change];
}
