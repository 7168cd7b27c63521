import { internalTenant } from '@tavola/contracts/auth.ts';
import { optionGroup } from '@tavola/contracts/choices.ts';
import { daypart } from '@tavola/contracts/dayparts.ts';
import { category, menuItem } from '@tavola/contracts/menu.ts';
import { OWNERS } from '@tavola/contracts/topology.ts';
import { columnOf, storedNames } from '@tavola/service-kit/data/columns.ts';
import { testDatabase } from '@tavola/test-kit/database.ts';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { applyMigrations, migrationList, SCRIPT_LOCK, sqlToSchema } from './engine.ts';
import { migrateAll } from './migrate-all.ts';
import { scratchPasswords } from './scratch-database.ts';

const database = await testDatabase();
const { rows } = database;

/** A table in PostgreSQL's catalog. */
interface Table {
  owner: string;
  name: string;
  role: string;
  isSecured: boolean;
  isForced: boolean;
  hasTenant: boolean;
}

const tables = () =>
  rows<Table>(
    `SELECT nspname AS owner, relname AS name, pg_get_userbyid(relowner) AS role,
       relrowsecurity AS "isSecured", relforcerowsecurity AS "isForced",
       EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'tenant_id') AS "hasTenant"
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND nspname = ANY ($1) ORDER BY 1, 2`,
    [[...OWNERS]],
  );

/** Tables that hold tenant data, or the tenants themselves, and lack row-level security. */
const openTables = async () =>
  (await tables())
    .filter(({ owner, name, hasTenant }) => hasTenant || `${owner}.${name}` === 'auth.tenant')
    .filter(({ isSecured, isForced }) => !isSecured || !isForced)
    .map(({ owner, name }) => `${owner}.${name}`);

/** Connects as the service that owns `owner`'s data. */
async function asApp<Result>(owner: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.urlOf(owner) });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

const refused = (owner: string, sql: string) =>
  asApp(owner, (client) =>
    client.query(sql).then(
      () => 'allowed',
      (error: pg.DatabaseError) => error.code,
    ),
  );
const INSUFFICIENT_PRIVILEGE = '42501';

/** Owner, table, fields, and columns that are no field. A new column must be added to a list of fields or here. */
const LISTED = [
  ['menu', 'category', category, ['tenant_id', 'position', 'texts', 'created_at', 'updated_at']],
  ['menu', 'item', menuItem, ['tenant_id', 'position', 'texts', 'created_at', 'updated_at']],
  ['menu', 'option_group', optionGroup, ['tenant_id', 'position', 'texts', 'created_at', 'updated_at']],
  ['menu', 'daypart', daypart, ['tenant_id', 'position', 'texts', 'created_at', 'updated_at']],
  ['auth', 'tenant', internalTenant, ['delete_at', 'changed_at', 'created_at', 'updated_at']],
] as const;

describe('the list of fields', () => {
  it.each(LISTED)('names each column of %s.%s that is a field', async (owner, table, fields, own) => {
    const found = await rows<{ name: string }>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2',
      [owner, table],
    );
    const expected = [...storedNames<z.ZodRawShape>(fields).map(columnOf), ...own];
    expect(found.map(({ name }) => name).sort()).toEqual(expected.sort());
  });
});

describe.each(OWNERS)("%s's migrations", (owner) => {
  it('lead to its schema.prisma', async () => {
    expect(await sqlToSchema(database.adminUrl, owner)).toBe('');
  });

  it('were all applied, as the role that owns the schema', async () => {
    const applied = await rows<{ migration_name: string }>(
      `SELECT migration_name FROM ${owner}._prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1`,
    );
    const written = migrationList(owner).migrationDirectories.map(({ path }) => path);
    expect(written.length).toBeGreaterThan(0);
    expect(applied.map((row) => row.migration_name)).toEqual(written);
    const made = (await tables()).filter((table) => table.owner === owner);
    expect(made.length).toBeGreaterThan(1);
    expect(made.map(({ role }) => role)).toEqual(made.map(() => `${owner}_owner`));
  });

  it('put nothing where everybody looks', async () => {
    expect(await rows("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual([]);
  });
});

describe('the roles', () => {
  it('that services log in with are no more than that', async () => {
    const roles = await rows(
      `SELECT rolname AS name, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolcanlogin
       FROM pg_roles WHERE rolname = ANY ($1) ORDER BY 1`,
      [OWNERS.flatMap((owner) => [`${owner}_app`, `${owner}_owner`])],
    );
    const nothing = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
    };
    expect(roles).toEqual(
      OWNERS.flatMap((owner) => [
        { name: `${owner}_app`, ...nothing, rolcanlogin: true },
        { name: `${owner}_owner`, ...nothing, rolcanlogin: false },
      ]).sort((one, other) => (one.name < other.name ? -1 : 1)),
    );
  });

  it('that services log in with own nothing and are members of nothing', async () => {
    const apps = OWNERS.map((owner) => `${owner}_app`);
    expect(await rows('SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) = ANY ($1)', [apps])).toEqual([]);
    expect(await rows('SELECT 1 FROM pg_auth_members WHERE pg_get_userbyid(member) = ANY ($1)', [apps])).toEqual([]);
    expect(await rows('SELECT 1 FROM pg_namespace WHERE pg_get_userbyid(nspowner) = ANY ($1)', [apps])).toEqual([]);
  });

  it.each(OWNERS)(
    "let %s's service read its own tables, and be refused by PostgreSQL everywhere else [P20]",
    async (owner) => {
      const outcome: Record<string, string | undefined> = {};
      const expected: Record<string, string> = {};
      for (const table of await tables()) {
        if (table.name === '_prisma_migrations') continue;
        const name = `${table.owner}."${table.name}"`;
        outcome[name] = await refused(owner, `SELECT * FROM ${name}`);
        expected[name] = table.owner === owner ? 'allowed' : INSUFFICIENT_PRIVILEGE;
      }
      expect(outcome).toEqual(expected);
      expect(Object.values(expected)).toContain('allowed');
      expect(Object.values(expected)).toContain(INSUFFICIENT_PRIVILEGE);
    },
  );

  it.each(OWNERS)("let %s's service change no table, and make none", async (owner) => {
    const own = (await tables()).find((table) => table.owner === owner && !table.name.startsWith('_'));
    for (const sql of [
      `ALTER TABLE ${owner}."${own?.name}" DISABLE ROW LEVEL SECURITY`,
      `DROP TABLE ${owner}."${own?.name}"`,
      `TRUNCATE ${owner}."${own?.name}"`,
      `CREATE TABLE ${owner}.another (id int)`,
      'CREATE TABLE public.another (id int)',
      `SET ROLE ${owner}_owner`,
      'CREATE ROLE another',
    ]) {
      expect([sql, await refused(owner, sql)]).toEqual([sql, INSUFFICIENT_PRIVILEGE]);
    }
  });
});

describe('row-level security', () => {
  it('is enabled and forced on every table that holds what belongs to a tenant', async () => {
    expect((await tables()).filter((table) => table.hasTenant).length).toBeGreaterThan(4);
    expect(await openTables()).toEqual([]);
  });

  it('has policies that ask for exactly the tenant, the user or the platform, which may do little but sweep', async () => {
    const policies = await rows<{ name: string; command: string; shows: string | null; takes: string | null }>(
      `SELECT schemaname || '.' || tablename || ' ' || policyname AS name, cmd AS command, qual AS shows, with_check AS takes
       FROM pg_policies WHERE schemaname = ANY ($1)`,
      [[...OWNERS]],
    );
    const is = (name: string) => `\\(NULLIF\\(current_setting\\('app\\.${name}'::text, true\\), ''::text\\)\\)::uuid`;
    const own = new RegExp(`^\\((?:(?:tenant_)?id = ${is('tenant_id')}|(?:user_)?id = ${is('user_id')})\\)$`);
    // A person without a restaurant begins or ends the own account; a restaurant reads those who work or worked for it.
    const homeless = new RegExp(`^\\(\\(tenant_id IS NULL\\) AND \\(id = ${is('user_id')}\\)\\)$`);
    const members = new RegExp(
      `^\\(EXISTS \\( SELECT\\s+FROM auth\\.membership\\s+WHERE \\(\\(membership\\.user_id = "user"\\.id\\) AND \\(membership\\.tenant_id = ${is('tenant_id')}\\)\\)\\)\\)$`,
    );
    const narrow: Readonly<Record<string, readonly [command: string, condition: RegExp]>> = {
      'auth.user self_begins': ['INSERT', homeless],
      'auth.user self_ends': ['DELETE', homeless],
      'auth.user members': ['SELECT', members],
    };
    const isNarrow = ({ name, command, shows, takes }: (typeof policies)[number]) => {
      const [only, condition] = narrow[name] ?? [];
      return command === only && [shows, takes].filter(Boolean).every((sql) => condition?.test(sql ?? ''));
    };
    expect(policies.filter(isNarrow)).toHaveLength(3);
    // One condition for what a statement finds and for what it leaves behind.
    const others = policies.filter(
      (policy) => !isNarrow(policy) && [policy.shows, policy.takes].filter(Boolean).some((sql) => !own.test(sql ?? '')),
    );
    const platform = `(current_setting('app.platform'::text, true) = 'on'::text)`;
    // The platform alone, or the platform and something more: never the platform or something else.
    const isPlatforms = (sql: string | null) => sql === null || sql === platform || sql.startsWith(`(${platform} AND `);
    expect(others.filter(({ shows, takes }) => !isPlatforms(shows) || !isPlatforms(takes))).toEqual([]);
    const unbounded = others.filter(({ shows, takes }) => (shows ?? takes) === platform);
    const of = (command: string, all = others) =>
      all
        .filter((policy) => policy.command === command)
        .map(({ name }) => name.split(' ')[0])
        .toSorted();
    expect({ insert: of('INSERT'), update: of('UPDATE'), all: of('ALL'), read: of('SELECT', unbounded) }).toEqual({
      insert: ['analytics.visitor'],
      update: [],
      all: ['analytics.code_tally', 'analytics.item_tally', 'analytics.quarter_tally'],
      read: [
        'analytics.visitor',
        ...[
          'email_change',
          'email_confirmation',
          'invitation',
          'kitchen_device',
          'membership',
          'password_reset',
          'reset_link',
          'session',
          'tenant',
          'tenant_slug',
          'user',
        ].map((table) => `auth.${table}`),
        ...['media.picture', 'media.upload', 'menu.category', 'menu.item', 'menu.menu_version', 'qr.code'],
      ],
    });
    expect(of('DELETE', unbounded)).toEqual([]);
  });
});

describe('the comparison with schema.prisma', () => {
  it.each([
    ['a column too many', 'ALTER TABLE admin.beta_application ADD COLUMN remark text', /DROP COLUMN "remark"/],
    ['a column too few', 'ALTER TABLE admin.beta_application DROP COLUMN phone', /ADD COLUMN\s+"phone"/],
    ['another type', 'ALTER TABLE admin.beta_application ALTER phone TYPE varchar(40)', /"phone".* TEXT/],
    ['a missing NOT NULL', 'ALTER TABLE admin.beta_application ALTER email DROP NOT NULL', /"email" SET NOT NULL/],
    ['a table too many', 'CREATE TABLE admin.another (id int PRIMARY KEY)', /DROP TABLE "another"/],
  ])('notices %s', async (_what, change, sql) => {
    const scratch = await scratchCopy();
    await scratch.query(change);
    expect(await sqlToSchema(scratch.url, 'admin')).toMatch(sql);
    expect(await sqlToSchema(scratch.url, 'qr')).toBe('');
  });
});

describe('migrating again', () => {
  it('changes nothing', async () => {
    const before = await schemaOf(database.adminUrl);
    expect(await migrateAll(database.adminUrl, scratchPasswords)).toEqual([]);
    expect(await schemaOf(database.adminUrl)).toEqual(before);
  });

  it('from two places at once on an empty database does it once', { tags: 'full' }, async () => {
    const scratch = await scratchCopy('template1');
    const [one, other] = await Promise.all([
      migrateAll(scratch.url, scratchPasswords),
      migrateAll(scratch.url, scratchPasswords),
    ]);
    const written = OWNERS.flatMap((owner) =>
      migrationList(owner).migrationDirectories.map(({ path }) => `${owner}/${path}`),
    );
    expect([one, other]).toContainEqual([]);
    expect([...one, ...other]).toEqual(written);
    expect(await schemaOf(scratch.url)).toEqual(await schemaOf(database.adminUrl));
  });
});

/** admin's migrations, and more. */
function withMore(...more: [path: string, sql: string][]) {
  const list = migrationList('admin');
  const migrationDirectories = [
    ...list.migrationDirectories,
    ...more.map(([path, value]) => ({
      path,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
    })),
  ];
  return { ...list, migrationDirectories };
}

describe('a migration that waits', () => {
  const table = 'admin.beta_application';
  const list = withMore(['30000101000000_more', `ALTER TABLE ${table} ADD COLUMN more int;`]);
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

  /** A transaction that reads the table, as a backup does, in a database where the migration waits for it. */
  async function held() {
    const scratch = await scratchCopy();
    const reader = new pg.Client({ connectionString: scratch.url });
    await reader.connect();
    await reader.query(`BEGIN; SELECT FROM ${table}`);
    const migrated = applyMigrations(scratch.url, 'admin', list);
    migrated.catch(() => {});
    await expect.poll(() => scratch.query(waiting)).toHaveLength(1);
    return { ...scratch, migrated, end: () => reader.end() };
  }

  it('for a backup lets others read meanwhile, and is applied then', { tags: 'full' }, async () => {
    const { query, migrated, end } = await held();
    // Behind a migration that waits on, it would wait as well.
    await query(`SELECT FROM ${table}`);
    await end();
    expect(await migrated).toEqual(['30000101000000_more']);
  });

  it('and loses the database is applied by the next run', async () => {
    const { name, url, query, migrated, end } = await held();
    await asAdmin(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await asAdmin(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND wait_event_type = 'Lock'`,
    );
    await expect(migrated).rejects.toThrow();
    await end();
    await asAdmin(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    expect(await query('SELECT FROM admin._prisma_migrations WHERE finished_at IS NULL')).toHaveLength(1);
    expect(await applyMigrations(url, 'admin', list)).toEqual(['30000101000000_more']);
  });

  it('for one that PostgreSQL still runs, though its migrator was killed, does not apply it twice', async () => {
    const { url, query } = await scratchCopy();
    const orphan = new pg.Client({ connectionString: url });
    await orphan.connect();
    await orphan.query(`
      INSERT INTO admin._prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '30000101000000_more');
      COMMIT;
      BEGIN; SELECT pg_advisory_xact_lock(${SCRIPT_LOCK}); ALTER TABLE ${table} ADD COLUMN more int`);
    const migrated = applyMigrations(url, 'admin', list);
    migrated.catch(() => {});
    await expect.poll(() => query(waiting)).toHaveLength(1);
    await orphan.query('UPDATE admin._prisma_migrations SET finished_at = now() WHERE finished_at IS NULL; COMMIT');
    await orphan.end();
    expect(await migrated).toEqual([]);
  });
});

describe('a migration that fails', () => {
  it('is named, and leaves nothing of itself behind; those before it stay', async () => {
    const scratch = await scratchCopy();
    const list = withMore(
      ['30000101000000_good', 'CREATE TABLE good (id int PRIMARY KEY);'],
      ['30000101000001_broken', 'CREATE TABLE half (id int PRIMARY KEY);\n-- a; semicolon\nSELECT 1 / 0;'],
      ['30000101000002_later', 'CREATE TABLE later (id int PRIMARY KEY);'],
    );
    await expect(applyMigrations(scratch.url, 'admin', list)).rejects.toThrow(
      /^admin: division by zero\n.*30000101000001_broken/s,
    );
    const made = await scratch.query(
      "SELECT relname AS name FROM pg_class WHERE relname IN ('good', 'half', 'later') AND relkind = 'r'",
    );
    expect(made).toEqual([{ name: 'good' }]);
    // After a failure, nothing more is applied until an operator intervenes, and the error says why.
    await expect(applyMigrations(scratch.url, 'admin', list)).rejects.toThrow(/30000101000001_broken/);
  });
});

const copies: string[] = [];
afterAll(async () => {
  for (const name of copies) await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
});

/** A database that a test may break: a copy of this file's, or of `template`. */
async function scratchCopy(template?: string) {
  const own = new URL(database.adminUrl).pathname.slice(1);
  const name = `${own}_${copies.length}`;
  // The template must have no connections: this file's own are ended, and reopened on demand.
  if (!template) await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${own}'`);
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template ?? own}`);
  copies.push(name);
  const url = inDatabase(name);
  return {
    name,
    url,
    query: (sql: string) => ask(url, sql),
  };
}

const asAdmin = (sql: string) => ask(inDatabase('postgres'), sql);

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: found } = await client.query(sql);
  await client.end();
  return found;
}

function inDatabase(name: string): string {
  const url = new URL(database.adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A database's full schema: columns, constraints, indexes, policies and privileges. */
async function schemaOf(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const parts = [
    `SELECT table_schema, table_name, column_name, data_type, is_nullable, column_default
     FROM information_schema.columns WHERE table_schema = ANY ($1) ORDER BY 1, 2, 3`,
    `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
     WHERE connamespace::regnamespace::text = ANY ($1) ORDER BY 1, 2`,
    'SELECT schemaname, indexname, indexdef FROM pg_indexes WHERE schemaname = ANY ($1) ORDER BY 1, 2',
    'SELECT * FROM pg_policies WHERE schemaname = ANY ($1) ORDER BY schemaname, tablename, policyname',
    `SELECT relnamespace::regnamespace::text, relname, relacl::text, relrowsecurity, relforcerowsecurity FROM pg_class
     WHERE relnamespace::regnamespace::text = ANY ($1) ORDER BY 1, 2`,
    `SELECT nspname, nspacl::text FROM pg_namespace WHERE nspname = ANY ($1) OR nspname = 'public' ORDER BY 1`,
  ];
  const found: unknown[] = [];
  for (const sql of parts) found.push((await client.query(sql, sql.includes('$1') ? [[...OWNERS]] : [])).rows);
  await client.end();
  return found;
}
