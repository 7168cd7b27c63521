import type { ResetPasswordInput } from '@tavola/contracts/auth.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { setRequestIdentity } from '@tavola/service-kit/observability/request-context.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { TellDeps } from '../mail/tell-by-mail.ts';
import { tellChange } from '../mail/tell-change.ts';
import { mustBeOpenAccount } from '../session/account-lock.ts';
import { endSessions } from '../session/end-sessions.ts';
import { inUserTransaction } from '../session/in-user-transaction.ts';
import { hashPassword } from '../session/password.ts';
import { mustNotBeGuessable } from '../session/password-policy.ts';
import { useReset, userOfReset } from './reset-store.ts';

/**
 * Sets a new password with a mailed link. Uses up the link, ends all sessions of the user and notifies them.
 * @throws Problem `link-invalid` for a token that is unknown, expired or used; `account-suspended`; `validation-failed`
 * for a password that is easily guessed. The link stays valid after a `validation-failed`.
 */
export async function resetPassword(
  { db, ...tell }: { db: PrismaClient } & TellDeps,
  { token, password }: ResetPasswordInput,
): Promise<void> {
  const userId = await userOfReset(db, token);
  if (!userId) throw linkInvalid();
  setRequestIdentity({ userId });
  const passwordHash = await hashPassword(password);
  const address = await inUserTransaction(db, userId, async (tx) => {
    if (!(await useReset(tx, userId, token))) throw linkInvalid();
    const { tenantId, name, email } = await tx.user.update({
      where: { id: userId },
      data: { passwordHash },
      select: { tenantId: true, name: true, email: true },
    });
    mustNotBeGuessable(password, [name, email], 'password');
    await mustBeOpenAccount(tx, { id: userId, tenantId });
    await endSessions(tx, { userId });
    return email;
  });
  tellChange(tell, address, 'password changed');
}

const linkInvalid = () =>
  new Problem('link-invalid', 'This link has expired or was used already. Please ask for a new one.');
