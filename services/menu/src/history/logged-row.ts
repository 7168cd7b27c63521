import { isDeepStrictEqual } from 'node:util';
import { OPTIONS_MAX, type OptionGroup, VARIANTS_MAX, VARIANTS_MIN } from '@tavola/contracts/choices.ts';
import { type Daypart, hasTime } from '@tavola/contracts/dayparts.ts';
import { contradictionsIn } from '@tavola/contracts/facets/facets.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { Prisma } from '../generated/client.ts';
import { contradictsSizes } from '../item/sizes.ts';
import { goneNamedIn, type KnownIds, type Named, namedRows, namingOnly } from '../menu/naming.ts';
import { requireWithinQuotas } from '../menu/quotas.ts';
import { type Fields, insertRows, TABLES, type Table } from '../menu/rows.ts';
import { choiceErrors } from '../option-group/change-option-groups.ts';
import { areChoices, breaksRules, leavesChoices, restoredChoices } from './logged-choices.ts';

/** A row that a write removed, as the log has it. */
interface LostRow {
  id: number;
  row: Fields;
}

/** The rows `ids` as the log would show them now, by id. */
export async function rowsOf(
  tx: Prisma.TransactionClient,
  tenantId: string,
  table: Table,
  ids: readonly number[],
): Promise<Map<number, Fields>> {
  const found = await tx.$queryRaw<LostRow[]>`
    SELECT id, logged_row(to_jsonb(own)) AS row FROM ${TABLES[table]} AS own
    WHERE tenant_id = ${tenantId}::uuid AND id = ANY (${[...ids]}::int[])`;
  return new Map(found.map(({ id, row }) => [id, row]));
}

/**
 * Brings back rows that the write `version` removed, with their ids, before those that were added since. Those that are there again
 * stay as they are; an item whose category is gone has none, and stays on the menu as items of deleted categories do. None names a
 * daypart or an option group that is gone. Returns how many came back.
 * @throws Problem `quota-reached`
 */
export async function bringBack(
  tx: Prisma.TransactionClient,
  tenantId: string,
  table: Table,
  lost: readonly LostRow[],
  version: number,
): Promise<number> {
  if (lost.length === 0) return 0;
  const found = table === 'item' ? await categoryIds(tx, tenantId) : new Set();
  const known = await namedRows(tx, tenantId).known();
  const rows = lost.map(({ id, row }) => ({
    ...row,
    ...(table === 'item' && !found.has(row.categoryId) && { categoryId: null }),
    ...(isDocument(row.facets) && { facets: namingOnly(row.facets, known) }),
    id,
    tenantId,
  }));
  await makeRoom(tx, tenantId, table, lost, version);
  const count = await insertRows(tx, table, rows);
  await requireWithinQuotas(tx, table);
  return count;
}

/** The ids of the restaurant's categories. */
export async function categoryIds(tx: Prisma.TransactionClient, tenantId: string): Promise<Set<unknown>> {
  const rows = await tx.category.findMany({ where: { tenantId }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** Moves rows at the end that were added since `version`, and so may have got the places of `lost`, behind them. */
async function makeRoom(
  tx: Prisma.TransactionClient,
  tenantId: string,
  table: Table,
  lost: readonly LostRow[],
  version: number,
): Promise<void> {
  const last = Math.max(...lost.map(({ row }) => Number(row.position)));
  await tx.$executeRaw`
    WITH own AS (
      SELECT position, coalesce((
        SELECT act = 'added' AND version >= ${version} FROM menu_change
        WHERE tenant_id = ${tenantId}::uuid AND kind = ${table} AND target_id = own.id ORDER BY id LIMIT 1
      ), false) AS is_new
      FROM ${TABLES[table]} AS own WHERE tenant_id = ${tenantId}::uuid
    )
    UPDATE ${TABLES[table]} SET position = position + ${last}::int - since.first + 1, updated_at = now()
    FROM (
      SELECT min(position) AS first FROM own
      WHERE is_new AND position <= ${last}::int
        AND position > (SELECT coalesce(max(position), 0) FROM own WHERE NOT is_new)
    ) AS since
    WHERE tenant_id = ${tenantId}::uuid AND position >= since.first`;
}

/**
 * Deletes rows that the write `version` added and that are as it left them but for their position, and for which `condition` holds.
 * Returns how many.
 */
export const takeAway = (
  tx: Prisma.TransactionClient,
  tenantId: string,
  table: Table,
  version: number,
  condition = Prisma.empty,
): Promise<number> =>
  tx.$executeRaw`
    DELETE FROM ${TABLES[table]} AS own USING menu_change AS added
    WHERE own.tenant_id = ${tenantId}::uuid AND added.tenant_id = own.tenant_id AND added.version = ${version}
      AND added.kind = ${table} AND added.act = 'added' AND added.target_id = own.id
      AND differing(added.after - 'position', logged_row(to_jsonb(own))) = '{}'::jsonb ${condition}`;

/** What the fields `was` name that is not among `known`; undefined where they name nothing of the kind. */
export const goneNamed = ({ facets }: Fields, known: KnownIds): Named | undefined =>
  isDocument(facets) ? goneNamedIn(facets, known) : undefined;

/** Whether `row` has what a change from `was` to `left` left in it. Of documents, only the changed keys count. */
const leaves = (row: Fields, was: Fields, left: Fields): boolean =>
  Object.keys({ ...was, ...left }).every((name) => {
    const [before, after, now] = [was[name], left[name], row[name]];
    if (isDocument(before) && isDocument(after)) return leaves(now as Fields, before, after);
    if (areChoices(after) && areChoices(now)) {
      if (areChoices(before)) return leavesChoices(now, before, after);
      return now.length === after.length && leavesChoices(now, [], after);
    }
    return isDeepStrictEqual(now, after);
  });

/** `row` of `table` with the fields `was` instead of `left`; undefined if it has not all that the change left, or no write would accept it. */
export function undone(table: Table, row: Fields | undefined, was: Fields, left: Fields): Fields | undefined {
  if (!row || !leaves(row, was, left)) return undefined;
  const after = restored(row, was, left);
  return contradicts[table]({ ...after, ...(after.facets as Fields | undefined) }) ? undefined : after;
}

/** Whether fields of a row that were right one by one contradict each other. */
const contradicts: Readonly<Record<Table, (fields: Fields) => boolean>> = {
  item: (fields) =>
    Boolean(fields.isAvailable && fields.soldOutUntil) ||
    contradictionsIn(fields).length > 0 ||
    contradictsSizes(fields as unknown as MenuItem) ||
    breaksRules(fields.variants, VARIANTS_MIN, VARIANTS_MAX),
  category: () => false,
  daypart: (fields) => !hasTime(fields as unknown as Daypart),
  'option-group': (fields) =>
    breaksRules(fields.options, 1, OPTIONS_MAX) || [...choiceErrors(fields as unknown as OptionGroup)].length > 0,
};

/** `row` with the fields `was` instead of `left`. Of documents, the changed keys get the value that they had, or go. */
const restored = (row: Fields, was: Fields, left: Fields): Fields => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(was).map(([name, value]) => [name, restoredValue(value, left[name], row[name])]),
  ),
});

function restoredValue(was: unknown, left: unknown, now: unknown): unknown {
  if (areChoices(was) && areChoices(left) && areChoices(now)) return restoredChoices(was, left, now);
  if (!isDocument(was) || !isDocument(left)) return was;
  const kept = Object.entries(now as Fields).filter(([key]) => !Object.hasOwn(left, key));
  const back = Object.entries(was).map(([key, value]) => {
    return [key, areChoices(value) ? restoredValue(value, left[key], (now as Fields)[key]) : value];
  });
  return { ...Object.fromEntries(kept), ...Object.fromEntries(back) };
}

const isDocument = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
