import { Problem } from '@tavola/service-kit/http/problem.ts';
import { type NewSession, newSession } from '../session/session-store.ts';
import type { FoundDevice } from './device-store.ts';

/** A session of a kitchen device, which ends at `end` at the latest. It goes by the device's name in the list of the user's sessions. */
export const newDeviceSession = ({ id, tenantId, userId, name }: FoundDevice, end: Date): NewSession => ({
  ...newSession({ id: userId, tenantId }, name, false, end),
  kitchenDeviceId: id,
});

/**
 * A restaurant that is scheduled for deletion has no menu to keep up to date: its devices rest until it is kept.
 * @throws Problem `account-suspended` where `accountEnd` says so.
 */
export function mustNotBeClosing(accountEnd: Date | null): void {
  if (accountEnd) throw new Problem('account-suspended', 'This restaurant is going to be deleted.');
}
