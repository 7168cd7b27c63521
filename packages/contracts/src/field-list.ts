import type { z } from 'zod';

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
}

/** The fields of one kind of object, in the order of responses. */
export type FieldList = Readonly<Record<string, Field>>;

type ShownShape<List extends FieldList> = { -readonly [Name in keyof List]: List[Name]['shown'] };

type InputShape<List extends FieldList> = {
  -readonly [Name in keyof List as List[Name] extends { input: z.ZodType } ? Name : never]: List[Name] extends {
    input: infer Input extends z.ZodType;
  }
    ? Input
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
  mapFields(fields, ({ shown }) => shown);

/** The request schema of each field that a request may set. */
export const inputShape = <const List extends FieldList>(fields: List): InputShape<List> =>
  mapFields(fields, ({ input }) => input);

/** The schema of a create request: fields with an initial value are optional. */
export const newShape = <const List extends FieldList>(fields: List): NewShape<List> =>
  mapFields(fields, (field) =>
    field.input && 'initial' in field ? field.input.default(field.initial as never) : field.input,
  );

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
function mapFields<Shape>(fields: FieldList, map: (field: Field) => z.ZodType | undefined): Shape {
  const entries = Object.entries(fields).map(([name, field]) => [name, map(field)] as const);
  return Object.fromEntries(entries.filter(([, schema]) => schema)) as Shape;
}

/** The field names of `schema`, in order. */
export const namesOf = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>): readonly (keyof Shape & string)[] =>
  Object.keys(schema.shape);
