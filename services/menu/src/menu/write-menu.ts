import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import type { Deps } from '../deps.ts';
import type { Prisma } from '../generated/client.ts';

/** What it takes to write menus. */
export type MenuWriter = Pick<Deps, 'db' | 'changePublisher'>;

/**
 * Runs `act` as one of the tenant's menu writes. The version row is locked and raised first, in the same transaction:
 * so a tenant's writes follow one another, and a higher version always holds all that a lower one does. When this
 * resolves the write is committed and announced. What `act` throws undoes everything.
 */
export async function writeMenu<Result>(
  { db, changePublisher }: MenuWriter,
  tenantId: string,
  act: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  const { version, result } = await inTransaction(db, async (tx) => {
    // One round trip for both: the row is made from what set_config gives, so the policies see the setting before the row.
    const [row] = await tx.$queryRaw<[{ version: number }]>`
      INSERT INTO menu_version (tenant_id, version)
      SELECT set_config('app.tenant_id', ${tenantId}, true)::uuid, 1
      ON CONFLICT (tenant_id) DO UPDATE SET version = menu_version.version + 1, changed_at = now()
      RETURNING version`;
    return { version: row.version, result: await act(tx) };
  });
  await changePublisher.publish({ tenantId, version });
  return result;
}
