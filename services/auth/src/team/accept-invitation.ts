import { randomUUID } from 'node:crypto';
import type { Place, Session, SignedInUser } from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import { PASSWORD_MIN_LENGTH } from '@tavola/contracts/product.ts';
import type { AcceptInput, InvitationView } from '@tavola/contracts/team.ts';
import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import { setRequestIdentity } from '@tavola/service-kit/observability/request-context.ts';
import { type ConfirmationDeps, mailFirstConfirmation } from '../confirmation/ask-confirmation.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { TokenIssuer } from '../session/access-token.ts';
import { requireActiveAccount, sessionEnded } from '../session/active-account.ts';
import type { Client } from '../session/client.ts';
import { emailTaken } from '../session/email-taken.ts';
import { actAsTenant, actAsUser, lockUser, type Tx } from '../session/in-user-transaction.ts';
import type { KnownDevices } from '../session/known-device.ts';
import { hashPassword } from '../session/password.ts';
import { mustNotBeGuessable } from '../session/password-policy.ts';
import { newSession } from '../session/session-store.ts';
import { inSignInQueue, ofStranger } from '../session/sign-in-queue.ts';
import { noteLastPlace } from '../session/switch-restaurant.ts';
import { userStore } from '../session/user-store.ts';
import { mustHaveRoom } from '../tenant/add-restaurant.ts';
import { lastChange, type TenantChange } from '../tenant/changed-addresses.ts';
import { ownersChanged } from './change-member.ts';
import { invitationInvalid, type OpenInvitation, openInvitation, useInvitation } from './invitation-store.ts';

/**
 * What the invitation of a token is for, to who has its link.
 * @throws Problem `link-invalid`
 */
export async function readInvitation(db: PrismaClient, token: string): Promise<InvitationView> {
  const { restaurant, role, email } = await mustBeOpen(db, token);
  const hasAccount = email !== null && (await userStore(db).byEmail(email)) !== null;
  return { restaurant, role, email, hasAccount };
}

interface AcceptDeps extends ConfirmationDeps {
  changePublisher: ChangePublisher<TenantChange>;
  issueToken: TokenIssuer;
  knownDevices: KnownDevices;
  passwordMinLength: number;
}

/**
 * Accepts an invitation with a new account. A mailed one confirms its address, which nobody else can use it with.
 * @throws Problem `link-invalid`; `email-taken`; `quota-reached`; `validation-failed` that names `email`, or `password` where it is easily
 * guessed.
 */
export async function acceptInvitation(
  { changePublisher, issueToken, knownDevices, passwordMinLength, ...confirmation }: AcceptDeps,
  input: AcceptInput,
  { device, address }: Client,
): Promise<Session> {
  const { db } = confirmation;
  const invitation = await mustBeOpen(db, input.token);
  const email = invitation.email ?? input.email;
  if (email === undefined) throw emailRequired();
  if (passwordMinLength > PASSWORD_MIN_LENGTH)
    mustNotBeGuessable(input.password, [input.name, email, invitation.restaurant], 'password');
  const passwordHash = await inSignInQueue(ofStranger(address), () => hashPassword(input.password));
  const { tenantId, role } = invitation;
  const id = randomUUID();
  const isEmailConfirmed = invitation.email !== null;
  const account = { id, name: input.name, email, isActive: true };
  const { session, mayDeclare, change } = await inTransaction(db, async (tx: Tx) => {
    await actAsUser(tx, id);
    await actAsTenant(tx, tenantId);
    const emailConfirmedAt = isEmailConfirmed ? new Date() : null;
    await tx.user.create({
      data: { ...account, tenantId: null, role: 'owner', emailKey: emailKey(email), emailConfirmedAt, passwordHash },
      select: { id: true },
    });
    const { mayDeclare } = await useInvitation(tx, tenantId, id, input.token);
    await noteLastPlace(tx, { id, tenantId, role });
    const session = newSession({ id, tenantId }, device);
    await tx.session.create({ data: session });
    return { session, mayDeclare, change: await ownersChanged(tx, tenantId, null, role) };
  }).catch((error) => {
    throw emailTaken(error, 'Sign in instead?') ?? error;
  });
  if (change) await changePublisher.publish(change);
  setRequestIdentity({ tenantId, userId: id });
  const user: SignedInUser = {
    ...account,
    tenantId,
    role,
    isEmailConfirmed,
    mayDeclare,
    restaurants: [invitation.place],
  };
  if (!isEmailConfirmed) mailFirstConfirmation(confirmation, user);
  const knownDevice = knownDevices.mark({ userId: id, email, passwordHash });
  return { token: issueToken(user, session, false), user, knownDevice };
}

/**
 * Accepts an invitation with the account of this session, which stays in its restaurant. With a `key`, once.
 * @throws Problem `link-invalid`; `conflict` where it is for another address, the user is a member already, or an admin; `quota-reached`;
 * `key-reused`; `too-many-keys`.
 */
export async function join(
  { db, changePublisher }: Pick<AcceptDeps, 'db' | 'changePublisher'>,
  access: Access,
  token: string,
  key: IdempotencyKey | undefined,
): Promise<Place> {
  const { user } = await requireActiveAccount(db, access);
  const owner = { userId: user.id };
  const invitation = await openInvitation(db, token);
  const { joined, change } = await inTransaction(db, async (tx: Tx) => {
    await actAsUser(tx, user.id);
    const earlier = await findAnswer<Place>(tx, owner, key);
    if (earlier) {
      await actAsTenant(tx, earlier.id);
      return { joined: earlier, change: earlier.role === 'owner' ? await lastChange(tx, earlier.id) : null };
    }
    const { tenantId, place } = mustBeFor(user, invitation);
    await actAsTenant(tx, tenantId);
    await lockUser(tx, user.id);
    // The account may have been deleted meanwhile.
    if ((await tx.user.count({ where: { id: user.id } })) === 0) throw sessionEnded();
    await mustHaveRoom(tx, user.id);
    await useInvitation(tx, tenantId, user.id, token);
    const change = await ownersChanged(tx, tenantId, null, place.role);
    return { joined: await keepAnswer(tx, owner, key, place), change };
  });
  if (change) await changePublisher.publish(change);
  return joined;
}

/** @throws Problem `link-invalid`; `conflict` */
function mustBeFor(user: SignedInUser, invitation: OpenInvitation | null): OpenInvitation {
  if (!invitation) throw invitationInvalid();
  const { email } = invitation;
  if (user.role === 'admin') throw new Problem('conflict', "An admin's account can't join a team.");
  if (email !== null && emailKey(email) !== emailKey(user.email)) {
    throw new Problem('conflict', `This invitation is for ${email}. Please sign in with that address.`);
  }
  return invitation;
}

async function mustBeOpen(db: PrismaClient, token: string): Promise<OpenInvitation> {
  const invitation = await openInvitation(db, token);
  if (!invitation) throw invitationInvalid();
  return invitation;
}

function emailRequired(): Problem {
  const message = 'Email is required.';
  return new Problem('validation-failed', message, { errors: [{ field: 'email', message }] });
}
