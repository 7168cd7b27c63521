import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The name of the fields that `schema` describes: it changes when one is added, removed or changes its type, and with `revision`. */
export const shapeOf = (schema: z.ZodType, revision = ''): string =>
  createHash('sha256')
    .update(revision + JSON.stringify(z.toJSONSchema(schema)))
    .digest('hex')
    .slice(0, 8);
