import type { z } from 'zod';

/**
 * One field of something that owners keep: a dish, a category, a restaurant. Answers, request bodies, database selects,
 * export, seed, forms and test fixtures are all made from lists of these, so a field is declared once.
 */
export interface Field {
  /** What answers say. */
  readonly shown: z.ZodType;
  /** What a request may say; without one, only the server sets the field. */
  readonly input?: z.ZodType;
  /** What a new one gets when the request does not say; without one, a create must say it. */
  readonly initial?: unknown;
}

/** The fields of one kind of thing, in the order in which answers show them. */
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

/** What answers say of each field. */
export const shownShape = <const List extends FieldList>(fields: List): ShownShape<List> =>
  mapFields(fields, ({ shown }) => shown);

/** What a request may say of each field that it may set. */
export const inputShape = <const List extends FieldList>(fields: List): InputShape<List> =>
  mapFields(fields, ({ input }) => input);

/** What a request to create one says: fields with an initial value may be left out. */
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

/** What a new one has in each field for which nobody says otherwise. */
export const initialValues = <const List extends FieldList>(fields: List): InitialValues<List> => {
  const known = Object.entries(fields).filter(([, field]) => 'initial' in field);
  return Object.fromEntries(known.map(([name, { initial }]) => [name, initial])) as InitialValues<List>;
};

/** Every field as `map` gives it, without those for which it gives nothing. */
function mapFields<Shape>(fields: FieldList, map: (field: Field) => z.ZodType | undefined): Shape {
  const entries = Object.entries(fields).map(([name, field]) => [name, map(field)] as const);
  return Object.fromEntries(entries.filter(([, schema]) => schema)) as Shape;
}

/** The names of the fields of `schema`, in its order. */
export const namesOf = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>): readonly (keyof Shape & string)[] =>
  Object.keys(schema.shape);
