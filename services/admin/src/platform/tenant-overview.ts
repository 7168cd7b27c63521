import { type TenantOverview, tenantAccount } from '@tavola/contracts/admin.ts';
import { accountUser, platformTenant } from '@tavola/contracts/auth.ts';
import { menuStats } from '@tavola/contracts/menu.ts';
import { internalAnalyticsOperations } from '@tavola/contracts/operations/internal/analytics.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { internalMenuOperations } from '@tavola/contracts/operations/internal/menu.ts';
import { internalQrOperations } from '@tavola/contracts/operations/internal/qr.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { requireFound } from '@tavola/service-kit/http/problem.ts';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

const { shape } = tenantAccount;
const account = tenantAccount.extend({
  tenant: tolerant(platformTenant.extend({ createdAt: shape.tenant.shape.createdAt })),
  people: z.array(tolerant(accountUser.extend({ createdAt: shape.people.element.shape.createdAt }))),
});
const dishStats = tolerant(menuStats);

/**
 * The restaurant `id` with its users and its use of the platform, read from all services in parallel; the figure of a service that
 * fails is null.
 * @throws Problem `not-found`; `unavailable` when auth does not respond.
 */
export async function tenantOverview(
  { auth, menu, qr, analytics }: Pick<Deps, 'auth' | 'menu' | 'qr' | 'analytics'>,
  id: string,
): Promise<TenantOverview> {
  const params = { tenantId: id };
  const [found, dishes, codes, scans] = await Promise.all([
    auth.find(internalAuthOperations.getTenantAccount, { params: { id }, answerSchema: account }),
    orNull(menu.call(internalMenuOperations.getMenuStats, { params, answerSchema: dishStats })),
    orNull(qr.call(internalQrOperations.getUsage, { params })),
    orNull(analytics.call(internalAnalyticsOperations.getUsage, { params })),
  ]);
  const { tenant, people, lastSignInAt } = requireFound('The restaurant', found);
  const acts = [lastSignInAt, dishes?.changedAt].filter((at) => typeof at === 'string');
  return {
    tenant,
    people,
    lastActiveAt: acts.sort().at(-1) ?? null,
    dishes: dishes?.items ?? null,
    codes: codes?.codes ?? null,
    scans: scans?.scans ?? null,
  };
}

const orNull = <Answer>(answer: Promise<Answer>): Promise<Answer | null> => answer.catch(() => null);
