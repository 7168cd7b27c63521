import { pictureAddress } from '@tavola/contracts/rules/pictures.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';
import { filesOf, type Storage, uploadKey } from '../storage/storage.ts';
import type { UploadQueue } from './upload-queue.ts';
import { type Showing, usedPictures } from './used-pictures.ts';

/** How often a restaurant's pictures are looked for on its menu, in milliseconds. */
const EVERY_MS = 24 * 60 * 60 * 1000;

/** How long nothing must show a picture before it is deleted, in milliseconds. */
export const UNUSED_MS = 7 * 24 * 60 * 60 * 1000;

/** How long an upload may take, and how long it is remembered, in milliseconds. */
const UPLOAD_MS = 24 * 60 * 60 * 1000;

/** After which an upload that is still not read may have lost its job, in milliseconds. */
const LOST_MS = 60_000;

/** How many restaurants one sweep looks at. */
const AT_ONCE = 100;

/** What a sweep needs. */
interface Sweep extends Showing {
  db: PrismaClient;
  storage: Storage;
  queue: UploadQueue;
  /** The current time in milliseconds. */
  now?: () => number;
}

/** Deletes uploads older than a day, whatever became of them, and pictures that nothing has shown for a week. */
export async function sweep(deps: Sweep): Promise<void> {
  const { db, now = Date.now } = deps;
  // First: the storage may refuse deletions, which ends the sweep.
  await readLeftOvers(deps);
  await forgetUploads(deps);
  const due = await asPlatform(db, (tx) =>
    // Prisma would apply `distinct` to all rows in memory.
    tx.picture.groupBy({
      by: 'tenantId',
      where: { checkedAt: { lt: new Date(now() - EVERY_MS) } },
      orderBy: { _min: { checkedAt: 'asc' } },
      take: AT_ONCE,
    }),
  );
  for (const { tenantId } of due) await sweepTenant(deps, tenantId);
}

async function forgetUploads({ db, storage, now = Date.now }: Sweep): Promise<void> {
  const old = { createdAt: { lt: new Date(now() - UPLOAD_MS) } };
  const uploads = await asPlatform(db, (tx) =>
    tx.upload.findMany({
      where: old,
      select: { tenantId: true, id: true, hash: true, state: true },
      take: 10 * AT_ONCE,
    }),
  );
  for (const { tenantId, id, hash, state } of uploads) {
    await storage.remove(uploadKey(id));
    if (hash && state !== 'ready') await removeUnkept(db, storage, tenantId, hash);
    await asTenant(db, tenantId, (tx) => tx.upload.deleteMany({ where: { tenantId, id } }));
  }
}

/** Deletes the files of a picture that could not be kept whole, if it was not kept later either. */
async function removeUnkept(db: PrismaClient, storage: Storage, tenantId: string, hash: string): Promise<void> {
  await asTenant(db, tenantId, async (tx) => {
    // An upload of the same picture waits for this row to be gone again, and then puts its files there.
    const row = { tenantId, hash, width: 0, height: 0, color: '', bytes: 0 };
    const { count } = await tx.picture.createMany({ data: row, skipDuplicates: true });
    if (count === 0) return;
    await storage.remove(filesOf(tenantId, hash));
    await tx.picture.delete({ where: { tenantId_hash: { tenantId, hash } } });
  });
}

/** Queues uploads whose job was lost, as with the queue's Redis. */
async function readLeftOvers({ db, queue, now = Date.now }: Sweep): Promise<void> {
  const lost = { state: 'reading', createdAt: { lt: new Date(now() - LOST_MS) } };
  const uploads = await asPlatform(db, (tx) =>
    tx.upload.findMany({ where: lost, distinct: ['tenantId'], select: { tenantId: true }, take: AT_ONCE }),
  );
  for (const { tenantId } of uploads) await queue.add({ tenantId });
}

/**
 * Asks menu and auth which pictures they show. A service that does not answer stops the sweep, so nothing is deleted without both.
 * @throws Problem `unavailable`
 */
async function sweepTenant({ db, storage, menu, auth, now = Date.now }: Sweep, tenantId: string): Promise<void> {
  const { byDishes, byProfile } = await usedPictures({ menu, auth }, tenantId);
  const isUsed = (address: string) => byDishes.has(address) || byProfile.has(address);
  const at = new Date(now());
  const leaving = await asTenant(db, tenantId, async (tx) => {
    const all = await tx.picture.findMany({ where: { tenantId } });
    const unused = all.filter((picture) => !isUsed(pictureAddress(picture))).map(({ hash }) => hash);
    await tx.picture.updateMany({ where: { tenantId, hash: { notIn: unused } }, data: { unusedSince: null } });
    await tx.picture.updateMany({
      where: { tenantId, hash: { in: unused }, unusedSince: null },
      data: { unusedSince: at },
    });
    await tx.picture.updateMany({ where: { tenantId }, data: { checkedAt: at } });
    const old = all.filter(({ unusedSince }) => unusedSince && unusedSince.getTime() <= at.getTime() - UNUSED_MS);
    return old.map(({ hash }) => hash).filter((hash) => unused.includes(hash));
  });
  // Each by itself: a bucket may take as long for one as a transaction may for all.
  for (const hash of leaving) {
    await asTenant(db, tenantId, async (tx) => {
      // An upload of the same picture waits for this transaction, and then puts its files there again.
      const { count } = await tx.picture.deleteMany({ where: { tenantId, hash, unusedSince: { not: null } } });
      if (count > 0) await storage.remove(filesOf(tenantId, hash));
    });
  }
}
