import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@tavola/contracts/rules/times.ts';
import { DEVICE_DAYS, type DeviceInput, type NewDevice } from '@tavola/contracts/team.ts';
import type { Access } from '@tavola/service-kit/http/access.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { requireWithin } from '@tavola/service-kit/http/validate.ts';
import type { PrismaClient } from '../generated/client.ts';
import { linkTokenHash, newLinkToken } from '../mail/link-token.ts';
import type { TokenIssuer } from '../session/access-token.ts';
import { mustBeOpenAccount } from '../session/account-lock.ts';
import { requireActiveAccount, sessionEnded } from '../session/active-account.ts';
import { endSessions } from '../session/end-sessions.ts';
import { actAsTenant, holdUser, inUserTransaction, lockTenant, type Tx } from '../session/in-user-transaction.ts';
import { hashPassword } from '../session/password.ts';
import { inSignInQueue, ofAccount } from '../session/sign-in-queue.ts';
import { asOnKitchenDevice } from '../session/user-store.ts';
import { mustNotBeClosing, newDeviceSession } from './device-session.ts';
import { endDevices, inUse } from './device-store.ts';
import { isGuessablePin } from './guessable-pin.ts';

/** What is kept with the key of a request, without the device's own key. */
interface Made {
  id: string;
}

/**
 * Makes the client a kitchen device of the restaurant, in the name of the signed-in user, whose own sign-in on it ends. Gives the key to
 * keep, and a first session. Where the user's `onceKey` came before, with an answer that was lost, the device of then ends: nobody has its
 * key.
 * @throws Problem `validation-failed` that names `pin` where it is easily guessed; `quota-reached`; `forbidden` on a kitchen device;
 * `unauthenticated` where the session has ended; `account-suspended`; `unavailable` where too many wait; `key-reused` in another restaurant;
 * `too-many-keys`.
 */
export async function setUpDevice(
  { db, issueToken }: { db: PrismaClient; issueToken: TokenIssuer },
  access: Access,
  tenantId: string,
  { name, pin }: DeviceInput,
  onceKey: IdempotencyKey | undefined,
): Promise<NewDevice> {
  const { user } = await requireActiveAccount(db, access);
  if (isGuessablePin(pin)) {
    const message = 'This PIN is too easy to guess. Please choose another one.';
    throw new Problem('validation-failed', message, { errors: [{ field: 'pin', message }] });
  }
  const pinHash = await inSignInQueue(ofAccount(user.email), () => hashPassword(pin));
  const key = newLinkToken();
  const device = { id: randomUUID(), tenantId, userId: user.id, name };
  // A hash of the body would tell the PIN, and who has to sign in again may choose another.
  const once = onceKey && { ...onceKey, asked: `device of ${tenantId}` };
  const owner = { userId: user.id };
  const session = await inUserTransaction(db, user.id, async (tx) => {
    await holdUser(tx, user.id);
    const earlier = await findAnswer<Made>(tx, owner, once);
    await lockTeam(tx, tenantId);
    const isReplaced = earlier && (await endDevices(tx, { tenantId, id: earlier.id })) > 0;
    mustNotBeClosing(await mustBeOpenAccount(tx, user));
    requireWithin('devices', (await tx.kitchenDevice.count({ where: { tenantId, ...inUse() } })) + 1);
    const expiresAt = new Date(Date.now() + DEVICE_DAYS * DAY_MS);
    await tx.kitchenDevice.create({
      data: { ...device, keyHash: linkTokenHash(key), pinHash, expiresAt },
      select: { id: true },
    });
    await keepAnswer<Made>(tx, owner, once, { id: device.id });
    if (isReplaced) await endSessions(tx, { tenantId, kitchenDeviceId: earlier.id });
    if ((await endSessions(tx, { userId: user.id, sid: access.sid })) === 0) throw sessionEnded();
    const session = newDeviceSession(device, expiresAt);
    await tx.session.create({ data: session });
    return session;
  });
  const staff = asOnKitchenDevice(user);
  return { id: device.id, key, token: issueToken(staff, session, false), user: staff };
}

/** One at a time in a restaurant, so that the quota holds. A sign-in locks user and restaurant in the same order, so the two cannot deadlock. */
async function lockTeam(tx: Tx, tenantId: string): Promise<void> {
  await actAsTenant(tx, tenantId);
  await lockTenant(tx, tenantId);
}
