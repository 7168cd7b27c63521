import type { Visit } from '@tavola/contracts/events.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { IsKnownTenant } from './known-tenants.ts';
import { type Tally, tally } from './tally.ts';

/** A batch is a few hundred short statements at most. */
const LIMITS = { maxWait: 2_000, timeout: 10_000 };

/**
 * Adds a batch of visits to the tallies of the tenants that exist: all of it or, when this rejects, none, so that the
 * same batch can be given again.
 */
export async function countVisits(db: PrismaClient, isKnown: IsKnownTenant, visits: readonly Visit[]): Promise<void> {
  const known: Tally[] = [];
  for (const one of tally(visits)) if (await isKnown(one.tenantId)) known.push(one);
  // In one order everywhere: two processes that count at the same moment must not wait for each other.
  known.sort((one, other) => (`${one.tenantId} ${one.day}` < `${other.tenantId} ${other.day}` ? -1 : 1));
  await db.$transaction(async (tx) => {
    for (const { tenantId, day, views, viewSeconds, scans } of known) {
      await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, true)`;
      await tx.$executeRaw`
        INSERT INTO daily_tally AS kept (tenant_id, day, views, view_seconds, scans)
        VALUES (${tenantId}::uuid, ${day}::date, ${views}, ${viewSeconds}, ${scans})
        ON CONFLICT (tenant_id, day) DO UPDATE SET
          views = kept.views + excluded.views,
          view_seconds = kept.view_seconds + excluded.view_seconds,
          scans = kept.scans + excluded.scans`;
    }
  }, LIMITS);
}
