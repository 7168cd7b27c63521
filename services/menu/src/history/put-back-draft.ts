import { Prisma } from '../generated/client.ts';
import { namedRows } from '../menu/naming.ts';
import { requireRoom } from '../menu/quotas.ts';
import { type Fields, updateRows } from '../menu/rows.ts';
import { bringBack, categoryIds, goneNamed, rowsOf, takeAway, undone } from './logged-row.ts';
import { CHANGE_BYTES } from './prune-log.ts';
import { PAGE_BYTES_MAX } from './read-history.ts';

/** How many names of what stays an answer holds. */
const KEPT_NAMED = 50;

/** How many changes of the draft are read and undone at a time, of at most PAGE_BYTES_MAX: all of them may be megabytes. */
const CHANGES_AT_ONCE = 500;

/** What the draft did to a row, as the log has it. */
interface LoggedChange {
  id: number;
  was: Fields;
  left: Fields;
}

/**
 * Undoes all that the draft with this `version` did to items and categories, where it is still as the draft left it: what was added
 * goes, what was changed is as before, what was removed comes back. A category with an item in it stays. Returns how many rows
 * that was, and the names of what was changed since and stays: dishes first.
 * @throws Problem `quota-reached`
 */
export async function undoDraft(
  tx: Prisma.TransactionClient,
  tenantId: string,
  version: number,
): Promise<{ undone: number; kept: string[] }> {
  // Items go before their categories, and come back after them.
  const back = await bringBackAll('category');
  const gone = await takeAway(tx, tenantId, 'item', version);
  const { count: asBefore, kept } = await restoreItems();
  const itemsBack = await bringBackAll('item');
  const isEmpty = Prisma.sql`AND NOT EXISTS (SELECT FROM item WHERE item.tenant_id = own.tenant_id AND item.category_id = own.id)`;
  const emptied = await takeAway(tx, tenantId, 'category', version, isEmpty);
  return { undone: back + gone + asBefore + itemsBack + emptied, kept: await namesOf(kept) };

  async function* changesOf(kind: 'category' | 'item', act: 'removed' | 'changed'): AsyncGenerator<LoggedChange[]> {
    let page: (LoggedChange & { change: number })[] = [];
    do {
      const last = page.at(-1)?.change ?? 0;
      page = await tx.$queryRaw`
        SELECT id::float8 AS change, target_id AS id, before AS was, after AS left FROM (
          SELECT *, sum(${CHANGE_BYTES}) OVER (ORDER BY id) - ${CHANGE_BYTES} AS before_it FROM (
            SELECT * FROM menu_change
            WHERE tenant_id = ${tenantId}::uuid AND version = ${version} AND kind = ${kind} AND act = ${act}
              AND id > ${last}::bigint
            ORDER BY id LIMIT ${CHANGES_AT_ONCE}
          ) AS first
        ) AS sized
        WHERE before_it < ${PAGE_BYTES_MAX} ORDER BY change`;
      if (page.length > 0) yield page;
    } while (page.length > 0);
  }

  async function bringBackAll(kind: 'category' | 'item'): Promise<number> {
    let count = 0;
    for await (const page of changesOf(kind, 'removed')) {
      const lost = page.map(({ id, was }) => ({ id, row: was }));
      count += await bringBack(tx, tenantId, kind, lost, version);
    }
    return count;
  }

  /** Returns how many items are as before, and the ids of those that were changed since or whose former category, daypart or option group is gone. */
  async function restoreItems(): Promise<{ count: number; kept: number[] }> {
    const [categories, known] = [await categoryIds(tx, tenantId), await namedRows(tx, tenantId).known()];
    const isThere = (was: Fields) =>
      (typeof was.categoryId !== 'number' || categories.has(was.categoryId)) && !goneNamed(was, known);
    let count = 0;
    const kept: number[] = [];
    for await (const page of changesOf('item', 'changed')) {
      const ids = page.map(({ id }) => id);
      const rows = await rowsOf(tx, tenantId, 'item', ids);
      const found = page.flatMap(({ id, was, left }) => {
        const after = undone('item', rows.get(id), was, left);
        return after && isThere(was) ? [{ ...after, id }] : [];
      });
      await updateRows(tx, 'item', tenantId, found);
      const done = new Set(found.map(({ id }) => id));
      count += done.size;
      kept.push(...ids.filter((id) => !done.has(id)));
    }
    if (count > 0) await requireRoom(tx);
    return { count, kept };
  }

  /** The names of what was added and is still there, and of the items `changed`. */
  async function namesOf(changed: readonly number[]): Promise<string[]> {
    const rows = await tx.$queryRaw<{ name: string }[]>`
      SELECT own.name
      FROM menu_change AS done, LATERAL (
        SELECT name, 1 AS part, position FROM item WHERE done.kind = 'item' AND tenant_id = done.tenant_id AND id = done.target_id
        UNION ALL
        SELECT name, 2, position FROM category WHERE done.kind = 'category' AND tenant_id = done.tenant_id AND id = done.target_id
      ) AS own
      WHERE done.tenant_id = ${tenantId}::uuid AND done.version = ${version}
        AND (done.act = 'added' OR done.kind = 'item' AND done.act = 'changed' AND done.target_id = ANY (${[...changed]}::int[]))
      ORDER BY own.part, own.position LIMIT ${KEPT_NAMED}`;
    return rows.map(({ name }) => name);
  }
}
