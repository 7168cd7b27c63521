import { namesOf } from '@tavola/contracts/field-list.ts';
import type { z } from 'zod';

/** Prisma's `select` for every field that `schema` names. Prisma refuses one that has no column. */
export const selectFor = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>): { [Name in keyof Shape]: true } =>
  Object.fromEntries(namesOf(schema).map((name) => [name, true])) as { [Name in keyof Shape]: true };

/** The column of the field `name`: `is_available` for `isAvailable`. */
export const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of the fields `names`, for SQL; of `table` where that is given. */
export const columnsOf = (names: readonly string[], table?: string): string =>
  names.map((name) => (table === undefined ? columnOf(name) : `${table}.${columnOf(name)}`)).join(', ');

/**
 * A select list with every field of `schema` under its name, in schema order; `expressions` has the SQL for fields that are
 * more than their column.
 */
export const selectListFor = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  expressions: { readonly [Name in keyof Shape]?: string } = {},
): string =>
  namesOf(schema)
    .map((name) => `${expressions[name] ?? columnOf(name)} AS "${name}"`)
    .join(', ');
