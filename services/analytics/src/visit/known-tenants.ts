import { internalTenant } from '@tavola/contracts/auth.ts';
import type { Neighbour } from '@tavola/service-kit/neighbour.ts';

/** Says whether a tenant exists: the address where visits arrive is open to everybody. */
export type IsKnownTenant = (tenantId: string) => Promise<boolean>;

/** Answers kept at most; the oldest goes first. */
const KEPT = 50_000;

/** Asks auth once for every tenant and remembers the answer: tenants are not unmade, and an unknown id stays unknown. */
export function knownTenants(auth: Neighbour): IsKnownTenant {
  const answers = new Map<string, boolean>();
  return async (tenantId) => {
    const kept = answers.get(tenantId);
    if (kept !== undefined) return kept;
    const isKnown = (await auth.find(`/internal/tenants/${tenantId}`, internalTenant)) !== null;
    if (answers.size >= KEPT) answers.delete(answers.keys().next().value as string);
    answers.set(tenantId, isKnown);
    return isKnown;
  };
}
