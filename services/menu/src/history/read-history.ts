import { HISTORY_PAGE, type History, type HistoryQuery, type MenuChange } from '@tavola/contracts/history.ts';
import { type Pool, readAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { Prisma } from '../generated/client.ts';

const OWN = Prisma.sql`menu_change.tenant_id = current_setting('app.tenant_id')::uuid`;

/** The changes of the same write that are of this kind and these acts, for SQL. */
const inSameWrite = (kind: string, acts: string) => `
  FROM menu_change AS other
  WHERE other.tenant_id = menu_change.tenant_id AND other.version = menu_change.version
    AND other.kind = '${kind}' AND other.act IN (${acts})`;

const inUtc = (instant: string) => `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The fields of a change as the log holds them, as a select list. Orders have the ids of the moved rows. */
export const CHANGE_FIELDS = `
  id::float8 AS id, version, ${inUtc('at')} AS at, "by", kind, act,
  target_id AS "targetId", name,
  CASE act WHEN 'moved' THEN jsonb_build_object('ids', before) ELSE before END AS before,
  CASE act WHEN 'moved' THEN jsonb_build_object('ids', after) ELSE after END AS after`;

/** The same with what the rest of its write did, and when a draft was put back. */
export const CHANGE_COLUMNS = `${CHANGE_FIELDS},
  CASE WHEN kind = 'category' AND act IN ('added', 'removed') THEN (SELECT count(*)::int ${inSameWrite('item', `'changed'`)})
    ELSE 0 END AS items,
  CASE kind WHEN 'draft' THEN (SELECT ${inUtc('max(undo.at)')} FROM menu_change AS undo
    WHERE undo.tenant_id = menu_change.tenant_id AND undo.kind = 'draft' AND (undo.after ->> 'undoes')::bigint = menu_change.id)
    END AS "undoneAt"`;

/** Whether a change stands for itself: items lose a category and get it back with it, and a draft stands for all of its write. */
export const IS_OWN_ACT = `
  NOT (kind = 'item' AND act = 'changed' AND EXISTS (SELECT ${inSameWrite('category', `'added', 'removed'`)}))
  AND (kind = 'draft' OR NOT EXISTS (SELECT ${inSameWrite('draft', `'changed'`)}))`;

/** One page of the restaurant's changes, newest first; those of one item with all that happened to it. Of a draft, the first ones. */
export async function readHistory(pool: Pool, tenantId: string, query: HistoryQuery): Promise<History> {
  const { item, before, draft } = query;
  if (draft !== undefined) return { changes: await readDraft(pool, tenantId, draft), next: null };
  const rows = await readAsTenant<MenuChange>(
    pool,
    tenantId,
    Prisma.sql`
      SELECT ${Prisma.raw(CHANGE_COLUMNS)} FROM menu_change
      WHERE ${OWN} ${before === undefined ? Prisma.empty : Prisma.sql`AND id < ${before}`}
        AND ${item === undefined ? Prisma.raw(IS_OWN_ACT) : Prisma.sql`kind = 'item' AND target_id = ${item}`}
      ORDER BY menu_change.id DESC LIMIT ${HISTORY_PAGE + 1}`,
  );
  const changes = rows.slice(0, HISTORY_PAGE).map(toShownChange);
  return { changes, next: rows.length > HISTORY_PAGE ? (changes.at(-1)?.id ?? null) : null };
}

/** The first changes that the draft `id` made: categories, then what it added, changed and removed. */
async function readDraft(pool: Pool, tenantId: string, id: number): Promise<MenuChange[]> {
  const rows = await readAsTenant<MenuChange>(
    pool,
    tenantId,
    Prisma.sql`
      SELECT ${Prisma.raw(CHANGE_COLUMNS)} FROM menu_change
      WHERE ${OWN} AND kind <> 'draft' AND act <> 'moved' AND version = (
        SELECT draft.version FROM menu_change AS draft
        WHERE draft.tenant_id = menu_change.tenant_id AND draft.id = ${id} AND draft.kind = 'draft')
      ORDER BY menu_change.kind, menu_change.act, menu_change.id LIMIT ${HISTORY_PAGE}`,
  );
  // What else the draft changed has nothing to do with its categories.
  return rows.map((row) => ({ ...toShownChange(row), items: 0 }));
}

/** A change as the API shows it: the fields of documents beside the others, without what only the database knows. */
export const toShownChange = (change: MenuChange): MenuChange => ({
  ...change,
  before: toFields(change.before),
  after: toFields(change.after),
});

function toFields(logged: MenuChange['before']): MenuChange['before'] {
  if (!logged) return null;
  const { facets, position: _position, createdAt: _createdAt, ...columns } = logged;
  return { ...columns, ...(facets as object | undefined) };
}
