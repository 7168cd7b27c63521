import { endDevices } from '../kitchen-device/device-store.ts';
import { endSessions } from './end-sessions.ts';
import type { Tx } from './in-user-transaction.ts';

/**
 * Ends the user's session `sid` with all others of its sign-in, in a transaction of the user. Returns how many were open. A kitchen
 * device's session ends with the device: its PIN would begin another one.
 */
export async function endSession(tx: Tx, userId: string, sid: string): Promise<number> {
  const session = await tx.session.findFirst({
    where: { id: sid, userId },
    select: { tenantId: true, kitchenDeviceId: true },
  });
  if (!session?.tenantId || !session.kitchenDeviceId) return endSessions(tx, { userId, sid });
  const { tenantId, kitchenDeviceId } = session;
  const devices = await endDevices(tx, { userId, id: kitchenDeviceId });
  return devices + (await endSessions(tx, { tenantId, kitchenDeviceId }));
}
