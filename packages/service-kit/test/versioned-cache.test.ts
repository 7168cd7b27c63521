import { randomUUID } from 'node:crypto';
import { closeRedis, makeBlockingRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import {
  ENTRY_SECONDS,
  type VersionedCache,
  type Versions,
  versionedCache,
} from '@tavola/service-kit/data/versioned-cache.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { seeded } from '@tavola/test-kit/seeded.ts';
import { bySize } from '@tavola/test-kit/size.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';

type Source = 'tenant' | 'menu';

// A client without timeouts: a busy machine is no fault of the cache.
const redis = makeBlockingRedis(provided().redisUrl, 'test', makeLog('test', 'silent'));
afterAll(() => closeRedis(redis));
await vi.waitFor(() => redis.ping(), { timeout: 5_000 });

const PREFIX = `cache-test-${randomUUID()}`;
const SOURCES = ['tenant', 'menu'] as const;
/** Bodies of two formats, as two releases that share a Redis keep them. */
const FORMATS = ['first', 'second'] as const;
const cacheOf = (format: string) => versionedCache<Source>(redis, PREFIX, SOURCES, format);
const cache = cacheOf(FORMATS[0]);
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

  it('expires after a day, tombstones included', async () => {
    expect(ENTRY_SECONDS).toBe(24 * 60 * 60);
    const [filled, raised] = [newKey(), newKey()];
    await fill(filled, { tenant: 1, menu: 1 }, 'body');
    await cache.raise(raised, 'menu', 1);
    for (const key of [filled, `${filled}:${FORMATS[0]}`, raised]) {
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

/** A cache under test, for bodies of one format. */
type Tried = (format: string) => VersionedCache<Source>;

/**
 * Writers, readers and fills of one entry, one step at a time in an order that `random` chooses. In every other race the
 * readers use two formats. A body is its format and the versions it was read at. Returns the first broken promise, or null.
 */
async function race(random: () => number, tried: Record<string, VersionedCache<Source>>): Promise<string | null> {
  const key = newKey();
  const below = (n: number) => Math.floor(random() * n);
  const formats = FORMATS.slice(0, 1 + below(2));
  /** The versions committed at the sources. */
  const origin: Record<Source, number> = { tenant: 1, menu: 1 };
  /** The oldest versions that reads from now on may show: they were acknowledged, or a reader has seen them. */
  const floor: Record<Source, number> = { tenant: 1, menu: 1 };
  const raiseFloor = (versions: Record<Source, number>) => {
    floor.tenant = Math.max(floor.tenant, versions.tenant);
    floor.menu = Math.max(floor.menu, versions.menu);
  };
  let broken: string | null = null;

  async function* write(source: Source): AsyncGenerator<void> {
    origin[source] += 1;
    const version = origin[source];
    yield;
    await (tried[FORMATS[0]] as VersionedCache<Source>).raise(key, source, version);
    yield;
    raiseFloor({ ...floor, [source]: version });
  }

  async function* read(): AsyncGenerator<void> {
    const atLeast = { ...floor };
    const format = formats[below(formats.length)] as string;
    const mine = tried[format] as VersionedCache<Source>;
    const entry = await mine.read(key);
    const cached = entry?.outdated.length === 0 ? entry.body.toString() : null;
    yield;
    let seen: Record<Source, number>;
    if (cached) {
      const body = JSON.parse(cached);
      seen = body.seen;
      if (body.format !== format) broken ??= `a reader of the ${format} format was given a body of the ${body.format}`;
    } else {
      const tenant = origin.tenant;
      yield;
      const menu = origin.menu;
      yield;
      seen = { tenant, menu };
      await mine.fill(key, seen, Buffer.from(JSON.stringify({ format, seen })), dataSet);
      yield;
    }
    if (seen.tenant < atLeast.tenant || seen.menu < atLeast.menu) {
      broken ??= `a read that had to show ${JSON.stringify(atLeast)} showed ${JSON.stringify(seen)}`;
    }
    raiseFloor(seen);
  }

  const actors: AsyncGenerator<void>[] = [];
  let left = 14;
  while ((left > 0 || actors.length > 0) && !broken) {
    if (left > 0 && (actors.length === 0 || below(3) === 0)) {
      left -= 1;
      const kind = below(5);
      actors.push(kind === 0 ? write('tenant') : kind === 1 ? write('menu') : read());
      continue;
    }
    const chosen = below(actors.length);
    const actor = actors[chosen];
    if (actor && (await actor.next()).done) actors.splice(chosen, 1);
  }
  return broken;
}

/** The broken promises in `count` races with `tried`, by seed; stops at the first. */
async function races(count: number, tried: Tried): Promise<string[]> {
  const broken: string[] = [];
  const both = Object.fromEntries(FORMATS.map((format) => [format, tried(format)]));
  let seed = 0;
  const runner = async () => {
    while (seed < count && broken.length === 0) {
      seed += 1;
      const mine = seed;
      const said = await race(seeded(mine), both);
      if (said) broken.push(`seed ${mine}: ${said}`);
    }
  };
  // Each race has its own key; running many in parallel only saves time.
  await Promise.all(Array.from({ length: 50 }, runner));
  return broken;
}

describe('in thousands of orders of writes, reads and fills', () => {
  it('no read is older than an acknowledged write or an earlier read', async () => {
    expect(await races(bySize(1_000, 5_000), cacheOf)).toEqual([]);
  });

  describe('the race finds defects of a cache', () => {
    const named = (key: string) => `${PREFIX}:${key}`;
    const bodyOf = (key: string, format: string) => `${named(key)}:${format}`;
    const faulty: Record<string, Tried> = {
      'that stores whatever comes': (format) => ({
        ...cacheOf(format),
        async fill(key, { tenant, menu }, body) {
          await redis.hSet(named(key), { tenant, menu });
          await redis.hSet(bodyOf(key, format), { body: body.toString(), of: `${tenant} ${menu}` });
          return true;
        },
      }),
      'that deletes on a write, and keeps no tombstone': (format) => ({
        ...cacheOf(format),
        raise: async (key) => void (await redis.del([key, ...FORMATS.map((of) => `${key}:${of}`)].map(named))),
      }),
      'whose writers say nothing': (format) => ({ ...cacheOf(format), raise: async () => {} }),
      'whose raise outdates one format only': (format) => ({
        ...cacheOf(format),
        raise: (key, source, version) => cacheOf(format).raise(`${key}:${FORMATS[0]}`, source, version),
      }),
      'with one body for both formats': () => cache,
      'that takes a last good copy for the truth': (format) => ({
        ...cacheOf(format),
        async read(key) {
          const entry = await cacheOf(format).read(key);
          return entry && { ...entry, outdated: [] };
        },
      }),
      'that learns nothing from a fill it refuses': (format) => ({
        ...cacheOf(format),
        fill: async (key, versions, body) =>
          (await redis.eval(
            `for i = 2, 3 do
               if tonumber(ARGV[i]) < tonumber(redis.call('HGET', KEYS[1], ({'', 'tenant', 'menu'})[i]) or '0') then return 0 end
             end
             redis.call('HSET', KEYS[1], 'tenant', ARGV[2], 'menu', ARGV[3])
             redis.call('HSET', KEYS[2], 'body', ARGV[1], 'of', ARGV[2] .. ' ' .. ARGV[3])
             return 1`,
            {
              keys: [named(key), bodyOf(key, format)],
              arguments: [body.toString(), String(versions.tenant), String(versions.menu)],
            },
          )) === 1,
      }),
    };
    it.each(Object.keys(faulty))('%s', async (what) => {
      expect((await races(6_000, faulty[what] as Tried)).length).toBeGreaterThan(0);
    });
  });
});
