import { randomUUID } from 'node:crypto';
import type { Visit } from '@tavola/contracts/events.ts';
import { visitStream } from '@tavola/contracts/events.ts';
import { makePool, prismaAdapter } from '@tavola/service-kit/data/postgres.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { PrismaClient } from '../src/generated/client.ts';
import { forgetVisitors } from '../src/visit/forget-visitors.ts';
import { makeVisitors, type Visitors } from '../src/visit/visitors.ts';
import { PHONE, startAnalytics } from './setup.ts';

const analytics = await startAnalytics();
const { database, env, figures, leave, owner, stream, sums, tell, timeIs, untilCounted, untilSums } = analytics;
afterEach(() => timeIs(null));
const pool = makePool(env.DATABASE_URL, 'test', makeLog('test', 'silent'), 2);
const db = new PrismaClient({ adapter: prismaAdapter(pool, 'analytics') });
afterAll(async () => {
  await db.$disconnect();
  await pool.end();
});

const NOTHING = { views: 0, seconds: 0, scans: 0, visitors: 0 };
const guest = { address: '203.0.113.7', userAgent: PHONE };
const from = (address: string, userAgent = PHONE) => ({ 'x-forwarded-for': address, 'user-agent': userAgent });

describe('a guest who asks not to be counted', () => {
  it.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }, { dnt: '1', 'sec-gpc': '1' }])(
    'is not: %j [P1]',
    async (headers) => {
      const ada = owner();
      expect((await leave({ tenantId: ada.tenantId, seconds: 10, seen: [1] }, headers)).status).toBe(204);
      await leave({ tenantId: ada.tenantId, seconds: 1 }, { dnt: '0' });
      await untilSums(ada, { views: 1, seconds: 1 });
      expect(await database.rows('SELECT FROM analytics.item_tally WHERE tenant_id = $1', [ada.tenantId])).toEqual([]);
    },
  );
});

describe('a program', () => {
  it('is not counted', async () => {
    const ada = owner();
    expect((await leave({ tenantId: ada.tenantId, seconds: 10 }, { 'user-agent': 'curl/8.5.0' })).status).toBe(204);
    await untilCounted();
    expect(await sums(ada)).toEqual(NOTHING);
  });
});

describe('visitors', () => {
  it('are distinguished by address and browser, and counted once a day', async () => {
    const ada = owner();
    const visit = { tenantId: ada.tenantId, seconds: 1 };
    for (const headers of [
      from('203.0.113.7'),
      from('203.0.113.7'),
      from('203.0.113.8'),
      from('2001:db8::1'),
      from('203.0.113.7', PHONE.replace('Pixel 8', 'Pixel 9')),
      from('203.0.113.8'),
    ])
      await leave(visit, headers);
    await untilSums(ada, { views: 6, visitors: 4 });
    await leave(visit, from('203.0.113.7'));
    await untilSums(ada, { views: 7, visitors: 4 });
  });

  it('are counted again the next day in the restaurant’s time zone', async () => {
    const ada = owner('America/New_York');
    const visit = { tenantId: ada.tenantId, seconds: 1 };
    for (const time of [
      '2026-11-20T23:50:00Z',
      '2026-11-21T00:10:00Z',
      '2026-11-21T04:59:00Z',
      '2026-11-21T05:00:00Z',
    ]) {
      timeIs(time);
      await leave(visit, from('203.0.113.7'));
    }
    await untilSums(ada, { views: 4, visitors: 2 });
    const { days } = (await figures(ada, '?from=2026-11-20&to=2026-11-21')).body;
    expect(days.map(({ visitors }: { visitors: number }) => visitors)).toEqual([1, 1]);
  });

  it('count at most a hundred times a day for one address, with any user agents', { tags: 'full' }, async () => {
    const [ada, bea] = [owner('Europe/Berlin'), owner('Europe/Berlin')];
    const visit = (who: typeof ada) => ({ tenantId: who.tenantId, seconds: 1 });
    const browser = (n: number) => PHONE.replace('Pixel 8', `Pixel ${n}`);
    timeIs('2026-11-20T12:00:00Z');
    // In several batches: both those of one batch and those counted before it fill the hundred.
    for (const first of [0, 60, 120]) {
      await Promise.all(
        Array.from({ length: 60 }, (_, n) => leave(visit(ada), from('203.0.113.7', browser(first + n)))),
      );
      await untilSums(ada, { views: first + 60, visitors: Math.min(100, first + 60) });
    }
    // Guests that are known stay so; other addresses and restaurants are not concerned.
    await leave(visit(ada), from('203.0.113.7', browser(0)));
    await leave(visit(ada), from('203.0.113.8', browser(0)));
    await leave(visit(bea), from('203.0.113.7', browser(150)));
    await untilSums(ada, { views: 182, visitors: 101 });
    await untilSums(bea, { views: 1, visitors: 1 });
    // The next day begins with none.
    timeIs('2026-11-20T23:00:00Z');
    await leave(visit(ada), from('203.0.113.7', browser(170)));
    await untilSums(ada, { views: 183, visitors: 102 });
  });

  it('count as one network if their IPv6 addresses share a /64', async () => {
    const ada = owner();
    const visit = { tenantId: ada.tenantId, seconds: 1 };
    await Promise.all(Array.from({ length: 120 }, (_, n) => leave(visit, from(`2001:db8:1:2::${n + 1}`))));
    await untilSums(ada, { views: 120, visitors: 100 });
  });

  it('leave only a hash in the stream [P1]', async () => {
    const [ada, bea] = [owner(), owner()];
    const visit = { tenantId: bea.tenantId, seconds: 1 };
    await leave(visit, from('203.0.113.7'));
    await untilCounted();
    // While the first entry's restaurant can't be looked up, the stream keeps its entries.
    analytics.authIs('away');
    await tell({ kind: 'scan', tenantId: ada.tenantId, at: Date.now(), codeId: 'table4' });
    await leave(visit, from('203.0.113.7'));
    const entries = JSON.stringify(await stream.xRange(visitStream.name, '-', '+'));
    analytics.authIs('there');
    expect(entries).toContain(bea.tenantId);
    expect(entries).not.toMatch(/203\.0\.113\.7|Mozilla|Pixel/);
    await untilSums(bea, { views: 2, visitors: 1 });
  });
});

describe('the hash of a visitor', () => {
  const [ada, bea] = [randomUUID(), randomUUID()];
  let time = new Date('2026-11-20T12:00:00Z');
  const visitors = () => makeVisitors(pool, () => time);
  const hashOf = async (by: Visitors, ...[who, tenantId, zone]: Parameters<Visitors['hashesOf']>) =>
    (await by.hashesOf(who, tenantId, zone)).visitor;
  const hash = (tenantId = ada, zone = 'Europe/Berlin', who = guest) => hashOf(visitors(), who, tenantId, zone);

  it('is the same all day, in every process', async () => {
    const first = await hash();
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    const [one, other] = [visitors(), visitors()];
    time = new Date('2026-11-20T22:59:59Z');
    expect(await hashOf(one, guest, ada, 'Europe/Berlin')).toBe(first);
    time = new Date('2026-11-19T23:00:00Z');
    expect(await hashOf(other, guest, ada, 'Europe/Berlin')).toBe(first);
    const many = await Promise.all(Array.from({ length: 8 }, () => hash(ada, 'Asia/Tokyo')));
    expect(new Set(many).size).toBe(1);
  });

  it('differs by day, restaurant, browser and address', async () => {
    time = new Date('2026-11-20T22:59:59Z');
    const kept = visitors();
    const first = await hashOf(kept, guest, ada, 'Europe/Berlin');
    const others = [
      await hash(bea),
      await hash(ada, 'Europe/Berlin', { ...guest, userAgent: 'another' }),
      await hash(ada, 'Europe/Berlin', { ...guest, address: '203.0.113.70' }),
    ];
    time = new Date('2026-11-20T23:00:00Z');
    others.push(await hashOf(kept, guest, ada, 'Europe/Berlin'));
    expect(new Set([first, ...others]).size).toBe(5);

    // Midnight is there twice.
    time = new Date('2026-11-01T03:59:59Z');
    const before = await hashOf(kept, guest, ada, 'America/Havana');
    time = new Date('2026-11-01T04:00:00Z');
    const after = await hashOf(kept, guest, ada, 'America/Havana');
    expect(after).not.toBe(before);
    expect(await hash(ada, 'America/Havana')).toBe(after);
  });

  it('cannot be recomputed after its day', async () => {
    time = new Date('2026-11-20T12:00:00Z');
    const first = await hash();
    await database.rows("UPDATE analytics.visitor_salt SET ends_at = now() - interval '1 second'");
    await forgetVisitors(db, Date.now());
    expect(await database.rows('SELECT FROM analytics.visitor_salt')).toEqual([]);
    expect(await hash()).not.toBe(first);
  });

  it('is in tables that are in no log and no backup', async () => {
    const tables = await database.rows(
      `SELECT relname AS name FROM pg_class
       WHERE relpersistence = 'u' AND relkind = 'r' AND relnamespace = 'analytics'::regnamespace ORDER BY 1`,
    );
    expect(tables).toEqual([{ name: 'visitor' }, { name: 'visitor_salt' }]);
  });
});

describe('the list of counted visitors', () => {
  const view = (tenantId: string, at: number): Visit => ({
    kind: 'view',
    tenantId,
    at,
    seconds: 1,
    visitor: '00000000000000a1',
  });
  const kept = () => database.rows('SELECT tenant_id FROM analytics.visitor ORDER BY ends_at');

  it('is deleted when the day is over and all of it is counted, not before', async () => {
    await database.rows('DELETE FROM analytics.visitor');
    const [ada, bea] = [owner(), owner('Pacific/Pago_Pago')];
    const yesterday = Date.now() - 24 * 3600_000;
    await tell(view(ada.tenantId, yesterday), view(bea.tenantId, Date.now()));
    await untilCounted();
    expect(await kept()).toHaveLength(2);
    // The stream may still contain visits from yesterday.
    await forgetVisitors(db, yesterday);
    expect(await kept()).toHaveLength(2);
    await tell(view(ada.tenantId, yesterday));
    await untilCounted();
    expect(await sums(ada)).toMatchObject({ views: 2, visitors: 1 });
    await forgetVisitors(db, Date.now());
    expect(await kept()).toEqual([{ tenant_id: bea.tenantId }]);
    expect(await sums(ada)).toMatchObject({ views: 2, visitors: 1 });
  });
});
