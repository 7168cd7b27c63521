import type { AccountDeletionInput } from '@tavola/contracts/auth.ts';
import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import { requireActiveAccount } from '../session/active-account.ts';
import { endSessions } from '../session/end-sessions.ts';
import { actAsTenant, actAsUser, type Tx } from '../session/in-user-transaction.ts';
import { mustBePassword } from '../session/password-again.ts';
import { keepEnds } from '../session/session-store.ts';
import type { SecretBox } from '../two-factor/secret-box.ts';
import { mustPassCode } from './ask-deletion.ts';

/**
 * Deletes the account of somebody who works for no restaurant. Where the person worked before, the history has no name for what they did.
 * @throws Problem `conflict` where they work for a restaurant, or are an admin; `validation-failed` that names `password` or `code`.
 */
export async function deleteAccount(
  { db, secretBox }: { db: PrismaClient; secretBox: SecretBox },
  access: Access,
  { password, code }: AccountDeletionInput,
): Promise<void> {
  const account = await requireActiveAccount(db, access);
  const { id, role } = account.user;
  if (role === 'admin') throw new Problem('conflict', "An admin's account can't be deleted here.");
  await mustBePassword(account, password);
  await inTransaction(db, async (tx: Tx) => {
    await actAsUser(tx, id);
    await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${id}::uuid FOR UPDATE`;
    await mustPassCode(tx, secretBox, id, code);
    const memberships = await tx.membership.findMany({ where: { userId: id } });
    if (memberships.some(({ removedAt }) => removedAt === null)) throw stillWorking();
    await endSessions(tx, { userId: id });
    await keepEnds(tx, id);
    await tx.session.deleteMany({ where: { userId: id } });
    for (const { tenantId } of memberships) {
      await actAsTenant(tx, tenantId);
      await tx.kitchenDevice.deleteMany({ where: { tenantId, userId: id } });
      await tx.membership.deleteMany({ where: { tenantId, userId: id } });
    }
    // Links, authenticator app and recovery codes are deleted with their user.
    await tx.user.delete({ where: { id }, select: { id: true } });
  });
}

const stillWorking = () =>
  new Problem('conflict', 'You still work for a restaurant. Leave it, or delete it, before you delete your account.');
