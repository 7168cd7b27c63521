import { randomUUID } from 'node:crypto';
import { closeRedis, makeBlockingRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { ENTRY_SECONDS, type Versions, versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';

type Source = 'tenant' | 'menu';

// A client without timeouts: a busy machine is no fault of the cache.
const redis = makeBlockingRedis(provided().redisUrl, 'test', makeLog('test', 'silent'));
afterAll(() => closeRedis(redis));
await vi.waitFor(() => redis.ping(), { timeout: 5_000 });

const PREFIX = `cache-test-${randomUUID()}`;
const SOURCES = ['tenant', 'menu'] as const;
const cacheOf = (format: string) => versionedCache<Source>(redis, PREFIX, SOURCES, format);
/** Bodies of two formats, as two releases that share a Redis keep them. */
const [cache, second] = [cacheOf('first'), cacheOf('second')];
const newKey = () => randomUUID();
const dataSet = await cache.dataSet();
const fill = (key: string, versions: Versions<Source>, body: string) =>
  cache.fill(key, versions, Buffer.from(body), dataSet);
/** The current body under `key`, as text; null if there is none. */
const truth = async (key: string) => {
  const entry = await cache.read(key);
  return entry?.outdated.length === 0 ? entry.body.toString() : null;
};

describe('a versioned cache entry', () => {
  it('returns the stored body with its versions, or null', async () => {
    const key = newKey();
    expect(await cache.read(key)).toBeNull();
    const body = Buffer.from([0, 255, 10, 13, 128]);
    expect(await cache.fill(key, { tenant: 1, menu: 2 }, body, dataSet)).toBe(true);
    expect(await cache.read(key)).toEqual({ body, versions: { tenant: 1, menu: 2 }, outdated: [] });
    expect(await cache.read(newKey())).toBeNull();
  });

  it('accepts a body read at version 0, of a source without writes', async () => {
    const key = newKey();
    expect(await fill(key, { tenant: 1, menu: 0 }, 'empty')).toBe(true);
    expect(await truth(key)).toBe('empty');
  });

  it.each(SOURCES)('has only a last good copy once %s is raised', async (source) => {
    const key = newKey();
    await fill(key, { tenant: 5, menu: 5 }, 'old');
    await cache.raise(key, source, 6);
    expect(await cache.read(key)).toEqual({
      body: Buffer.from('old'),
      versions: { tenant: 5, menu: 5 },
      outdated: [source],
    });
    expect(await fill(key, { tenant: 6, menu: 6 }, 'new')).toBe(true);
    expect(await truth(key)).toBe('new');
  });

  it('is empty if it was only raised', async () => {
    const key = newKey();
    await cache.raise(key, 'menu', 1);
    expect(await cache.read(key)).toBeNull();
  });

  it('keeps its body after a raise to the same or an older version', async () => {
    const key = newKey();
    await fill(key, { tenant: 5, menu: 5 }, 'body');
    await cache.raise(key, 'menu', 5);
    await cache.raise(key, 'menu', 4);
    await cache.raise(key, 'tenant', 1);
    expect(await truth(key)).toBe('body');
    // The entry still knows its versions.
    expect(await fill(key, { tenant: 5, menu: 4 }, 'older')).toBe(false);
  });

  it('learns a newer version even from a fill that it refuses', async () => {
    const key = newKey();
    await cache.raise(key, 'menu', 5);
    expect(await fill(key, { tenant: 7, menu: 4 }, 'older menu')).toBe(false);
    expect(await fill(key, { tenant: 6, menu: 5 }, 'older tenant')).toBe(false);
  });

  it('compares versions as numbers: 10 is newer than 9', async () => {
    const key = newKey();
    await cache.raise(key, 'menu', 10);
    expect(await fill(key, { tenant: 1, menu: 9 }, 'old')).toBe(false);
    await fill(key, { tenant: 1, menu: 10 }, 'ten');
    await cache.raise(key, 'menu', 9);
    expect(await truth(key)).toBe('ten');
    await cache.raise(key, 'menu', 2_147_483_647);
    expect(await fill(key, { tenant: 1, menu: 2_147_483_646 }, 'old')).toBe(false);
  });

  it('has a body of each format; one raise outdates both', async () => {
    const key = newKey();
    const versions = { tenant: 1, menu: 1 };
    await fill(key, versions, 'first');
    expect(await second.read(key)).toBeNull();
    await second.fill(key, versions, Buffer.from('second'), dataSet);
    expect(await truth(key)).toBe('first');
    await cache.raise(key, 'menu', 2);
    expect(await cache.read(key)).toEqual({ body: Buffer.from('first'), versions, outdated: ['menu'] });
    expect(await second.read(key)).toEqual({ body: Buffer.from('second'), versions, outdated: ['menu'] });
  });

  it('expires after a day, tombstones included', async () => {
    expect(ENTRY_SECONDS).toBe(24 * 60 * 60);
    const [filled, raised] = [newKey(), newKey()];
    await fill(filled, { tenant: 1, menu: 1 }, 'body');
    await cache.raise(raised, 'menu', 1);
    for (const key of [filled, `${filled}:first`, raised]) {
      const seconds = await redis.ttl(`${PREFIX}:${key}`);
      expect(seconds).toBeGreaterThan(ENTRY_SECONDS - 10);
      expect(seconds).toBeLessThanOrEqual(ENTRY_SECONDS);
    }
  });

  it('is separate from other prefixes and keys', async () => {
    const key = newKey();
    await fill(key, { tenant: 1, menu: 1 }, 'body');
    await versionedCache<Source>(redis, `${PREFIX}-other`, SOURCES).raise(key, 'menu', 9);
    await cache.raise(newKey(), 'menu', 9);
    expect(await truth(key)).toBe('body');
  });
});

it('a body replaces one that was stored before formats existed', async () => {
  const key = newKey();
  await redis.hSet(`${PREFIX}:${key}`, { tenant: 3, menu: 3, body: 'no format', of: '3 3' });
  expect(await cache.read(key)).toBeNull();
  expect(await fill(key, { tenant: 3, menu: 2 }, 'older')).toBe(false);
  await fill(key, { tenant: 3, menu: 3 }, 'first');
  expect(await redis.hKeys(`${PREFIX}:${key}`)).toEqual(['tenant', 'menu']);
});

describe('a data set', async () => {
  const own = await ownRedis();
  const client = makeRedis(own.url, 'test', makeLog('test', 'silent'));
  afterAll(() => closeRedis(client));
  await vi.waitFor(() => client.ping(), { timeout: 5_000 });
  const forgetful = versionedCache<Source>(client, PREFIX, SOURCES);

  it('is the same for all readers until Redis loses its data', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => forgetful.dataSet()));
    expect(new Set(all).size).toBe(1);
    await client.flushAll();
    expect(await forgetful.dataSet()).not.toBe(all[0]);
  });

  it('ends with the promotion of a replica, which may lack the newest versions: bodies from before are not read', async () => {
    const key = newKey();
    const [before, versions] = [await forgetful.dataSet(), { tenant: 1, menu: 1 }];
    await forgetful.fill(key, versions, Buffer.from('old'), before);
    await client.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
    await client.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    expect(await forgetful.read(key)).toBeNull();
    expect(await forgetful.fill(key, versions, Buffer.from('old'), before)).toBe(false);
    expect(await forgetful.fill(key, versions, Buffer.from('new'), await forgetful.dataSet())).toBe(true);
    expect((await forgetful.read(key))?.body.toString()).toBe('new');
  });

  it.each(['flushed', 'restarted'])('ends when Redis is %s: a fill begun before it is refused', async (how) => {
    const key = newKey();
    const before = await forgetful.dataSet();
    await forgetful.raise(key, 'menu', 2);
    if (how === 'flushed') await client.flushAll();
    else {
      await own.stop();
      await own.start();
    }
    await vi.waitFor(() => client.ping(), { timeout: 5_000 });
    // Redis has lost the versions that would forbid it.
    expect(await forgetful.fill(key, { tenant: 1, menu: 1 }, Buffer.from('old'), before)).toBe(false);
    expect(await forgetful.read(key)).toBeNull();
    const after = await forgetful.dataSet();
    expect(await forgetful.fill(key, { tenant: 1, menu: 2 }, Buffer.from('new'), after)).toBe(true);
  });
});
