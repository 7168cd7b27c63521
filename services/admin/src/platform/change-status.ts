import { type StatusInput, tenantStatusChange, userStatusChange } from '@tavola/contracts/admin.ts';
import { type Tenant, tenant, type User, user } from '@tavola/contracts/auth.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import type { Intent } from '../audit/audit-store.ts';
import { auditedElsewhere } from '../audit/audited.ts';
import type { Deps } from '../deps.ts';

const tenantName = tenant.pick({ id: true, name: true });
const userEmail = user.pick({ id: true, email: true });
const changedTenant = tenantStatusChange.extend({ tenant: tolerant(tenant) });
const changedUser = userStatusChange.extend({ user: tolerant(user) });

type Actor = Pick<Intent, 'actor' | 'requestId'>;
type Needs = Pick<Deps, 'db' | 'auth' | 'log'>;

/**
 * Suspends or restores the restaurant `id` through auth.
 * @throws Problem `not-found`; `conflict` if auth refuses; `unavailable` if the outcome is unknown.
 */
export async function changeTenantStatus(deps: Needs, id: string, input: StatusInput, by: Actor): Promise<Tenant> {
  const found = await deps.auth.find(internalAuthOperations.getTenant, { params: { id }, answerSchema: tenantName });
  if (!found) throw notFound('The restaurant');
  const act = input.isActive ? 'tenant.restore' : 'tenant.suspend';
  const subject = { kind: 'tenant', id: found.id, name: found.name } as const;
  return auditedElsewhere(deps, { ...by, act, subject, reason: input.reason }, async () => {
    const done = await deps.auth.call(internalAuthOperations.changeTenantStatus, {
      params: { id },
      body: { isActive: input.isActive, actorId: by.actor.id },
      answerSchema: changedTenant,
    });
    return { result: done.tenant, changed: changedStatus(done, done.tenant) };
  });
}

/**
 * Suspends or restores the user `id` through auth.
 * @throws Problem `not-found`; `conflict` if auth refuses; `unavailable` if the outcome is unknown.
 */
export async function changeUserStatus(deps: Needs, id: string, input: StatusInput, by: Actor): Promise<User> {
  const found = await deps.auth.find(internalAuthOperations.getUser, { params: { id }, answerSchema: userEmail });
  if (!found) throw notFound('The user');
  const act = input.isActive ? 'user.restore' : 'user.suspend';
  const subject = { kind: 'user', id: found.id, name: found.email } as const;
  return auditedElsewhere(deps, { ...by, act, subject, reason: input.reason }, async () => {
    const done = await deps.auth.call(internalAuthOperations.changeUserStatus, {
      params: { id },
      body: { isActive: input.isActive, actorId: by.actor.id },
      answerSchema: changedUser,
    });
    return { result: done.user, changed: changedStatus(done, done.user) };
  });
}

const changedStatus = (
  { wasActive, endedSessions }: { wasActive: boolean; endedSessions: number },
  { isActive }: { isActive: boolean },
) => ({ before: { isActive: wasActive }, after: { isActive, ...(!isActive && { endedSessions }) } });
