import { z } from 'zod';

/** A JSON column that holds fields of an object. */
export type DocumentName = 'facets' | 'settings';

/**
 * One field of an owner's object: an item, a category, a restaurant. Responses, request bodies, database selects, export,
 * seed, forms and test fixtures are all derived from lists of these, so a field is declared once.
 */
export interface Field {
  /** Schema in responses. */
  readonly shown: z.ZodType;
  /** Schema in requests; without one, only the server sets the field. */
  readonly input?: z.ZodType;
  /** Default in a create request; without one, the request must contain the field. */
  readonly initial?: unknown;
  /**
   * The JSON document that holds the field; without one, the field has a column of its own. A field in a document is always
   * optional: without a value it is missing in responses. In a change request, a value replaces the whole field, and `null`
   * clears it.
   */
  readonly document?: DocumentName;
}

/** The fields of one kind of object, in the order of responses. */
export type FieldList = Readonly<Record<string, Field>>;

declare const DOCUMENT: unique symbol;

/** The response schema of a field in the document `Name`. */
type InDocument<Schema extends z.ZodType, Name extends DocumentName> = z.ZodOptional<Schema> & {
  readonly [DOCUMENT]: Name;
};

type ShownShape<List extends FieldList> = {
  -readonly [Name in keyof List]: List[Name] extends { document: infer Document extends DocumentName }
    ? InDocument<List[Name]['shown'], Document>
    : List[Name]['shown'];
};

type InputShape<List extends FieldList> = {
  -readonly [Name in keyof List as List[Name] extends { input: z.ZodType } ? Name : never]: List[Name] extends {
    input: infer Input extends z.ZodType;
  }
    ? List[Name] extends { document: DocumentName }
      ? z.ZodOptional<z.ZodNullable<Input>>
      : Input
    : never;
};

type NewShape<List extends FieldList> = {
  [Name in keyof InputShape<List>]: Name extends keyof List
    ? List[Name] extends { initial: unknown }
      ? z.ZodDefault<InputShape<List>[Name]>
      : InputShape<List>[Name]
    : never;
};

/** The response schema of each field. */
export const shownShape = <const List extends FieldList>(fields: List): ShownShape<List> =>
  mapFields(fields, ({ shown, document }) => (document ? inDocument(shown.optional(), document) : shown));

/** The request schema of each field that a request may set. */
export const inputShape = <const List extends FieldList>(fields: List): InputShape<List> =>
  mapFields(fields, ({ input, document }) =>
    input && document ? inDocument(input.nullable().optional(), document) : input,
  );

/** The schema of a create request: fields with an initial value, or in a document, are optional. */
export const newShape = <const List extends FieldList>(fields: List): NewShape<List> => {
  const shape: Record<string, z.ZodType> = inputShape(fields);
  return mapFields(shape, (schema, name) => {
    const { [name]: field } = fields;
    return field && 'initial' in field ? schema.default(field.initial as never) : schema;
  });
};

type InitialValues<List extends FieldList> = {
  -readonly [Name in keyof List as List[Name] extends { initial: unknown } ? Name : never]: List[Name] extends {
    shown: infer Shown extends z.ZodType;
  }
    ? z.output<Shown>
    : never;
};

/** The initial values of a new object. */
export const initialValues = <const List extends FieldList>(fields: List): InitialValues<List> => {
  const known = Object.entries(fields).filter(([, field]) => 'initial' in field);
  return Object.fromEntries(known.map(([name, { initial }]) => [name, initial])) as InitialValues<List>;
};

/** Maps every field, leaving out those for which `map` returns undefined. */
function mapFields<From, Shape>(
  fields: Readonly<Record<string, From>>,
  map: (field: From, name: string) => z.ZodType | undefined,
): Shape {
  const entries = Object.entries(fields).map(([name, field]) => [name, map(field, name)] as const);
  return Object.fromEntries(entries.filter(([, schema]) => schema)) as Shape;
}

/** The field names of `schema`, in order. */
export const namesOf = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>): readonly (keyof Shape & string)[] =>
  Object.keys(schema.shape);

const documents = z.registry<{ document: DocumentName }>();

function inDocument<Schema extends z.ZodType>(schema: Schema, document: DocumentName): Schema {
  documents.add(schema, { document });
  return schema;
}

/** The document that holds the field with `schema`, also if it is wrapped; undefined for a column. */
export function documentOf(schema: z.ZodType): DocumentName | undefined {
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return documents.get(schema)?.document ?? (innerType && documentOf(innerType));
}

/** The fields of `schema` that are in documents: the document of each, by name. */
export const documentFieldsOf = (schema: z.ZodObject): ReadonlyMap<string, DocumentName> => {
  const fields = Object.entries(schema.shape as unknown as Record<string, z.ZodType>);
  const found = fields.map(([name, field]) => [name, documentOf(field)] as const);
  return new Map(found.filter((entry): entry is [string, DocumentName] => entry[1] !== undefined));
};

/** `object` with the fields of `change`, as responses show it: what is cleared in a document is missing. */
export function withChange<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  object: z.output<z.ZodObject<Shape>>,
  change: object,
): z.output<z.ZodObject<Shape>> {
  const changed: Record<string, unknown> = { ...object, ...change };
  for (const name of documentFieldsOf(schema).keys()) if ((changed[name] ?? null) === null) delete changed[name];
  return changed as never;
}

/** The names of a shape's fields that are in a document. */
export type DocumentFieldOf<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends { readonly [DOCUMENT]: DocumentName } ? Name : never;
}[keyof Shape];

/** The names of a shape's documents. */
export type DocumentOf<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends { readonly [DOCUMENT]: infer Document } ? Document : never;
}[keyof Shape];
