import { notFound } from '@tavola/service-kit/http/problem.ts';
import type { Tenant, Tenants } from './tenants.ts';

/**
 * The restaurant of a signed-in owner.
 * @throws Problem `not-found` if it no longer exists.
 */
export async function ownersTenant(tenants: Tenants, tenantId: string): Promise<Tenant> {
  const tenant = await tenants.find(tenantId);
  if (!tenant) throw notFound('The restaurant');
  return tenant;
}
