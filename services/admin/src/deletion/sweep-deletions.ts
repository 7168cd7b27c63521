import { dueDeletions } from '@tavola/contracts/auth.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { NIL_UUID } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { newRequestId } from '@tavola/service-kit/observability/request-context.ts';
import type { Intent } from '../audit/audit-store.ts';
import { auditedElsewhere } from '../audit/audited.ts';
import type { PrismaClient } from '../generated/client.ts';

export interface SweepDeps {
  db: PrismaClient;
  auth: ServiceClient;
  /** All others who have something of a restaurant. */
  owners: readonly ServiceClient[];
  log: Logger;
}

/**
 * Deletes the restaurants whose grace is over, everywhere. One that can't be deleted now is left for the next sweep, and
 * keeps nobody else waiting; two sweeps at once do no harm. `isOver` says whether to stop before the next restaurant.
 * @throws Problem `unavailable` where auth does not say which ones.
 */
export async function sweepDeletions(deps: SweepDeps, isOver: () => boolean = () => false): Promise<void> {
  const { tenantIds } = await deps.auth.get('/internal/deletions', dueDeletions);
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

/** auth comes last: as long as it knows the restaurant, the next sweep finds it. */
async function deleteEverywhere({ db, auth, owners, log }: SweepDeps, tenantId: string): Promise<void> {
  const path = `/internal/tenants/${tenantId}`;
  // All are waited for: a sweep that is over has nothing under way any more.
  const asked = await Promise.allSettled(owners.map((owner) => owner.delete(path)));
  for (const answer of asked) if (answer.status === 'rejected') throw answer.reason;
  await auditedElsewhere({ db, log }, intentTo(tenantId), async () => {
    await auth.delete(path).catch((error) => {
      // Another sweep was faster, or the answer to the first try was lost.
      if (!(error instanceof Problem && error.code === 'not-found')) throw error;
    });
    return { result: undefined, changed: { before: { exists: true }, after: { exists: false } } };
  });
}

/** The log is kept for good, so it is told nothing of whoever is deleted. */
const intentTo = (tenantId: string): Intent => ({
  actor: { id: NIL_UUID, email: PRODUCT_NAME },
  act: 'tenant.delete',
  subject: { kind: 'tenant', id: tenantId, name: 'a restaurant' },
  reason: 'Asked for by its owner; the days of grace are over',
  requestId: newRequestId(),
});
