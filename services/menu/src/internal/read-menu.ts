import type { InternalMenu } from '@tavola/contracts/menu.ts';
import { asTenant } from '@tavola/service-kit/postgres.ts';
import { categoryStore } from '../category/category-store.ts';
import type { PrismaClient } from '../generated/client.ts';
import { itemStore } from '../item/item-store.ts';

/**
 * The whole menu of `tenantId` with the version it stands at; an unknown tenant has an empty menu at version 0.
 * All of it is read as of one moment: a menu newer than its version says could be followed, in a cache, by an older one
 * of the same version.
 */
export function readMenu(db: PrismaClient, tenantId: string): Promise<InternalMenu> {
  return asTenant(
    db,
    tenantId,
    async (tx) => {
      const row = await tx.menuVersion.findUnique({ where: { tenantId } });
      return {
        version: row?.version ?? 0,
        categories: await categoryStore(tx, tenantId).list(),
        items: await itemStore(tx, tenantId).list(),
      };
    },
    { isolationLevel: 'RepeatableRead' },
  );
}
