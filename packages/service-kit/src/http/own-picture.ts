import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { Problem } from './problem.ts';

/** @throws Problem `validation-failed` that names `field` where `address` is another restaurant's uploaded picture. */
export function requireOwnPicture(field: string, address: string | null | undefined, tenantId: string): void {
  const picture = address ? pictureAt(address) : null;
  if (!picture || picture.tenantId === tenantId) return;
  const message = 'This picture belongs to another restaurant.';
  throw new Problem('validation-failed', message, { errors: [{ field, message }] });
}
