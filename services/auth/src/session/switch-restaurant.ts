import type { SignedInUser } from '@tavola/contracts/auth.ts';
import type { SwitchedSession, SwitchInput } from '@tavola/contracts/team.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { TokenIssuer } from './access-token.ts';
import { mustBeOpenAccount, suspended } from './account-lock.ts';
import { requireActiveAccount, sessionEnded } from './active-account.ts';
import { holdEnds } from './end-sessions.ts';
import { inUserTransaction, lockUser, type Tx } from './in-user-transaction.ts';
import { newSession } from './session-store.ts';
import { inPlace } from './user-store.ts';

/**
 * A session of the same sign-in in another restaurant of the user, with the same end. One that is open there already is used again. The
 * present one stays open.
 * @throws Problem `not-found` where the user does not work there; `account-suspended`; `unauthenticated` where the session has ended;
 * `forbidden` on a kitchen device.
 */
export async function switchRestaurant(
  { db, issueToken }: { db: PrismaClient; issueToken: TokenIssuer },
  access: Access,
  { tenantId, isVisit = false }: SwitchInput,
): Promise<SwitchedSession> {
  const account = await requireActiveAccount(db, access);
  if (!account.places.some(({ id }) => id === tenantId)) throw notFound('The restaurant');
  const there = inPlace(account, tenantId);
  if (!there) throw suspended();
  const { user } = there;
  const session = await inUserTransaction(db, user.id, async (tx) => {
    await lockUser(tx, user.id);
    const accountEnd = await mustBeOpenAccount(tx, user);
    if (!isVisit) await noteLastPlace(tx, user);
    await holdEnds(tx);
    const now = new Date();
    const current = await tx.session.findFirst({ where: { id: access.sid, endedAt: null } });
    if (!current) throw sessionEnded();
    const family = current.family ?? current.id;
    const open = await tx.session.findFirst({
      where: { OR: [{ id: family }, { family }], tenantId, endedAt: null, expiresAt: { gt: now } },
      select: { id: true, expiresAt: true },
    });
    if (open) return open;
    const made = newSession(user, current.device, current.isRemembered, accountEnd);
    const expiresAt = made.expiresAt < current.expiresAt ? made.expiresAt : current.expiresAt;
    const session = { ...made, family, expiresAt };
    await tx.session.create({ data: session });
    return session;
  });
  return { token: issueToken(user, session, access.mfa), user };
}

/** Notes where the user was last, in a transaction of the user: the next sign-in leads there. */
export async function noteLastPlace(
  tx: Tx,
  { id, tenantId, role }: Pick<SignedInUser, 'id' | 'tenantId' | 'role'>,
): Promise<void> {
  await tx.user.updateMany({ where: { id }, data: { tenantId, ...(role !== 'admin' && { role }) } });
}
