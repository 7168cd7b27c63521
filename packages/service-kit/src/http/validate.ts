import { QUOTAS, type QuotaName } from '@tavola/contracts/quotas.ts';
import { INSECURE_PICTURE, isInsecurePicture, pictureAt } from '@tavola/contracts/rules/pictures.ts';
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

/**
 * Checks a picture that the restaurant wants to show. The `kept` one, which it shows now, may stay.
 * @throws Problem `validation-failed` that names `field` where `address` is another restaurant's uploaded picture, or one without https.
 */
export function requireAllowedPicture(
  field: string,
  address: string | null | undefined,
  { tenantId, kept }: { tenantId: string; kept?: string | null | undefined },
): void {
  if (!address || address === kept) return;
  const refuse = (message: string) => new Problem('validation-failed', message, { errors: [{ field, message }] });
  if (isInsecurePicture(address)) throw refuse(INSECURE_PICTURE);
  const picture = pictureAt(address);
  if (picture && picture.tenantId !== tenantId) throw refuse('This picture belongs to another restaurant.');
}

/** @throws Problem `quota-reached` if `used` is more than the quota allows. */
export function requireWithin(name: QuotaName, used: number): void {
  const { most, message } = QUOTAS[name];
  if (used > most) throw new Problem('quota-reached', message, { quota: { name, most } });
}
