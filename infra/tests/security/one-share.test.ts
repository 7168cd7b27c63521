import { setTimeout as rest } from 'node:timers/promises';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { TRANSACTIONS_AT_ONCE, TRANSACTIONS_WAITING } from '@tavola/service-kit/runtime/tenant-queues.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startSite } from '../harness/in-process.ts';
import { callsBy, newAdmin, newOwner, newRestaurant, type Restaurant } from './people.ts';

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

/** How many other requests are timed, one after the other. */
const TIMED = 20;

/** The 95th of a hundred times that `other`, who writes and reads, waits, in milliseconds. */
async function p95OfOther(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < TIMED; n += 1) {
    const startedAt = performance.now();
    const [write, read] = [
      await other.call('PUT', `/api/menu-items/${other.itemIds[0]}`, { price: n }),
      await other.call('GET', '/api/menu-items'),
    ];
    expect([write.status, read.status]).toEqual([200, 200]);
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((one, next) => one - next)[Math.ceil(TIMED * 0.95) - 1] as number;
}

describe('nobody slows anybody', () => {
  /** A person's token in a restaurant, and the address of an item there. */
  const inPlace = async (token: string) => {
    const call = (method: string, path: string, body: object) => callsBy(site)(method, path, { token, body });
    const { id } = (await call('POST', '/api/categories', { name: 'Pasta' })).body;
    const item = (await call('POST', '/api/menu-items', { name: 'Carbonara', price: 1, categoryId: id })).body;
    return { token, path: `/api/menu-items/${item.id}` };
  };

  /** One person who owns the most restaurants that one may. */
  const withManyPlaces = async () => {
    const owner = await newOwner(site);
    const tenantIds = [owner.tenantId];
    for (let n = 1; n < QUOTAS.restaurants.most; n += 1) {
      const made = await owner.call('POST', '/api/restaurants', { name: `Da Ada ${n}`, slug: `${owner.slug}-${n}` });
      tenantIds.push(made.body.id);
    }
    const places = [];
    for (const tenantId of tenantIds) {
      places.push(await inPlace((await owner.call('POST', '/api/auth/switch', { tenantId })).body.token));
    }
    return { tenantIds, places };
  };

  /** One restaurant with the most people that one may have. */
  const withManyPeople = () => {
    const { tenantId, itemIds } = busy;
    const people = Array.from({ length: QUOTAS.members.most }, () => person({ tenantId, role: 'manager' }));
    return {
      tenantIds: [tenantId],
      places: people.map(({ token }) => ({ token, path: `/api/menu-items/${itemIds[0]}` })),
    };
  };

  it.each([
    ['one person with twenty places', withManyPlaces],
    ['one place with fifty people', withManyPeople],
  ])('who is not of the same: %s', { tags: 'full', timeout: 120_000 }, async (_what, make) => {
    const { tenantIds, places } = await make();
    const calm = await p95OfOther();
    await locking.query('BEGIN');
    await locking.query('SELECT FROM menu.menu_version WHERE tenant_id = ANY ($1) FOR UPDATE', [tenantIds]);
    const writes = places.map(({ token, path }) => callsBy(site)('PUT', path, { token, body: { price: 2 } }));
    await vi.waitFor(async () => expect(await waitingWrites()).toBe(1), { timeout: 10_000 });
    const besides = await p95OfOther();
    await vi.waitFor(async () => expect(await waitingWrites()).toBe(1), { timeout: 10_000 });
    await locking.query('ROLLBACK');
    const statuses = new Set((await Promise.all(writes)).map(({ status }) => status));
    // Of fifty at once, those for whom there is no room are refused.
    expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(besides).toBeLessThan(3 * calm + 500);
  });
});

/** How many connections wait for another's row. */
async function waitingWrites(): Promise<number> {
  const { rows } = await locking.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length;
}

/** How many connections wait for an advisory lock. */
async function waitingReads(): Promise<number> {
  const { rows } = await locking.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'",
  );
  return rows.length;
}

describe('many reads of one restaurant at once', () => {
  it('leave connections to others, and too many are refused: analytics', async () => {
    const [at, key] = ['/api/analytics', 15];
    await site.database.rows('INSERT INTO analytics.quarter_tally (tenant_id, quarter, views) VALUES ($1, now(), 1)', [
      busy.tenantId,
    ]);
    // Nobody locks a row to read it. Here the restaurant's own rows wait for a lock whenever they are read.
    await site.database.rows(`
      CREATE FUNCTION analytics.wait_for(tenant uuid) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN
        IF tenant = '${busy.tenantId}' THEN PERFORM pg_advisory_xact_lock_shared(${key}); END IF;
        RETURN true;
      END $$;
      CREATE POLICY slow ON analytics.quarter_tally AS RESTRICTIVE FOR SELECT USING (analytics.wait_for(tenant_id))`);
    const taken = TRANSACTIONS_AT_ONCE.read + TRANSACTIONS_WAITING;
    await locking.query('SELECT pg_advisory_lock($1)', [key]);
    const answers: Awaited<ReturnType<Restaurant['call']>>[] = [];
    const reads = Array.from({ length: taken + REFUSED }, async () => answers.push(await busy.call('GET', at)));
    await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(REFUSED), { timeout: 30_000 });
    await vi.waitFor(async () => expect(await waitingReads()).toBe(TRANSACTIONS_AT_ONCE.read), { timeout: 30_000 });
    const others = await Promise.all([1, 2, 3].map(() => other.call('GET', at)));
    const refused = [...answers];
    await locking.query('SELECT pg_advisory_unlock($1)', [key]);
    await Promise.all(reads);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      Array(REFUSED).fill([429, '1']),
    );
    // On a slow machine some may have waited for the lock until their statement was ended.
    expect(answers.slice(REFUSED).filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect((await busy.call('GET', at)).status).toBe(200);
  });
});

describe('one restaurant that asks for exports without end', () => {
  it('has one made, and leaves others theirs and all else that admin does', {
    tags: 'full',
    timeout: 120_000,
  }, async () => {
    await site.database.rows(
      `INSERT INTO analytics.item_tally (tenant_id, day, item_id, seen, opened)
       SELECT $1, '2026-01-01'::date + nth % 300, nth, nth % 1000, nth % 10 FROM generate_series(1, 100000) AS nth`,
      [busy.tenantId],
    );
    const admin = await newAdmin(site);
    const statuses = new Set<number>();
    let isOver = false;
    const asking = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        statuses.add((await busy.call('POST', '/api/account/export')).status);
        await rest(10);
      }
    });
    const answers = [await other.call('POST', '/api/account/export')];
    const states = new Set<string>();
    await vi.waitFor(
      async () => {
        answers.push(
          await other.call('GET', '/api/menu-items'),
          await callsBy(site)('GET', '/api/admin/tenants', { token: admin.token }),
        );
        for (const own of [busy, other]) {
          const { body } = await own.call('GET', '/api/account/export/progress');
          states.add(body.state);
          expect(body.state).toBe('done');
        }
      },
      { timeout: 60_000, interval: 100 },
    );
    isOver = true;
    await Promise.all(asking);
    expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([200, 202]);
    expect([...statuses].toSorted()).toEqual([202, 429]);
    expect(states).not.toContain('failed');
    const made = await site.database.rows('SELECT runs FROM admin.data_export WHERE tenant_id = ANY ($1)', [
      [busy.tenantId, other.tenantId],
    ]);
    expect(made).toEqual([{ runs: 1 }, { runs: 1 }]);
  });
});
