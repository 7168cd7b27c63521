import type { InternalTenant, TenantInput } from '@tavola/contracts/auth.ts';
import type { Announcer } from '@tavola/service-kit/announcer.ts';
import { notFound } from '@tavola/service-kit/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import { slugTaken } from './slug-taken.ts';
import { type TenantChange, tenantStore } from './tenant-store.ts';

/**
 * Changes a restaurant, its slug too, and tells the neighbours.
 * @throws Problem `slug-taken` where the slug is or ever was another restaurant's; `not-found`.
 */
export async function changeTenant(
  { db, announcer }: { db: PrismaClient; announcer: Announcer<TenantChange> },
  tenantId: string,
  input: TenantInput,
): Promise<InternalTenant> {
  let changed: InternalTenant | null;
  try {
    changed = await tenantStore(db, tenantId).change(input);
  } catch (error) {
    throw slugTaken(error) ?? error;
  }
  if (!changed) throw notFound('The restaurant');
  await announcer.announce({ tenantId, version: changed.version, slug: changed.slug });
  return changed;
}
