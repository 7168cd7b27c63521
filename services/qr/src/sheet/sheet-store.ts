import { createHash, randomUUID } from 'node:crypto';
import { type Sheet, type SheetInput, sheetInput } from '@tavola/contracts/qr.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import { z } from 'zod';
import { DRAWING_VERSION } from '../drawing/draw-image.ts';
import { type Look, look } from '../drawing/look.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import type { SheetCode } from './draw-pdf.ts';
import { sheetFileName } from './file-names.ts';

/** How long a sheet's file is kept, in milliseconds. */
export const SHEET_MS = 24 * 60 * 60 * 1000;

/** All that shows in a sheet. */
export interface SheetContent extends Omit<SheetInput, 'codeIds'> {
  look: Look;
  codes: SheetCode[];
}

/** It may be kept by one release and drawn by another. */
const keptContent: z.ZodType<SheetContent> = sheetInput.omit({ codeIds: true }).extend({
  look,
  codes: z.array(z.object({ name: z.string(), text: z.string() })),
});

/** How far a sheet is. */
export interface SheetProgress extends Pick<Sheet, 'state' | 'done' | 'total'> {
  fileName: string;
  reason: string | null;
}

const PROGRESS = { state: true, done: true, total: true, fileName: true, reason: true } as const;

/** The sheets of the restaurant `tenantId`; what has expired is not there any more. */
export function sheetStore(db: PrismaClient, tenantId: string) {
  const kept = (id: string) => ({ tenantId, id, expiresAt: { gt: new Date() } });
  return {
    /** The sheet that shows `content`: the one that is there already, or a new one. */
    make: (content: SheetContent): Promise<string> =>
      asTenant(db, tenantId, async (tx) => {
        await tx.sheet.deleteMany({ where: { tenantId, expiresAt: { lte: new Date() } } });
        const hash = createHash('sha256')
          .update(JSON.stringify([DRAWING_VERSION, content]))
          .digest('hex');
        const { codes } = content;
        const fileName = sheetFileName(
          codes.map(({ name }) => name),
          content,
        );
        const expiresAt = new Date(Date.now() + SHEET_MS);
        // Two requests at once: the second waits for the first's row, and takes it.
        await tx.$executeRaw`
          INSERT INTO sheet (id, tenant_id, hash, content, total, file_name, expires_at)
          VALUES (${randomUUID()}::uuid, ${tenantId}::uuid, ${hash}, ${JSON.stringify(content)}::jsonb, ${codes.length},
            ${fileName}, ${expiresAt})
          ON CONFLICT (tenant_id, hash) DO NOTHING`;
        const { id } = await tx.sheet.findUniqueOrThrow({
          where: { tenantId_hash: { tenantId, hash } },
          select: { id: true },
        });
        return id;
      }),

    progress: (id: string): Promise<SheetProgress | null> =>
      asTenant(db, tenantId, async (tx) => {
        const row = await tx.sheet.findFirst({ where: kept(id), select: PROGRESS });
        return row && { ...row, state: row.state as Sheet['state'] };
      }),

    file: (id: string): Promise<{ fileName: string; file: Uint8Array | null } | null> =>
      asTenant(db, tenantId, (tx) => tx.sheet.findFirst({ where: kept(id), select: { fileName: true, file: true } })),

    /** What is to be drawn, from the beginning; null where it has been done, has failed or is gone. */
    begin: (id: string): Promise<SheetContent | null> =>
      asTenant(db, tenantId, async (tx) => {
        const [row] = await tx.sheet.updateManyAndReturn({
          where: { ...kept(id), state: { in: ['waiting', 'working'] } },
          data: { state: 'working', done: 0 },
          select: { content: true },
        });
        return row ? keptContent.parse(row.content) : null;
      }),

    progressed: (id: string, done: number): Promise<void> => change({ ...kept(id), state: 'working' }, { done }),

    finish: (id: string, file: Uint8Array<ArrayBuffer>, total: number): Promise<void> =>
      change({ ...kept(id), state: 'working' }, { state: 'done', done: total, file }),

    /** The next one who asks for the same gets a new sheet. */
    fail: (id: string, reason: string): Promise<void> =>
      change({ ...kept(id), state: { not: 'done' } }, { state: 'failed', reason, hash: null }),
  };

  function change(where: Prisma.SheetWhereInput, data: Prisma.SheetUpdateManyMutationInput): Promise<void> {
    return asTenant(db, tenantId, async (tx) => {
      await tx.sheet.updateMany({ where, data });
    });
  }
}

/** Deletes the sheets that have expired, whoever's they are. */
export async function forgetExpiredSheets(db: PrismaClient): Promise<void> {
  await asPlatform(db, (tx) => tx.sheet.deleteMany({ where: { expiresAt: { lt: new Date() } } }));
}
