import { z } from 'zod';
import { documentFieldsOf } from './field-list.ts';

/**
 * Makes `schema` tolerant, for reading another service's response, which may be one release older or newer. Unknown
 * fields are dropped. A missing field gets its initial value from `created`, or null where null is allowed; otherwise it
 * is required. A field in a document stays missing, and is dropped if its value can't be read.
 */
export function tolerant<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  created?: z.ZodObject,
): z.ZodType<z.output<z.ZodObject<Shape>>> {
  const inDocuments = [...documentFieldsOf(schema).keys()];
  const shape = Object.entries(schema.shape as unknown as Record<string, z.ZodType>).map(([name, field]) => {
    if (inDocuments.includes(name)) return [name, field.catch(undefined)];
    const initial = created?.shape[name]?.safeParse(undefined);
    if (initial?.success) return [name, field.default(initial.data)];
    return [name, field.safeParse(null).success ? field.default(null) : field];
  });
  const read = z.object(Object.fromEntries(shape));
  return (inDocuments.length > 0 ? read.transform(withoutUndefined) : read) as never;

  function withoutUndefined(object: Record<string, unknown>) {
    for (const name of inDocuments) if (object[name] === undefined) delete object[name];
    return object;
  }
}
