import { asTenant } from '@tavola/service-kit/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';

/** What was counted for a tenant: all views, and the scans of `today` (UTC). */
export interface Counted {
  totalViews: number;
  averageSeconds: number;
  scansToday: number;
}

/** Reads the tenant's tallies. */
export function counted(db: PrismaClient, tenantId: string, today: Date): Promise<Counted> {
  return asTenant(db, tenantId, async (tx) => {
    const sum = await tx.dailyTally.aggregate({ where: { tenantId }, _sum: { views: true, viewSeconds: true } });
    const day = new Date(today.toISOString().slice(0, 10));
    const row = await tx.dailyTally.findUnique({ where: { tenantId_day: { tenantId, day } } });
    const totalViews = sum._sum.views ?? 0;
    return {
      totalViews,
      averageSeconds: totalViews ? Number(sum._sum.viewSeconds ?? 0) / totalViews : 0,
      scansToday: row?.scans ?? 0,
    };
  });
}
