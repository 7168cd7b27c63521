import { HISTORY_PAGE, type History, type HistoryQuery, type MenuChange } from '@tavola/contracts/history.ts';
import { type Pool, readAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { Prisma } from '../generated/client.ts';
import { CHANGE_BYTES } from './prune-log.ts';

/** A page ends at this many bytes of changes, after at least one. */
export const PAGE_BYTES_MAX = 1_000_000;

const inUtc = (instant: string) => `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The fields of a change as the log holds them, as a select list. Orders have the ids of the moved rows. */
export const CHANGE_FIELDS = `
  id::float8 AS id, version, ${inUtc('at')} AS at, "by", on_device AS "onDevice", kind, act,
  target_id AS "targetId", name,
  CASE act WHEN 'moved' THEN jsonb_build_object('ids', before) ELSE before END AS before,
  CASE act WHEN 'moved' THEN jsonb_build_object('ids', after) ELSE after END AS after`;

/** A change of a category or an option group that items lose or get back with it. */
const IS_SHARED = `kind IN ('category', 'option-group') AND act IN ('added', 'removed')`;

/**
 * Whether a change declares allergens of an item, or of options that were there before and still are. What it says itself counts: the
 * evidence may be pruned before the log.
 */
const DECLARES = `act = 'changed' AND CASE kind
  WHEN 'item' THEN coalesce(before -> 'facets' ? 'allergens', false) OR coalesce(after -> 'facets' ? 'allergens', false)
  WHEN 'option-group' THEN EXISTS (
    SELECT FROM jsonb_array_elements(before -> 'options') AS was JOIN jsonb_array_elements(after -> 'options') AS becomes
      ON was -> 'id' = becomes -> 'id'
    WHERE was -> 'allergens' IS DISTINCT FROM becomes -> 'allergens')
  ELSE false END`;

/** What `selectChanges` returns: `found` is how many changes there are, with those beyond PAGE_BYTES_MAX. */
type SelectedChange = MenuChange & { found: number };

/**
 * SQL for the first changes for which `condition` holds, in `order`: at most `count`, and PAGE_BYTES_MAX. They come with what the
 * rest of their write did, and when a draft was put back. It reads lists of versions and does not look up each: PostgreSQL expects so
 * little of a restaurant that is newer than its statistics that it would take the wrong index.
 */
function selectChanges(tenantId: string, condition: Prisma.Sql, order: string, count: number): Prisma.Sql {
  const [own, fields] = [ownLog(tenantId), Prisma.raw(CHANGE_FIELDS)];
  const [isShared, declares] = [Prisma.raw(IS_SHARED), Prisma.raw(DECLARES)];
  return Prisma.sql`
    WITH
      found AS MATERIALIZED (
        SELECT id, ${CHANGE_BYTES} AS size, row_number() OVER () AS place
        FROM (SELECT * FROM ${own} WHERE ${condition} ORDER BY ${Prisma.raw(order)} LIMIT ${count}) AS first
      ),
      page AS MATERIALIZED (
        SELECT * FROM (SELECT id, place, sum(size) OVER (ORDER BY place) - size AS before_it FROM found) AS sized
          JOIN ${own} USING (id)
        WHERE before_it < ${PAGE_BYTES_MAX} AND own.id = ANY (ARRAY(SELECT id FROM found))
      ),
      lost AS (
        SELECT version, count(*)::int AS items FROM ${own}
        WHERE kind = 'item' AND act = 'changed' AND version = ANY (ARRAY(SELECT version FROM page WHERE ${isShared}))
        GROUP BY version
      ),
      declaring AS (
        SELECT DISTINCT version FROM ${own}
        WHERE kind = 'item' AND version = ANY (ARRAY(SELECT version FROM page WHERE kind = 'draft')) AND ${declares}
      ),
      undone AS (
        SELECT (after ->> 'undoes')::bigint AS draft, max(at) AS undone_at FROM ${own} WHERE kind = 'draft'
        GROUP BY draft
      )
    SELECT ${fields}, CASE WHEN ${isShared} THEN coalesce(items, 0) ELSE 0 END AS items,
      (${declares} OR kind = 'draft' AND version IN (SELECT version FROM declaring)) AS "isDeclaration",
      ${Prisma.raw(inUtc('undone_at'))} AS "undoneAt", (SELECT count(*)::int FROM found) AS found
    FROM page LEFT JOIN lost USING (version) LEFT JOIN undone ON kind = 'draft' AND draft = id
    ORDER BY place`;
}

/** The restaurant's log, as a table with another name. */
const ownLog = (tenantId: string): Prisma.Sql =>
  Prisma.sql`(SELECT * FROM menu_change WHERE tenant_id = ${tenantId}::uuid) AS own`;

/** Whether a change stands for itself: items lose a category or an option group and get it back with it, and a draft stands for all of its write. */
const isOwnAct = (tenantId: string): Prisma.Sql => Prisma.sql`
  (kind = 'draft' OR version NOT IN (SELECT version FROM ${ownLog(tenantId)} WHERE kind = 'draft'))
  AND (kind <> 'item' OR act <> 'changed'
    OR version NOT IN (SELECT version FROM ${ownLog(tenantId)} WHERE ${Prisma.raw(IS_SHARED)}))`;

/** One page of the restaurant's changes, newest first; those of one item with all that happened to it. Of a draft, the first ones. */
export async function readHistory(pool: Pool, tenantId: string, query: HistoryQuery): Promise<History> {
  const { item, before, draft } = query;
  if (draft !== undefined) return { changes: await readDraft(pool, tenantId, draft), next: null };
  const condition = Prisma.sql`
    ${before === undefined ? Prisma.sql`true` : Prisma.sql`id < ${before}`}
    AND ${item === undefined ? isOwnAct(tenantId) : Prisma.sql`kind = 'item' AND target_id = ${item}`}`;
  const statement = selectChanges(tenantId, condition, 'id DESC', HISTORY_PAGE + 1);
  const rows = await readAsTenant<SelectedChange>(pool, tenantId, statement);
  const changes = rows.slice(0, HISTORY_PAGE).map(toShownChange);
  const isLast = changes.length === (rows[0]?.found ?? 0);
  return { changes, next: isLast ? null : (changes.at(-1)?.id ?? null) };
}

/** The first changes that the draft `id` made: categories, then what it added, changed and removed. */
async function readDraft(pool: Pool, tenantId: string, id: number): Promise<MenuChange[]> {
  const condition = Prisma.sql`
    kind <> 'draft' AND act <> 'moved'
    AND version = (SELECT version FROM ${ownLog(tenantId)} WHERE id = ${id} AND kind = 'draft')`;
  const statement = selectChanges(tenantId, condition, 'kind, act, id', HISTORY_PAGE);
  const rows = await readAsTenant<SelectedChange>(pool, tenantId, statement);
  // What else the draft changed has nothing to do with its categories.
  return rows.map((row) => ({ ...toShownChange(row), items: 0 }));
}

/** The change `id` as the log holds it, in a transaction of `writeMenu`; undefined if there is none. */
export async function findChange(
  tx: Prisma.TransactionClient,
  tenantId: string,
  id: number,
): Promise<MenuChange | undefined> {
  const [change] = await tx.$queryRaw<SelectedChange[]>(
    selectChanges(tenantId, Prisma.sql`id = ${id}::bigint`, 'id', 1),
  );
  return change;
}

/** The change that a transaction of `writeMenu` has made: that of a category or an option group, before those of its items. */
export async function newestChange(tx: Prisma.TransactionClient, tenantId: string): Promise<MenuChange> {
  const condition = Prisma.sql`
    version = (SELECT version FROM menu_version WHERE tenant_id = ${tenantId}::uuid) AND ${isOwnAct(tenantId)}`;
  const [change] = await tx.$queryRaw<[SelectedChange]>(selectChanges(tenantId, condition, `kind = 'item', id`, 1));
  return toShownChange(change);
}

/** A change as the API shows it: the fields of documents beside the others, without what only the database knows. */
const toShownChange = ({ found: _found, onDevice, ...change }: SelectedChange): MenuChange => ({
  ...change,
  ...(onDevice && { onDevice }),
  before: toFields(change.before),
  after: toFields(change.after),
});

function toFields(logged: MenuChange['before']): MenuChange['before'] {
  if (!logged) return null;
  const { facets, position: _position, createdAt: _createdAt, ...columns } = logged;
  return { ...columns, ...(facets as object | undefined) };
}
