import { user } from '@tavola/contracts/auth.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { currentRequestId, newRequestId } from '@tavola/service-kit/observability/request-context.ts';
import { z } from 'zod';
import type { Intent } from './audit-store.ts';

// A role that this release does not know is none of an admin.
const admin = user.pick({ id: true, email: true, isActive: true }).extend({ role: z.string() });

/**
 * Who acts, and in which request: the user as auth knows them now, which is more than the token says.
 * @throws Problem `forbidden` where that is no active admin any more.
 */
export async function actFrom(auth: ServiceClient, access: Access): Promise<Pick<Intent, 'actor' | 'requestId'>> {
  const found = await auth.find(`/internal/users/${access.sub}`, admin);
  if (!found?.isActive || found.role !== 'admin') {
    throw new Problem('forbidden', "You don't have permission to do this.");
  }
  return { actor: { id: found.id, email: found.email }, requestId: currentRequestId() ?? newRequestId() };
}
