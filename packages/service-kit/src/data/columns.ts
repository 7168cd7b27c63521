import { type DocumentFieldOf, type DocumentOf, documentFieldsOf, namesOf } from '@tavola/contracts/field-list.ts';
import type { z } from 'zod';

/** The columns of a shape's fields: their own ones, and the documents. */
type StoredNames<Shape> = Exclude<keyof Shape, DocumentFieldOf<Shape>> | (DocumentOf<Shape> & string);

/** The names of the columns of `schema`, as Prisma has them: one for each field outside documents, then the documents. */
export function storedNames<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): readonly (StoredNames<Shape> & string)[] {
  const inDocuments = documentFieldsOf(schema);
  const own = namesOf(schema).filter((name) => !inDocuments.has(name));
  return [...own, ...new Set(inDocuments.values())] as never;
}

/** Prisma's `select` for every field that `schema` names. Prisma refuses one that has no column. */
export const selectFor = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): { [Name in StoredNames<Shape>]: true } =>
  Object.fromEntries(storedNames(schema).map((name) => [name, true])) as { [Name in StoredNames<Shape>]: true };

/** The column of the field `name`: `is_available` for `isAvailable`. */
export const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns `names`, for SQL; of `table` where that is given. */
export const columnsOf = (names: readonly string[], table?: string): string =>
  names.map((name) => (table === undefined ? columnOf(name) : `${table}.${columnOf(name)}`)).join(', ');

/**
 * A select list with every column of `schema` under its name, in schema order, then the documents; `expressions` has the SQL
 * for fields that are more than their column. `toShown` makes the rows what the API shows.
 */
export const selectListFor = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  expressions: { readonly [Name in keyof Shape]?: string } = {},
): string => selectListOf(storedNames(schema), expressions);

/** As `selectListFor`, without the documents. */
export const ownColumnsFor = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  expressions: { readonly [Name in keyof Shape]?: string } = {},
): string => {
  const inDocuments = documentFieldsOf(schema);
  return selectListOf(
    namesOf(schema).filter((name) => !inDocuments.has(name)),
    expressions,
  );
};

const selectListOf = (names: readonly string[], expressions: Readonly<Record<string, string | undefined>>): string =>
  names.map((name) => `${expressions[name] ?? columnOf(name)} AS "${name}"`).join(', ');
