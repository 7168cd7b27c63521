import type { Visit } from '@tavola/contracts/events.ts';
import { asTenant } from '@tavola/service-kit/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { IsKnownTenant } from './known-tenants.ts';
import { tally } from './tally.ts';

/** Adds a batch of visits to the tallies of the tenants that exist. */
export async function countVisits(db: PrismaClient, isKnown: IsKnownTenant, visits: readonly Visit[]): Promise<void> {
  for (const { tenantId, day, views, viewSeconds, scans } of tally(visits)) {
    if (!(await isKnown(tenantId))) continue;
    await asTenant(
      db,
      tenantId,
      (tx) => tx.$executeRaw`
        INSERT INTO daily_tally AS kept (tenant_id, day, views, view_seconds, scans)
        VALUES (${tenantId}::uuid, ${day}::date, ${views}, ${viewSeconds}, ${scans})
        ON CONFLICT (tenant_id, day) DO UPDATE SET
          views = kept.views + excluded.views,
          view_seconds = kept.view_seconds + excluded.view_seconds,
          scans = kept.scans + excluded.scans`,
    );
  }
}
