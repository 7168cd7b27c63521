import type { BetaApplication, BetaApplicationInput } from '@tavola/contracts/admin.ts';
import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import type { PrismaClient } from '../generated/client.ts';
import { applicationStore } from './application-store.ts';

/**
 * Adds an application for the beta. If the key was used before, returns the application added then.
 * @throws Problem `key-reused`.
 */
export function applyForBeta(
  db: PrismaClient,
  input: BetaApplicationInput,
  key: IdempotencyKey | undefined,
): Promise<BetaApplication> {
  return inTransaction(db, async (tx) => {
    const earlier = await findAnswer<BetaApplication>(tx, null, key);
    if (earlier) return earlier;
    return keepAnswer(tx, null, key, await applicationStore(tx).add(input));
  });
}
