import { picturesOf } from '@tavola/contracts/rules/pictures.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';
import { closedKey, pictureKey, type Storage, uploadKey } from '../storage/storage.ts';

/** Deletes all of the restaurant's data in media, files first; does nothing if none is left. */
export async function deleteTenant(db: PrismaClient, storage: Storage, tenantId: string): Promise<void> {
  const where = { tenantId };
  const uploads = await asTenant(db, tenantId, (tx) => tx.upload.findMany({ where, select: { id: true } }));
  for (const { id } of uploads) await storage.remove(uploadKey(id));
  const pictures = pictureKey(picturesOf(tenantId));
  // A bucket may take longer for thousands of files than a transaction may.
  await storage.remove(pictures);
  await asTenant(db, tenantId, async (tx) => {
    // First, so that a worker that finishes an upload now waits, and finds no upload.
    await tx.upload.deleteMany({ where });
    await tx.picture.deleteMany({ where });
    await tx.removedPicture.deleteMany({ where });
    // Those that a worker has put there meanwhile.
    await storage.remove(pictures);
  });
  await storage.remove(closedKey(tenantId));
}
