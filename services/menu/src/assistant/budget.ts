import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Counts the tokens that each restaurant uses on a day (UTC). */
export interface Budget {
  /** @throws Problem `too-many-requests` if the restaurant has used all of today's tokens. */
  requireRest(tenantId: string): Promise<void>;
  spend(tenantId: string, tokens: number): Promise<void>;
}

/** A budget of `daily` tokens for each restaurant. The call that reaches it is still answered. */
export const makeBudget = (db: PrismaClient, daily: number): Budget => ({
  async requireRest(tenantId) {
    const used = await asTenant(
      db,
      tenantId,
      (tx) => tx.$queryRaw<{ tokens: number }[]>`
        SELECT tokens FROM assistant_use
        WHERE tenant_id = ${tenantId}::uuid AND day = (now() AT TIME ZONE 'UTC')::date`,
    );
    if ((used[0]?.tokens ?? 0) < daily) return;
    throw new Problem('too-many-requests', "Today's AI budget is used up. It is back at midnight UTC.", {
      retryAfter: Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1_000),
    });
  },

  async spend(tenantId, tokens) {
    if (tokens === 0) return;
    await asTenant(
      db,
      tenantId,
      (tx) => tx.$executeRaw`
        INSERT INTO assistant_use AS used (tenant_id, day, tokens)
        VALUES (${tenantId}::uuid, (now() AT TIME ZONE 'UTC')::date, ${tokens})
        ON CONFLICT (tenant_id) DO UPDATE SET
          tokens = CASE WHEN used.day = excluded.day THEN least(used.tokens::bigint + excluded.tokens, 2147483647) ELSE excluded.tokens END,
          day = excluded.day`,
    );
  },
});
