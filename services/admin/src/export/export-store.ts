import { randomUUID } from 'node:crypto';
import type { DataExport } from '@tavola/contracts/export.ts';
import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import { tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';

/** How long an export's file is kept, in milliseconds. */
export const EXPORT_MS = 60 * 60 * 1000;

/** How long after an export was made a restaurant may ask for the next one, in milliseconds. */
export const NEXT_EXPORT_MS = 60 * 1000;

/** How long a run may take, in milliseconds. Without its job, the export goes to another process that much later again. */
export const RUN_MS = 2 * 60 * 1000;
const TAKEN_OVER_MS = RUN_MS + 15_000;

/** How many runs may die before the export fails. */
export const RUNS_MAX = 3;

/** How many exports without a job are found at a time. */
const LOOKED_AT_ONCE = 100;

/** A run that makes the export of the restaurant `tenantId`. */
export interface Run {
  tenantId: string;
  runId: string;
  /** The runs of this export so far, with this one. */
  runs: number;
}

/** An export's file, without its content. */
interface ExportFile {
  name: string;
  bytes: number;
}

const UNFINISHED = ['waiting', 'working'];

const COLUMNS = {
  state: true,
  progress: true,
  reason: true,
  runId: true,
  fileName: true,
  fileBytes: true,
  expiresAt: true,
} as const;
type Row = Prisma.DataExportGetPayload<{ select: typeof COLUMNS }>;

/** The export of the restaurant `tenantId`: there is at most one. */
export function exportStore(db: PrismaClient, tenantId: string) {
  const current = (tx: Prisma.TransactionClient) =>
    tx.dataExport.findFirst({ where: { tenantId, ...unexpired() }, select: COLUMNS });
  return {
    /**
     * Has an export made, which replaces the one before; returns the one that is being made, if there is one.
     * @throws Problem `too-many-requests` if the one before is too recent.
     */
    request: (): Promise<DataExport> =>
      asTenant(db, tenantId, async (tx) => {
        const now = Date.now();
        const created = await tx.dataExport.createMany({ data: { tenantId }, skipDuplicates: true });
        if (created.count === 0) {
          // What was made a minute ago expires an hour less a minute from now.
          const recently = new Date(now + EXPORT_MS - NEXT_EXPORT_MS);
          const replaced = await tx.dataExport.updateMany({
            where: { tenantId, OR: [{ state: 'failed' }, { state: 'done', expiresAt: { lte: recently } }] },
            data: { ...NEW, requestedAt: new Date(now) },
          });
          if (replaced.count > 0) await tx.dataExportPart.deleteMany({ where: { tenantId } });
        }
        const row = await tx.dataExport.findUniqueOrThrow({ where: { tenantId }, select: COLUMNS });
        if (!UNFINISHED.includes(row.state)) {
          const madeAt = (row.expiresAt?.getTime() ?? now) - EXPORT_MS;
          throw tooManyRequests('Your data was exported a moment ago.', madeAt + NEXT_EXPORT_MS - now);
        }
        return toDataExport(row);
      }),

    progress: async (): Promise<DataExport> => toDataExport(await asTenant(db, tenantId, current)),

    /** The file and the run that made it, or null if there is none. */
    file: (): Promise<(ExportFile & { runId: string }) | null> =>
      asTenant(db, tenantId, async (tx) => {
        const row = await current(tx);
        return row?.state === 'done' && row.runId ? { ...fileOf(row), runId: row.runId } : null;
      }),

    /**
     * The content of a file that the run `runId` made, in parts.
     * @throws if some of it is gone.
     */
    async *parts({ runId, bytes }: { runId: string; bytes: number }): AsyncGenerator<Uint8Array> {
      for (let number = 0, left = bytes; left > 0; number += 1) {
        const where = { tenantId_runId_number: { tenantId, runId, number } };
        const part = await asTenant(db, tenantId, (tx) => tx.dataExportPart.findUniqueOrThrow({ where }));
        left -= part.bytes.length;
        yield part.bytes;
      }
    },

    /** Ends the export without a file, whoever makes it. */
    giveUp: (reason: string): Promise<void> =>
      asTenant(db, tenantId, async (tx) => {
        const where = { tenantId, state: { in: UNFINISHED } };
        const { count } = await tx.dataExport.updateMany({ where, data: { ...ended(), state: 'failed', reason } });
        if (count > 0) await tx.dataExportPart.deleteMany({ where: { tenantId } });
      }),

    /** Deletes the export; a run that makes it ends. */
    remove: (): Promise<void> =>
      asTenant(db, tenantId, async (tx) => void (await tx.dataExport.deleteMany({ where: { tenantId } }))),
  };
}

/** The columns of an export that nobody has begun. */
const NEW = {
  state: 'waiting',
  progress: 0,
  reason: null,
  runId: null,
  runs: 0,
  deadlineAt: null,
  expiresAt: null,
  fileName: null,
  fileBytes: null,
} as const;

/** What a run writes. Every method returns whether the export is still this run's: nothing was written if not. */
export function runStore(db: PrismaClient, { tenantId, runId }: Run) {
  const change = (
    data: Prisma.DataExportUpdateManyMutationInput,
    then: (tx: Prisma.TransactionClient) => Promise<unknown> = async () => {},
  ): Promise<boolean> =>
    asTenant(db, tenantId, async (tx) => {
      // The row stays locked until the end of the transaction: nobody takes over meanwhile.
      const { count } = await tx.dataExport.updateMany({ where: { tenantId, runId, state: 'working' }, data });
      if (count > 0) await then(tx);
      return count > 0;
    });
  const dropParts = (tx: Prisma.TransactionClient) => tx.dataExportPart.deleteMany({ where: { tenantId } });
  return {
    /** Drops what an earlier run left. */
    begin: () => change({ progress: 0 }, dropParts),

    add: (number: number, bytes: Uint8Array<ArrayBuffer>, progress: number) =>
      change({ progress }, (tx) => tx.dataExportPart.create({ data: { tenantId, runId, number, bytes } })),

    finish: ({ name, bytes }: ExportFile) =>
      change({ ...ended(), state: 'done', progress: 100, fileName: name, fileBytes: bytes }),

    fail: (reason: string) => change({ ...ended(), state: 'failed', reason }, dropParts),

    /** Leaves the export to another process. */
    release: (runs: number) => change({ ...NEW, runs: runs - 1 }, dropParts),
  };
}

/**
 * Begins a run of the export that the restaurant waits for, or of one whose job was given to this process because the one before
 * failed or died: that run writes nothing more. Null if there is none.
 */
export async function beginRun(db: PrismaClient, tenantId: string): Promise<Run | null> {
  const runId = randomUUID();
  const deadlineAt = new Date(Date.now() + TAKEN_OVER_MS);
  const [begun] = await asTenant(db, tenantId, (tx) =>
    tx.dataExport.updateManyAndReturn({
      where: { tenantId, state: { in: UNFINISHED } },
      data: { state: 'working', runId, runs: { increment: 1 }, deadlineAt },
      select: { runs: true },
    }),
  );
  return begun ? { tenantId, runId, runs: begun.runs } : null;
}

/** Restaurants whose exports wait, or whose runs died, those first that have waited longest. */
export async function unmadeExports(db: PrismaClient): Promise<string[]> {
  const unmade = { OR: [{ state: 'waiting' }, { state: 'working', deadlineAt: { lt: new Date() } }] };
  const found = await asPlatform(db, (tx: Prisma.TransactionClient) =>
    tx.dataExport.findMany({
      where: unmade,
      orderBy: { requestedAt: 'asc' },
      take: LOOKED_AT_ONCE,
      select: { tenantId: true },
    }),
  );
  return found.map(({ tenantId }) => tenantId);
}

/** Deletes the expired exports of all restaurants. */
export async function forgetExpiredExports(db: PrismaClient): Promise<void> {
  await asPlatform(db, (tx: Prisma.TransactionClient) =>
    tx.dataExport.deleteMany({ where: { expiresAt: { lt: new Date() } } }),
  );
}

/** The columns of an export that ends now. */
const ended = () => ({ deadlineAt: null, expiresAt: new Date(Date.now() + EXPORT_MS) });

const unexpired = (): Prisma.DataExportWhereInput => ({
  OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
});

const fileOf = ({ fileName, fileBytes }: Row): ExportFile => ({ name: fileName ?? '', bytes: fileBytes ?? 0 });

function toDataExport(row: Row | null): DataExport {
  if (!row) return { state: 'none', progress: 0 };
  return {
    state: row.state as DataExport['state'],
    progress: row.progress,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.state === 'done' && row.expiresAt && { file: { ...fileOf(row), expiresAt: row.expiresAt.toISOString() } }),
  };
}
