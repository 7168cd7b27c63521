import { endDevices } from '../kitchen-device/device-store.ts';
import { endAllInvitationsBy } from '../team/invitation-store.ts';
import { endSessions } from './end-sessions.ts';
import { actAsUser, type Tx } from './in-user-transaction.ts';

/**
 * Ends all sessions of a user but `except`, the kitchen devices that the user set up, and the user's open invitations: who knew the
 * password may have made one, and be back by it. Call this late in a transaction, as `endSessions`, with the user's row locked: what is
 * made meanwhile either is there by then, or comes too late.
 */
export async function signOutEverywhere(tx: Tx, userId: string, except?: string): Promise<void> {
  await actAsUser(tx, userId);
  await endDevices(tx, { userId });
  await endAllInvitationsBy(tx, userId);
  await endSessions(tx, { userId }, except);
}
