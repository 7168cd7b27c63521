import { createHash, randomUUID } from 'node:crypto';
import { wifi } from '@tavola/contracts/links.ts';
import { type Sheet, type SheetInput, sheetInput } from '@tavola/contracts/qr.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import { z } from 'zod';
import { type Look, look } from '../drawing/code-look.ts';
import { DRAWING_VERSION } from '../drawing/draw-image.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import type { SheetCode, SheetRestaurant } from './draw-pdf.ts';
import { sheetFileName } from './file-names.ts';
import { type Print, print, rememberPrint } from './printed-sheets.ts';

/** How long a sheet's file is kept, in milliseconds. */
const SHEET_MS = 24 * 60 * 60 * 1000;

/** How many sheets of a restaurant may be unfinished. */
export const UNFINISHED_SHEETS_MAX = 5;

/** Stored with a sheet's content, but not part of its hash. Sheets of older releases lack it. */
const keptPrint = z.object({ print: print.nullable().default(null) });

/** The states of a sheet that a worker has yet to finish. */
const UNFINISHED = ['waiting', 'working'] as const;

/** Everything that a sheet shows. */
export interface SheetContent extends Omit<SheetInput, 'codeIds'> {
  look: Look;
  restaurant: SheetRestaurant | null;
  codes: SheetCode[];
}

/** One release may store it and another draw it; the defaults are for sheets of releases without these fields. */
const keptContent: z.ZodType<SheetContent> = sheetInput.omit({ codeIds: true }).extend({
  look,
  restaurant: tolerant(
    z.object({
      name: z.string(),
      themeColor: z.string(),
      look: z.object({ template: z.string(), fonts: z.string() }).optional(),
      language: z.string().optional(),
      wifi: wifi.optional(),
    }),
  )
    .nullable()
    .default(null),
  codes: z.array(z.object({ name: z.string(), text: z.string(), isMain: z.boolean().default(false) })),
});

export interface SheetProgress extends Pick<Sheet, 'state' | 'done' | 'total'> {
  fileName: string;
  reason: string | null;
}

const PROGRESS = { state: true, done: true, total: true, fileName: true, reason: true } as const;

/** The sheets of the restaurant `tenantId`, without expired ones. */
export function sheetStore(db: PrismaClient, tenantId: string) {
  const kept = (id: string) => ({ tenantId, id, expiresAt: { gt: new Date() } });
  const unfinished = () => ({ tenantId, state: { in: [...UNFINISHED] }, expiresAt: { gt: new Date() } });
  return {
    /**
     * Returns the id of the sheet that shows `content`: an existing one or a new one; null if too many are unfinished. Once its
     * file is made, `print` is remembered beyond the sheet.
     */
    make: (content: SheetContent, print: Print | null): Promise<string | null> =>
      asTenant(db, tenantId, async (tx) => {
        // The restaurant's requests are counted one after the other.
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`sheets of ${tenantId}`}, 0))`;
        await tx.sheet.deleteMany({ where: { tenantId, expiresAt: { lte: new Date() } } });
        const hash = createHash('sha256')
          .update(JSON.stringify([DRAWING_VERSION, content]))
          .digest('hex');
        const where = { tenantId_hash: { tenantId, hash } };
        const existing = await tx.sheet.findUnique({ where, select: { id: true } });
        if (existing) return existing.id;
        if ((await tx.sheet.count({ where: unfinished() })) >= UNFINISHED_SHEETS_MAX) return null;
        const { codes } = content;
        const fileName = sheetFileName(
          codes.map(({ name }) => name),
          content,
        );
        const expiresAt = new Date(Date.now() + SHEET_MS);
        const json = { ...content, print } as unknown as Prisma.InputJsonObject;
        const data = { id: randomUUID(), tenantId, hash, content: json, total: codes.length, fileName, expiresAt };
        await tx.sheet.create({ data });
        return data.id;
      }),

    /** The id of the oldest unfinished sheet, or null. */
    next: (): Promise<string | null> =>
      asTenant(db, tenantId, async (tx) => {
        const row = await tx.sheet.findFirst({
          where: unfinished(),
          orderBy: { createdAt: 'asc' },
          select: { id: true },
        });
        return row?.id ?? null;
      }),

    progress: (id: string): Promise<SheetProgress | null> =>
      asTenant(db, tenantId, async (tx) => {
        const row = await tx.sheet.findFirst({ where: kept(id), select: PROGRESS });
        return row && { ...row, state: row.state as Sheet['state'] };
      }),

    file: (id: string): Promise<{ fileName: string; file: Uint8Array | null } | null> =>
      asTenant(db, tenantId, (tx) => tx.sheet.findFirst({ where: kept(id), select: { fileName: true, file: true } })),

    /** Starts the sheet from the beginning and returns its content; null if it is done, has failed or is gone. */
    begin: (id: string): Promise<SheetContent | null> =>
      asTenant(db, tenantId, async (tx) => {
        const [row] = await tx.sheet.updateManyAndReturn({
          where: { ...kept(id), state: { in: [...UNFINISHED] } },
          data: { state: 'working', done: 0 },
          select: { content: true },
        });
        return row ? keptContent.parse(row.content) : null;
      }),

    progressed: (id: string, done: number): Promise<void> => change({ ...kept(id), state: 'working' }, { done }),

    finish: (id: string, file: Uint8Array<ArrayBuffer>, total: number): Promise<void> =>
      asTenant(db, tenantId, async (tx) => {
        const where = { ...kept(id), state: 'working' };
        const data = { state: 'done', done: total, file };
        const [row] = await tx.sheet.updateManyAndReturn({ where, data, select: { content: true } });
        const made = row && keptPrint.parse(row.content);
        if (made?.print) await rememberPrint(tx, tenantId, id, made.print);
      }),

    /** Marks the sheet as failed. The next request for the same content gets a new sheet. */
    fail: (id: string, reason: string): Promise<void> =>
      change({ ...kept(id), state: { not: 'done' } }, { state: 'failed', reason, hash: null }),
  };

  function change(where: Prisma.SheetWhereInput, data: Prisma.SheetUpdateManyMutationInput): Promise<void> {
    return asTenant(db, tenantId, async (tx) => {
      await tx.sheet.updateMany({ where, data });
    });
  }
}

/** Deletes the expired sheets of all tenants. */
export async function forgetExpiredSheets(db: PrismaClient): Promise<void> {
  await asPlatform(db, (tx) => tx.sheet.deleteMany({ where: { expiresAt: { lt: new Date() } } }));
}
