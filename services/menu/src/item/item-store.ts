import type { StoredTexts } from '@tavola/contracts/languages.ts';
import {
  type MenuItem,
  type MenuItemChange,
  menuItem,
  NEW_ITEM_DAYS,
  type NewMenuItem,
} from '@tavola/contracts/menu.ts';
import { DAY_MS } from '@tavola/contracts/rules/times.ts';
import { availableAt } from '@tavola/contracts/rules/turns.ts';
import {
  mergeDocuments,
  newDocuments,
  selectFor,
  selectListFor,
  splitFields,
  toShown,
} from '@tavola/service-kit/data/columns.ts';
import type { NewDeclaration } from '../allergens/declaration-store.ts';
import { Prisma } from '../generated/client.ts';
import { availableChoices, availableChoicesSql, hasAvailableSql } from '../menu/choices.ts';
import { type Fields, insertRows, isAmong, updateRows } from '../menu/rows.ts';

/** A price has at most ten digits, so it fits a `float8` exactly, and JSON shows no trailing zeros. */
const PRICE = 'price::float8';

const SOLD_OUT_UNTIL = `(facets->>'soldOutUntil')::timestamptz`;

/** Whether an item is available now: what was sold out for a time is so again by itself. */
export const AVAILABLE = `(is_available OR coalesce(${SOLD_OUT_UNTIL} <= now(), false))`;

/** The sizes of an item as they are now. */
const VARIANTS = `(${availableChoicesSql(`(facets->'variants')`)})`;

/** Whether there is no size of an item left, or too few options of a group that must be chosen from. */
export const LACKS_CHOICE = `(NOT ${hasAvailableSql(VARIANTS)} OR EXISTS (
  SELECT FROM option_group
  WHERE option_group.tenant_id = item.tenant_id AND item.facets -> 'optionGroups' @> to_jsonb(option_group.id) AND min > (
    SELECT count(*) FROM jsonb_array_elements(${availableChoicesSql('options')}) AS option
    WHERE (option ->> 'isAvailable')::boolean)))`;

/** The fields of an item that are not shown as they are stored, in SQL. */
export const ITEM_EXPRESSIONS = { price: PRICE, isAvailable: AVAILABLE };
export const ITEM_DOCUMENT_EXPRESSIONS = {
  soldOutUntil: `CASE WHEN ${SOLD_OUT_UNTIL} > now() THEN facets->'soldOutUntil' END`,
  variants: VARIANTS,
};

/** The fields of an item, as a Prisma select and as a select list in SQL. */
const SELECT = selectFor(menuItem);
const COLUMNS = selectListFor(menuItem, { price: PRICE });

/** Makes a row what the API shows. */
const toStoredItem = toShown(menuItem);
const toItem: typeof toStoredItem = (row) => {
  const item: Pick<MenuItem, 'variants'> = availableAt(toStoredItem(row) as never, Date.now());
  return (item.variants ? { ...item, variants: availableChoices(item.variants) } : item) as never;
};

// Exact: see PRICE.
const asMenuItem = <Row extends { price: Prisma.Decimal }>(row: Row) => toItem({ ...row, price: row.price.toNumber() });

/** An item as stored, and as the API shows it. */
export interface StoredItem {
  /** All columns, which are written back together. */
  row: Fields & { id: number; facets: Fields };
  shown: MenuItem;
}

/** The menu items of the restaurant `tenantId`. */
export function itemStore(tx: Prisma.TransactionClient, tenantId: string) {
  return {
    /** Adds an item after the others. */
    async add(input: NewMenuItem): Promise<MenuItem> {
      const last = await tx.item.aggregate({ where: { tenantId }, _max: { position: true } });
      const position = (last._max.position ?? 0) + 1;
      const data = { ...splitFields(menuItem, input).columns, ...newDocuments(menuItem, input), tenantId, position };
      return asMenuItem(await tx.item.create({ data, select: SELECT }));
    },

    /** Adds items after the others, with their translations. */
    async addAll(inputs: readonly (Omit<NewMenuItem, 'image'> & { texts: StoredTexts })[]): Promise<void> {
      const last = await tx.item.aggregate({ where: { tenantId }, _max: { position: true } });
      const first = (last._max.position ?? 0) + 1;
      const rows = inputs.map((input, index) => ({
        ...splitFields(menuItem, input).columns,
        ...newDocuments(menuItem, input),
        tenantId,
        position: first + index,
      }));
      await insertRows(tx, 'item', rows);
    },

    /** Reads the item and locks it until the end of the transaction; null where there is none. */
    async lock(id: number): Promise<MenuItem | null> {
      const [found] = await tx.$queryRaw<MenuItem[]>`
        SELECT ${Prisma.raw(COLUMNS)} FROM item WHERE tenant_id = ${tenantId}::uuid AND id = ${id} FOR UPDATE`;
      return found ? toItem(found) : null;
    },

    /** Reads the items `ids` that there are and locks them until the end of the transaction, by id. */
    async lockAll(ids: readonly number[]): Promise<Map<number, StoredItem>> {
      if (ids.length === 0) return new Map();
      const rows = await tx.$queryRaw<(MenuItem & { facets: Fields })[]>`
        SELECT ${Prisma.raw(COLUMNS)} FROM item
        WHERE tenant_id = ${tenantId}::uuid AND id = ANY (${[...ids]}::int[]) FOR UPDATE`;
      return new Map(rows.map((row) => [row.id, { row, shown: toItem(row) }]));
    },

    /** Makes changes of items that are locked. */
    async changeAll(changes: readonly { stored: StoredItem; change: MenuItemChange }[]): Promise<void> {
      const rows = changes.map(({ stored: { row }, change }) => {
        const { columns, documents } = splitFields(menuItem, change);
        const { given = {}, cleared = [] } = documents.get('facets') ?? {};
        const kept = Object.entries(row.facets).filter(([name]) => !cleared.includes(name));
        return { ...row, ...columns, facets: { ...Object.fromEntries(kept), ...given } };
      });
      await updateRows(tx, 'item', tenantId, rows);
    },

    /** Changes the given fields; null where there is no such item. */
    async change(id: number, input: MenuItemChange): Promise<MenuItem | null> {
      const { columns, documents } = splitFields(menuItem, input);
      const where = { tenantId, id };
      const [row] = await tx.item.updateManyAndReturn({ where, data: columns, select: SELECT });
      if (!row) return null;
      const its = { where: 'tenant_id = $1::uuid AND id = $2', values: [tenantId, id] };
      return asMenuItem({ ...row, ...(await mergeDocuments(tx, 'item', its, documents)) });
    },

    /** Makes the declarations of items that there are; returns the items as they are now, in any order. */
    async declare(declarations: readonly NewDeclaration[]): Promise<MenuItem[]> {
      const given = declarations.map(({ id, declared }) => ({ item: id, declared }));
      const rows = await tx.$queryRaw<MenuItem[]>`
        UPDATE item SET facets = facets || jsonb_build_object('allergens', given.declared), updated_at = now()
        FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (item int, declared jsonb)
        WHERE tenant_id = ${tenantId}::uuid AND id = given.item AND ${isAmong('id', declarations)}
        RETURNING ${Prisma.raw(COLUMNS)}`;
      return rows.map(toItem);
    },

    /** Removes an item; false where there is none. */
    async remove(id: number): Promise<boolean> {
      const { count } = await tx.item.deleteMany({ where: { tenantId, id } });
      return count > 0;
    },

    /** Removes the items `ids`. */
    async removeAll(ids: readonly number[]): Promise<void> {
      if (ids.length > 0) await tx.item.deleteMany({ where: { tenantId, id: { in: [...ids] } } });
    },

    /** How many items were added in the last `NEW_ITEM_DAYS` days; null where the menu has no older item. */
    async countNew(): Promise<number | null> {
      const since = new Date(Date.now() - NEW_ITEM_DAYS * DAY_MS);
      const older = await tx.item.findFirst({ where: { tenantId, createdAt: { lt: since } }, select: { id: true } });
      if (!older) return null;
      return tx.item.count({ where: { tenantId, createdAt: { gte: since } } });
    },

    /** How many items can be had now, with what must be chosen for them. */
    async countAvailable(): Promise<number> {
      const [{ count }] = await tx.$queryRaw<[{ count: number }]>`
        SELECT count(*)::int AS count FROM item WHERE tenant_id = ${tenantId}::uuid AND ${Prisma.raw(AVAILABLE)}
          AND NOT ${Prisma.raw(LACKS_CHOICE)}`;
      return count;
    },
  };
}
