import type { InternalTenant, TenantInput } from '@tavola/contracts/auth.ts';
import { may } from '@tavola/contracts/permissions.ts';
import { RENAMES_MAX } from '@tavola/contracts/product.ts';
import { isInsecurePicture } from '@tavola/contracts/rules/pictures.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { changedMeanwhile, type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { Problem, requireFound } from '@tavola/service-kit/http/problem.ts';
import { requireAllowedPicture } from '@tavola/service-kit/http/validate.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { TenantChange } from './changed-addresses.ts';
import { slugTaken } from './slug-taken.ts';
import { asOwnerSees, tenantStore } from './tenant-store.ts';

const RESTAURANT = 'The restaurant';

/**
 * Changes a restaurant, including its slug, if its state matches `ifMatch`, and publishes the change.
 * @throws Problem `forbidden` that names `slug` for a role that may not change it; `validation-failed` for another restaurant's picture, or a new one without https; `slug-taken` where another restaurant has or had the slug; `too-many-requests` that names `slug`; `not-found`; `changed-meanwhile`.
 */
export async function changeTenant(
  {
    db,
    changePublisher,
    rateLimitFactor,
  }: { db: PrismaClient; changePublisher: ChangePublisher<TenantChange>; rateLimitFactor: number },
  { access, tenantId }: { access: Access; tenantId: string },
  given: TenantInput,
  ifMatch: IfMatch,
): Promise<InternalTenant> {
  const store = tenantStore(db, tenantId);
  const mayRename = given.slug === undefined || may(access, 'slug.write');
  const mustReadFirst = ifMatch || !mayRename || isInsecurePicture(given.logo ?? '');
  const before = mustReadFirst ? requireFound(RESTAURANT, await store.find()) : undefined;
  if (before) requireMatch(RESTAURANT, asOwnerSees(before), ifMatch);
  const input = mayRename ? given : withoutSlug(given, before?.slug);
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

/**
 * The input without its slug, which must be the current one. It is not written: the owner may have changed it since.
 * @throws Problem `forbidden`
 */
function withoutSlug({ slug, ...input }: TenantInput, current: string | undefined): TenantInput {
  if (slug === current) return input;
  const message = 'Only an owner can change the menu URL.';
  throw new Problem('forbidden', message, { errors: [{ field: 'slug', message }] });
}
