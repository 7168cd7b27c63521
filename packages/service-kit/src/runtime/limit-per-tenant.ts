import pLimit, { type LimitFunction } from 'p-limit';
import { tooManyRequests } from '../http/problem.ts';

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

/** How many transactions of one restaurant a process runs in parallel. Its writes would wait for each other's lock anyway. */
export const TRANSACTIONS_AT_ONCE = { read: 3, write: 1 } as const;

/** How many more may wait. With those that run, fewer than the late requests at which the gateway avoids the process (32). */
export const TRANSACTIONS_WAITING = 20;

/** Whether a request may change data. */
type TransactionKind = keyof typeof TRANSACTIONS_AT_ONCE;

/** Runs `work`, which takes a database connection, when it is its turn. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs `work` when it is the turn of the restaurant, among its reads or among its writes. */
export type TenantQueues = <Result>(
  tenantId: string,
  kind: TransactionKind,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * Queues that keep one restaurant from using all of a process's database connections: its transactions wait here instead of on a
 * connection, first come, first served.
 * @throws Problem `too-many-requests` if too many of the restaurant's are waiting already.
 */
export function tenantQueues(): TenantQueues {
  const queueOf = (kind: TransactionKind) =>
    limitPerTenant({
      atOnce: TRANSACTIONS_AT_ONCE[kind],
      waiting: TRANSACTIONS_WAITING,
      refusal: 'Too many requests from your restaurant are waiting.',
      retryAfterMs: 1_000,
    });
  const queues = { read: queueOf('read'), write: queueOf('write') };
  return (tenantId, kind, work) => queues[kind](tenantId, work);
}
