import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Tells schemas apart, by 8 hex digits: it changes when a field is added, removed or changes its type, and with `revision`. */
export const fingerprintOf = (schema: z.ZodType, revision = ''): string =>
  createHash('sha256')
    .update(revision + JSON.stringify(z.toJSONSchema(schema)))
    .digest('hex')
    .slice(0, 8);
