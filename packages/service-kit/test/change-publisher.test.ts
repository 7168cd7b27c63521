import { randomUUID } from 'node:crypto';
import type { EventKind } from '@tavola/contracts/events.ts';
import { LEASE_MS } from '@tavola/contracts/public-menu.ts';
import { closeRedis, isUp, makeBlockingRedis, makeFailFastRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import {
  type Change,
  type ChangePublisher,
  makeChangePublisher,
} from '@tavola/service-kit/messaging/change-publisher.ts';
import { subscribe } from '@tavola/service-kit/messaging/events.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

// @module-tag full

const log = makeLog('test', 'silent');
const WAIT = { timeout: 15_000, interval: 10 };
const server = await ownRedis();
const redis = makeFailFastRedis(server.url, 'changePublisher', log);
const subscriber = makeBlockingRedis(server.url, 'listener', log);
const other = makeRedis(server.url, 'test', log);
const cache = versionedCache(redis, 'changePublisher-test', ['menu']);
const kind: EventKind<Change & { slug?: string }> = {
  name: 'test.changed',
  publisher: 'a test',
  subscribers: ['it'],
  payload: z.object({ tenantId: z.string(), version: z.int(), slug: z.string().optional() }),
};
const heard: (Change & { slug?: string })[] = [];
let changePublisher: ChangePublisher<Change & { slug?: string }>;

beforeAll(async () => {
  await subscribe(subscriber, kind, log, (change) => heard.push(change));
  await vi.waitFor(() => Promise.all([redis.ping(), other.ping()]), WAIT);
  changePublisher = makeChangePublisher(redis, cache, 'menu', kind, log);
});
beforeEach(() => vi.waitFor(() => Promise.all([redis.ping(), other.ping()]), WAIT));
afterAll(async () => {
  await changePublisher.close();
  for (const client of [redis, subscriber, other]) closeRedis(client);
});

const heardOf = (tenantId: string) => heard.flatMap((change) => (change.tenantId === tenantId ? [change.version] : []));
const versionIn = async (tenantId: string) => Number(await other.hGet(`changePublisher-test:${tenantId}`, 'menu'));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const away = () => vi.waitFor(() => expect(isUp(redis)).toBe(false), WAIT);

describe('a change publisher', () => {
  it('has raised the entry when it resolves, and publishes the whole change', async () => {
    const tenantId = randomUUID();
    await changePublisher.publish({ tenantId, version: 2, slug: 'demo' });
    expect(await versionIn(tenantId)).toBe(2);
    await vi.waitFor(() => expect(heard).toContainEqual({ tenantId, version: 2, slug: 'demo' }), WAIT);
  });

  it('raises the entry before it publishes the change', async () => {
    const monitor = other.duplicate();
    await monitor.connect();
    const done: string[] = [];
    await monitor.monitor((line) => void done.push(String(line)));
    const tenantId = randomUUID();
    await changePublisher.publish({ tenantId, version: 1 });
    await vi.waitFor(
      () => expect(done.filter((line) => line.includes(tenantId)).length).toBeGreaterThanOrEqual(2),
      WAIT,
    );
    monitor.destroy();
    const own = done.filter((line) => line.includes(tenantId) && !line.includes(' lua]'));
    expect(own.map((line) => /"(EVAL|EVALSHA|PUBLISH)"/i.exec(line)?.[1]?.toUpperCase())).toEqual(['EVAL', 'PUBLISH']);
  });

  it('waits for the lease while Redis is down, and publishes the newest unpublished change as soon as Redis is back', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await server.stop();
    await away();
    // Out of order, as two requests' acknowledgements may be.
    for (const version of [5, 7, 6]) {
      const { ms, ownMs } = await timed(() => changePublisher.publish({ tenantId: one, version }));
      expect(ms).toBeGreaterThanOrEqual(LEASE_MS);
      expect(ownMs).toBeLessThan(500);
    }
    await changePublisher.publish({ tenantId: two, version: 1 });
    await server.start();
    const { ownMs } = await timed(() =>
      vi.waitFor(async () => expect(await versionIn(two)).toBe(1), { timeout: 15_000, interval: 5 }),
    );
    expect(ownMs).toBeLessThan(1_500);
    expect(await versionIn(one)).toBe(7);
  });

  it('publishes over the next connection what failed with the last one', async () => {
    const tenantId = randomUUID();
    // The connection breaks during the commands, and the next one is open immediately.
    await Promise.all([
      changePublisher.publish({ tenantId, version: 1 }),
      other.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']),
    ]);
    await changePublisher.publish({ tenantId, version: 2 });
    const { ownMs } = await timed(() =>
      vi.waitFor(async () => expect(await versionIn(tenantId)).toBe(2), { timeout: 15_000, interval: 5 }),
    );
    expect(ownMs).toBeLessThan(500);
  });

  it('publishes a kept change once', async () => {
    const tenantId = randomUUID();
    await server.stop();
    await away();
    await changePublisher.publish({ tenantId, version: 3 });
    await server.start();
    await vi.waitFor(async () => expect(await versionIn(tenantId)).toBe(3), WAIT);
    await other.del(`changePublisher-test:${tenantId}`);
    // Wait for some more retries.
    await sleep(400);
    expect(await versionIn(tenantId)).toBe(0);
  });

  it('keeps the newest change for each of a thousand tenants', async () => {
    const tenants = Array.from({ length: 1_000 }, () => randomUUID());
    await server.stop();
    await away();
    await Promise.all(
      [1, 3, 2].flatMap((version) => tenants.map((tenantId) => changePublisher.publish({ tenantId, version }))),
    );
    await server.start();
    await vi.waitFor(
      async () => expect(new Set(await Promise.all(tenants.map(versionIn)))).toEqual(new Set([3])),
      WAIT,
    );
  });

  it('continues with other tenants if one entry cannot be raised', async () => {
    const [bad, good] = [randomUUID(), randomUUID()];
    await other.set(`changePublisher-test:${bad}`, 'no hash');
    await changePublisher.publish({ tenantId: bad, version: 1 });
    await server.stop();
    await away();
    await changePublisher.publish({ tenantId: good, version: 1 });
    await server.start();
    await vi.waitFor(async () => expect(await versionIn(good)).toBe(1), WAIT);
  });
});

describe('a change publisher whose Redis hangs', () => {
  it('acknowledges every change within a second, but not before readers have missed Redis for half a second', async () => {
    const tenantId = randomUUID();
    await changePublisher.publish({ tenantId, version: 1 });
    server.freeze();
    const hungAt = performance.now();
    // A steady stream of writes; the first ones go out on the connection that hangs.
    const acknowledged = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        await sleep(n * 25);
        const { ms, ownMs } = await timed(() => changePublisher.publish({ tenantId, version: 2 + n }));
        return { ms, ownMs, after: performance.now() - hungAt };
      }),
    );
    expect(Math.max(...acknowledged.map(({ ownMs }) => ownMs))).toBeLessThan(1_000);
    expect(Math.min(...acknowledged.map(({ ms }) => ms))).toBeGreaterThanOrEqual(LEASE_MS);
    expect(Math.min(...acknowledged.map(({ after }) => after))).toBeGreaterThan(500 + LEASE_MS);
    server.thaw();
    const { ownMs } = await timed(() =>
      vi.waitFor(async () => expect(await versionIn(tenantId)).toBe(61), { timeout: 15_000, interval: 5 }),
    );
    expect(ownMs).toBeLessThan(500);
  });

  it('publishes all acknowledged changes within half a second after Redis answers again, in four freezes of different lengths', async () => {
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const tenantId = randomUUID();
      await changePublisher.publish({ tenantId, version: 1 });
      await vi.waitFor(() => other.ping(), WAIT);
      server.freeze();
      const writing = changePublisher.publish({ tenantId, version: 2 });
      await sleep(700 + round * 82);
      await writing;
      const { ownMs } = await timed(() => {
        server.thaw();
        return vi.waitFor(() => expect(heardOf(tenantId)).toContain(2), { timeout: 15_000, interval: 1 });
      });
      waits.push(ownMs);
      await vi.waitFor(() => redis.ping(), WAIT);
    }
    expect(Math.max(...waits)).toBeLessThan(500);
  }, 60_000);

  it('never replaces a newer version, published by another connection, by an older one', async () => {
    const tenantId = randomUUID();
    await changePublisher.publish({ tenantId, version: 1 });
    server.freeze();
    const late = changePublisher.publish({ tenantId, version: 2 });
    await late;
    await changePublisher.publish({ tenantId, version: 3 });
    server.thaw();
    await vi.waitFor(async () => expect(await versionIn(tenantId)).toBe(3), WAIT);
    await sleep(300);
    expect(await versionIn(tenantId)).toBe(3);
  });
});

describe('a change publisher that is closed', () => {
  const closing = () => {
    const own = makeFailFastRedis(server.url, 'closing', log);
    const made = makeChangePublisher(own, versionedCache(own, 'changePublisher-test', ['menu']), 'menu', kind, log);
    return { own, made };
  };

  it('tries its kept changes once more, for a second at most', async () => {
    const { own, made } = closing();
    await server.stop();
    await vi.waitFor(() => expect(isUp(own)).toBe(false), WAIT);
    const tenantId = randomUUID();
    await made.publish({ tenantId, version: 1 });
    const closed = made.close();
    await server.start();
    await closed;
    await vi.waitFor(() => other.ping(), WAIT);
    expect(await versionIn(tenantId)).toBe(1);
    expect((await timed(() => made.close())).ownMs).toBeLessThan(100);
    closeRedis(own);
  });

  it('closes even if Redis stays down', async () => {
    const { own, made } = closing();
    await server.stop();
    await made.publish({ tenantId: randomUUID(), version: 1 });
    const { ms, ownMs } = await timed(() => made.close());
    expect(ms).toBeGreaterThan(900);
    expect(ownMs).toBeLessThan(1_500);
    closeRedis(own);
    await server.start();
    await vi.waitFor(() => Promise.all([redis.ping(), other.ping()]), WAIT);
  });
});

describe('a subscriber', () => {
  it('drops messages that violate the contract, and continues', async () => {
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
      await changePublisher.publish({ tenantId, version: 1 });
      expect(heardOf(tenantId).length).toBeGreaterThan(0);
    }, WAIT);
    expect(new Set(heardOf(tenantId))).toEqual(new Set([1]));
  });
});
