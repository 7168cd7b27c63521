import { menuChanged } from '@tavola/contracts/events.ts';
import { LEASE_MS, MENU_CACHE_PREFIX, MENU_SOURCES } from '@tavola/contracts/public-menu.ts';
import { closeRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { noRedis } from '@tavola/test-kit/own-redis.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { recordEvents } from '@tavola/test-kit/recorded-events.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { writeMenu } from '../src/menu/write-menu.ts';
import { makeOwner, type Owner, startMenu } from './setup.ts';

const menu = await startMenu();
const { database } = menu;
const events = await recordEvents(menuChanged);
const old = Buffer.from('old');

/** The versions published for `owner`'s menu so far, once `version` has been. */
async function versionsTold(owner: Owner, version: number): Promise<number[]> {
  await events.until((message) => message.tenantId === owner.tenantId && message.version >= version);
  return events.messages.flatMap((message) => (message.tenantId === owner.tenantId ? [message.version] : []));
}

/** The cached menus in the Redis at `url`. */
function entriesIn(url: string) {
  const redis = makeRedis(url, 'test', makeLog('test', 'silent'));
  afterAll(() => closeRedis(redis));
  const cache = versionedCache(redis, MENU_CACHE_PREFIX, MENU_SOURCES);
  return {
    redis,
    cache,
    versionHeard: async (tenantId: string) => Number(await redis.hGet(`${MENU_CACHE_PREFIX}:${tenantId}`, 'menu')),
  };
}

const rowsOf = async ({ tenantId }: Owner) => [
  await database.rows('SELECT * FROM menu.category WHERE tenant_id = $1 ORDER BY id', [tenantId]),
  await database.rows('SELECT * FROM menu.item WHERE tenant_id = $1 ORDER BY id', [tenantId]),
  await database.rows('SELECT * FROM menu.menu_version WHERE tenant_id = $1', [tenantId]),
];

describe('a write to a menu', () => {
  it('publishes a version that grew by one, for each of the eight kinds of write', async () => {
    const owner = makeOwner(menu);
    const category = await owner.category();
    const item = await owner.item({ categoryId: category.id });
    await owner.send('PUT', `/api/menu-items/${item.id}`, { price: 1 });
    await owner.send('PUT', `/api/categories/${category.id}`, { name: 'Primi' });
    await owner.send('PUT', '/api/categories/order', { ids: [category.id] });
    await owner.send('PUT', '/api/menu-items/order', { ids: [item.id] });
    await owner.send('DELETE', `/api/categories/${category.id}`);
    await owner.send('DELETE', `/api/menu-items/${item.id}`);
    expect(await versionsTold(owner, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await owner.version()).toBe(8);
  });

  it('has raised its cache entry by the time it is acknowledged', async () => {
    const owner = makeOwner(menu);
    const { cache, versionHeard } = entriesIn(provided().redisUrl);
    const { id } = await owner.item();
    for (let version = 3; version < 23; version += 1) {
      const fill = async () => cache.fill(owner.tenantId, { tenant: 1, menu: version - 1 }, old, await cache.dataSet());
      expect(await vi.waitFor(fill, { timeout: 15_000 })).toBe(true);
      expect(await cache.read(owner.tenantId)).toMatchObject({ body: old, outdated: [] });
      await owner.send('PUT', `/api/menu-items/${id}`, { price: version });
      expect(await cache.read(owner.tenantId)).toMatchObject({ body: old, outdated: ['menu'] });
      expect(await versionHeard(owner.tenantId)).toBe(version);
    }
  });

  it('is rolled back when the database refuses a part [P15]', async () => {
    const owner = makeOwner(menu);
    const { categoryId } = await owner.item();
    const before = await rowsOf(owner);
    await database.rows(`
      CREATE FUNCTION menu.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by a test'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON menu.category FOR EACH ROW
        WHEN (OLD.id = ${categoryId}) EXECUTE FUNCTION menu.refuse()`);
    // By then the transaction has cleared the items' category and raised the version.
    const answer = await owner.send('DELETE', `/api/categories/${categoryId}`);
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('refused by a test');
    expect(await rowsOf(owner)).toEqual(before);
    await database.rows('DROP FUNCTION menu.refuse CASCADE');
    expect((await owner.send('DELETE', `/api/categories/${categoryId}`)).status).toBe(204);
    expect(await versionsTold(owner, 3)).toEqual([1, 2, 3]);
  });

  it('raises the version exactly once among twenty, five in parallel', async () => {
    const owner = makeOwner(menu);
    const { id, categoryId } = await owner.item();
    const write = (n: number) =>
      n % 2
        ? owner.send('PUT', `/api/menu-items/${id}`, { price: n })
        : owner.send('POST', '/api/menu-items', { name: `N${n}`, price: n, categoryId });
    // More parallel writes would wait too long for the menu's lock on a slow machine.
    for (let first = 0; first < 20; first += 5) {
      const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => write(first + n)));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 201]));
    }
    expect(await owner.version()).toBe(22);
    const versions = await versionsTold(owner, 22);
    await vi.waitFor(() => expect(versions.length).toBe(22), { timeout: 15_000 });
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 22 }, (_, n) => n + 1));
  });
});

describe('a write by a process that was killed before publishing it', { tags: 'full' }, () => {
  it('is published, and its entry raised, by the others', async () => {
    const owner = makeOwner(menu);
    const { versionHeard } = entriesIn(provided().redisUrl);
    await owner.category();
    const killed = { publish: async () => {}, close: async () => {} };
    await writeMenu({ ...menu.deps, changePublisher: killed }, owner.tenantId, async () => {});
    await vi.waitFor(async () => expect(await versionHeard(owner.tenantId)).toBe(2), { timeout: 18_000 });
    expect(await versionsTold(owner, 2)).toEqual([1, 2]);
  });
});

it('a write while Redis is down succeeds once the readers’ lease is over', { tags: 'full' }, async () => {
  const owner = makeOwner(await startMenu({ REDIS_CACHE_URL: await noRedis() }));
  const item = await owner.item();
  const startedAt = performance.now();
  const answer = await owner.send('PUT', `/api/menu-items/${item.id}`, { price: 9 });
  const ms = performance.now() - startedAt;
  expect(answer.status).toBe(200);
  expect(await owner.items()).toEqual([{ ...item, price: 9 }]);
  expect(ms).toBeGreaterThanOrEqual(LEASE_MS);
});
