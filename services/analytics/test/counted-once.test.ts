import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Visit, visitStream } from '@tavola/contracts/events.ts';
import type { ServiceName } from '@tavola/contracts/topology.ts';
import { makePool, type Pool } from '@tavola/service-kit/data/postgres.ts';
import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { STREAM_START } from '@tavola/service-kit/messaging/stream.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { visitLedger } from '../src/visit/count-visits.ts';
import { makeKnownIds } from '../src/visit/known-ids.ts';
import { makeSurroundings, type Owner } from './setup.ts';

// @module-tag full

const around = await makeSurroundings();
const { database, env, owner, stream, sums, tell } = around;

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts analytics in its own process; resolves when it is ready. */
async function startProcess(): Promise<ChildProcess> {
  const texts = Object.entries(env).map(([name, value]) => [name, String(value)]);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { ...Object.fromEntries(texts), PATH: process.env.PATH, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  for await (const line of child.stdout as AsyncIterable<Buffer>) if (line.includes('analytics is up')) break;
  child.stdout?.resume();
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  children.delete(child);
}

/** Visits of every kind to several restaurants. */
function manyVisits(owners: readonly Owner[], count: number): Visit[] {
  const at = Date.now();
  return Array.from({ length: count }, (_, n): Visit => {
    const { tenantId } = owners[n % owners.length] as Owner;
    if (n % 5 === 0) return { kind: 'scan', tenantId, at, codeId: `table${n % 3}` };
    return {
      kind: 'view',
      tenantId,
      at,
      seconds: n % 60,
      seen: [1, 2 + (n % 7)],
      opened: [2 + (n % 7)],
      visitor: (n % 101).toString(16).padStart(16, '0'),
      ...(n % 2 === 0 && { source: `table${n % 3}` }),
    };
  });
}

function expectedOf({ tenantId }: Owner, visits: readonly Visit[]) {
  const own = visits.filter((visit) => visit.tenantId === tenantId);
  const views = own.filter((visit) => visit.kind === 'view');
  return {
    views: views.length,
    seconds: views.reduce((sum, { seconds }) => sum + seconds, 0),
    scans: own.length - views.length,
    visitors: new Set(views.map(({ visitor }) => visitor)).size,
    seen: views.reduce((sum, { seen = [] }) => sum + seen.length, 0),
    opened: views.length,
    viewsByCode: views.filter(({ source }) => source).length,
    scansByCode: own.length - views.length,
  };
}

async function foundOf(ada: Owner) {
  const [items] = await database.rows(
    'SELECT coalesce(sum(seen), 0)::int AS seen, coalesce(sum(opened), 0)::int AS opened FROM analytics.item_tally WHERE tenant_id = $1',
    [ada.tenantId],
  );
  const [codes] = await database.rows(
    'SELECT coalesce(sum(views), 0)::int AS "viewsByCode", coalesce(sum(scans), 0)::int AS "scansByCode" FROM analytics.code_tally WHERE tenant_id = $1',
    [ada.tenantId],
  );
  return { ...(await sums(ada)), ...items, ...codes };
}

/** Waits until the stream is empty, and compares all tallies with the visits sent. */
async function expectExactly(owners: readonly Owner[], visits: readonly Visit[]): Promise<void> {
  await expect.poll(() => stream.xLen(visitStream.name), { timeout: 60_000 }).toBe(0);
  const found = await Promise.all(owners.map(foundOf));
  expect(found).toEqual(owners.map((one) => expectedOf(one, visits)));
}

describe('a batch', () => {
  const pool = makePool(env.DATABASE_URL, 'test', makeLog('test', 'silent'), 4);
  afterAll(() => pool.end());
  const tenants = {
    find: async () => ({ slug: 'demo', timeZone: 'Europe/Berlin', isActive: true }),
    findSparingly: async () => null,
  };
  const client = <Name extends ServiceName>(name: Name, url: string) =>
    makeServiceClient({ name, url, serviceToken: env.SERVICE_TOKEN });
  const ledger = (on = pool) => {
    const knownIds = makeKnownIds(client('menu', env.MENU_URL), client('qr', env.QR_URL));
    return visitLedger({ pool: on, tenants, knownIds, caughtUp() {} });
  };

  /** `pool`, whose connections break before the statement with this number. */
  const breaking = (at: number): Pool =>
    new Proxy(pool, {
      get: (_pool, name) =>
        name !== 'connect'
          ? Reflect.get(pool, name)
          : async () => {
              const client = await pool.connect();
              let statement = 0;
              return {
                query: (...args: Parameters<typeof client.query>) => {
                  statement += 1;
                  if (statement === at) throw new Error('broken');
                  return client.query(...args);
                },
                release: (isBroken?: boolean) => client.release(isBroken),
              };
            },
    });

  it('that fails between any two statements counts nothing, and is counted once when repeated', async () => {
    const owners = [owner(), owner()];
    const visits = manyVisits(owners, 100);
    const from = await ledger().position();
    expect(from).toBe(STREAM_START);
    // The statements: begin, position, tenant setting, tallies, commit.
    for (let at = 1; at <= 5; at += 1) {
      await expect(ledger(breaking(at)).take(visits, from, '1-1')).rejects.toThrow('broken');
      expect(await ledger().position()).toBe(from);
      expect(await Promise.all(owners.map(foundOf))).toEqual(owners.map((one) => expectedOf(one, [])));
    }
    expect(await ledger(breaking(6)).take(visits, from, '1-1')).toBe(true);
    expect(await ledger().position()).toBe('1-1');
    // A process may crash before it learns of the commit, and try again.
    expect(await ledger().take(visits, from, '1-1')).toBe(false);
    expect(await Promise.all(owners.map(foundOf))).toEqual(owners.map((one) => expectedOf(one, visits)));
  });

  it('taken by two processes in parallel is counted by one', async () => {
    const owners = [owner(), owner()];
    const visits = manyVisits(owners, 100);
    const from = await ledger().position();
    const taken = await Promise.all(Array.from({ length: 4 }, () => ledger().take(visits, from, '2-1')));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await Promise.all(owners.map(foundOf))).toEqual(owners.map((one) => expectedOf(one, visits)));
  });

  it('of many quarters of an hour, as after an outage, is counted as a whole', async () => {
    const ada = owner();
    const visits = Array.from({ length: 24 }, (_, n): Visit[] => {
      const visit = { tenantId: ada.tenantId, at: Date.now() - n * 15 * 60_000 };
      const codes = Array.from({ length: 50 }, (_, code): Visit => ({ ...visit, kind: 'scan', codeId: `c${code}` }));
      return [
        { ...visit, kind: 'view', seconds: 1, seen: Array.from({ length: 200 }, (_, item) => item + 1) },
        ...codes,
      ];
    });
    expect(await ledger().take(visits.flat(), await ledger().position(), '2-9')).toBe(true);
    const [rows] = await database.rows(
      `SELECT (SELECT sum(seen)::int FROM analytics.item_tally WHERE tenant_id = $1) AS seen,
              (SELECT sum(scans)::int FROM analytics.code_tally WHERE tenant_id = $1) AS scans`,
      [ada.tenantId],
    );
    expect(rows).toEqual({ seen: 24 * 200, scans: 24 * 50 });
    await database.rows("UPDATE analytics.stream_position SET entry_id = '0-0'");
  });

  it('of dishes that an owner adds and deletes all day fills the table only to a limit', async () => {
    const ada = owner();
    const [first, second] = [ids(1, 2_000), ids(2_001, 2_000)];
    const views = (seen: number[]): Visit[] =>
      Array.from({ length: seen.length / 200 }, (_, n) => ({
        kind: 'view',
        tenantId: ada.tenantId,
        at: Date.now(),
        seconds: 1,
        seen: seen.slice(n * 200, (n + 1) * 200),
      }));
    const from = await ledger().position();
    around.itemIds.splice(0, Number.POSITIVE_INFINITY, ...first);
    expect(await ledger().take(views(first), from, '3-1')).toBe(true);
    around.itemIds.splice(0, Number.POSITIVE_INFINITY, ...second, 1);
    expect(await ledger().take([...views(second), ...views([...ids(1, 200)])], '3-1', '3-2')).toBe(true);
    const [rows] = await database.rows(
      `SELECT count(*)::int AS items, max(seen) FILTER (WHERE item_id = 1) AS again
       FROM analytics.item_tally WHERE tenant_id = $1`,
      [ada.tenantId],
    );
    expect(rows).toEqual({ items: 2000, again: 2 });
    expect(await sums(ada)).toMatchObject({ views: 21 });
    around.itemIds.splice(0, Number.POSITIVE_INFINITY, ...ids(1, 200));
    await database.rows("UPDATE analytics.stream_position SET entry_id = '0-0'");
  });
});

describe('the stream of visits', () => {
  it('is counted exactly while processes are killed', async () => {
    const owners = Array.from({ length: 7 }, () => owner());
    const visits = manyVisits(owners, 24_000);
    const told = (async () => {
      for (let n = 0; n < visits.length; n += 400) {
        await tell(...visits.slice(n, n + 400));
        await rest(90);
      }
    })();
    let killedAtWork = 0;
    let other = startProcess();
    for (let n = 0; n < 6; n += 1) {
      const one = await startProcess();
      await rest(Math.random() * 400);
      if ((await stream.xLen(visitStream.name)) > 0) killedAtWork += 1;
      await kill(one);
      // Now and then, kill both.
      if (n % 3 !== 2) continue;
      await kill(await other);
      other = startProcess();
    }
    expect(killedAtWork).toBeGreaterThan(0);
    await told;
    await expectExactly(owners, visits);
    await kill(await other);
  }, 120_000);
});
