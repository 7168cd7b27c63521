import { randomUUID } from 'node:crypto';
import type { Upload } from '@tavola/contracts/pictures.ts';
import { pictureAddress } from '@tavola/contracts/rules/pictures.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import { requireWithin } from '@tavola/service-kit/http/validate.ts';
import type { PrismaClient } from '../generated/client.ts';
import { READ_WITHIN_MS } from './read-in-child.ts';
import type { ReadPicture } from './read-picture.ts';

/** How many uploads of a restaurant may be under way. */
export const UPLOADS_UNDER_WAY = 10;

/** How long an upload counts as under way, in milliseconds. */
const UNDER_WAY_MS = 10 * 60_000;

const UNDER_WAY = ['receiving', 'reading'] as const;

/** How long after it began to decode an upload a worker has died of it, in milliseconds. */
export const ABANDONED_MS = READ_WITHIN_MS + 10_000;

const REMOVED = 'This picture was removed by an administrator. Please choose another one.';

/** The uploads and pictures of the restaurant `tenantId`. */
export function uploadStore(db: PrismaClient, tenantId: string) {
  const key = (id: string) => ({ tenantId_id: { tenantId, id } });
  return {
    /**
     * Makes room for an upload by the user `by`; returns its id.
     * @throws Problem `quota-reached`; `too-many-requests` while too many of the restaurant's are under way.
     */
    begin: (by: string): Promise<string> =>
      asTenant(db, tenantId, async (tx) => {
        // A restaurant's uploads are counted one after the other.
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`uploads of ${tenantId}`}, 0))`;
        // One that never arrived is forgotten by a sweep.
        const recent = { gt: new Date(Date.now() - UNDER_WAY_MS) };
        const open = await tx.upload.count({ where: { tenantId, state: { in: [...UNDER_WAY] }, createdAt: recent } });
        if (open >= UPLOADS_UNDER_WAY) throw tooManyRequests('Too many of your pictures are still uploading.', 3_000);
        const { _count: count, _sum: sum } = await tx.picture.aggregate({
          where: { tenantId },
          _count: true,
          _sum: { bytes: true },
        });
        requireWithin('pictures', count + open + 1);
        requireWithin('pictureBytes', sum.bytes ?? 0);
        const id = randomUUID();
        await tx.upload.create({ data: { tenantId, id, by } });
        return id;
      }),

    /** The upload has arrived. */
    arrived: (id: string): Promise<void> =>
      asTenant(db, tenantId, async (tx) => {
        await tx.upload.update({ where: key(id), data: { state: 'reading' } });
      }),

    /** Forgets an upload whose file is gone. */
    forget: (id: string): Promise<void> =>
      asTenant(db, tenantId, async (tx) => {
        await tx.upload.deleteMany({ where: { tenantId, id } });
      }),

    /** The hash of the picture that an upload is; null where there is none. */
    hashOf: (id: string): Promise<string | null> =>
      asTenant(db, tenantId, async (tx) => {
        const row = await tx.upload.findUnique({ where: key(id), select: { hash: true } });
        return row?.hash ?? null;
      }),

    /** What became of an upload, or null where there is none of this id. */
    find: (id: string): Promise<Upload | null> =>
      asTenant(db, tenantId, async (tx) => {
        const row = await tx.upload.findUnique({ where: key(id) });
        if (!row) return null;
        const { state, reason, hash } = row;
        const found =
          state === 'ready' && hash && (await tx.picture.findUnique({ where: { tenantId_hash: { tenantId, hash } } }));
        if (found) {
          const { width, height, color } = found;
          return { id, state: 'ready', picture: { url: pictureAddress(found), width, height, color } };
        }
        if (state === 'refused' && reason) return { id, state, reason };
        // Nothing showed it for a week, so it was deleted.
        return state === 'ready' ? null : { id, state: 'reading' };
      }),

    /** The oldest upload that is to be read and that no worker decodes, or null; and whether one died of it. */
    next: (): Promise<{ id: string; isAbandoned: boolean } | null> =>
      asTenant(db, tenantId, async (tx) => {
        const abandoned = { lt: new Date(Date.now() - ABANDONED_MS) };
        const row = await tx.upload.findFirst({
          where: { tenantId, state: 'reading', OR: [{ decodingSince: null }, { decodingSince: abandoned }] },
          orderBy: { createdAt: 'asc' },
          select: { id: true, decodingSince: true },
        });
        return row && { id: row.id, isAbandoned: row.decodingSince !== null };
      }),

    /** Marks the upload as being decoded, before it is: so it is seen if that takes the worker down. False if another one has it. */
    beginDecoding: (id: string): Promise<boolean> =>
      asTenant(db, tenantId, async (tx) => {
        const where = { tenantId, id, state: 'reading', decodingSince: null };
        const { count } = await tx.upload.updateMany({ where, data: { decodingSince: new Date() } });
        return count > 0;
      }),

    /** The upload did no harm, and may be decoded again. If it is the picture `hash`, files of that may be there from now on. */
    endDecoding: (id: string, hash?: string): Promise<void> =>
      asTenant(db, tenantId, async (tx) => {
        const data = { decodingSince: null, ...(hash !== undefined && { hash }) };
        await tx.upload.updateMany({ where: { tenantId, id }, data });
      }),

    /**
     * Keeps what the upload was read as. `putFiles` stores its files before anything is committed: a picture that is known has all its
     * files, and a sweep that wants to delete the same picture waits.
     */
    keep: (id: string, picture: ReadPicture, putFiles: () => Promise<void>): Promise<void> =>
      asTenant(db, tenantId, async (tx) => {
        const { hash, width, height, color, files } = picture;
        const { count } = await tx.upload.updateMany({ where: { tenantId, id }, data: { state: 'ready', hash } });
        // The restaurant is gone.
        if (count === 0) return;
        const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
        await tx.picture.upsert({
          where: { tenantId_hash: { tenantId, hash } },
          create: { tenantId, hash, width, height, color, bytes },
          update: { unusedSince: null, checkedAt: new Date() },
        });
        // After the row is written: a removal under way has ended.
        if ((await tx.removedPicture.count({ where: { tenantId, hash } })) > 0) {
          await tx.picture.delete({ where: { tenantId_hash: { tenantId, hash } } });
          await tx.upload.update({ where: key(id), data: { state: 'refused', reason: REMOVED } });
          return;
        }
        await putFiles();
      }),

    /** Refuses the upload, for `reason` in words, unless it is ready. */
    refuse: (id: string, reason: string): Promise<void> =>
      asTenant(db, tenantId, async (tx) => {
        const where = { tenantId, id, state: { in: [...UNDER_WAY] } };
        await tx.upload.updateMany({ where, data: { state: 'refused', reason } });
      }),
  };
}
