import type { User } from '@tavola/contracts/auth.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { actAsTenant, type Tx } from './in-user-transaction.ts';

/**
 * Locks the user and restaurant rows for a sign-in, in a transaction of the user. A concurrent suspension either commits
 * first, and this call throws, or waits for this transaction. Returns when the account ends, if its restaurant is
 * scheduled for deletion. No session outlives that date, so nobody writes to a restaurant that is being deleted. Admins'
 * accounts do not end.
 * @throws Problem `account-suspended` where the user or the restaurant is suspended, or the restaurant is being deleted.
 */
export async function mustBeOpenAccount(tx: Tx, { id, tenantId }: Pick<User, 'id' | 'tenantId'>): Promise<Date | null> {
  const [user] = await tx.$queryRaw<{ isActive: boolean; role: string }[]>`
    SELECT is_active AS "isActive", role FROM "user" WHERE id = ${id}::uuid FOR SHARE`;
  if (!user?.isActive) throw suspended();
  if (tenantId === null) return null;
  await actAsTenant(tx, tenantId);
  const [restaurant] = await tx.$queryRaw<{ isActive: boolean; deleteAt: Date | null }[]>`
    SELECT is_active AS "isActive", delete_at AS "deleteAt" FROM tenant WHERE id = ${tenantId}::uuid FOR SHARE`;
  if (!restaurant?.isActive) throw suspended();
  const { deleteAt } = restaurant;
  if (user.role === 'admin' || deleteAt === null) return null;
  if (deleteAt.getTime() <= Date.now()) throw new Problem('account-suspended', 'This restaurant is being deleted.');
  return deleteAt;
}

/** The error for a suspended account. */
export const suspended = () => new Problem('account-suspended', 'This account is suspended.');
