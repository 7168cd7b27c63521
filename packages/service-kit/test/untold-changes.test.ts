import { randomUUID } from 'node:crypto';
import type { EventKind } from '@tavola/contracts/events.ts';
import { makePool } from '@tavola/service-kit/data/postgres.ts';
import { closeRedis, isUp, makeBlockingRedis, makeFailFastRedis } from '@tavola/service-kit/data/redis.ts';
import { versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import { type Change, makeChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import { subscribe } from '@tavola/service-kit/messaging/events.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { testDatabase } from '@tavola/test-kit/database.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';

// @module-tag full

const log = makeLog('test', 'silent');
const WAIT = { timeout: 15_000, interval: 10 };
const EVERY_MS = 100;
const database = await testDatabase();
const server = await ownRedis();
const pool = makePool(database.urlOf('menu'), 'test', log, 4);
const redis = makeFailFastRedis(server.url, 'changePublisher', log);
const subscriber = makeBlockingRedis(server.url, 'listener', log);
const kind: EventKind<Change> = {
  name: 'test.changed',
  publisher: 'a test',
  subscribers: ['it'],
  payload: z.object({ tenantId: z.string(), version: z.int() }),
};
const heard: Change[] = [];

/** The part of a writer process that publishes changes; it ends with the test. */
async function startWriter(everyMs = EVERY_MS) {
  const cache = versionedCache(redis, 'untold-test', ['menu']);
  const selectAfter = (time: string) =>
    `SELECT tenant_id AS "tenantId", version FROM menu_version WHERE changed_at > ${time}`;
  const writer = makeChangePublisher(redis, cache, 'menu', kind, log, { pool, selectAfter, everyMs });
  onTestFinished(() => writer.close());
  // Its first look is over, and the next one has not begun.
  await sleep(everyMs / 3);
  return writer;
}

const WRITE = `
  INSERT INTO menu_version (tenant_id, version) SELECT set_config('app.tenant_id', $1, true)::uuid, 1
  ON CONFLICT (tenant_id) DO UPDATE SET version = menu_version.version + 1, changed_at = now()
  RETURNING version`;

/** Commits a change as menu does, without publishing it. */
async function commit(tenantId: string): Promise<Change> {
  const { rows } = await pool.query<{ version: number }>(WRITE, [tenantId]);
  return { tenantId, version: Number(rows[0]?.version) };
}

const heardOf = (tenantId: string) => heard.flatMap((change) => (change.tenantId === tenantId ? [change.version] : []));
const untilHeard = (tenantId: string, version: number) =>
  vi.waitFor(() => expect(heardOf(tenantId)).toContain(version), WAIT);
const versionIn = async (tenantId: string) => Number(await redis.hGet(`untold-test:${tenantId}`, 'menu'));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const someLooks = () => sleep(5 * EVERY_MS);

beforeAll(async () => {
  await subscribe(subscriber, kind, log, (change) => heard.push(change));
  await vi.waitFor(() => redis.ping(), WAIT);
});
afterAll(async () => {
  for (const client of [redis, subscriber]) closeRedis(client);
  await pool.end();
});

describe('a change whose writer was killed before publishing it', () => {
  it('is published once by another process within its interval, and its entry raised', async () => {
    await startWriter();
    const tenantId = randomUUID();
    for (const version of [1, 2]) {
      const { ownMs } = await timed(async () => {
        await commit(tenantId);
        await untilHeard(tenantId, version);
      });
      expect(ownMs).toBeLessThan(EVERY_MS + 400);
      expect(await versionIn(tenantId)).toBe(version);
    }
    await someLooks();
    expect(heardOf(tenantId)).toEqual([1, 2]);
  });

  it('is published by a process that starts within twenty minutes', async () => {
    const [late, tooLate] = [randomUUID(), randomUUID()];
    await Promise.all([commit(late), commit(tooLate)]);
    for (const [tenantId, minutes] of [
      [late, 19],
      [tooLate, 21],
    ]) {
      await database.rows(
        'UPDATE menu.menu_version SET changed_at = now() - make_interval(mins => $2) WHERE tenant_id = $1',
        [tenantId, minutes],
      );
    }
    await startWriter();
    await untilHeard(late, 1);
    await someLooks();
    expect([heardOf(late), heardOf(tooLate)]).toEqual([[1], []]);
  });

  it('is published even if it was committed long after its timestamp', async () => {
    await startWriter();
    const tenantId = randomUUID();
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(WRITE, [tenantId]);
    await sleep(15 * EVERY_MS);
    expect(heardOf(tenantId)).toEqual([]);
    await client.query('COMMIT');
    client.release();
    await untilHeard(tenantId, 1);
  });

  it('is published once Redis is back, only the newest of each tenant', async () => {
    await startWriter();
    const [one, two] = [randomUUID(), randomUUID()];
    await server.stop();
    await vi.waitFor(() => expect(isUp(redis)).toBe(false), WAIT);
    for (let version = 1; version <= 3; version += 1) {
      await commit(one);
      await sleep(2 * EVERY_MS);
    }
    await commit(two);
    await someLooks();
    await server.start();
    await vi.waitFor(async () => expect([await versionIn(one), await versionIn(two)]).toEqual([3, 1]), WAIT);
    await someLooks();
    expect([heardOf(one), heardOf(two)].flat().filter((version) => version === 2)).toEqual([]);
  });

  it('is published once the database is back', async () => {
    await startWriter();
    const tenantId = randomUUID();
    await database.rows('ALTER TABLE menu.menu_version RENAME TO away');
    await someLooks();
    await database.rows('ALTER TABLE menu.away RENAME TO menu_version');
    await commit(tenantId);
    await untilHeard(tenantId, 1);
  });
});

describe('a change that its writer published', () => {
  it('is not published by it again, also if the database was down for some checks', async () => {
    const writer = await startWriter(300);
    const tenantId = randomUUID();
    for (let n = 0; n < 10; n += 1) await writer.publish(await commit(tenantId));
    await sleep(700);
    await database.rows('ALTER TABLE menu.menu_version RENAME TO away');
    await sleep(700);
    await database.rows('ALTER TABLE menu.away RENAME TO menu_version');
    await sleep(700);
    expect(heardOf(tenantId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('is published once more by each other process', async () => {
    const writer = await startWriter(300);
    await startWriter(300);
    const tenantId = randomUUID();
    await writer.publish(await commit(tenantId));
    await vi.waitFor(() => expect(heardOf(tenantId)).toEqual([1, 1]), WAIT);
    await sleep(700);
    expect(heardOf(tenantId)).toEqual([1, 1]);
  });
});
