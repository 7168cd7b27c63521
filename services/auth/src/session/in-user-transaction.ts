import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

/** A transaction in auth's database. */
export type Tx = Prisma.TransactionClient;

/** Gives the rest of the transaction access to the user's own rows: the account and its sessions. */
export async function actAsUser(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT set_config('app.user_id', ${userId}, true)`;
}

/** Locks the user's row, in a transaction of the user: a sign-in or another change of it waits. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
}

/** Keeps others from locking the user's row, in a transaction of the user: what ends all that is the user's waits. Comes before `lockTenant`. */
export async function holdUser(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR SHARE`;
}

/** Locks the restaurant's row, in a transaction of it: a sign-in, and another change of it or its team, waits. Comes after `lockUser`. */
export async function lockTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM tenant WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
}

/** Gives the rest of the transaction access to the restaurant's rows. */
export async function actAsTenant(tx: Tx, tenantId: string): Promise<void> {
  await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, true)`;
}

/** Runs `act` in a transaction that can only access the user's own rows (row-level security). */
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
