import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

/** A transaction of auth's. */
export type Tx = Prisma.TransactionClient;

/** Lets the rest of a transaction see and write what is the user's own: the account and its sessions. */
export async function actAsUser(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT set_config('app.user_id', ${userId}, true)`;
}

/** Lets the rest of a transaction see and write what is the restaurant's. */
export async function actAsTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, true)`;
}

/** Runs `act` in a transaction that sees and writes only what is the user's own (row-level security). */
export function inUserTransaction<Result>(
  db: PrismaClient,
  userId: string,
  act: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx: Tx) => {
    await actAsUser(tx, userId);
    return act(tx);
  });
}
