import { z } from 'zod';

/**
 * `schema` as a service reads another one's answer, which may be a release behind or ahead. Unknown fields are left out. A
 * missing field has the value that `created` gives a new one, or null where it may be null; any other one must be there.
 */
export function tolerant<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  created?: z.ZodObject,
): z.ZodType<z.output<z.ZodObject<Shape>>> {
  const shape = Object.entries(schema.shape as unknown as Record<string, z.ZodType>).map(([name, field]) => {
    const initial = created?.shape[name]?.safeParse(undefined);
    if (initial?.success) return [name, field.default(initial.data)];
    return [name, field.safeParse(null).success ? field.default(null) : field];
  });
  return z.object(Object.fromEntries(shape)) as never;
}
