import { emailKey } from '@tavola/contracts/fields.ts';
import { networkKey } from '@tavola/service-kit/http/address-key.ts';
import { currentRequest } from '@tavola/service-kit/observability/request-context.ts';
import { busy, fairQueue, type QueuePlace } from '@tavola/service-kit/runtime/fair-queue.ts';
import { HASHES_AT_ONCE } from './password.ts';

/** Limits on acts that hash a password, in each process, for docs/limits.md. */
export const SIGN_IN_QUEUE = {
  /** While some hash, one more reads or writes the database. */
  atOnce: HASHES_AT_ONCE + 1,
  /** Most that may wait of those known and of strangers each: one core works so many off in two seconds. */
  waiting: 100,
  /** How long one may wait, in milliseconds: with a second for the act itself, everybody is answered within three. */
  waitMs: 2_000,
} as const;

const queue = fairQueue({
  ...SIGN_IN_QUEUE,
  per: { owner: {} },
  order: 'round-robin',
  displaces: true,
  refuse: busy('Too many people are signing in right now. Please try again in a moment.'),
});

/** Where an act waits: accounts take turns, and so do networks. */
type Place = QueuePlace<'owner'>;

/** The place of somebody who has signed in to the account before, or has its mailbox: ahead of strangers. */
export const ofAccount = (email: string): Place => ({ priority: 'first', owner: emailKey(email) });

/** The place of who has the key of a kitchen device: its restaurant's devices take turns as one. */
export const ofKitchen = (tenantId: string): Place => ({ priority: 'first', owner: `kitchen ${tenantId}` });

/** The place of a stranger at `address`. All of a network take turns as one: its owner has any number of addresses. */
export const ofStranger = (address: string): Place => ({ priority: 'second', owner: networkKey(address) });

/**
 * Runs `act`, which hashes a password, at its turn, unless the client of the current request leaves before.
 * @throws Problem `unavailable` where too many wait; whatever `act` throws.
 */
export const inSignInQueue = <Result>(place: Place, act: () => Promise<Result>): Promise<Result> =>
  queue.run({ ...place, signal: currentRequest()?.gone }, act);
