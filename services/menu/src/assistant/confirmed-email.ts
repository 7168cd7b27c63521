import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { z } from 'zod';

/** What auth says of a user. During an update, an auth of the version before does not say it. */
const answer = z.object({ isEmailConfirmed: z.boolean().default(true) });

/**
 * Checks with `auth` at every question, so that whoever just confirmed can ask without signing in again.
 * @throws Problem `email-unconfirmed`; `unavailable` while auth does not answer.
 */
export async function requireConfirmedEmail(auth: ServiceClient<'auth'>, userId: string): Promise<void> {
  const user = await auth.find(internalAuthOperations.getUser, { params: { id: userId }, answerSchema: answer });
  if (user?.isEmailConfirmed) return;
  throw new Problem('email-unconfirmed', 'Confirm your email address to use the AI. Open the link we emailed you.');
}
