import { category, menuItem } from '@tavola/contracts/menu.ts';
import { selectFor, selectListFor } from '@tavola/service-kit/data/columns.ts';

/** What Prisma selects of a category and of an item. */
export const CATEGORY_SELECT = selectFor(category);
export const ITEM_SELECT = selectFor(menuItem);

/** The same in SQL. A price has ten digits at most, so it fits a `float8` exactly, and JSON has it without trailing zeros. */
export const CATEGORY_COLUMNS = selectListFor(category);
export const ITEM_COLUMNS = selectListFor(menuItem, { price: 'price::float8' });
