import type { Access } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import { type Account, userStore } from './user-store.ts';

/**
 * The current account of the signed-in user, read from the database: the gateway learns of an ended session a moment
 * later.
 * @throws Problem `unauthenticated` where the session has ended or the account is suspended.
 */
export async function readActiveAccount(db: PrismaClient, { sub, sid }: Access): Promise<Account> {
  const account = await userStore(db).bySession(sub, sid);
  if (!account) throw sessionEnded();
  return account;
}

/**
 * As `readActiveAccount`, for acts on the account itself.
 * @throws Problem `forbidden` on a kitchen device, too: whoever is in the kitchen may not act for the person who set it up.
 */
export async function requireActiveAccount(db: PrismaClient, access: Access): Promise<Account> {
  const account = await readActiveAccount(db, access);
  if (account.isKitchenDevice) throw new Problem('forbidden', "A kitchen device can't do this.");
  return account;
}

/** The error for an ended session. */
export const sessionEnded = () => new Problem('unauthenticated', 'Your session has ended. Please sign in again.');
