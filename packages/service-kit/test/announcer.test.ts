import { randomUUID } from 'node:crypto';
import type { EventKind } from '@tavola/contracts/events.ts';
import { type Announcer, type Change, makeAnnouncer } from '@tavola/service-kit/announcer.ts';
import { hear } from '@tavola/service-kit/events.ts';
import { makeLog } from '@tavola/service-kit/log.ts';
import { closeRedis, makeBlockingRedis, makeRedis } from '@tavola/service-kit/redis.ts';
import { versionedCache } from '@tavola/service-kit/versioned-cache.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

const log = makeLog('test', 'silent');
const WAIT = { timeout: 5_000, interval: 10 };
const server = await ownRedis();
const redis = makeRedis(server.url, 'announcer', log);
const subscriber = makeBlockingRedis(server.url, 'listener', log);
const cache = versionedCache(redis, 'announcer-test', ['menu']);
const kind: EventKind<Change> = {
  name: 'test.changed',
  toldBy: 'a test',
  heardBy: ['it'],
  payload: z.object({ tenantId: z.string(), version: z.int() }),
};
const heard: Change[] = [];
let announcer: Announcer;

beforeAll(async () => {
  await hear(subscriber, kind, log, (change) => heard.push(change));
  await vi.waitFor(() => redis.ping(), WAIT);
  announcer = makeAnnouncer(redis, cache, 'menu', kind, log);
});
afterAll(() => {
  announcer.close();
  closeRedis(redis);
  closeRedis(subscriber);
});

const heardOf = (tenantId: string) => heard.flatMap((change) => (change.tenantId === tenantId ? [change.version] : []));
const versionIn = async (tenantId: string) => Number(await redis.hGet(`announcer-test:${tenantId}`, 'menu'));

describe('an announcer', () => {
  it('has raised the entry when it resolves, and tells whoever listens', async () => {
    const tenantId = randomUUID();
    await cache.fill(tenantId, { menu: 1 }, Buffer.from('old'), await cache.epoch());
    await announcer.announce({ tenantId, version: 2 });
    expect(await cache.read(tenantId)).toMatchObject({ isCurrent: false });
    expect(await versionIn(tenantId)).toBe(2);
    await vi.waitFor(() => expect(heardOf(tenantId)).toEqual([2]), WAIT);
  });

  it('resolves while Redis is away, and announces the newest of what it could not as soon as Redis is back', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await server.stop();
    const startedAt = performance.now();
    // Out of order, as two processes' acknowledgements may be.
    for (const version of [5, 7, 6]) await announcer.announce({ tenantId: one, version });
    await announcer.announce({ tenantId: two, version: 1 });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await server.start();
    await vi.waitFor(async () => expect([await versionIn(one), await versionIn(two)]).toEqual([7, 1]), WAIT);
    expect(await cache.fill(one, { menu: 6 }, 'old')).toBe(false);
  });

  it('announces a change that was kept no more than once', async () => {
    const tenantId = randomUUID();
    await server.stop();
    await announcer.announce({ tenantId, version: 3 });
    await server.start();
    await vi.waitFor(async () => expect(await versionIn(tenantId)).toBe(3), WAIT);
    await redis.del(`announcer-test:${tenantId}`);
    // Two more rounds of trying again.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await versionIn(tenantId)).toBe(0);
  });
});

describe('hearing', () => {
  it('drops what does not fit the contract, and goes on', async () => {
    const tenantId = randomUUID();
    for (const message of [
      'not json',
      '{}',
      'null',
      '{"tenantId":7,"version":1}',
      `{"tenantId":"${tenantId}","version":"x"}`,
    ]) {
      await vi.waitFor(() => redis.publish(kind.name, message), WAIT);
    }
    await vi.waitFor(async () => {
      await announcer.announce({ tenantId, version: 1 });
      expect(heardOf(tenantId).length).toBeGreaterThan(0);
    }, WAIT);
    expect(new Set(heardOf(tenantId))).toEqual(new Set([1]));
  });
});
