import { randomUUID } from 'node:crypto';
import { type Visit, visitStream } from '@tavola/contracts/events.ts';
import { closeRedis, makeBlockingRedis, type Redis } from '@tavola/service-kit/data/redis.ts';
import { streamWriter } from '@tavola/service-kit/messaging/stream.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { type TestDatabase, testDatabase } from '@tavola/test-kit/database.ts';
import { aCategory, anItem, aTenant } from '@tavola/test-kit/entities.ts';
import { fakeService } from '@tavola/test-kit/fake-service.ts';
import { type Answer, type Call, type Listening, listenAsAgreed } from '@tavola/test-kit/http.ts';
import { type OwnRedis, ownRedis } from '@tavola/test-kit/own-redis.ts';
import { person, SERVICE_ENV } from '@tavola/test-kit/tokens.ts';
import { afterAll, expect } from 'vitest';
import { makeApp } from '../src/app.ts';
import { type Deps, makeDeps } from '../src/deps.ts';
import type { AnalyticsEnv } from '../src/env.ts';

/** The user agent of a guest's phone. */
export const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

/** A restaurant in auth, and its owner's token. */
export interface Owner {
  tenantId: string;
  token: string;
}

/** A row of quarter_tally. */
interface QuarterRow {
  quarter: string;
  views: number;
  seconds: number;
  scans: number;
  visitors: number;
}

/** Everything around analytics, and helpers to read what it counted. */
export interface Surroundings {
  database: TestDatabase;
  /** A Redis for this test file's queue only, without other files' visits. */
  redis: OwnRedis;
  /** The fake menu: 9 items can be ordered, three have names, and the ids 1 to 200 exist, the same for every restaurant. */
  menu: Listening;
  /** Turns menu on or off. */
  menuIs(state: 'there' | 'away'): void;
  /** The ids of every restaurant's dishes; a test may add some. */
  itemIds: number[];
  /** The requests to menu for them so far. */
  askedIds: string[];
  /** The fake qr: five printed codes, the same for every restaurant. */
  qr: Listening;
  /** The requests to auth so far. */
  askedAuth: string[];
  /** Turns auth on or off. */
  authIs(state: 'there' | 'away'): void;
  /** The settings to start analytics with. */
  env: AnalyticsEnv;
  /** Adds a restaurant to auth. */
  owner(timeZone?: string): Owner;
  /** Makes a restaurant inactive in auth; call it before analytics has asked for it. */
  close(owner: Owner): void;
  /** Adds visits to the stream, as other services do. */
  tell(...visits: Visit[]): Promise<void>;
  stream: Redis;
  /** Waits until the stream is empty: every visit is counted or dropped. */
  untilCounted(): Promise<void>;
  /** Adds a tally row for the quarter that contains `at`. */
  counted(owner: Owner, at: string, row: Partial<QuarterRow>): Promise<unknown>;
  tallies(owner: Owner): Promise<QuarterRow[]>;
  /** The sums over all of a tenant's quarters. */
  sums(owner: Owner): Promise<Omit<QuarterRow, 'quarter'>>;
  untilSums(owner: Owner, expected: Partial<QuarterRow>): Promise<void>;
}

export interface Analytics extends Surroundings {
  call: Call;
  url: string;
  deps: Deps;
  /** Sets the current time of this process; null for the real time. */
  timeIs(time: string | null): void;
  figures(owner: Owner, query?: string): Promise<Answer>;
  stats(owner: Owner): Promise<Answer>;
  /** Waits until the owner's figures match. */
  untilStats(owner: Owner, expected: Record<string, unknown>): Promise<void>;
  /** Reports a view, as a diner's page does when it is left. */
  leave(body: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
}

/** Starts analytics on a database and a Redis for the calling test file only. */
export async function startAnalytics(): Promise<Analytics> {
  const surroundings = await makeSurroundings();
  let time: Date | null = null;
  const deps = makeDeps(surroundings.env, () => time ?? new Date());
  afterAll(() => deps.close());
  const { call, url } = await listenAsAgreed(makeApp(deps));
  const stats = ({ token }: Owner) => call('GET', '/api/dashboard/stats', { token });
  return {
    ...surroundings,
    call,
    url,
    deps,
    timeIs(text) {
      time = text === null ? null : new Date(text);
    },
    figures: ({ token }, query = '') => call('GET', `/api/analytics${query}`, { token }),
    stats,
    async untilStats(owner, expected) {
      await expect.poll(async () => (await stats(owner)).body, { timeout: 10_000 }).toMatchObject(expected);
    },
    leave: (body, headers = {}) =>
      call('POST', '/api/public/visits', { body, headers: { 'user-agent': PHONE, ...headers } }),
  };
}

/** A database, a Redis and fake services for the calling test file only; analytics is not started yet. */
export async function makeSurroundings(): Promise<Surroundings> {
  const [database, redis] = await Promise.all([testDatabase(), ownRedis('queue')]);
  const known = new Map<string, string>();
  const closed = new Set<string>();
  const askedAuth: string[] = [];
  let isAuthThere = true;
  const auth = await fakeService((path) => {
    askedAuth.push(path);
    if (!isAuthThere) throw new Error('away');
    // As the real one, whose database knows no case of an id.
    const id = path.replace('/internal/tenants/', '').toLowerCase();
    const timeZone = known.get(id);
    return timeZone && { ...aTenant({ id, timeZone, isActive: !closed.has(id) }), version: 1 };
  });
  const itemIds = Array.from({ length: 200 }, (_, n) => n + 1);
  const askedIds: string[] = [];
  let isMenuThere = true;
  const menu = await fakeService((path) => {
    if (!isMenuThere) throw new Error('away');
    if (path.endsWith('/item-ids')) {
      askedIds.push(path);
      return { itemIds };
    }
    if (/^\/internal\/menus\/[0-9a-f-]{36}\/stats$/.test(path)) return { availableItems: 9, newItems: null };
    return /^\/internal\/menus\/[0-9a-f-]{36}$/.test(path) ? SOME_MENU : undefined;
  });
  const qr = await fakeService((path) => {
    if (path.endsWith('/ids')) return { codeIds: SOME_CODES.codes.map(({ id }) => id) };
    return /^\/internal\/codes\/[0-9a-f-]{36}$/.test(path) ? SOME_CODES : undefined;
  });
  const stream = makeBlockingRedis(redis.url, 'test', makeLog('test', 'silent'));
  afterAll(() => closeRedis(stream));
  const write = streamWriter(stream, visitStream, ({ tenantId }) => tenantId);
  const tallies = ({ tenantId }: Owner) =>
    database.rows<QuarterRow>(
      `SELECT to_char(quarter AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI') AS quarter,
              views, view_seconds::int AS seconds, scans, visitors
       FROM analytics.quarter_tally WHERE tenant_id = $1 ORDER BY quarter_tally.quarter`,
      [tenantId],
    );
  const sums = async (owner: Owner) => {
    const total = { views: 0, seconds: 0, scans: 0, visitors: 0 };
    for (const row of await tallies(owner))
      for (const key of ['views', 'seconds', 'scans', 'visitors'] as const) total[key] += row[key];
    return total;
  };
  return {
    database,
    redis,
    menu,
    menuIs(state) {
      isMenuThere = state === 'there';
    },
    itemIds,
    askedIds,
    qr,
    askedAuth,
    authIs(state) {
      isAuthThere = state === 'there';
    },
    env: {
      ...SERVICE_ENV,
      DATABASE_URL: database.urlOf('analytics'),
      REDIS_QUEUE_URL: redis.url,
      AUTH_URL: auth.url,
      MENU_URL: menu.url,
      QR_URL: qr.url,
    },
    owner(timeZone = 'UTC') {
      const tenantId = randomUUID();
      known.set(tenantId, timeZone);
      return { tenantId, token: person({ tenantId }).token };
    },
    close({ tenantId }) {
      closed.add(tenantId);
    },
    async tell(...visits) {
      await Promise.all(visits.map((visit) => write(visit)));
    },
    stream,
    async untilCounted() {
      await expect.poll(() => stream.xLen(visitStream.name), { timeout: 10_000 }).toBe(0);
    },
    counted: ({ tenantId }, at, { views = 0, seconds = 0, scans = 0, visitors = 0 }) =>
      database.rows(
        `INSERT INTO analytics.quarter_tally
         VALUES ($1, date_bin('15 minutes', $2::timestamptz, 'epoch'), $3, $4, $5, $6)`,
        [tenantId, at, views, seconds, scans, visitors],
      ),
    tallies,
    sums,
    async untilSums(owner, expected) {
      await expect.poll(() => sums(owner), { timeout: 15_000 }).toMatchObject(expected);
    },
  };
}

/** Three dishes, one of which looks like a formula. */
const SOME_MENU = {
  version: 1,
  categories: [aCategory({ id: 1, name: 'Pizza' })],
  items: [
    anItem({ id: 1, name: 'Margherita' }),
    anItem({ id: 2, name: '=HYPERLINK("http://evil.test","Click")' }),
    anItem({ id: 3, name: 'Fish, chips' }),
  ],
};

/** Printed codes, one of which looks like a formula. */
const SOME_CODES = {
  codes: [
    { id: 'table4', name: 'Table 4' },
    { id: 'window', name: '@SUM(A1:A9), window' },
    ...['table0', 'table1', 'table2'].map((id) => ({ id, name: id })),
  ],
};
