import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Counts the tokens that each restaurant uses on a day (UTC). */
export interface Budget {
  /** What is left of today's tokens. @throws Problem `too-many-requests` if nothing is. */
  requireRest(tenantId: string): Promise<Rest>;
  spend(tenantId: string, tokens: number): Promise<void>;
}

interface Rest {
  /** @throws Problem `too-many-requests` unless a question of about `tokens` fits in; `assistant-failed` if it fits in on no day. */
  requireFor(tokens: number): void;
}

const overBudget = (message: string) =>
  new Problem('too-many-requests', message, { retryAfter: Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1_000) });

/** A budget of `daily` tokens for each restaurant. A question that fits in is answered, even if its answer does not. */
export const makeBudget = (db: PrismaClient, daily: number): Budget => ({
  async requireRest(tenantId) {
    const used = await asTenant(
      db,
      tenantId,
      (tx) => tx.$queryRaw<{ tokens: number }[]>`
        SELECT tokens FROM assistant_use
        WHERE tenant_id = ${tenantId}::uuid AND day = (now() AT TIME ZONE 'UTC')::date`,
    );
    const rest = daily - (used[0]?.tokens ?? 0);
    if (rest <= 0) throw overBudget("You've used up today's AI budget. It resets at midnight UTC.");
    return {
      requireFor(tokens) {
        if (tokens > daily) throw new Problem('assistant-failed', 'This is more than the AI may read here in a day.');
        if (tokens > rest) {
          throw overBudget("This is more than what's left of today's AI budget. It resets at midnight UTC.");
        }
      },
    };
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
