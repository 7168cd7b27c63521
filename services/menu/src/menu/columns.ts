import { category, menuItem } from '@tavola/contracts/menu.ts';
import { selectFor, selectListFor } from '@tavola/service-kit/data/columns.ts';
import { toShown } from '@tavola/service-kit/data/documents.ts';

/** A price has at most ten digits, so it fits a `float8` exactly, and JSON shows no trailing zeros. */
export const PRICE = 'price::float8';

/** The fields of a category and an item, as Prisma selects. */
export const CATEGORY_SELECT = selectFor(category);
export const ITEM_SELECT = selectFor(menuItem);

/** The same fields, as select lists in SQL. */
export const CATEGORY_COLUMNS = selectListFor(category);
export const ITEM_COLUMNS = selectListFor(menuItem, { price: PRICE });

/** Make rows what the API shows. */
export const toCategory = toShown(category);
export const toItem = toShown(menuItem);
