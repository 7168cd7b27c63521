import {
  type DocumentFieldOf,
  type DocumentName,
  type DocumentOf,
  documentFieldsOf,
  namesOf,
} from '@tavola/contracts/field-list.ts';
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

// Fields in JSON documents (`Field.document`). A document may hold fields that only a newer release knows: they are never shown,
// and every write keeps them.

/** A row as read: its documents are objects, as drivers return them. */
type Row = Readonly<Record<string, unknown>>;

/** A row as the API shows it: the fields of its documents beside its columns. */
type Shown<Shape extends z.ZodRawShape, Stored> = Omit<Stored, DocumentName> &
  Pick<z.output<z.ZodObject<Shape>>, DocumentFieldOf<Shape> & keyof z.output<z.ZodObject<Shape>>>;

/** Makes rows of `schema` what the API shows. A field that its document does not hold is missing. */
export function toShown<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): <Stored extends object>(row: Stored) => Shown<Shape, Stored> {
  const fields = [...documentFieldsOf(schema)];
  const documents = new Set<string>(fields.map(([, document]) => document));
  return <Stored extends object>(row: Stored) => {
    const shown: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row)) if (!documents.has(name)) shown[name] = value;
    for (const [name, document] of fields) {
      const held = (row as Row)[document] as Row;
      if (Object.hasOwn(held, name)) shown[name] = held[name];
    }
    return shown as Shown<Shape, Stored>;
  };
}

/** Changes of documents: fields with new values, and the names of cleared ones. */
type DocumentChanges = ReadonlyMap<DocumentName, { given: Record<string, unknown>; cleared: string[] }>;

/** A request's fields: those with columns, and changes of documents for the others. */
export function splitFields<Shape extends z.ZodRawShape, Input extends object>(
  schema: z.ZodObject<Shape>,
  input: Input,
): { columns: Omit<Input, DocumentFieldOf<Shape>>; documents: DocumentChanges } {
  const fields = documentFieldsOf(schema);
  const columns: Record<string, unknown> = {};
  const documents = new Map<DocumentName, { given: Record<string, unknown>; cleared: string[] }>();
  for (const [name, value] of Object.entries(input)) {
    const document = fields.get(name);
    if (document === undefined) columns[name] = value;
    else if (value !== undefined) {
      const change = documents.get(document) ?? { given: {}, cleared: [] };
      documents.set(document, change);
      if (value === null) change.cleared.push(name);
      else change.given[name] = value;
    }
  }
  return { columns: columns as Omit<Input, DocumentFieldOf<Shape>>, documents };
}

/** The documents of a new row with the fields `input`, by name. */
export function newDocuments<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  input: object,
): Record<string, object> {
  const { documents } = splitFields(schema, input);
  const names = new Set(documentFieldsOf(schema).values());
  return Object.fromEntries([...names].map((name) => [name, documents.get(name)?.given ?? {}]));
}

/** A new row with the fields `input`, keyed by column. */
export const toRow = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, input: object): Row => {
  const stored = { ...splitFields(schema, input).columns, ...newDocuments(schema, input) } as Row;
  return Object.fromEntries(storedNames(schema).map((name) => [columnOf(name), stored[name]]));
};

interface QueryingSql {
  $queryRawUnsafe<Rows>(query: string, ...values: unknown[]): Promise<Rows>;
}

/**
 * Makes `changes` in the documents of one row; returns the changed documents as they are now. PostgreSQL merges them, so fields
 * that are not named stay, known or unknown. `where` is the row's condition, with `values` for its parameters.
 */
export async function mergeDocuments(
  tx: QueryingSql,
  table: string,
  { where, values }: { where: string; values: readonly unknown[] },
  changes: DocumentChanges,
): Promise<Row> {
  if (changes.size === 0) return {};
  const parameters = [...values];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const merged = [...changes].map(
    ([name, { given, cleared }]) =>
      `${name} = (${name} - ${parameter(cleared)}::text[]) || ${parameter(JSON.stringify(given))}::jsonb`,
  );
  const [row] = await tx.$queryRawUnsafe<Row[]>(
    `UPDATE ${table} SET ${merged.join(', ')} WHERE ${where} RETURNING ${[...changes.keys()].join(', ')}`,
    ...parameters,
  );
  return row ?? {};
}

/**
 * SQL for the fields of a row's documents as the end of its JSON object: `,"spice":2}`, or `}` without any. Such text, not
 * `jsonb`, because that would sort and space the other fields anew. `expressions` has the SQL, as `jsonb`, for fields that are not
 * shown as they are stored; NULL leaves one out.
 */
export function documentsJson<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  expressions: { readonly [Name in keyof Shape]?: string } = {},
): string {
  const fields = [...documentFieldsOf(schema)];
  if (fields.length === 0) return `'}'`;
  const documents = [...new Set(fields.map(([, document]) => document))];
  const parts = fields.map(
    ([name, document]) => `coalesce(',"${name}":' || (${expressions[name] ?? `${document}->'${name}'`})::text, '')`,
  );
  return `CASE WHEN ${documents.map((name) => `${name} = '{}'`).join(' AND ')} THEN '}' ELSE ${parts.join(' || ')} || '}' END`;
}
