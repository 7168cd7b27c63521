import {
  type DirectoryCounts,
  type DirectoryQuery,
  type FoundTenants,
  type FoundUsers,
  NAMED_MAX,
  PEOPLE_MAX,
  type Standing,
  type TenantAccount,
} from '@tavola/contracts/admin.ts';
import { platformTenant, user } from '@tavola/contracts/auth.ts';
import { selectListFor, toShown } from '@tavola/service-kit/data/columns.ts';
import { type Pool, readAsPlatform, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { Prisma } from '../generated/client.ts';

// The directory of restaurants and users for platform admins. A page without a search is read from an index in its order. A
// search for a part of a word has to look at every row: the tables have row-level security, under which PostgreSQL uses no
// index for LIKE. Decision 0010 has the figures.

const TO_BE_DELETED = 'delete_at IS NOT NULL';

const TENANT_IS: Record<Standing, string> = {
  active: 'is_active AND delete_at IS NULL',
  suspended: 'NOT is_active',
  'to-be-deleted': TO_BE_DELETED,
};

// Whoever works only for restaurants that are to be deleted, and never worked for another, goes with them. Admins stay.
const LEAVING = `(role <> 'admin' AND id IN (
  SELECT user_id FROM membership JOIN tenant ON tenant.id = tenant_id
  GROUP BY user_id HAVING bool_and(removed_at IS NULL AND ${TO_BE_DELETED})))`;

const USER_IS: Record<Standing, string> = {
  active: `is_active AND NOT ${LEAVING}`,
  suspended: 'NOT is_active',
  'to-be-deleted': LEAVING,
};

/** `delete_at` as the API writes times. */
const DELETE_AT = utc('delete_at');

/** `created_at` as the API writes times. */
const CREATED_AT = utc('created_at');

/** A table of the directory, for SQL. */
interface Directory {
  table: string;
  /** The columns of a row of the answer. */
  columns: string;
  isIn: Record<Standing, string>;
  /** The condition that a text LIKE `pattern`, in any case, occurs in the row. */
  has(pattern: string): Prisma.Sql;
}

/** The condition that the restaurant's or the user's name is LIKE `pattern`. PostgreSQL's lower case of İ and Σ is not JavaScript's. */
const nameContains = (pattern: string) =>
  Prisma.sql`replace(lower(name), 'ς', 'σ') LIKE replace(lower(${pattern}), 'ς', 'σ')`;

const TENANTS: Directory = {
  table: 'tenant',
  columns: `${selectListFor(platformTenant, { deleteAt: DELETE_AT, createdAt: CREATED_AT })}, ARRAY(
    SELECT email FROM membership JOIN "user" ON "user".id = user_id
    WHERE membership.tenant_id = tenant.id AND removed_at IS NULL
    ORDER BY membership.created_at, user_id LIMIT ${NAMED_MAX}) AS emails, (
    SELECT greatest(count(*) - ${NAMED_MAX}, 0)::int FROM membership
    WHERE membership.tenant_id = tenant.id AND removed_at IS NULL) AS "moreEmails"`,
  isIn: TENANT_IS,
  has: (pattern) =>
    Prisma.sql`(${nameContains(pattern)} OR slug LIKE ${pattern.toLowerCase()}
         OR EXISTS (
           SELECT FROM membership JOIN "user" ON "user".id = user_id
           WHERE membership.tenant_id = tenant.id AND removed_at IS NULL AND email_key LIKE ${pattern.toLowerCase()}))`,
};

/** The restaurants of a user, numbered: first one that stays, or goes last; among these the one last used. */
const PLACES = `
  SELECT tenant.name, slug, delete_at, row_number() OVER (
    ORDER BY delete_at DESC NULLS FIRST, tenant.id IS NOT DISTINCT FROM "user".tenant_id DESC, tenant.id) AS place
  FROM membership JOIN tenant ON tenant.id = membership.tenant_id WHERE user_id = "user".id AND removed_at IS NULL`;

const USERS: Directory = {
  table: '"user"',
  columns: `${selectListFor(user)}, ${CREATED_AT} AS "createdAt", (
    SELECT json_build_object('name', name, 'slug', slug, 'deleteAt', ${DELETE_AT}) FROM (${PLACES}) AS places
    WHERE place = 1) AS restaurant, (
    SELECT json_build_object(
      'names', coalesce(json_agg(name ORDER BY place) FILTER (WHERE place <= ${NAMED_MAX}), '[]'),
      'more', count(*) FILTER (WHERE place > ${NAMED_MAX}))
    FROM (${PLACES}) AS places WHERE place > 1) AS "alsoIn"`,
  isIn: USER_IS,
  has: (pattern) =>
    Prisma.sql`(${nameContains(pattern)} OR email_key LIKE ${pattern.toLowerCase()}
         OR EXISTS (
           SELECT FROM membership JOIN tenant ON tenant.id = membership.tenant_id
           WHERE user_id = "user".id AND removed_at IS NULL AND (${nameContains(pattern)} OR slug LIKE ${pattern.toLowerCase()})))`,
};

const toTenant = toShown(platformTenant);

/** One page of restaurants that match `query`, newest first, and how many match. */
export async function findTenants(pool: Pool, query: DirectoryQuery): Promise<FoundTenants> {
  const { rows: tenants, ...rest } = await find<FoundTenants['tenants'][number]>(pool, TENANTS, query);
  return { tenants: tenants.map(toTenant), ...rest };
}

/** One page of users that match `query`, newest first, and how many match. */
export async function findUsers(pool: Pool, query: DirectoryQuery): Promise<FoundUsers> {
  const { rows: users, ...rest } = await find<FoundUsers['users'][number]>(pool, USERS, query);
  return { users, ...rest };
}

async function find<Row>(
  pool: Pool,
  { table, columns, isIn, has }: Directory,
  { q, standing, after, limit }: DirectoryQuery,
): Promise<{ rows: Row[]; counts: DirectoryCounts; next: string | null }> {
  const words = q.split(/\s+/).filter(Boolean);
  const matches = words.map((word) => has(`%${word.replace(/[\\%_]/g, '\\$&')}%`));
  const [at = '', id = ''] = after?.split('_') ?? [];
  const onPage = [
    ...matches,
    ...(standing ? [Prisma.raw(`(${isIn[standing]})`)] : []),
    ...(after ? [Prisma.sql`(created_at, id) < (to_timestamp(${at}::bigint / 1000.0), ${id}::uuid)`] : []),
  ];
  const where = (conditions: Prisma.Sql[]) =>
    conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty;
  const [found, [counts]] = await Promise.all([
    readAsPlatform<Row & { place: string }>(
      pool,
      Prisma.sql`
        SELECT ${Prisma.raw(columns)}, floor(extract(epoch FROM created_at) * 1000)::bigint || '_' || id AS place
        FROM ${Prisma.raw(table)} ${where(onPage)} ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`,
    ),
    readAsPlatform<DirectoryCounts>(
      pool,
      Prisma.sql`
        SELECT count(*)::int AS "all",
          (count(*) FILTER (WHERE ${Prisma.raw(isIn.active)}))::int AS active,
          (count(*) FILTER (WHERE ${Prisma.raw(isIn.suspended)}))::int AS suspended,
          (count(*) FILTER (WHERE ${Prisma.raw(isIn['to-be-deleted'])}))::int AS "toBeDeleted"
        FROM ${Prisma.raw(table)} ${where(matches)}`,
    ),
  ]);
  return {
    rows: found.slice(0, limit).map(({ place: _place, ...row }) => row as unknown as Row),
    counts: counts as DirectoryCounts,
    next: found.length > limit ? (found[limit - 1]?.place ?? null) : null,
  };
}

/** The time in `column` as the API writes it, for SQL. */
function utc(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

const ACCOUNT = `
  SELECT
    (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'email', email, 'role', role,
        'isActive', is_active, 'tenantId', tenant_id, 'isEmailConfirmed', email_confirmed_at IS NOT NULL, 'createdAt', ${CREATED_AT})
        ORDER BY joined_at, id), '[]')
      FROM (SELECT "user".id, name, email, CASE "user".role WHEN 'admin' THEN 'admin' ELSE membership.role END AS role,
          is_active, membership.tenant_id, email_confirmed_at, "user".created_at, membership.created_at AS joined_at
        FROM membership JOIN "user" ON "user".id = user_id
        WHERE membership.tenant_id = current_setting('app.tenant_id')::uuid AND removed_at IS NULL
        ORDER BY membership.created_at, "user".id LIMIT ${PEOPLE_MAX}) AS first) AS people,
    (SELECT ${utc('max(created_at)')} FROM session WHERE tenant_id = current_setting('app.tenant_id')::uuid) AS "lastSignInAt"`;

/** The first members of the restaurant `tenantId`, and when one of them last signed in. */
export const readPeople = (pool: Pool, tenantId: string): Promise<Omit<TenantAccount, 'tenant'>> =>
  readRowAsTenant(pool, tenantId, ACCOUNT);
