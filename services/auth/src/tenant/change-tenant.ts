import { type InternalTenant, type TenantInput, tenant } from '@tavola/contracts/auth.ts';
import { changedMeanwhile, type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { requireFound } from '@tavola/service-kit/http/problem.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import type { PrismaClient } from '../generated/client.ts';
import { slugTaken } from './slug-taken.ts';
import { type TenantChange, tenantStore } from './tenant-store.ts';

const RESTAURANT = 'The restaurant';

/**
 * Changes a restaurant, including its slug, if its state matches `ifMatch`, and publishes the change.
 * @throws Problem `slug-taken` where the slug is or ever was another restaurant's; `not-found`; `changed-meanwhile`.
 */
export async function changeTenant(
  { db, changePublisher }: { db: PrismaClient; changePublisher: ChangePublisher<TenantChange> },
  tenantId: string,
  input: TenantInput,
  ifMatch: IfMatch,
): Promise<InternalTenant> {
  const store = tenantStore(db, tenantId);
  const before = ifMatch && requireFound(RESTAURANT, await store.find());
  if (before) requireMatch(RESTAURANT, tenant.parse(before), ifMatch);
  const changed = await store.change(input, before?.version).catch((error) => {
    throw slugTaken(error) ?? error;
  });
  if (!changed) throw changedMeanwhile(RESTAURANT, tenant.parse(requireFound(RESTAURANT, await store.find())));
  await changePublisher.publish({ tenantId, version: changed.version, slug: changed.slug });
  return changed;
}
