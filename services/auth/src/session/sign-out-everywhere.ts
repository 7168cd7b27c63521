import { endDevices } from '../kitchen-device/device-store.ts';
import { endSessions } from './end-sessions.ts';
import { actAsUser, type Tx } from './in-user-transaction.ts';

/**
 * Ends all sessions of a user but `except`, and the kitchen devices that the user set up: who knew the password may have made one, and
 * it would stay signed in for 30 days. Call this late in a transaction, as `endSessions`, with the user's row locked: a device that is
 * set up meanwhile either is there by then, or comes too late.
 */
export async function signOutEverywhere(tx: Tx, userId: string, except?: string): Promise<void> {
  await actAsUser(tx, userId);
  await endDevices(tx, { userId });
  await endSessions(tx, { userId }, except);
}
