import { randomUUID } from 'node:crypto';
import type { Place } from '@tavola/contracts/auth.ts';
import type { PlaceInput } from '@tavola/contracts/team.ts';
import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import { type Access, mustHave } from '@tavola/service-kit/http/access.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { requireWithin } from '@tavola/service-kit/http/validate.ts';
import type { ChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import type { PrismaClient } from '../generated/client.ts';
import { requireActiveAccount } from '../session/active-account.ts';
import { actAsTenant, actAsUser, lockUser, type Tx } from '../session/in-user-transaction.ts';
import { lastChange, type TenantChange } from './changed-addresses.ts';
import { slugTaken } from './slug-taken.ts';

/**
 * Creates a further restaurant, of which the signed-in user is the owner. The session stays in its own. With a `key`, once.
 * @throws Problem `slug-taken`; `quota-reached`; `key-reused`; `too-many-keys`; `forbidden` where the role in the session's restaurant is not that of an owner, or on a
 * kitchen device.
 */
export async function addRestaurant(
  { db, changePublisher }: { db: PrismaClient; changePublisher: ChangePublisher<TenantChange> },
  access: Access,
  { name, slug, timeZone, currency }: PlaceInput,
  key: IdempotencyKey | undefined,
): Promise<Place> {
  mustHave(access, 'restaurant.own');
  const { user } = await requireActiveAccount(db, access);
  const owner = { userId: user.id };
  const tenantId = randomUUID();
  const { place, change } = await inTransaction(db, async (tx: Tx) => {
    await actAsUser(tx, user.id);
    const earlier = await findAnswer<Place>(tx, owner, key);
    if (earlier) {
      await actAsTenant(tx, earlier.id);
      return { place: earlier, change: await lastChange(tx, earlier.id) };
    }
    await lockUser(tx, user.id);
    await mustHaveRoom(tx, user.id);
    await actAsTenant(tx, tenantId);
    const settings = currency === undefined ? {} : { currency };
    await tx.tenant.create({ data: { id: tenantId, name, slug, timeZone, settings } });
    await tx.membership.create({ data: { tenantId, userId: user.id, role: 'owner' } });
    const added: Place = { id: tenantId, name, slug, address: null, role: 'owner', isOpen: true };
    return { place: await keepAnswer(tx, owner, key, added), change: { tenantId, version: 1, slug } };
  }).catch((error) => {
    throw slugTaken(error) ?? error;
  });
  if (change) await changePublisher.publish(change);
  return place;
}

/**
 * Call with the user's row locked, so that parallel requests cannot exceed the limit.
 * @throws Problem `quota-reached` where the user works for the most restaurants that one person may.
 */
export async function mustHaveRoom(tx: Tx, userId: string): Promise<void> {
  requireWithin('restaurants', 1 + (await tx.membership.count({ where: { userId, removedAt: null } })));
}
