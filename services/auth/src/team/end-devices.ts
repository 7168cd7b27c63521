import type { Tx } from '../session/in-user-transaction.ts';

/** Ends the kitchen devices that a member set up, in a transaction of the restaurant. Their sessions end with the member's. */
export async function endDevicesOf(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await tx.kitchenDevice.updateMany({ where: { tenantId, userId, endedAt: null }, data: { endedAt: new Date() } });
}
