import type { Field } from '../../../lib/menu-table/columns.ts';

/**
 * What a column of a table is taken for: a field of dishes, its translation ('name:fr'), a category at the end of a path ('Food/Mains'), a
 * size, whether a row is archived (yes leaves it out), published (no leaves it out) or out of stock (yes), or nothing.
 */
export type ColumnUse = Field | `${Field}:${string}` | 'path' | 'size' | 'archived' | 'published' | 'soldOut' | 'none';
