import { daypart } from '@tavola/contracts/dayparts.ts';
import { category, menuItem } from '@tavola/contracts/menu.ts';
import { availableAt } from '@tavola/contracts/rules/turns.ts';
import { selectFor, selectListFor } from '@tavola/service-kit/data/columns.ts';
import { toShown } from '@tavola/service-kit/data/documents.ts';

/** A price has at most ten digits, so it fits a `float8` exactly, and JSON shows no trailing zeros. */
export const PRICE = 'price::float8';

const SOLD_OUT_UNTIL = `(facets->>'soldOutUntil')::timestamptz`;

/** Whether an item is available now: what was sold out for a time is so again by itself. */
export const AVAILABLE = `(is_available OR coalesce(${SOLD_OUT_UNTIL} <= now(), false))`;

/** The fields of an item that are not shown as they are stored, in SQL. */
export const ITEM_EXPRESSIONS = { price: PRICE, isAvailable: AVAILABLE };
export const ITEM_DOCUMENT_EXPRESSIONS = {
  soldOutUntil: `CASE WHEN ${SOLD_OUT_UNTIL} > now() THEN facets->'soldOutUntil' END`,
};

/** The fields of a category and an item, as Prisma selects. */
export const CATEGORY_SELECT = selectFor(category);
export const ITEM_SELECT = selectFor(menuItem);

/** The same fields, as select lists in SQL. */
export const CATEGORY_COLUMNS = selectListFor(category);
export const ITEM_COLUMNS = selectListFor(menuItem, { price: PRICE });
export const DAYPART_COLUMNS = selectListFor(daypart);

/** Make rows what the API shows. */
export const toCategory = toShown(category);
const toStoredItem = toShown(menuItem);
export const toItem: typeof toStoredItem = (row) => availableAt(toStoredItem(row) as never, Date.now());
