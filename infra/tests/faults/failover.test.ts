import { setTimeout as rest } from 'node:timers/promises';
import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import type { Sheet } from '@tavola/contracts/qr.ts';
import { callsTo } from '@tavola/test-kit/http.ts';
import { measureLag } from '@tavola/test-kit/lag.ts';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { NONE } from '../harness/fault-proxy.ts';
import { PASSWORD, startLoad } from './load.ts';
import { startFaultySite } from './site.ts';
import { sendTo, startReplica, startStandbys } from './standbys.ts';
import { surviving } from './survive.ts';

// @module-tag full
// Each database moves to another server behind its address, a proxy here: the primary is killed, falls silent or becomes a replica.

const site = await startFaultySite();
afterAll(() => site.stop());
const { postgres, cache, queue } = site;
const [[first, second], firstCache, firstQueue] = await Promise.all([
  startStandbys(site),
  startReplica('cache', cache.proxy.targetPort),
  startReplica('queue', queue.proxy.targetPort),
]);
const secondCache = await startReplica('cache', firstCache.port);
const secondQueue = await startReplica('queue', firstQueue.port);
const lag = measureLag();
afterAll(() => lag.stop());
const load = await startLoad(site);
afterAll(() => load.stop());
const { survive } = surviving(site, load, lag);

/** Writes work again this many milliseconds after a promotion. */
const WRITES_WITHIN_MS = 5_000;

const send = callsTo(site.origin);
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36';

/** Has the test look into the database at `port`. */
function lookAt(port: number): void {
  const url = new URL(site.adminUrl);
  url.port = String(port);
  site.db = new pg.Pool({ connectionString: url.href, max: 3, allowExitOnIdle: true });
  site.db.on('error', () => {});
}

it('PostgreSQL is killed, and its address leads to a standby that is promoted 2 s later', () =>
  survive({
    name: 'PostgreSQL failed over',
    lastsMs: 2_000,
    mayHidePrices: true,
    recoversWithinMs: WRITES_WITHIN_MS,
    async inject() {
      await postgres.end('SIGKILL');
      postgres.proxy.targetPort = first.port;
    },
    async lift() {
      await first.promote();
      lookAt(first.port);
    },
  }));

it('PostgreSQL’s host falls silent with all connections, and the standby is promoted 2 s later', () =>
  survive({
    name: 'PostgreSQL’s host lost',
    lastsMs: 2_000,
    mayHidePrices: true,
    recoversWithinMs: WRITES_WITHIN_MS,
    isWell: async () => (await load.call('GET', '/api/qr-codes')).status === 200,
    async inject() {
      // A pool with many idle connections.
      await Promise.all(Array.from({ length: 20 }, () => load.call('GET', '/api/qr-codes')));
      postgres.proxy.set({ kind: 'lost' });
    },
    async lift() {
      await second.promote();
      lookAt(second.port);
      postgres.proxy.targetPort = second.port;
      postgres.proxy.set(NONE);
    },
  }));

/** A restaurant whose only price changes when a test says so. */
async function quietRestaurant() {
  const slug = `quiet-${Date.now().toString(36)}`;
  const account = { email: `${slug}@example.com`, password: PASSWORD };
  const made = async (path: string, body: object, token = '') => (await load.call('POST', path, body, token)).body;
  const signUp = { ...account, name: 'Eve', restaurantName: 'Quiet', slug };
  const { token, user } = (await made('/api/auth/signup', signUp)) as { token: string; user: { tenantId: string } };
  const { id: categoryId } = (await made('/api/categories', { name: 'Pasta' }, token)) as { id: number };
  const dish = { name: 'Carbonara', price: 1, categoryId };
  const { id } = (await made('/api/menu-items', dish, token)) as { id: number };
  return {
    slug,
    tenantId: user.tenantId,
    async setPrice(price: number) {
      expect((await load.call('PUT', `/api/menu-items/${id}`, { price }, token)).status).toBe(200);
    },
    /** The prices that guests see within `ms`. */
    async pricesWithin(ms: number) {
      const prices = new Set<unknown>();
      for (const end = performance.now() + ms; performance.now() < end; await rest(20)) {
        const { body } = await load.call('GET', `/api/public/menu/${slug}`);
        prices.add((body as PublicMenu).items?.[0]?.price ?? body);
      }
      return [...prices];
    },
  };
}

/** Kills public-menu; resolves when another one is ready, which has heard of no earlier change. */
async function renewPublicMenu(): Promise<void> {
  const start = await site.hold('public-menu');
  await start();
}

it('menus’ Redis is killed, and the replica that is promoted lacks the newest change', async () => {
  const quiet = await quietRestaurant();
  const isCopied = async () => {
    await quiet.pricesWithin(10);
    return sendTo(firstCache.port, 'EXISTS', `slug:${quiet.slug}`);
  };
  await expect.poll(isCopied).toBe(1);
  await survive({
    name: 'menus’ Redis failed over, behind',
    lastsMs: 0,
    mayHidePrices: true,
    ends: ['public-menu'],
    async inject() {
      firstCache.fallBehind();
      await quiet.setPrice(2);
      await cache.end('SIGKILL');
      await firstCache.promote();
      cache.proxy.targetPort = firstCache.port;
    },
    lift: renewPublicMenu,
  });
  expect(await quiet.pricesWithin(1_000)).toEqual([2]);
});

let codes = 0;
/** Has a new code drawn, which takes a job. */
const isDrawn = async () => {
  const { body } = await load.call('POST', '/api/qr-codes', { name: `Table ${codes++}` });
  return (await load.call('GET', `/api/qr-codes/${(body as { id: string }).id}/image`)).status === 200;
};

it('both Redis servers become replicas of those that take their addresses, that of menus empty, and connections to them stay', async () => {
  const quiet = await quietRestaurant();
  await quiet.pricesWithin(100);
  await survive({
    name: 'both Redis servers demoted, menus’ to an empty one',
    lastsMs: 0,
    mayHidePrices: true,
    ends: ['public-menu'],
    isWell: isDrawn,
    async inject() {
      const moves = [
        [cache.proxy, secondCache],
        [queue.proxy, firstQueue],
      ] as const;
      for (const [proxy, next] of moves) {
        const before = proxy.targetPort;
        await next.promote();
        if (next === secondCache) await sendTo(next.port, 'FLUSHALL');
        proxy.targetPort = next.port;
        await sendTo(before, 'REPLICAOF', '127.0.0.1', String(next.port));
      }
    },
    lift: renewPublicMenu,
  });
  await quiet.setPrice(2);
  await rest(1_000);
  expect(await quiet.pricesWithin(1_000)).toEqual([2]);
});

it('the queue’s host falls silent, and the replica that is promoted lacks the newest jobs and visits', async () => {
  const quiet = await quietRestaurant();
  const visit = async (times: number) => {
    const sent = { body: { tenantId: quiet.tenantId, seconds: 5 }, headers: { 'user-agent': PHONE } };
    for (let n = 0; n < times; n += 1) expect((await send('POST', '/api/public/visits', sent)).status).toBe(204);
  };
  const counted = async () => {
    const sql = 'SELECT coalesce(sum(views), 0)::int AS views FROM analytics.quarter_tally WHERE tenant_id = $1';
    return (await site.db.query(sql, [quiet.tenantId])).rows[0].views;
  };
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, n) => load.call('POST', '/api/qr-codes', { name: `Window ${n}` })),
  );
  const ids = made.map(({ body }) => (body as { id: string }).id);
  const askForSheet = async (codeIds: string[]) =>
    ((await load.call('POST', '/api/qr-codes/sheets', { codeIds })).body as { id: string }).id;
  const stateOf = async (id: string) => ((await load.call('GET', `/api/qr-codes/sheets/${id}`)).body as Sheet).state;
  await visit(5);
  await expect.poll(counted).toBe(5);
  secondQueue.fallBehind();
  const sheets = [await askForSheet(ids.slice(0, 1))];
  await visit(5);
  await expect.poll(counted).toBe(10);
  await expect.poll(() => stateOf(sheets[0] as string)).toBe('done');
  await survive({
    name: 'the queue’s host lost, its replica behind',
    lastsMs: 1_000,
    isWell: isDrawn,
    async inject() {
      sheets.push(await askForSheet(ids));
      queue.proxy.set({ kind: 'lost' });
    },
    async lift() {
      await secondQueue.promote();
      queue.proxy.targetPort = secondQueue.port;
      queue.proxy.set(NONE);
    },
  });
  await visit(5);
  await expect.poll(counted).toBe(15);
  for (const id of sheets) await expect.poll(() => stateOf(id)).toBe('done');
});
