import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import { filesOf, type Storage } from '../storage/storage.ts';

/**
 * Removes a picture of the restaurant with its files, and keeps the restaurant from uploading it again. May be repeated.
 * @throws Problem `not-found`
 */
export async function removePicture(db: PrismaClient, storage: Storage, tenantId: string, hash: string): Promise<void> {
  const picture = { tenantId, hash };
  await asTenant(db, tenantId, async (tx) => {
    // An upload of the same picture waits for this row, and finds that it was removed.
    const { count } = await tx.picture.deleteMany({ where: picture });
    if (count === 0 && (await tx.removedPicture.count({ where: picture })) === 0) throw notFound('The picture');
    await tx.removedPicture.createMany({ data: picture, skipDuplicates: true });
    await storage.remove(filesOf(tenantId, hash));
  });
}
