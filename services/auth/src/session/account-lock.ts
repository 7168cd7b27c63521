import type { User } from '@tavola/contracts/auth.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { actAsTenant, type Tx } from './in-user-transaction.ts';

/**
 * Locks what a sign-in rests on, in a transaction of the user's own: a suspension that is on its way either comes first, and
 * this is refused, or waits for what is done here. Gives when the account ends, where its restaurant is to be deleted: no
 * session outlives that, so nobody writes to a restaurant that is being deleted. An admin's account does not end so.
 * @throws Problem `account-suspended` where the user or the user's restaurant is suspended, or the restaurant is being deleted.
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

/** What whoever is suspended is refused with. */
export const suspended = () => new Problem('account-suspended', 'This account is suspended. Please contact support.');
