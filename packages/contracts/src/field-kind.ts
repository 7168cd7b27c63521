import { z } from 'zod';

/** What kind of value a field of a request takes. For each kind the security tests have values that must be refused. */
export type FieldKind =
  | 'required-text'
  | 'optional-text'
  | 'flag'
  | 'price'
  | 'id'
  | 'whole-number'
  | 'seconds'
  | 'ids'
  | 'item-ids'
  | 'code-ids'
  | 'url'
  | 'picture'
  | 'color'
  | 'slug'
  | 'email'
  | 'login-name'
  | 'login-code'
  | 'new-password'
  | 'password'
  | 'six-digits'
  | 'token'
  | 'choice'
  | 'uuid'
  | 'printed-code'
  | 'time-zone';

/** What a field is, beside what its schema says of it. */
export interface FieldMeta {
  kind: FieldKind;
  /** What its messages call it. */
  label?: string;
}

const known = z.registry<FieldMeta>();

/** `schema`, known as a field of this kind. To be applied last: what is made of a schema by chaining is another one. */
export function asField<Schema extends z.ZodType>(kind: FieldKind, schema: Schema, label?: string): Schema {
  known.add(schema, label === undefined ? { kind } : { kind, label });
  return schema;
}

/** What was said of the field with `schema`, be it optional or with a default; undefined where nothing was. */
export function fieldMetaOf(schema: z.ZodType): FieldMeta | undefined {
  if (schema instanceof z.ZodEnum) return { kind: 'choice' };
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return known.get(schema) ?? (innerType && fieldMetaOf(innerType));
}

/** What messages call each field of a request; its name where nothing was said. */
export const labelsOf = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): Readonly<Record<keyof Shape & string, string>> =>
  Object.fromEntries(
    Object.entries(schema.shape as unknown as Record<string, z.ZodType>).map(([name, field]) => [
      name,
      fieldMetaOf(field)?.label ?? name,
    ]),
  ) as Record<keyof Shape & string, string>;
