import type { InternalTenant, TenantInput } from '@tavola/contracts/auth.ts';
import { RENAMES_MAX } from '@tavola/contracts/product.ts';
import { isInsecurePicture } from '@tavola/contracts/rules/pictures.ts';
import { changedMeanwhile, type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { requireFound } from '@tavola/service-kit/http/problem.ts';
import { requireAllowedPicture } from '@tavola/service-kit/http/validate.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { TenantChange } from './changed-addresses.ts';
import { slugTaken } from './slug-taken.ts';
import { asOwnerSees, tenantStore } from './tenant-store.ts';

const RESTAURANT = 'The restaurant';

/**
 * Changes a restaurant, including its slug, if its state matches `ifMatch`, and publishes the change.
 * @throws Problem `validation-failed` for another restaurant's picture, or a new one without https; `slug-taken` where another restaurant has or had the slug; `too-many-requests` that names `slug`; `not-found`; `changed-meanwhile`.
 */
export async function changeTenant(
  {
    db,
    changePublisher,
    rateLimitFactor,
  }: { db: PrismaClient; changePublisher: ChangePublisher<TenantChange>; rateLimitFactor: number },
  tenantId: string,
  input: TenantInput,
  ifMatch: IfMatch,
): Promise<InternalTenant> {
  const store = tenantStore(db, tenantId);
  const mustReadFirst = ifMatch || isInsecurePicture(input.logo ?? '');
  const before = mustReadFirst ? requireFound(RESTAURANT, await store.find()) : undefined;
  if (before) requireMatch(RESTAURANT, asOwnerSees(before), ifMatch);
  requireAllowedPicture('logo', input.logo, { tenantId, kept: before?.logo });
  requireAllowedPicture('look.cover', input.look?.cover, { tenantId });
  const changed = await store
    .change(input, RENAMES_MAX * rateLimitFactor, ifMatch && before?.version)
    .catch((error) => {
      throw slugTaken(error) ?? error;
    });
  if (!changed) throw changedMeanwhile(RESTAURANT, asOwnerSees(requireFound(RESTAURANT, await store.find())));
  await changePublisher.publish(changed.change);
  return changed.tenant;
}
