import pLimit, { type LimitFunction } from 'p-limit';
import { tooManyRequests } from '../http/too-many-requests.ts';

export interface TenantLimit {
  /** How many tasks of one restaurant run in parallel. */
  atOnce: number;
  /** How many more of them may wait. */
  waiting: number;
  /** Message sent to rejected clients; how long to wait is added. */
  refusal: string;
  /** How long rejected clients should wait, in milliseconds. */
  retryAfterMs: number;
}

/** Runs `work` when it is its turn among the tasks of the restaurant `tenantId`. */
export type TenantLimitedRun = <Result>(tenantId: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits how many tasks of each restaurant run in parallel in this process; the rest wait, first come, first served. Restaurants
 * do not wait for each other.
 * @throws Problem `too-many-requests` if too many tasks of the restaurant are waiting already.
 */
export function limitPerTenant({ atOnce, waiting, refusal, retryAfterMs }: TenantLimit): TenantLimitedRun {
  const limits = new Map<string, LimitFunction>();
  return async (tenantId, work) => {
    const limit = limits.get(tenantId) ?? pLimit(atOnce);
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw tooManyRequests(refusal, retryAfterMs);
    limits.set(tenantId, limit);
    return limit(async () => {
      try {
        return await work();
      } finally {
        // This task still counts as active.
        if (limit.activeCount === 1 && limit.pendingCount === 0) limits.delete(tenantId);
      }
    });
  };
}
