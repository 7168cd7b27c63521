import type { DataOwner } from '@tavola/contracts/export.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { DATA_OWNER_OPERATIONS } from '@tavola/contracts/operations/internal/internal-operations.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { NIL_UUID } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { newRequestId } from '@tavola/service-kit/observability/request-context.ts';
import type { Intent } from '../audit/audit-store.ts';
import { auditedElsewhere } from '../audit/audited.ts';
import { exportStore } from '../export/export-store.ts';
import type { PrismaClient } from '../generated/client.ts';

export interface SweepDeps {
  db: PrismaClient;
  auth: ServiceClient<'auth'>;
  /** All other services that hold data of a restaurant. */
  owners: Readonly<Record<Exclude<DataOwner, 'auth'>, ServiceClient<DataOwner>>>;
  log: Logger;
}

/**
 * Deletes restaurants past their grace period from every service. A failed deletion is left for the next sweep and
 * does not delay the others; concurrent sweeps are harmless. `isOver` returns whether to stop before the next
 * restaurant.
 * @throws Problem `unavailable` if auth does not return the list.
 */
export async function sweepDeletions(deps: SweepDeps, isOver: () => boolean = () => false): Promise<void> {
  const { tenantIds } = await deps.auth.call(internalAuthOperations.listDueDeletions, {});
  for (const tenantId of tenantIds) {
    if (isOver()) return;
    try {
      await deleteEverywhere(deps, tenantId);
      deps.log.info({ tenantId }, 'restaurant deleted');
    } catch (error) {
      deps.log.warn({ tenantId, reason: (error as Error).message }, 'restaurant not deleted yet');
    }
  }
}

/** auth comes last: while it has the restaurant, the next sweep finds it. */
async function deleteEverywhere({ db, auth, owners, log }: SweepDeps, tenantId: string): Promise<void> {
  const params = { tenantId };
  // Wait for all of them, so that nothing is still running when the sweep ends.
  const asked = await Promise.allSettled([
    exportStore(db, tenantId).remove(),
    ...Object.entries(owners).map(([name, owner]) =>
      owner.call(DATA_OWNER_OPERATIONS[name as DataOwner].deleteTenant, { params }),
    ),
  ]);
  for (const answer of asked) if (answer.status === 'rejected') throw answer.reason;
  await auditedElsewhere({ db, log }, intentTo(tenantId), async () => {
    await auth.call(internalAuthOperations.deleteTenant, { params }).catch((error) => {
      // Another sweep deleted it first, or the response to an earlier attempt was lost.
      if (!(error instanceof Problem && error.code === 'not-found')) throw error;
    });
    return { result: undefined, changed: { before: { exists: true }, after: { exists: false } } };
  });
}

/** The log is kept for good, so the entry does not name the deleted restaurant. */
const intentTo = (tenantId: string): Intent => ({
  actor: { id: NIL_UUID, email: PRODUCT_NAME },
  act: 'tenant.delete',
  subject: { kind: 'tenant', id: tenantId, name: 'a restaurant' },
  reason: 'Requested by the owner; the grace period is over',
  requestId: newRequestId(),
});
