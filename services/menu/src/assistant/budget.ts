import { DAY_MS } from '@tavola/contracts/rules/times.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';

/** How many tokens may be used on a day (UTC). */
interface DailyTokens {
  /** By one restaurant. */
  restaurant: number;
  /** By all restaurants. */
  total: number;
}

/** Counts the tokens that each restaurant, and all of them, use on a day (UTC). */
export interface Budget {
  /**
   * What is left of today's tokens for the restaurant.
   * @throws Problem `too-many-requests` if nothing is.
   */
  requireRest(tenantId: string): Promise<Rest>;
  spend(tenantId: string, tokens: number): Promise<void>;
  /** What all restaurants have used today, as far as this process knows: up to date after each of its questions. */
  usedByAll(): number;
  readonly daily: DailyTokens;
}

interface Rest {
  /** What the restaurant has used today. */
  used: number;
  /** @throws Problem `too-many-requests` unless a question of about `tokens` fits in; `assistant-failed` if it fits in on no day. */
  requireFor(tokens: number): void;
}

/**
 * The part of what is left for all that one restaurant may have used. So whoever has used little can still ask, however many others
 * use all that they may.
 */
const SHARE = 1 / 2;

const overBudget = (message: string) =>
  new Problem('too-many-requests', message, { retryAfter: Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1_000) });
const overTotal = () =>
  overBudget("Too little is left of today's AI budget for all restaurants. It resets at midnight UTC.");

/** A budget of `daily` tokens. A question that fits in is answered, even if its answer does not. */
export function makeBudget(db: PrismaClient, daily: DailyTokens): Budget {
  let seen = { day: 0, tokens: 0 };
  const today = () => Math.floor(Date.now() / DAY_MS);
  const note = (tokens: number) => {
    seen = { day: today(), tokens };
  };
  return {
    daily,

    async requireRest(tenantId) {
      const [{ used, usedByAll }] = await asTenant(
        db,
        tenantId,
        (tx) => tx.$queryRaw<[{ used: number; usedByAll: number }]>`
          SELECT
            coalesce((SELECT tokens FROM assistant_use WHERE tenant_id = ${tenantId}::uuid AND day = utc.day), 0) AS used,
            coalesce((SELECT tokens::float8 FROM assistant_day WHERE day = utc.day), 0) AS "usedByAll"
          FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS day) AS utc`,
      );
      note(usedByAll);
      const own = daily.restaurant - used;
      const ofAll = (daily.total - usedByAll) * SHARE - used;
      if (own <= 0) throw overBudget("You've used up today's AI budget. It resets at midnight UTC.");
      if (ofAll <= 0) throw overTotal();
      return {
        used,
        requireFor(tokens) {
          if (tokens > Math.min(daily.restaurant, daily.total * SHARE)) {
            throw new Problem('assistant-failed', 'This is more than the AI may read here in a day.');
          }
          if (tokens > own) {
            throw overBudget("This is more than what's left of today's AI budget. It resets at midnight UTC.");
          }
          if (tokens > ofAll) throw overTotal();
        },
      };
    },

    async spend(tenantId, tokens) {
      if (tokens === 0) return;
      const [{ usedByAll }] = await asTenant(db, tenantId, async (tx) => {
        await tx.$executeRaw`
          INSERT INTO assistant_use AS used (tenant_id, day, tokens)
          VALUES (${tenantId}::uuid, (now() AT TIME ZONE 'UTC')::date, ${tokens})
          ON CONFLICT (tenant_id) DO UPDATE SET
            tokens = CASE WHEN used.day = excluded.day THEN least(used.tokens::bigint + excluded.tokens, 2147483647) ELSE excluded.tokens END,
            day = excluded.day`;
        // Last, because all questions of all processes wait for this row.
        return tx.$queryRaw<[{ usedByAll: number }]>`
          INSERT INTO assistant_day AS used (day, tokens) VALUES ((now() AT TIME ZONE 'UTC')::date, ${tokens})
          ON CONFLICT (day) DO UPDATE SET tokens = used.tokens + excluded.tokens
          RETURNING tokens::float8 AS "usedByAll"`;
      });
      note(usedByAll);
    },

    usedByAll: () => (seen.day === today() ? seen.tokens : 0),
  };
}
