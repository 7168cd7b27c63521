import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';

/**
 * Deletes all of menu's data about the restaurant. Does nothing where there is none. No menu version is raised: guests have
 * not seen this menu since its owner asked for the deletion, and auth publishes the restaurant's end.
 */
export function deleteTenant(db: PrismaClient, tenantId: string): Promise<void> {
  return asTenant(db, tenantId, async (tx) => {
    const where = { tenantId };
    // First: its log goes with it, and without it nothing more is logged.
    await tx.menuVersion.deleteMany({ where });
    await tx.item.deleteMany({ where });
    await tx.category.deleteMany({ where });
    await tx.daypart.deleteMany({ where });
    await tx.optionGroup.deleteMany({ where });
    await tx.idempotencyKey.deleteMany({ where });
    await tx.assistantUse.deleteMany({ where });
  });
}
