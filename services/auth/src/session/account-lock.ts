import type { User } from '@tavola/contracts/auth.ts';
import { Problem } from '@tavola/service-kit/problem.ts';
import { actAsTenant, type Tx } from './as-user.ts';

/**
 * Locks what a sign-in rests on, in a transaction of the user's own: a suspension that is on its way either comes first, and
 * this is refused, or waits for what is done here.
 * @throws Problem `account-suspended` where the user or the user's restaurant is suspended.
 */
export async function mustBeOpenAccount(tx: Tx, { id, tenantId }: Pick<User, 'id' | 'tenantId'>): Promise<void> {
  const [user] = await tx.$queryRaw<{ isActive: boolean }[]>`
    SELECT is_active AS "isActive" FROM "user" WHERE id = ${id}::uuid FOR SHARE`;
  if (!user?.isActive) throw suspended();
  if (tenantId === null) return;
  await actAsTenant(tx, tenantId);
  const [restaurant] = await tx.$queryRaw<{ isActive: boolean }[]>`
    SELECT is_active AS "isActive" FROM tenant WHERE id = ${tenantId}::uuid FOR SHARE`;
  if (!restaurant?.isActive) throw suspended();
}

/** What whoever is suspended is refused with. */
export const suspended = () => new Problem('account-suspended', 'This account is suspended. Please contact support.');
