import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import { currentRequest } from '@tavola/service-kit/observability/request-context.ts';
import type { Deps } from '../deps.ts';
import type { Prisma } from '../generated/client.ts';
import { IS_LOG_DUE } from '../history/prune-log.ts';

export type MenuWriteDeps = Pick<Deps, 'db' | 'changePublisher' | 'logPruner'>;

/**
 * Runs `act` as a menu write of the tenant. The transaction first locks and increments the tenant's version row, even if `act` then
 * changes nothing (a repeated key). So a tenant's writes run one after another, and a higher version always includes all lower ones.
 * Triggers log what `act` changes, as done by the request's user, or on a kitchen device. When this resolves, the write is committed. It is also published,
 * except while Redis is down: then the publisher keeps it and tries again. If `act` throws, everything is rolled back.
 */
export async function writeMenu<Result>(
  { db, changePublisher, logPruner }: MenuWriteDeps,
  tenantId: string,
  act: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  const { version, isLogDue, result } = await inTransaction(db, async (tx) => {
    // One round trip for all: tenant_id is the result of set_config, so PostgreSQL sets the tenant before it checks
    // whether the tenant may write this row. Without nested loops: PostgreSQL expects a row or two of a restaurant that is newer than
    // its statistics, and would compare each of 2,000 dishes with each other.
    const [row] = await tx.$queryRaw<[{ version: number; isLogDue: boolean }]>`
      INSERT INTO menu_version (tenant_id, version)
      SELECT set_config('app.tenant_id', ${tenantId}, true)::uuid, 1
      ON CONFLICT (tenant_id) DO UPDATE SET version = menu_version.version + 1, changed_at = now()
      RETURNING version, ${IS_LOG_DUE} AS "isLogDue", set_config('app.user_id', ${currentRequest()?.userId ?? ''}, true),
        set_config('app.on_device', ${currentRequest()?.onDevice ? 'on' : ''}, true), set_config('enable_nestloop', 'off', true)`;
    return { ...row, result: await act(tx) };
  });
  if (isLogDue) logPruner.push(tenantId);
  await changePublisher.publish({ tenantId, version });
  return result;
}
