import { tooManyRequests } from '../http/problem.ts';
import { fairQueue } from './fair-queue.ts';

/** How many transactions of one restaurant, and of one person, a process runs in parallel. Writes would wait for each other's lock anyway. */
export const TRANSACTIONS_AT_ONCE = { read: 3, write: 1 } as const;

/** How many more may wait. With those that run, fewer than the late requests at which the gateway avoids the process (32). */
export const TRANSACTIONS_WAITING = 20;

/** Whether a request may change data. */
type TransactionKind = keyof typeof TRANSACTIONS_AT_ONCE;

/** Runs `work`, which takes a database connection, when it is its turn. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Whose transactions they are. */
interface Caller {
  restaurant: string;
  person: string;
}

/** Runs `work` when it is the turn of the restaurant and of the person, among reads or among writes. */
export type TenantQueues = <Result>(by: Caller, kind: TransactionKind, work: () => Promise<Result>) => Promise<Result>;

/**
 * Queues that keep one restaurant with many people, and one person with many restaurants, from using all of a process's database
 * connections: their transactions wait here instead of on a connection, first come, first served.
 * @throws Problem `too-many-requests` if too many of the restaurant's or the person's are waiting already.
 */
export function tenantQueues(): TenantQueues {
  const queueOf = (kind: TransactionKind) => {
    const share = { atOnce: TRANSACTIONS_AT_ONCE[kind], waiting: TRANSACTIONS_WAITING };
    return fairQueue({
      per: { restaurant: share, person: share },
      refuse: (limit) =>
        tooManyRequests(`Too many requests from ${limit === 'person' ? 'you' : 'your restaurant'} are waiting.`, 1_000),
    });
  };
  const queues = { read: queueOf('read'), write: queueOf('write') };
  return (by, kind, work) => queues[kind].run({ ...by }, work);
}
