import { PIN_TRIES, type SwitchedSession, type UnlockInput } from '@tavola/contracts/team.ts';
import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { setRequestIdentity } from '@tavola/service-kit/observability/request-context.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { TokenIssuer } from '../session/access-token.ts';
import { mustBeOpenAccount, suspended } from '../session/account-lock.ts';
import { endSessions } from '../session/end-sessions.ts';
import { actAsTenant, inUserTransaction, type Tx } from '../session/in-user-transaction.ts';
import { isPassword } from '../session/password.ts';
import { inSignInQueue, ofKitchen } from '../session/sign-in-queue.ts';
import { asOnKitchenDevice, inPlace, userStore } from '../session/user-store.ts';
import { mustNotBeClosing, newDeviceSession } from './device-session.ts';
import { deviceOfKey, endDevices, type FoundDevice, inUse } from './device-store.ts';

/**
 * Starts a session of the kitchen device with this key, whose PIN it is.
 * @throws Problem `link-invalid` where no device in use has the key, or this was the last wrong PIN; `invalid-credentials` for another
 * wrong one; `account-suspended` with the right PIN, while the user or the restaurant is suspended, or the restaurant is to be deleted;
 * `unavailable` where too many wait, or the user's role is changed at this moment.
 */
export async function unlockDevice(
  { db, issueToken }: { db: PrismaClient; issueToken: TokenIssuer },
  { key, pin }: UnlockInput,
): Promise<SwitchedSession> {
  // Nobody guesses a key, so who has one need not wait with strangers.
  const device = await deviceOfKey(db, key);
  if (!device) throw signedOut();
  const { tenantId, userId } = device;
  setRequestIdentity({ tenantId, userId });
  await inSignInQueue(ofKitchen(tenantId), () => mustBePin(db, device, pin));
  const account = await userStore(db).byId(userId);
  const there = account && inPlace(account, tenantId);
  if (!there) throw suspended();
  const session = await inUserTransaction(db, userId, async (tx) => {
    const accountEnd = await mustBeOpenAccount(tx, there.user);
    mustNotBeClosing(accountEnd);
    // Locks it: an end that committed before is seen here, and a later one sees the new session.
    const [open] = await tx.kitchenDevice.updateManyAndReturn({
      where: { id: device.id, ...inUse() },
      data: { lastUnlockedAt: new Date() },
      select: { expiresAt: true },
    });
    if (!open) throw signedOut();
    const session = newDeviceSession(device, open.expiresAt);
    await tx.session.create({ data: session });
    return session;
  });
  const staff = asOnKitchenDevice(there.user);
  return { token: issueToken(staff, session, false), user: staff };
}

/**
 * Counts a try and compares the PIN. The right one resets the count, the last wrong one ends the device and its sessions. Tries of one
 * device run one after the other, so that parallel ones cannot exceed the limit. What is not answered is not counted: it revealed nothing.
 */
async function mustBePin(db: PrismaClient, { id, tenantId }: FoundDevice, pin: string): Promise<void> {
  const triesLeft = await inTransaction(db, async (tx: Tx) => {
    await actAsTenant(tx, tenantId);
    const [counted] = await tx.kitchenDevice.updateManyAndReturn({
      where: { id, ...inUse() },
      data: { tries: { increment: 1 } },
      select: { tries: true, pinHash: true },
    });
    if (!counted) throw signedOut();
    if (await isPassword(counted.pinHash, pin)) {
      await tx.kitchenDevice.updateMany({ where: { id }, data: { tries: 0 } });
      return null;
    }
    const left = PIN_TRIES - counted.tries;
    if (left <= 0) {
      await endDevices(tx, { tenantId, id });
      await endSessions(tx, { tenantId, kitchenDeviceId: id });
    }
    return left;
  });
  if (triesLeft === null) return;
  if (triesLeft <= 0) throw signedOut();
  throw new Problem('invalid-credentials', `Wrong PIN. ${triesLeft === 1 ? '1 try' : `${triesLeft} tries`} left.`);
}

const signedOut = () => new Problem('link-invalid', 'This device was signed out. Please sign in and set it up again.');
