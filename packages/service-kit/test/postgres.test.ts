import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { connectPatiently } from '@tavola/service-kit/data/admin-client.ts';
import { isDatabaseAway } from '@tavola/service-kit/data/database-errors.ts';
import { inPoolTransaction, makePool, readAsPlatform, readAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { testDatabase } from '@tavola/test-kit/database.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const database = await testDatabase();
// One connection: the next read would see any state that a read left behind.
const pool = makePool(database.urlOf('menu'), 'test', makeLog('test', 'silent'), 1);
const [one, two] = [randomUUID(), randomUUID()];

beforeAll(() => database.rows('INSERT INTO menu.menu_version VALUES ($1, 1), ($2, 2)', [one, two]));
afterAll(() => pool.end());

const VERSIONS = 'SELECT version FROM menu_version ORDER BY version';
const settings = async () => {
  const { rows } = await pool.query(
    `SELECT coalesce(current_setting('app.tenant_id', true), '') || coalesce(current_setting('app.platform', true), '') AS set,
            pg_current_xact_id_if_assigned() IS NOT NULL AS writes, count(*)::int AS seen FROM menu_version`,
  );
  return rows;
};
const NOTHING = [{ set: '', writes: false, seen: 0 }];

describe('a read in one round trip', () => {
  it('sees the rows of its tenant, or of the platform; the next use of the connection sees neither', async () => {
    expect(await readAsTenant(pool, one, VERSIONS)).toEqual([{ version: 1 }]);
    expect(await settings()).toEqual(NOTHING);
    expect(await readAsTenant(pool, two, VERSIONS)).toEqual([{ version: 2 }]);
    expect(await readAsTenant(pool, randomUUID(), VERSIONS)).toEqual([]);
    expect(await readAsPlatform(pool, VERSIONS)).toEqual([{ version: 1 }, { version: 2 }]);
    expect(await settings()).toEqual(NOTHING);
  });

  it('has its tenant set before it is planned', async () => {
    const plan = await readAsTenant<{ tenant: string }>(
      pool,
      one,
      "SELECT current_setting('app.tenant_id')::uuid AS tenant WHERE current_setting('app.tenant_id')::uuid IS NOT NULL",
    );
    expect(plan).toEqual([{ tenant: one }]);
  });

  it.each([
    ['is wrong', 'SELECT nothing FROM nowhere'],
    ['fails as it runs', 'SELECT 1 / (version - 1) FROM menu_version'],
    ['loses the connection', 'SELECT pg_terminate_backend(pg_backend_pid())'],
    ['is two', 'SELECT 1; SELECT 1 / 0'],
  ])('leaves nothing behind when its statement %s', async (_what, statement) => {
    await expect(readAsTenant(pool, one, statement)).rejects.toThrow();
    await expect(readAsPlatform(pool, statement)).rejects.toThrow();
    expect(await settings()).toEqual(NOTHING);
    expect(await readAsTenant(pool, one, VERSIONS)).toEqual([{ version: 1 }]);
  });

  it('treats a tenant’s id as text, never as SQL', async () => {
    for (const id of ["'; SET app.platform = 'on'; --", `${one}'; DELETE FROM menu_version; --`, '\\', 'x']) {
      await expect(readAsTenant(pool, id, VERSIONS)).rejects.toThrow('invalid input syntax for type uuid');
    }
    expect(await readAsTenant(pool, '', VERSIONS)).toEqual([]);
    expect(await readAsPlatform(pool, VERSIONS)).toEqual([{ version: 1 }, { version: 2 }]);
  });

  it('is planned once by a connection when it has a name, and still sees the rows of its own tenant only', async () => {
    const named = (least: string) => ({
      name: 'versions',
      text: 'SELECT version FROM menu_version WHERE version >= $1::int ORDER BY version',
      values: [least],
    });
    for (let turn = 0; turn < 8; turn += 1) {
      expect(await readAsTenant(pool, one, named('1'))).toEqual([{ version: 1 }]);
      expect(await readAsTenant(pool, two, named('1'))).toEqual([{ version: 2 }]);
      expect(await readAsTenant(pool, one, named('2'))).toEqual([]);
      expect(await readAsPlatform(pool, named('1'))).toEqual([{ version: 1 }, { version: 2 }]);
      expect(await settings()).toEqual(NOTHING);
    }
    const { rows } = await pool.query('SELECT name, generic_plans + custom_plans AS runs FROM pg_prepared_statements');
    expect(rows).toEqual([{ name: 'versions', runs: '32' }]);
    const other = { name: 'versions', text: 'SELECT 1' };
    await expect(readAsTenant(pool, one, other)).rejects.toThrow('used for a different statement');
    expect(await readAsTenant(pool, one, named('1'))).toEqual([{ version: 1 }]);
  });

  it.each(["it's", '"', '\\', "\\'", '$1', '%s', '--', 'é 寿司 🍣', ''])(
    'takes the value %j as it is',
    async (text) => {
      const read = { text: 'SELECT $1::text AS text, $2::int + 1 AS next', values: [text, 1] };
      expect(await readAsPlatform(pool, read)).toEqual([{ text, next: 2 }]);
      expect(await settings()).toEqual(NOTHING);
    },
  );

  it('returns to each of many parallel reads the rows of its own tenant', async () => {
    const wide = makePool(database.urlOf('menu'), 'test', makeLog('test', 'silent'), 5);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        n % 10 === 9
          ? readAsTenant(wide, one, 'SELECT 1 / 0').catch(() => 'failed')
          : readAsTenant(wide, n % 2 ? one : two, VERSIONS),
      ),
    );
    await wide.end();
    for (const [n, answer] of answers.entries()) {
      expect(answer).toEqual(n % 10 === 9 ? 'failed' : [{ version: n % 2 ? 1 : 2 }]);
    }
  });
});

describe('a lost connection', () => {
  it('between two statements fails their transaction only', async () => {
    const statements: string[] = [];
    const lost = inPoolTransaction(pool, async (client) => {
      const ended = new Promise((resolve) => client.once('end', resolve));
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      await database.rows('SELECT pg_terminate_backend($1)', [rows[0].pid]);
      await ended;
      statements.push('lost');
      await client.query('SELECT 1');
    });
    await expect(lost).rejects.toSatisfy(isDatabaseAway);
    expect(statements).toEqual(['lost']);
    expect(await readAsTenant(pool, one, VERSIONS)).toEqual([{ version: 1 }]);
  });

  it('during a statement is reported as the database being unavailable', async () => {
    const ending = readAsTenant(pool, one, 'SELECT pg_terminate_backend(pg_backend_pid())');
    await expect(ending).rejects.toSatisfy(isDatabaseAway);
  });

  it('after a deadlock is worth a retry', { tags: 'full' }, async () => {
    const wide = makePool(database.urlOf('menu'), 'test', makeLog('test', 'silent'), 2);
    const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const crossing = async (mine: number, theirs: number) => {
      const client = await wide.connect();
      try {
        await client.query('BEGIN');
        await client.query('SELECT pg_advisory_xact_lock($1)', [mine]);
        locked[mine as 0 | 1].resolve();
        await locked[theirs as 0 | 1].promise;
        await client.query('SELECT pg_advisory_xact_lock($1)', [theirs]);
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    };
    const ends = await Promise.allSettled([crossing(0, 1), crossing(1, 0)]);
    await wide.end();
    const failed = ends.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(failed.map(({ reason }) => reason.code)).toEqual(['40P01']);
    expect(failed[0]?.reason).toSatisfy(isDatabaseAway);
  });

  it('is what a primary that takes no writes is taken for', async () => {
    const refused = inPoolTransaction(pool, async (client) => {
      await client.query('SET TRANSACTION READ ONLY');
      await client.query('DELETE FROM menu_version');
    });
    await expect(refused).rejects.toSatisfy(isDatabaseAway);
  });

  it('before it was established is reported the same way', async () => {
    const nowhere = new URL(database.urlOf('menu'));
    nowhere.port = '1';
    const away = makePool(nowhere.href, 'test', makeLog('test', 'silent'), 1);
    await expect(readAsTenant(away, one, VERSIONS)).rejects.toSatisfy(isDatabaseAway);
    await away.end();
  });
});

describe('a one-shot', () => {
  it('waits for a database that is away at first, and for none that refuses it', { tags: 'full' }, async () => {
    const { hostname, port } = new URL(database.adminUrl);
    const gate = createServer((near) => {
      const far = connect(Number(port), hostname);
      pipeline(near, far, near, () => {});
    });
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
    const closed = (gate.address() as AddressInfo).port;
    await new Promise((resolve) => gate.close(resolve));
    onTestFinished(() => void gate.close());
    const url = Object.assign(new URL(database.adminUrl), { host: `127.0.0.1:${closed}` });

    await expect(connectPatiently(url.href, 0)).rejects.toThrow('ECONNREFUSED');
    const waiting = connectPatiently(url.href);
    gate.listen(closed, '127.0.0.1');
    const client = await waiting;
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();

    url.password = 'wrong';
    await expect(connectPatiently(url.href)).rejects.toThrow('password authentication failed');
  });
});
