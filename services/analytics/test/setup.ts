import { randomUUID } from 'node:crypto';
import type { InternalTenant } from '@tavola/contracts/auth.ts';
import { type Visit, visitStream } from '@tavola/contracts/events.ts';
import { makeLog } from '@tavola/service-kit/log.ts';
import { closeRedis, makeBlockingRedis, type Redis } from '@tavola/service-kit/redis.ts';
import { tellStream } from '@tavola/service-kit/stream.ts';
import { type TestDatabase, testDatabase } from '@tavola/test-kit/database.ts';
import { fakeNeighbour } from '@tavola/test-kit/fake-neighbour.ts';
import { type Answer, type Call, type Listening, listen } from '@tavola/test-kit/http.ts';
import { type OwnRedis, ownRedis } from '@tavola/test-kit/own-redis.ts';
import { keys, person, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll, expect } from 'vitest';
import { makeApp } from '../src/app.ts';
import { makeDeps } from '../src/deps.ts';

/** A restaurant that auth knows, and its owner's token. */
export interface Owner {
  tenantId: string;
  token: string;
}

export interface Analytics {
  call: Call;
  database: TestDatabase;
  /** The queue's Redis, this file's own: other files' visits are none of its. */
  redis: OwnRedis;
  /** menu as analytics sees it: 12 items of which 9 can be ordered, for everybody. */
  menu: Listening;
  /** What analytics asked auth so far. */
  askedAuth: string[];
  /** What auth answers from now on: as it should, or not at all. */
  authIs(state: 'there' | 'away'): void;
  /** A restaurant that auth knows. */
  owner(): Owner;
  stats(owner: Owner): Promise<Answer>;
  /** Waits until the owner's figures are such. */
  untilStats(owner: Owner, expected: Record<string, unknown>): Promise<void>;
  /** A diner's page is left. */
  leave(body: Record<string, unknown>): Promise<Answer>;
  /** Puts visits into the stream, as other services do. */
  tell(...visits: Visit[]): Promise<void>;
  stream: Redis;
  /** Waits until the stream is empty: everything was counted or dropped. */
  untilCounted(): Promise<void>;
}

/** analytics as it runs, on a database and a Redis of the calling test file's own. */
export async function startAnalytics(): Promise<Analytics> {
  const [database, redis] = await Promise.all([testDatabase(), ownRedis('queue')]);
  const known = new Set<string>();
  const askedAuth: string[] = [];
  let isAuthThere = true;
  const auth = await fakeNeighbour((path) => {
    askedAuth.push(path);
    if (!isAuthThere) throw new Error('away');
    const id = path.replace('/internal/tenants/', '');
    return known.has(id) ? someTenant(id) : undefined;
  });
  const menu = await fakeNeighbour((path) =>
    /^\/internal\/menus\/[0-9a-f-]{36}\/stats$/.test(path) ? { totalItems: 12, availableItems: 9 } : undefined,
  );
  const deps = makeDeps({
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.urlOf('analytics'),
    REDIS_QUEUE_URL: redis.url,
    AUTH_URL: auth.url,
    MENU_URL: menu.url,
    JWT_PUBLIC_KEY: keys.publicKey,
    SERVICE_TOKEN,
  });
  afterAll(() => deps.close());
  const { call } = await listen(makeApp(deps));
  const stream = makeBlockingRedis(redis.url, 'test', makeLog('test', 'silent'));
  afterAll(() => closeRedis(stream));
  const stats = ({ token }: Owner) => call('GET', '/api/dashboard/stats', { token });
  return {
    call,
    database,
    redis,
    menu,
    askedAuth,
    authIs(state) {
      isAuthThere = state === 'there';
    },
    owner() {
      const tenantId = randomUUID();
      known.add(tenantId);
      return { tenantId, token: person({ tenantId }).token };
    },
    stats,
    async untilStats(owner, expected) {
      await expect.poll(async () => (await stats(owner)).body, { timeout: 10_000 }).toMatchObject(expected);
    },
    leave: (body) => call('POST', '/api/public/visits', { body }),
    async tell(...visits) {
      for (const visit of visits) await tellStream(stream, visitStream, visit);
    },
    stream,
    async untilCounted() {
      await expect.poll(() => stream.xLen(visitStream.name), { timeout: 10_000 }).toBe(0);
    },
  };
}

function someTenant(id: string): InternalTenant {
  return {
    id,
    name: 'Da Ada',
    slug: `da-ada-${id}`,
    description: null,
    phone: null,
    address: null,
    logo: null,
    themeColor: '#059669',
    isActive: true,
    version: 1,
  };
}
