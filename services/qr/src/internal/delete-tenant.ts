import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';

/** Deletes all of the restaurant's data in qr, including images; does nothing if none is left. */
export function deleteTenant(db: PrismaClient, tenantId: string): Promise<void> {
  return asTenant(db, tenantId, async (tx) => {
    const where = { tenantId };
    const codes = await tx.code.findMany({ where, select: { id: true } });
    await tx.rendering.deleteMany({ where: { codeId: { in: codes.map(({ id }) => id) } } });
    await tx.sheet.deleteMany({ where });
    await tx.printedSheet.deleteMany({ where });
    await tx.style.deleteMany({ where });
    await tx.logo.deleteMany({ where });
    await tx.code.deleteMany({ where });
    await tx.idempotencyKey.deleteMany({ where });
  });
}
