import { type InternalTenant, type TenantInput, tenant } from '@tavola/contracts/auth.ts';
import { type IfMatch, writeMatching } from '@tavola/service-kit/http/if-match.ts';
import type { Announcer } from '@tavola/service-kit/messaging/change-publisher.ts';
import type { PrismaClient } from '../generated/client.ts';
import { slugTaken } from './slug-taken.ts';
import { type TenantChange, tenantStore } from './tenant-store.ts';

/**
 * Changes a restaurant, its slug too, if it is in a state that `ifMatch` names, and tells the neighbours.
 * @throws Problem `slug-taken` where the slug is or ever was another restaurant's; `not-found`; `changed-meanwhile`.
 */
export async function changeTenant(
  { db, announcer }: { db: PrismaClient; announcer: Announcer<TenantChange> },
  tenantId: string,
  input: TenantInput,
  ifMatch: IfMatch,
): Promise<InternalTenant> {
  const store = tenantStore(db, tenantId);
  let changed: InternalTenant;
  try {
    changed = await writeMatching({
      ifMatch,
      what: 'The restaurant',
      find: () => store.find(),
      write: (found) => store.change(input, found?.version),
      show: (found) => tenant.parse(found),
    });
  } catch (error) {
    throw slugTaken(error) ?? error;
  }
  await announcer.announce({ tenantId, version: changed.version, slug: changed.slug });
  return changed;
}
