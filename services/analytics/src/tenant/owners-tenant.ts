import { notFound } from '@tavola/service-kit/http/problem.ts';
import type { Tenant, Tenants } from './tenants.ts';

/**
 * The restaurant that a signed-in owner runs.
 * @throws Problem `not-found` where it is gone.
 */
export async function ownersTenant(tenants: Tenants, tenantId: string): Promise<Tenant> {
  const tenant = await tenants.find(tenantId);
  if (!tenant) throw notFound('The restaurant');
  return tenant;
}
