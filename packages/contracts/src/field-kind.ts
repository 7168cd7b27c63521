import { z } from 'zod';

/** The kind of value of a request field. For each kind the security tests have values that must be rejected. */
export type FieldKind =
  | 'required-text'
  | 'optional-text'
  | 'flag'
  | 'price'
  | 'id'
  | 'choice-id'
  | 'whole-number'
  | 'seconds'
  | 'ids'
  | 'item-ids'
  | 'code-ids'
  | 'url'
  | 'picture'
  | 'picture-address'
  | 'color'
  | 'slug'
  | 'email'
  | 'login-name'
  | 'login-code'
  | 'new-password'
  | 'password'
  | 'six-digits'
  | 'pin'
  | 'token'
  | 'choice'
  | 'uuid'
  | 'printed-code'
  | 'time-zone'
  | 'language'
  | 'languages'
  | 'translations'
  | 'texts'
  | 'currency'
  | 'notes'
  | 'links'
  | 'wifi'
  | 'announcements'
  | 'hours'
  | 'look'
  | 'instant'
  | 'dayparts'
  | 'daypart-ids'
  | 'offers'
  | 'variants'
  | 'option-group-ids'
  | 'options'
  | 'diets'
  | 'allergen-states'
  | 'allergen-kinds'
  | 'allergens'
  | 'option-allergens'
  | 'confirmations'
  | 'availability'
  | 'sections'
  | 'item-changes'
  | 'item-removals';

/** Facts about a field besides its schema. */
interface FieldMeta {
  kind: FieldKind;
  /** The field's name in messages. */
  label?: string;
}

const known = z.registry<FieldMeta>();

/** Registers `schema` as a field of this kind. Apply it last: chaining a schema makes a new, unregistered one. */
export function asField<Schema extends z.ZodType>(kind: FieldKind, schema: Schema, label?: string): Schema {
  known.add(schema, label === undefined ? { kind } : { kind, label });
  return schema;
}

/** The metadata of `schema`, also if it is wrapped as optional or with a default; undefined where there is none. */
export function fieldMetaOf(schema: z.ZodType): FieldMeta | undefined {
  if (schema instanceof z.ZodEnum) return { kind: 'choice' };
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return known.get(schema) ?? (innerType && fieldMetaOf(innerType));
}

/** Each field's label in messages; its name where it has no label. */
export const labelsOf = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): Readonly<Record<keyof Shape & string, string>> =>
  Object.fromEntries(
    Object.entries(schema.shape as unknown as Record<string, z.ZodType>).map(([name, field]) => [
      name,
      fieldMetaOf(field)?.label ?? name,
    ]),
  ) as Record<keyof Shape & string, string>;
