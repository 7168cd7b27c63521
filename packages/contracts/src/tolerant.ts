import { z } from 'zod';

/**
 * Makes `schema` tolerant, for reading another service's response, which may be one release older or newer. Unknown
 * fields are dropped. A missing field gets its initial value from `created`, or null where null is allowed; otherwise it
 * is required.
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
