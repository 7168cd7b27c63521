import { user } from '@tavola/contracts/auth.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { currentRequestId, newRequestId } from '@tavola/service-kit/observability/request-context.ts';
import { z } from 'zod';
import type { Intent } from './audit-store.ts';

// A role unknown to this release is not an admin's.
const admin = user.pick({ id: true, email: true, isActive: true }).extend({ role: z.string() });

/**
 * The actor and request of an act. The user is read from auth, because the token may be outdated.
 * @throws Problem `forbidden` if the user is no longer an active admin.
 */
export async function actFrom(
  auth: ServiceClient<'auth'>,
  access: Access,
): Promise<Pick<Intent, 'actor' | 'requestId'>> {
  const found = await auth.find(internalAuthOperations.getUser, {
    params: { id: access.sub },
    answerSchema: admin,
  });
  if (!found?.isActive || found.role !== 'admin') {
    throw new Problem('forbidden', "You don't have permission to do this.");
  }
  return { actor: { id: found.id, email: found.email }, requestId: currentRequestId() ?? newRequestId() };
}
