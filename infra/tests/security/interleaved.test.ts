import {
  asPlatform,
  asTenant,
  inPoolTransaction,
  makePool,
  type Pool,
  prismaAdapter,
  readAsPlatform,
  readAsTenant,
} from '@tavola/service-kit/data/postgres.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { PrismaClient } from '../../../services/menu/src/generated/client.ts';
import { startSite } from '../harness/in-process.ts';
import { type Caller, joinTeam, newMember, newRestaurant, plainHeaders, type Restaurant } from './people.ts';

// @module-tag full
// Two tenants share the same two connections of every service.

const pools: Pool[] = vi.hoisted(() => []);
vi.mock('@tavola/service-kit/data/postgres.ts', async (load) => {
  const actual = await load<typeof import('@tavola/service-kit/data/postgres.ts')>();
  return {
    ...actual,
    makePool(...[url, name, log, max]: Parameters<typeof actual.makePool>) {
      const pool = actual.makePool(url, name, log, max === 1 ? 1 : 2);
      pools.push(pool);
      return pool;
    },
  };
});

const site = await startSite();
const [one, two] = [await newRestaurant(site), await newRestaurant(site)];
const { database } = site;
/** The people of each restaurant, and one person who works for both and switches between them. */
const team = async (own: Restaurant) => ({
  manager: await newMember(site, own, 'manager'),
  staff: await newMember(site, own, 'staff', true),
});
const teams = new Map([
  [one, await team(one)],
  [two, await team(two)],
]);
const shared = await newMember(site, one, 'manager');
await joinTeam(two, shared, 'staff', true);
await shared.call('PUT', '/api/auth/me', { name: 'Cora' });

const SETTINGS = `SELECT nullif(current_setting('app.tenant_id', true), '') AS tenant,
  nullif(current_setting('app.user_id', true), '') AS "user", nullif(current_setting('app.platform', true), '') AS platform`;
const NOTHING = { tenant: null, user: null, platform: null };

/** A repeated request, with its allowed responses. */
interface Act {
  method: string;
  path: string;
  body?: unknown;
  is: number;
  /** Aborted after this many milliseconds. */
  abortAfter?: number;
}

/** An owner's requests in turn: reads, writes, requests rejected in mid-transaction, and aborted requests. */
const actsOf = (own: Restaurant, others: Restaurant, turn: number): readonly Act[] => {
  const name = `Turn ${turn} ${own.mark}`;
  const itemId = own.itemIds[turn % 3];
  return [
    { method: 'GET', path: '/api/categories', is: 200 },
    { method: 'GET', path: '/api/menu-items', is: 200 },
    { method: 'PUT', path: `/api/menu-items/${itemId}`, body: { name, price: turn % 100 }, is: 200 },
    { method: 'POST', path: '/api/menu-items', body: { name, price: 1, categoryId: others.categoryIds[0] }, is: 400 },
    { method: 'GET', path: '/api/tenant', is: 200 },
    { method: 'PUT', path: `/api/menu-items/${others.itemIds[0]}`, body: { name }, is: 404 },
    { method: 'GET', path: '/api/qr-codes', is: 200 },
    { method: 'PUT', path: '/api/tenant', body: { name }, is: 200 },
    { method: 'DELETE', path: `/api/categories/${others.categoryIds[1]}`, is: 404 },
    { method: 'GET', path: '/api/auth/me', is: 200 },
    { method: 'PUT', path: `/api/menu-items/${itemId}`, body: { name }, is: 200, abortAfter: turn % 12 },
    {
      method: 'PUT',
      path: '/api/categories/order',
      body: { ids: [...others.categoryIds, ...own.categoryIds] },
      is: 200,
    },
    { method: 'GET', path: '/api/dashboard/stats', is: 200 },
    { method: 'DELETE', path: `/api/qr-codes/${others.codeIds[1]}`, is: 404 },
    { method: 'GET', path: `/api/public/menu/${own.slug}`, is: 200 },
    { method: 'PUT', path: `/api/categories/${own.categoryIds[turn % 3]}`, body: { name }, is: 200 },
    { method: 'GET', path: '/api/auth/sessions', is: 200 },
    { method: 'DELETE', path: `/api/auth/sessions/${others.sessionId}`, is: 404 },
    { method: 'GET', path: '/api/analytics', is: 200, abortAfter: turn % 12 },
    { method: 'PUT', path: '/api/qr-codes/style', body: { caption: 'x'.repeat(41) }, is: 400 },
    { method: 'GET', path: `/api/qr-codes/sheets/${others.sheetId}`, is: 404 },
  ];
};

/** What a manager asks, beside the owner. */
const managersActs = (own: Restaurant, others: Restaurant, turn: number): readonly Act[] => [
  { method: 'GET', path: '/api/menu-items', is: 200 },
  { method: 'PUT', path: `/api/menu-items/${others.itemIds[turn % 3]}`, body: { price: 1 }, is: 404 },
  { method: 'GET', path: '/api/team/names', is: 200 },
  { method: 'GET', path: '/api/team', is: 403 },
  { method: 'GET', path: '/api/auth/me', is: 200, abortAfter: turn % 12 },
  { method: 'PUT', path: '/api/tenant', body: { name: `Turn ${turn} ${own.mark}`, slug: others.slug }, is: 403 },
  { method: 'POST', path: '/api/account/export', is: 403 },
];

/** What staff ask. */
const staffsActs = (own: Restaurant, others: Restaurant, turn: number): readonly Act[] => [
  { method: 'GET', path: '/api/categories', is: 200 },
  {
    method: 'PUT',
    path: '/api/availability',
    body: { changes: [{ item: own.itemIds[turn % 3], isAvailable: turn % 2 === 0 }] },
    is: 200,
  },
  { method: 'PUT', path: `/api/menu-items/${own.itemIds[0]}`, body: { price: 1 }, is: 403 },
  {
    method: 'PUT',
    path: `/api/menu-items/${others.itemIds[turn % 3]}/allergens`,
    body: { states: 'u'.repeat(15) },
    is: 404,
  },
  { method: 'GET', path: '/api/menu-check', is: 200, abortAfter: turn % 12 },
  { method: 'GET', path: '/api/qr-codes', is: 403 },
  { method: 'GET', path: '/api/auth/me', is: 200 },
];

const ROUNDS = 6;
const AT_ONCE = 6;

describe('two tenants on pools of two connections', () => {
  const tally = { answered: 0, givenUp: 0, unavailable: 0 };
  const wrong: string[] = [];

  const act = async ({ token }: { token: string }, others: Restaurant, { method, path, body, is, abortAfter }: Act) => {
    const response = await fetch(site.urlOf('gateway') + path, {
      method,
      headers: { ...plainHeaders(), authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(abortAfter !== undefined && { signal: AbortSignal.timeout(abortAfter) }),
    });
    const text = await response.text();
    tally.answered += 1;
    const foreign = [others.mark, others.tenantId, others.user.id, others.sheetId, ...others.codeIds];
    for (const mark of foreign) if (text.includes(mark)) wrong.push(`${method} ${path} says ${mark}`);
    // A request that waits too long for one of the two connections gets a 503.
    if (response.status === 503) tally.unavailable += 1;
    else if (response.status !== is) wrong.push(`${method} ${path} is ${response.status}, not ${is}`);
  };

  /** Sends what `by` asks of the restaurant `own`, round after round. */
  const asking = async (by: { token: string }, own: Restaurant, others: Restaurant, first: number, acts = actsOf) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const inTurn = acts(own, others, first + round);
      for (let at = 0; at < inTurn.length; at += 1) {
        // Each starts at a different place, so that all kinds run side by side.
        const next = inTurn[(at + first * 3) % inTurn.length] as Act;
        await act(by, others, next).catch((error: Error) => {
          if (next.abortAfter === undefined) throw error;
          tally.givenUp += 1;
        });
      }
    }
  };

  const everybody = (own: Restaurant, others: Restaurant, first: number) => {
    const { manager, staff } = teams.get(own) as Record<'manager' | 'staff', Caller>;
    return [
      asking(own, own, others, first),
      asking(manager, own, others, first, managersActs),
      asking(staff, own, others, first, staffsActs),
    ];
  };

  it('give thousands of answers with no foreign row in one of them', async () => {
    const people = Array.from({ length: AT_ONCE }, (_, at) => [
      ...everybody(one, two, at * 7),
      ...everybody(two, one, at * 7 + 3),
    ]);
    await Promise.all(people.flat());
    expect(wrong).toEqual([]);
    expect(tally.answered + tally.givenUp).toBe(2 * AT_ONCE * ROUNDS * (21 + 7 + 7));
    expect(tally.answered - tally.unavailable).toBeGreaterThan(1_000);
    for (const { options, totalCount } of pools) expect(totalCount).toBeLessThanOrEqual(options.max);
  }, 200_000);

  it('keep a person who works for both to the restaurant of each token', async () => {
    const { body: there } = await shared.call('POST', '/api/auth/switch', { tenantId: two.tenantId });
    const [here, thither] = [{ token: shared.token }, { token: there.token }];
    // Who asks who they are, hears of both.
    const withoutSelf = (acts: typeof actsOf) => (own: Restaurant, others: Restaurant, turn: number) =>
      acts(own, others, turn).filter(({ path }) => path !== '/api/auth/me');
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => [
        asking(here, one, two, at * 5, withoutSelf(managersActs)),
        asking(thither, two, one, at * 5 + 2, withoutSelf(staffsActs)),
      ]).flat(),
    );
    expect(wrong).toEqual([]);
  }, 100_000);

  it('have written to their own rows only', async () => {
    for (const { tenantId, mark } of [one, two]) {
      for (const table of [
        'menu.category',
        'menu.item',
        'qr.code WHERE main_of IS NULL AND',
        `auth."user" WHERE id <> '${shared.user.id}' AND`,
      ]) {
        const and = table.endsWith('AND') ? '' : 'WHERE';
        expect(
          await database.rows(`SELECT name FROM ${table} ${and} tenant_id = $1 AND name NOT LIKE $2`, [
            tenantId,
            `%${mark}`,
          ]),
        ).toEqual([]);
      }
      expect(await database.rows('SELECT name FROM auth.tenant WHERE id = $1', [tenantId])).toEqual([
        { name: expect.stringContaining(mark) },
      ]);
    }
  });

  it('leave nothing of themselves on any connection', async () => {
    for (const pool of pools) {
      const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
      try {
        for (const client of clients) expect((await client.query(SETTINGS)).rows).toEqual([NOTHING]);
      } finally {
        for (const client of clients) client.release();
      }
    }
  });
});

describe('one connection, after a tenant had it', () => {
  const pool = makePool(database.urlOf('menu'), 'menu', makeLog('test', 'silent'), 1);
  const db = new PrismaClient({ adapter: prismaAdapter(pool, 'menu') });
  afterAll(async () => {
    await db.$disconnect();
    await pool.end();
  });
  const failing = () => {
    throw new Error('half-way');
  };

  it.each<[what: string, act: () => Promise<unknown>]>([
    ['a transaction that was committed', () => asTenant(db, one.tenantId, (tx) => tx.item.count())],
    ['a transaction that was rolled back', () => asTenant(db, one.tenantId, failing)],
    ['a statement that failed', () => asTenant(db, one.tenantId, (tx) => tx.$queryRaw`SELECT 1 / 0`)],
    ['a transaction that took too long', () => asTenant(db, one.tenantId, (tx) => tx.$queryRaw`SELECT pg_sleep(6)`)],
    ['a transaction of the whole platform', () => asPlatform(db, (tx) => tx.item.count())],
    ['a platform transaction that failed', () => asPlatform(db, failing)],
    ['a read in one round trip', () => readAsTenant(pool, one.tenantId, 'SELECT id FROM item')],
    ['a read in one round trip that failed', () => readAsTenant(pool, one.tenantId, 'SELECT 1 / 0')],
    ['a planned read', () => readAsTenant(pool, one.tenantId, { name: 'ids', text: 'SELECT id FROM item' })],
    ['a platform read', () => readAsPlatform(pool, 'SELECT id FROM item')],
    ['a platform read that failed', () => readAsPlatform(pool, 'SELECT id FROM nothing')],
    [
      "a pool's transaction that failed",
      () =>
        inPoolTransaction(pool, async (client) => {
          await client.query(`SELECT set_config('app.tenant_id', $1, true)`, [one.tenantId]);
          failing();
        }),
    ],
  ])('has nothing left of %s', async (_what, act) => {
    await act().catch(() => {});
    await vi.waitFor(async () => expect((await pool.query(SETTINGS)).rows).toEqual([NOTHING]), { timeout: 20_000 });
    expect((await pool.query('SELECT id FROM item UNION ALL SELECT id FROM category')).rows).toEqual([]);
    expect(await asTenant(db, two.tenantId, (tx) => tx.item.count({ where: { tenantId: one.tenantId } }))).toBe(0);
  });

  it('shows a tenant that forgot to say whose rows it wants none of another', async () => {
    const seen = await asTenant(db, two.tenantId, (tx) => tx.item.findMany({ select: { tenantId: true } }));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter(({ tenantId }) => tenantId !== two.tenantId)).toEqual([]);
  });

  it("lets a tenant write no row of another's", async () => {
    const row = { name: 'Loot', price: 1, position: 1 };
    await expect(
      asTenant(db, two.tenantId, (tx) => tx.item.create({ data: { ...row, tenantId: one.tenantId } })),
    ).rejects.toThrow(/row-level security/);
    await expect(
      asTenant(db, two.tenantId, (tx) =>
        tx.item.create({ data: { ...row, tenantId: two.tenantId, categoryId: one.categoryIds[0] as number } }),
      ),
    ).rejects.toThrow(/item_tenant_id_category_id_fkey|Foreign key/);
    expect(await asTenant(db, two.tenantId, (tx) => tx.item.updateMany({ data: { position: 9 } }))).toEqual({
      count: 3,
    });
    expect(
      await database.rows('SELECT 1 FROM menu.item WHERE tenant_id = $1 AND position = 9', [one.tenantId]),
    ).toEqual([]);
  });
});
