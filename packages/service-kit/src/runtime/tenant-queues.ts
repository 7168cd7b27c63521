import { tooManyRequests } from '../http/problem.ts';
import { fairQueue } from './fair-queue.ts';

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
    fairQueue({
      per: { restaurant: { atOnce: TRANSACTIONS_AT_ONCE[kind], waiting: TRANSACTIONS_WAITING } },
      refuse: () => tooManyRequests('Too many requests from your restaurant are waiting.', 1_000),
    });
  const queues = { read: queueOf('read'), write: queueOf('write') };
  return (restaurant, kind, work) => queues[kind].run({ restaurant }, work);
}
