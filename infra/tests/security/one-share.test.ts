import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startSite } from '../harness/in-process.ts';
import { newRestaurant, type Restaurant } from './people.ts';

// A restaurant's writes wait for its row, which somebody else has locked. Each service has ten connections.

const site = await startSite({ upstreamTimeoutMs: 15_000 });
const [busy, other] = [await newRestaurant(site), await newRestaurant(site)];
const locking = new pg.Client({ connectionString: site.database.adminUrl });
await locking.connect();
afterAll(() => locking.end());

/** One writes and 20 wait. */
const TAKEN = 21;
const REFUSED = 4;

interface Act {
  method: string;
  path(own: Restaurant): string;
  body?(n: number): object;
}

const SERVICES: [service: string, lock: string, lockedBy: (own: Restaurant) => unknown, write: Act, read: Act][] = [
  [
    'menu',
    'SELECT FROM menu.menu_version WHERE tenant_id = $1 FOR UPDATE',
    ({ tenantId }) => tenantId,
    { method: 'PUT', path: ({ itemIds }) => `/api/menu-items/${itemIds[0]}`, body: (n) => ({ price: n }) },
    { method: 'GET', path: () => '/api/menu-items' },
  ],
  [
    'auth',
    'SELECT FROM auth.tenant WHERE id = $1 FOR UPDATE',
    ({ tenantId }) => tenantId,
    { method: 'PUT', path: () => '/api/tenant', body: (n) => ({ name: `Da Ada ${n}` }) },
    { method: 'GET', path: () => '/api/tenant' },
  ],
  [
    'qr',
    'SELECT FROM qr.code WHERE id = $1 FOR UPDATE',
    ({ codeIds }) => codeIds[1],
    { method: 'PUT', path: ({ codeIds }) => `/api/qr-codes/${codeIds[1]}`, body: (n) => ({ name: `Window ${n}` }) },
    { method: 'GET', path: () => '/api/qr-codes' },
  ],
];

describe('many writes of one restaurant at once', () => {
  it.each(SERVICES)(
    'leave connections to others, and too many are refused: %s',
    async (_service, lock, of, write, read) => {
      const call = (own: Restaurant, { method, path, body }: Act, n: number) => own.call(method, path(own), body?.(n));
      await locking.query('BEGIN');
      await locking.query(lock, [of(busy)]);
      const answers: Awaited<ReturnType<typeof call>>[] = [];
      const writes = Array.from({ length: TAKEN + REFUSED }, async (_, n) => answers.push(await call(busy, write, n)));
      await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(REFUSED), { timeout: 30_000 });
      const others = await Promise.all([call(other, write, 1), call(other, read, 2), call(other, write, 3)]);
      const refused = [...answers];
      await locking.query('ROLLBACK');
      await Promise.all(writes);
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
        Array(REFUSED).fill([429, '1']),
      );
      expect(refused[0]?.body).toMatchObject({ type: 'urn:tavola:problem:too-many-requests' });
      // On a slow machine one may have waited for the lock until its statement was ended.
      expect(answers.slice(REFUSED).filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      expect(answers).toHaveLength(TAKEN + REFUSED);
      expect((await call(busy, write, 4)).status).toBe(200);
    },
  );
});
