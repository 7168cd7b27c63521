import type { VisitInput } from '@tavola/contracts/analytics.ts';
import type { Visit } from '@tavola/contracts/events.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { Tenants } from '../tenant/tenants.ts';
import type { Guest, Visitors } from './visitors.ts';

/** Adds a view reported by a page to the stream. Never rejects: a view that can't be added is dropped and logged. */
export type TellView = (view: VisitInput, guest: Guest) => Promise<void>;

interface TellViewOptions {
  tenants: Tenants;
  visitors: Visitors;
  tellVisit(visit: Visit): Promise<void>;
  now(): Date;
  log: Logger;
}

export function tellingViews({ tenants, visitors, tellVisit, now, log }: TellViewOptions): TellView {
  return async (view, guest) => {
    const at = now().getTime();
    try {
      const tenant = await tenants.findSparingly(view.tenantId);
      if (!tenant?.isActive) return;
      const hashes = await visitors.hashesOf(guest, view.tenantId, tenant.timeZone).catch((error: Error) => {
        log.warn({ reason: error.message }, 'visitor not counted');
      });
      await tellVisit({ kind: 'view', ...view, at, ...hashes });
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'visit not counted');
    }
  };
}
