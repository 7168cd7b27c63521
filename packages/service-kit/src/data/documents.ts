import { type DocumentFieldOf, type DocumentName, documentFieldsOf } from '@tavola/contracts/field-list.ts';
import type { z } from 'zod';
import { columnOf, storedNames } from './columns.ts';

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
export type DocumentChanges = ReadonlyMap<DocumentName, { given: Record<string, unknown>; cleared: string[] }>;

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
