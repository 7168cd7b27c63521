import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Prisma } from '../generated/client.ts';

/** A category as a request names it, and the field that does. */
export interface NamedCategory {
  field: string;
  id: number;
}

/** @throws Problem `validation-failed` that names the first field whose category doesn't exist. */
export async function requireCategories(
  tx: Prisma.TransactionClient,
  tenantId: string,
  named: readonly NamedCategory[],
): Promise<void> {
  const where = { tenantId, id: { in: named.map(({ id }) => id) } };
  const rows = await tx.category.findMany({ where, select: { id: true } });
  const found = new Set(rows.map(({ id }) => id));
  const missing = named.find(({ id }) => !found.has(id));
  if (!missing) return;
  const message = 'This category no longer exists. Please choose another one.';
  throw new Problem('validation-failed', message, { errors: [{ field: missing.field, message }] });
}
