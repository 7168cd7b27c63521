import type { z } from 'zod';
import { Problem } from './problem.ts';

/**
 * `value` parsed by `schema`: unknown fields dropped, defaults filled in. `name` names the value as a whole.
 * @throws Problem `validation-failed` with one entry per failing field.
 */
export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown, name = 'body'): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.') || name;
    const isNoObject = issue.path.length === 0 && issue.code === 'invalid_type' && issue.expected === 'object';
    // The first message says what to fix first; later ones on the same field only repeat it.
    if (!errors.has(field)) errors.set(field, isNoObject ? `The ${name} must be a JSON object.` : issue.message);
  }
  const list = [...errors].map(([field, message]) => ({ field, message }));
  throw new Problem('validation-failed', list.map((error) => error.message).join(' '), { errors: list });
}
