import type { Permission } from '@tavola/contracts/permissions.ts';
import { type Access, mustHave } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { sessionEnded } from '../session/active-account.ts';
import type { Tx } from '../session/in-user-transaction.ts';

/**
 * Checks the caller's role and session as they are by now, in a transaction of the restaurant whose row is locked: the token was checked
 * before, and both may have changed since.
 * @throws Problem `unauthenticated` where the caller works there no more, or the session has ended; `forbidden`
 */
export async function mustStillHave(tx: Tx, tenantId: string, access: Access, permission: Permission): Promise<void> {
  const caller = await tx.membership.findFirst({
    where: { tenantId, userId: access.sub, removedAt: null },
    select: { role: true, mayDeclare: true },
  });
  if (!caller) throw new Problem('unauthenticated', 'You no longer work for this restaurant.');
  mustHave({ ...access, role: caller.role as Access['role'], mayDeclare: caller.mayDeclare }, permission);
  if ((await tx.session.count({ where: { id: access.sid, endedAt: null } })) === 0) throw sessionEnded();
}
