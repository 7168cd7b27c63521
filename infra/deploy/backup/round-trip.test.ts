import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNERS, type Owner } from '@tavola/contracts/topology.ts';
import { testDatabase } from '@tavola/test-kit/database.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { seedDemo } from '../../dev/seed/seed.ts';
import { migrateAll } from '../migrate/migrate-all.ts';
import { backUp } from './back-up.ts';
import { type Database, databaseAt } from './database.ts';
import { restore } from './restore.ts';

// @module-tag full

const source = await testDatabase();
const other = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'tavola-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type TestDatabase = typeof source;
/** Columns that jump ahead when a backup is restored. */
const MOVES = new Set(['version', 'changed_at', 'logged_from', 'ended_at', 'end_seq']);

/** Every row of every table, by table, without those columns. */
async function everything({ rows }: TestDatabase): Promise<Record<string, string[]>> {
  const tables = await rows<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind = 'r' AND nspname = ANY ($1) ORDER BY 1`,
    [[...OWNERS]],
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const held = await rows(`SELECT * FROM ${name}`);
    const still = held.map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !MOVES.has(column))));
    found[name] = still.sort();
  }
  return found;
}

/** Each role's privileges on each table, and the policies on it. */
const rights = ({ rows }: TestDatabase) =>
  rows(
    `SELECT nspname, relname, pg_get_userbyid(relowner) AS owner, relacl::text, relrowsecurity, relforcerowsecurity,
       (SELECT json_agg(json_build_array(polname, polcmd, pg_get_expr(polqual, polrelid)) ORDER BY polname)
        FROM pg_policy WHERE polrelid = pg_class.oid) AS policies
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = ANY ($1) AND relkind IN ('r', 'S') ORDER BY 1, 2`,
    [[...OWNERS]],
  );

const versions = async ({ rows }: TestDatabase) => {
  const found = await rows<{ version: number }>(
    'SELECT version FROM auth.tenant UNION ALL SELECT version FROM menu.menu_version',
  );
  return found.map(({ version }) => version);
};

describe('a backup', () => {
  const file = join(folder, 'tavola.dump');
  let database: Database;
  let before: Awaited<ReturnType<typeof everything>>;

  beforeAll(async () => {
    const pool = new pg.Pool({ connectionString: source.adminUrl, max: 1 });
    await seedDemo(pool);
    await pool.end();
    await source.rows(
      `INSERT INTO auth.session (id, user_id, tenant_id, device, expires_at)
       SELECT gen_random_uuid(), id, tenant_id, 'Firefox on Linux', now() + interval '1 day' FROM auth."user"`,
    );
    database = await databaseAt(source.adminUrl, () => {});
    before = await everything(source);
    // Data that must not outlive the day must not be in a backup.
    await source.rows(
      "INSERT INTO analytics.visitor (tenant_id, day, hash, ends_at) SELECT id, now(), 'a guest', now() FROM auth.tenant",
    );
    await source.rows(
      "INSERT INTO analytics.visitor_salt (time_zone, day, salt, ends_at) VALUES ('UTC', now(), 'a salt', now())",
    );
    await backUp(database, file);
  });

  it('can be read by nobody else, and leaves nothing half-written beside it', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['tavola.dump']);
    expect(Object.values(before).flat().length).toBeGreaterThan(300);
  });

  it('brings back what was changed, deleted and added since, in the same database', async () => {
    await source.rows("UPDATE menu.item SET price = 999, name = 'Changed since'");
    await source.rows('DELETE FROM menu.item WHERE id IN (SELECT id FROM menu.item ORDER BY id LIMIT 20)');
    await source.rows(
      "INSERT INTO auth.tenant (id, name, slug, version) VALUES (gen_random_uuid(), 'New since', 'new-since', 900)",
    );
    expect(await everything(source)).not.toEqual(before);
    await restore(database, file);
    expect(await everything(source)).toEqual(before);
  });

  it('brings it all, with everybody’s rights and policies, to another database', async () => {
    await restore(await databaseAt(other.adminUrl, () => {}), file);
    expect(await everything(other)).toEqual(before);
    expect(await rights(other)).toEqual(await rights(source));
    const app = new pg.Client({ connectionString: other.urlOf('menu') });
    await app.connect();
    // Forced row-level security: without a tenant, no rows are visible.
    expect((await app.query('SELECT * FROM menu.item')).rows).toEqual([]);
    await expect(app.query('SELECT * FROM auth.tenant')).rejects.toThrow('permission denied');
    await app.end();
  });

  it('makes every restored version newer than any that was given out since', async () => {
    await source.rows('UPDATE menu.menu_version SET version = 5000');
    await source.rows('UPDATE auth.tenant SET version = 5000');
    await restore(database, file);
    expect(Math.min(...(await versions(source)))).toBeGreaterThan(5000);
    const [told] = await source.rows<{ all: boolean }>(
      "SELECT bool_and(changed_at > now() - interval '1 minute') AS all FROM (SELECT changed_at FROM auth.tenant UNION ALL SELECT changed_at FROM menu.menu_version) AS changed",
    );
    expect(told).toEqual({ all: true });
    // The log of what happened since the backup is gone, so nothing is known of the versions that were printed meanwhile.
    expect(await source.rows('SELECT FROM menu.menu_version WHERE logged_from < version')).toEqual([]);
  });

  it('leaves no session open, ended by numbers that no gateway has seen', async () => {
    const [open] = await source.rows<{ first: number }>(
      'SELECT min(end_seq)::int AS first, count(*) FILTER (WHERE ended_at IS NULL) AS open FROM auth.session',
    );
    expect(open).toMatchObject({ open: '0' });
    expect(open?.first).toBeGreaterThan(1_000_000);
  });

  it.each([
    ['cut off in the middle', (whole: Buffer) => whole.subarray(0, Math.floor(whole.length * 0.7))],
    ['damaged in its rows', (whole: Buffer) => Buffer.from(whole).fill(0x5a, whole.length - 400, whole.length - 300)],
    ['something else', () => Buffer.from('not a backup at all')],
  ])('that is %s changes nothing', async (_what, spoil) => {
    const spoilt = join(folder, 'spoilt.dump');
    writeFileSync(spoilt, spoil(readFileSync(file)));
    await source.rows("UPDATE menu.item SET name = 'Still here'");
    const held = await everything(source);
    await expect(restore(database, spoilt)).rejects.toThrow(/pg_restore failed|psql failed/);
    expect(await everything(source)).toEqual(held);
  });

  it('of a version that had no pictures and no log brings back the rest, and the next migration makes their tables', async () => {
    const older = join(folder, 'older.dump');
    await other.rows('DROP SCHEMA media CASCADE');
    await other.rows('ALTER TABLE menu.menu_version DROP COLUMN logged_from');
    await backUp(await databaseAt(other.adminUrl, () => {}), older);
    await source.rows(
      `INSERT INTO media.picture (tenant_id, hash, width, height, color, bytes)
       SELECT id, 'a hash', 640, 480, '#aa3333', 1000 FROM auth.tenant`,
    );
    await source.rows("UPDATE menu.item SET name = 'Changed since'");
    await restore(database, older);
    const passwords = Object.fromEntries(OWNERS.map((owner) => [owner, provided().ownerPassword]));
    const applied = await migrateAll(source.adminUrl, passwords as Record<Owner, string>);
    expect(applied).toEqual(expect.arrayContaining([expect.stringMatching(/^media\//)]));
    expect(await source.rows('SELECT * FROM media.picture')).toEqual([]);
    expect(await source.rows("SELECT * FROM menu.item WHERE name = 'Changed since'")).toEqual([]);
    expect(await rights(source)).toEqual(expect.arrayContaining(await rights(other)));
  });

  it('of an earlier version replaces tables that were added since', async () => {
    await source.rows('CREATE TABLE menu.added_since (item_id int REFERENCES menu.item)');
    await restore(database, file);
    expect(await source.rows("SELECT to_regclass('menu.added_since') AS found")).toEqual([{ found: null }]);
  });

  it('of another database is refused', async () => {
    await other.rows('DROP SCHEMA qr CASCADE');
    const foreign = join(folder, 'foreign.dump');
    await backUp(await databaseAt(other.adminUrl, () => {}), foreign);
    await expect(restore(database, foreign)).rejects.toThrow('is no backup of Tavola: it has no schema qr.');
  });

  it('that is interrupted leaves neither a program nor a file', async () => {
    const { run } = await databaseAt(source.adminUrl, () => {});
    const lock = new pg.Client({ connectionString: source.adminUrl });
    await lock.connect();
    onTestFinished(() => lock.end());
    await lock.query('BEGIN; LOCK TABLE menu.item');
    const stop = new AbortController();
    const slow: Database = {
      run: (program, args) => {
        setTimeout(() => stop.abort(), 200);
        return run(program, args);
      },
    };
    // Rejected once the program has ended, which would wait for the lock.
    await expect(backUp(slow, join(folder, 'half.dump'), stop.signal)).rejects.toThrow('pg_dump failed');
    expect(readdirSync(folder).filter((name) => name.startsWith('half'))).toEqual([]);
  });

  it('that fails leaves no file', async () => {
    const gone = await databaseAt(source.adminUrl, () => {});
    const broken: Database = { run: (program, args) => gone.run(program, [...args, '--no-such-option']) };
    await expect(backUp(broken, join(folder, 'never.dump'))).rejects.toThrow('pg_dump failed');
    expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
  });
});
