import { pictureAddress } from '@tavola/contracts/rules/pictures.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { notFound, Problem, requireFound } from '@tavola/service-kit/http/problem.ts';
import type { PrismaClient } from '../generated/client.ts';
import { filesOf, type Storage } from '../storage/storage.ts';
import { uploadStore } from './upload-store.ts';
import { type Showing, usedPictures } from './used-pictures.ts';

/**
 * Deletes a picture of the restaurant with all its files, for its owner; `id` is as `pictureId` in the contracts.
 * @throws Problem `not-found`; `conflict` while something shows it; `unavailable` where menu or auth can't say so.
 */
export async function deletePicture(
  { db, storage, menu, auth }: { db: PrismaClient; storage: Storage } & Showing,
  tenantId: string,
  id: string,
): Promise<void> {
  const isUpload = id.includes('-');
  const hash = isUpload ? requireFound('The picture', await uploadStore(db, tenantId).hashOf(id)) : id;
  const key = { tenantId_hash: { tenantId, hash } };
  const picture = requireFound(
    'The picture',
    await asTenant(db, tenantId, (tx) => tx.picture.findUnique({ where: key })),
  );
  const { byDishes, byProfile } = await usedPictures({ menu, auth }, tenantId);
  const address = pictureAddress(picture);
  if (byDishes.has(address)) throw new Problem('conflict', 'A dish still shows this picture. Remove it there first.');
  if (byProfile.has(address)) {
    throw new Problem('conflict', 'It is still your logo or your cover photo. Remove it there first.');
  }
  await asTenant(db, tenantId, async (tx) => {
    // An upload of the same picture waits for this row, and then puts its files there again.
    const { count } = await tx.picture.deleteMany({ where: { tenantId, hash } });
    if (count === 0) throw notFound('The picture');
    await storage.remove(filesOf(tenantId, hash));
  });
}
