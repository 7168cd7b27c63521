import type { Account, DeletionInput } from '@tavola/contracts/auth.ts';
import { DELETION_DAYS } from '@tavola/contracts/product.ts';
import { isSameText } from '@tavola/contracts/rules/same-text.ts';
import { DAY_MS } from '@tavola/contracts/rules/times.ts';
import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import type { PrismaClient } from '../generated/client.ts';
import { type NotificationDeps, sendNotification } from '../mail/send-notification.ts';
import { requireActiveAccount } from '../session/active-account.ts';
import { endSessions } from '../session/end-sessions.ts';
import { actAsTenant, actAsUser, lockTenant, type Tx } from '../session/in-user-transaction.ts';
import { mustBePassword } from '../session/password-again.ts';
import { mustStillHave } from '../team/must-still-have.ts';
import { lastChange, type TenantChange } from '../tenant/changed-addresses.ts';
import { tenantStore } from '../tenant/tenant-store.ts';
import type { SecretBox } from '../two-factor/secret-box.ts';
import { twoFactorStore } from '../two-factor/two-factor-store.ts';
import { askedMessage, keptMessage } from './deletion-mail.ts';

interface DeletionDeps extends NotificationDeps {
  db: PrismaClient;
  changePublisher: ChangePublisher<TenantChange>;
  secretBox: SecretBox;
}

/** The columns read when a deletion is requested or cancelled. */
const COLUMNS = { name: true, timeZone: true, deleteAt: true } as const;

/**
 * Schedules the restaurant's deletion after a grace period. Closes its menu now, ends every other session in it and mails
 * its members. A second request changes nothing, not even the date.
 * @throws Problem `validation-failed` that names `name`, `password` or `code`; `conflict` where an admin runs the
 * restaurant.
 */
export async function askForDeletion(
  { db, changePublisher, secretBox, ...notification }: DeletionDeps,
  access: Access,
  tenantId: string,
  { name, password, code }: DeletionInput,
): Promise<Account> {
  const account = await requireActiveAccount(db, access);
  const { user } = account;
  const restaurant = await tenantStore(db, tenantId).find();
  if (!restaurant) throw notFound('The restaurant');
  if (!isSameText(name, restaurant.name)) throw refusal('name', "This doesn't match your restaurant's name.");
  await mustBePassword(account, password);
  const { after, isNew, people, change } = await inTransaction(db, async (tx: Tx) => {
    await actAsUser(tx, user.id);
    await actAsTenant(tx, tenantId);
    // A sign-in locks these in the same order, so the two cannot deadlock.
    await lockTenant(tx, tenantId);
    await mustStillHave(tx, tenantId, access, 'restaurant.own');
    await mustPassCode(tx, secretBox, user.id, code);
    await mustBeOwners(tx, tenantId);
    const { count } = await tx.tenant.updateMany({
      where: { id: tenantId, deleteAt: null },
      data: { deleteAt: new Date(Date.now() + DELETION_DAYS * DAY_MS), version: { increment: 1 } },
    });
    const after = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: COLUMNS });
    const people = await peopleOf(tx, tenantId);
    await endSessions(tx, { tenantId }, access.sid);
    return { after, isNew: count > 0, people, change: await lastChange(tx, tenantId) };
  });
  const deleteAt = after.deleteAt as Date;
  if (change) await changePublisher.publish(change);
  for (const { email, isOwner } of isNew ? people : []) {
    sendNotification(notification, email, askedMessage({ ...after, isOwner }, deleteAt, notification.publicOrigin));
  }
  return { deleteAt: deleteAt.toISOString() };
}

/**
 * Cancels a restaurant's deletion: reopens its menu and mails its members. Does nothing where no deletion is scheduled.
 * @throws Problem `conflict` where the grace period is over; `unauthenticated` or `forbidden` where the caller was changed meanwhile.
 */
export async function keepRestaurant(
  { db, changePublisher, ...notification }: DeletionDeps,
  access: Access,
  tenantId: string,
): Promise<void> {
  await requireActiveAccount(db, access);
  const { after, count, people, change } = await inTransaction(db, async (tx: Tx) => {
    await actAsTenant(tx, tenantId);
    await lockTenant(tx, tenantId);
    await mustStillHave(tx, tenantId, access, 'restaurant.own');
    const { count } = await tx.tenant.updateMany({
      where: { id: tenantId, deleteAt: { gt: new Date() } },
      data: { deleteAt: null, version: { increment: 1 } },
    });
    const after = await tx.tenant.findUnique({ where: { id: tenantId }, select: COLUMNS });
    return { after, count, people: await peopleOf(tx, tenantId), change: await lastChange(tx, tenantId) };
  });
  if (!after) throw notFound('The restaurant');
  if (after.deleteAt) throw new Problem('conflict', 'This restaurant is being deleted and can no longer be restored.');
  if (change) await changePublisher.publish(change);
  for (const { email, isOwner } of count > 0 ? people : []) {
    sendNotification(notification, email, keptMessage({ name: after.name, isOwner }));
  }
}

const refusal = (field: string, message: string) =>
  new Problem('validation-failed', message, { errors: [{ field, message }] });

/** Where two-factor is on, requires a code as sign-in does, and uses it up. */
export async function mustPassCode(tx: Tx, box: SecretBox, userId: string, code: string | undefined): Promise<void> {
  try {
    await twoFactorStore(tx, box, userId).pass(code);
  } catch (error) {
    // Not a 401: the session is still valid.
    throw error instanceof Problem ? refusal('code', error.message) : error;
  }
}

/** Rejects the deletion of a restaurant that has an admin among its users. */
async function mustBeOwners(tx: Tx, tenantId: string): Promise<void> {
  const where = { tenantId, removedAt: null, user: { role: 'admin' } };
  if ((await tx.membership.count({ where })) === 0) return;
  throw new Problem('conflict', "An admin's restaurant can't be deleted here.");
}

/** Whom a mail about the restaurant goes to. */
async function peopleOf(tx: Tx, tenantId: string): Promise<{ email: string; isOwner: boolean }[]> {
  const members = await tx.membership.findMany({
    where: { tenantId, removedAt: null, user: { isActive: true } },
    select: { role: true, user: { select: { email: true } } },
  });
  return members.map(({ role, user: { email } }) => ({ email, isOwner: role === 'owner' }));
}
