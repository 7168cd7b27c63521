import type { SignedInUser } from '@tavola/contracts/auth.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { actAsTenant, type Tx } from './in-user-transaction.ts';
import { type Account, whereSignedIn } from './user-store.ts';

/**
 * Locks the rows of the user, the restaurant and the membership for a sign-in, in a transaction of the user. A concurrent suspension,
 * change of role or removal either commits first, and this call throws, or waits for this transaction. Returns when the account ends,
 * if its restaurant is scheduled for deletion. No session outlives that date, so nobody writes to a restaurant that is being deleted.
 * Admins' accounts do not end.
 * @throws Problem `account-suspended` where the user or the restaurant is suspended, or the restaurant is being deleted; `unavailable` where
 * the user's role there is another one by now.
 */
export async function mustBeOpenAccount(
  tx: Tx,
  { id, tenantId, role, mayDeclare }: Pick<SignedInUser, 'id' | 'tenantId' | 'role' | 'mayDeclare'>,
): Promise<Date | null> {
  const [user] = await tx.$queryRaw<{ isActive: boolean; role: string }[]>`
    SELECT is_active AS "isActive", role FROM "user" WHERE id = ${id}::uuid FOR SHARE`;
  if (!user?.isActive) throw suspended();
  if (tenantId === null) return null;
  await actAsTenant(tx, tenantId);
  const [restaurant] = await tx.$queryRaw<{ isActive: boolean; deleteAt: Date | null }[]>`
    SELECT is_active AS "isActive", delete_at AS "deleteAt" FROM tenant WHERE id = ${tenantId}::uuid FOR SHARE`;
  if (!restaurant?.isActive) throw suspended();
  const [member] = await tx.$queryRaw<{ role: string; mayDeclare: boolean }[]>`
    SELECT role, may_declare AS "mayDeclare" FROM membership
    WHERE tenant_id = ${tenantId}::uuid AND user_id = ${id}::uuid AND removed_at IS NULL FOR SHARE`;
  const isSame = member && (user.role === 'admin' || (member.role === role && member.mayDeclare === mayDeclare));
  if (!isSame) {
    throw new Problem('unavailable', 'Your role in this restaurant was just changed. Please try again.', {
      retryAfter: 1,
    });
  }
  const { deleteAt } = restaurant;
  if (user.role === 'admin' || deleteAt === null) return null;
  if (deleteAt.getTime() <= Date.now()) throw new Problem('account-suspended', 'This restaurant is being deleted.');
  return deleteAt;
}

/**
 * Locks the rows that a sign-in of `account` would, in a transaction of the user, for acts that need no session.
 * @throws as `mustBeOpenAccount`; Problem `account-suspended` where every restaurant of the user is suspended.
 */
export async function mustBeOpenSomewhere(tx: Tx, account: Account | null): Promise<void> {
  const open = account && whereSignedIn(account);
  if (!open) throw suspended();
  await mustBeOpenAccount(tx, open.user);
}

/** The error for a suspended account. */
export const suspended = () => new Problem('account-suspended', 'This account is suspended.');
