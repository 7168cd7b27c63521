import { randomUUID } from 'node:crypto';
import { OWNERS } from '@tavola/contracts/topology.ts';
import { testDatabase } from '@tavola/test-kit/database.ts';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';

// Tenant isolation in the migrated database itself. infra/deploy/migrate/migrated-database.test.ts checks which tables have
// forced row-level security, and the roles' privileges.

const { rows, urlOf } = await testDatabase();

/** Tables without tenant data, each with the reason. */
const NO_TENANTS: Readonly<Record<string, string>> = {
  'admin.audit_entry': 'what admins did; only admins read it',
  'admin.audit_outcome': 'how it ended; only admins read it',
  'admin.beta_application': 'from people who have no restaurant here yet',
  'admin.idempotency_key': 'keys of people who have no restaurant here yet',
  'analytics.stream_position': 'how far the stream of visits is counted',
  'analytics.visitor_salt': 'one salt a day and time zone; it names nobody',
  'auth.former_session': 'ends of sessions whose account is deleted, by ids that name nobody',
  'menu.assistant_day': 'how many tokens of the AI all restaurants have used on a day',
  'qr.rendering': 'pictures under the hash of all that shows in them',
};

/** Indexes that are unique across all tenants on purpose, each with the reason. */
const UNIQUE_AMONG_ALL: Readonly<Record<string, string>> = {
  'auth.tenant_slug_key': 'a slug is an address on the web',
  'auth.tenant_slug_pkey': 'a slug stays with the restaurant that had it first',
  'auth.user_email_key_key': 'signing in asks for an address, not for a restaurant',
  'auth.user_pkey': 'an id that auth draws itself; admins have no tenant',
  'auth.session_pkey': 'an id that auth draws itself; admins have no tenant',
  'auth.session_end_seq_key': 'numbers all ends in the order of their commits',
  'auth.password_reset_token_hash_key': 'a link names no restaurant',
  'auth.password_reset_pkey': 'one a user, who may be an admin',
  'auth.reset_link_pkey': 'a link names no restaurant',
  'auth.email_confirmation_pkey': 'a link names no restaurant',
  'auth.email_change_pkey': 'a link names no restaurant',
  'auth.idempotency_key_pkey': 'unique for each user, who may have no tenant',
  'auth.invitation_pkey': 'an id that auth draws itself',
  'auth.invitation_token_hash_key': 'a link names no restaurant',
  'auth.kitchen_device_pkey': 'an id that auth draws itself',
  'auth.kitchen_device_key_hash_key': 'a device that is locked has its key alone',
  'auth.two_factor_pkey': 'one a user, who may be an admin',
  'auth.recovery_code_pkey': 'unique for each user, who may be an admin',
  'menu.category_pkey': 'an id from a sequence',
  'menu.daypart_pkey': 'an id from a sequence',
  'menu.item_pkey': 'an id from a sequence',
  'menu.option_group_pkey': 'an id from a sequence',
  'qr.code_main_of_key': 'its column is the tenant',
  'qr.code_pkey': 'printed codes name no restaurant',
  'qr.sheet_pkey': 'an id that qr draws itself',
};

/** Foreign keys between tenants' rows without the tenant's id, each with what protects them instead. */
const SINGLE_REFERENCES: Readonly<Record<string, string>> = {
  'auth.membership_user_id_fkey':
    'a person works for many restaurants; it is only written for who accepts an invitation, or signs up',
  'auth.session_kitchen_device_id_fkey': 'auth reads the device by its key, and gives the session its restaurant',
  'auth.session_user_id_fkey': 'an admin has no tenant; session_tenant_id_user_id_fkey holds that of all others',
  'auth.password_reset_user_id_fkey': 'it has no tenant of its own, and is seen by its user only',
  'auth.reset_link_user_id_fkey': 'it has no tenant of its own, and is seen by its user only',
  'auth.email_confirmation_user_id_fkey': 'it has no tenant of its own, and is seen by its user only',
  'auth.idempotency_key_user_id_fkey': 'it has no tenant of its own, and is seen by its user only',
  'auth.email_change_user_id_fkey': 'it has no tenant of its own, and is seen by its user only',
  'auth.two_factor_user_id_fkey': 'it has no tenant of its own, and is seen by its user only',
  'auth.recovery_code_user_id_fkey': 'it has no tenant of its own, and is seen by its user only',
};

const TABLES = `
  SELECT pg_class.oid, nspname || '.' || relname AS name, nspname AS owner, relname, relrowsecurity AND relforcerowsecurity AS closed,
    relname = 'tenant' OR EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'tenant_id') AS "ofTenant"
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind IN ('r', 'p') AND nspname = ANY ($1) AND relname <> '_prisma_migrations'`;

const names = async (sql: string) =>
  (await rows<{ name: string }>(sql, [[...OWNERS]])).map(({ name }) => name).toSorted();

/** Tables with forced row-level security, and tables without it. */
const closedTables = () => names(`SELECT name FROM (${TABLES}) t WHERE closed`);
const openTables = () => names(`SELECT name FROM (${TABLES}) t WHERE NOT closed`);

/** Policies whose USING or WITH CHECK tests neither the tenant, the user nor the platform. */
const policiesForAll = () =>
  names(`SELECT schemaname || '.' || tablename || ' ' || policyname AS name FROM pg_policies
    WHERE schemaname = ANY ($1)
      AND (coalesce(qual, with_check) !~ 'app\\.(tenant_id|user_id|platform)''' OR coalesce(with_check, qual) !~ 'app\\.(tenant_id|user_id|platform)''')`);

/** Tenants' tables without a policy that compares exactly the tenant's id for its own rows. */
const withoutOwn = () =>
  names(`SELECT name FROM (${TABLES}) t WHERE "ofTenant" AND NOT EXISTS (
    SELECT FROM pg_policies WHERE schemaname = t.owner AND tablename = t.relname AND permissive = 'PERMISSIVE' AND policyname = 'own'
      AND qual = format('(%s = (NULLIF(current_setting(''app.tenant_id''::text, true), ''''::text))::uuid)',
        CASE t.relname WHEN 'tenant' THEN 'id' ELSE 'tenant_id' END))`);

/** Unique indexes of closed tables that do not include the tenant. */
const uniqueAmongAll = () =>
  names(`SELECT nspname || '.' || i.relname AS name FROM pg_index
    JOIN pg_class i ON i.oid = indexrelid JOIN (${TABLES}) t ON t.oid = indrelid JOIN pg_namespace ON pg_namespace.oid = i.relnamespace
    WHERE indisunique AND closed AND NOT EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey)
        AND (attname = 'tenant_id' OR (t.relname = 'tenant' AND attname = 'id')))`);

/** Foreign keys between closed tables, except to the tenant, by which a tenant's row could refer to another tenant's. */
const singleReferences = () =>
  names(`SELECT f.owner || '.' || conname AS name FROM pg_constraint
    JOIN (${TABLES}) f ON f.oid = conrelid JOIN (${TABLES}) t ON t.oid = confrelid
    WHERE contype = 'f' AND f.closed AND t.relname <> 'tenant' AND NOT EXISTS (
      SELECT FROM unnest(conkey, confkey) AS pair(here, there)
      JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = here AND a.attname = 'tenant_id'
      JOIN pg_attribute b ON b.attrelid = confrelid AND b.attnum = there AND b.attname = 'tenant_id')`);

describe('the tables', () => {
  it('are closed by row-level security, but those that hold nothing of a tenant [P5]', async () => {
    expect(await openTables()).toEqual(Object.keys(NO_TENANTS).toSorted());
    expect((await closedTables()).length).toBeGreaterThan(12);
  });

  it('of tenants show each tenant its own rows, by the id and nothing else', async () => {
    expect(await withoutOwn()).toEqual([]);
  });

  it('have no policy that asks for nobody', async () => {
    expect(await policiesForAll()).toEqual([]);
  });

  it('of tenants have nothing unique among all of them, but what is on purpose', async () => {
    expect(await uniqueAmongAll()).toEqual(Object.keys(UNIQUE_AMONG_ALL).toSorted());
  });

  it('of tenants refer to one another by the tenant and the id', async () => {
    expect(await singleReferences()).toEqual(Object.keys(SINGLE_REFERENCES).toSorted());
  });
});

describe('the rows of a team', () => {
  const [ada, bea] = [randomUUID(), randomUUID()];
  const [owner, otherOwner, shared] = [randomUUID(), randomUUID(), randomUUID()];
  const TEAM_TABLES = ['auth.membership', 'auth.invitation', 'auth.kitchen_device'] as const;

  /** Runs statements with auth's own role, in a transaction that is undone. */
  async function asAuth(settings: Record<string, string>, ...sql: string[]): Promise<pg.QueryResult[]> {
    const client = new pg.Client({ connectionString: urlOf('auth') });
    await client.connect();
    try {
      await client.query('BEGIN');
      for (const [name, value] of Object.entries(settings))
        await client.query('SELECT set_config($1, $2, true)', [`app.${name}`, value]);
      const results: pg.QueryResult[] = [];
      for (const one of sql) results.push(await client.query(one));
      return results;
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    // `shared` works for both, and was last in Bea's.
    await rows(`
      INSERT INTO auth.tenant (id, name, slug) VALUES ('${ada}', 'Da Ada', '${ada}'), ('${bea}', 'Da Bea', '${bea}');
      INSERT INTO auth."user" (id, tenant_id, name, email, email_key, password_hash)
      SELECT id::uuid, tenant::uuid, 'Cora', id, id, '' FROM (VALUES
        ('${owner}', '${ada}'), ('${otherOwner}', '${bea}'), ('${shared}', '${bea}')) AS people(id, tenant);
      INSERT INTO auth.membership (tenant_id, user_id, role) VALUES ('${ada}', '${shared}', 'staff');`);
    for (const tenant of [ada, bea]) {
      await rows(`
        INSERT INTO auth.invitation (id, tenant_id, role, token_hash, invited_by, inviter_id, expires_at)
        VALUES (gen_random_uuid(), '${tenant}', 'staff', '${tenant}', 'Cora', '${shared}', now() + interval '7 days');
        INSERT INTO auth.kitchen_device (id, tenant_id, user_id, name, key_hash, pin_hash, expires_at)
        VALUES (gen_random_uuid(), '${tenant}', '${shared}', 'Tablet', '${tenant}', '', now() + interval '30 days');`);
    }
  });

  it.each(TEAM_TABLES)("are a restaurant's own, of people who work elsewhere, too: %s", async (table) => {
    const [seen, changed, deleted] = await asAuth(
      { tenant_id: ada },
      `SELECT DISTINCT tenant_id FROM ${table}`,
      `UPDATE ${table} SET created_at = now() WHERE tenant_id = '${bea}'`,
      `DELETE FROM ${table} WHERE tenant_id = '${bea}'`,
    );
    expect(seen?.rows).toEqual([{ tenant_id: ada }]);
    expect([changed?.rowCount, deleted?.rowCount]).toEqual([0, 0]);
    expect((await asAuth({}, `SELECT FROM ${table}`))[0]?.rowCount).toBe(0);
  });

  it('show a restaurant its own people', async () => {
    const [people] = await asAuth({ tenant_id: ada }, 'SELECT id FROM auth."user"');
    expect(people?.rows.map(({ id }) => id).toSorted()).toEqual([owner, shared].toSorted());
  });

  it('show a person their own memberships, and let them change none', async () => {
    const [seen, changed, deleted] = await asAuth(
      { user_id: shared },
      'SELECT tenant_id FROM auth.membership',
      "UPDATE auth.membership SET role = 'owner'",
      'DELETE FROM auth.membership',
    );
    expect(seen?.rows.map((row) => row.tenant_id).toSorted()).toEqual([ada, bea].toSorted());
    expect([changed?.rowCount, deleted?.rowCount]).toEqual([0, 0]);
  });

  it.each([
    ['another restaurant', { tenant_id: ada }, bea],
    ['a person alone', { user_id: otherOwner }, ada],
    ['a member of another restaurant', { user_id: otherOwner, tenant_id: bea }, ada],
  ])('are not written by %s', async (_who, settings, into) => {
    const join = `INSERT INTO auth.membership (tenant_id, user_id, role) VALUES ('${into}', '${otherOwner}', 'owner')`;
    await expect(asAuth(settings, join)).rejects.toThrow(/row-level security/);
  });
});

describe('what is checked above is missed', () => {
  it.each([
    [
      'a table without a tenant that nobody gave a reason for',
      'CREATE TABLE menu.photo (id int)',
      openTables,
      'menu.photo',
      'DROP TABLE menu.photo',
    ],
    [
      'a table whose own policy was dropped',
      'ALTER POLICY own ON menu.item RENAME TO mine',
      withoutOwn,
      'menu.item',
      'ALTER POLICY mine ON menu.item RENAME TO own',
    ],
    [
      'a policy that is open to all',
      'CREATE POLICY everybody ON menu.item FOR SELECT USING (true)',
      policiesForAll,
      'menu.item everybody',
      'DROP POLICY everybody ON menu.item',
    ],
    [
      'a policy that lets in what it would not show',
      `CREATE POLICY careless ON menu.item USING (tenant_id = current_setting('app.tenant_id', true)::uuid) WITH CHECK (true)`,
      policiesForAll,
      'menu.item careless',
      'DROP POLICY careless ON menu.item',
    ],
    [
      'a name that is unique among all tenants',
      'CREATE UNIQUE INDEX one_name ON menu.category (name)',
      uniqueAmongAll,
      'menu.one_name',
      'DROP INDEX menu.one_name',
    ],
    [
      "a reference that another tenant's row would do for",
      'ALTER TABLE menu.item ADD CONSTRAINT loose FOREIGN KEY (category_id) REFERENCES menu.category (id)',
      singleReferences,
      'menu.loose',
      'ALTER TABLE menu.item DROP CONSTRAINT loose',
    ],
  ])('by %s', async (_what, change, found, name, mend) => {
    const before = await found();
    await rows(change);
    expect(await found()).toEqual([...before, name].toSorted());
    await rows(mend);
    expect(await found()).toEqual(before);
  });
});
