import type { QueueWorker } from '@tavola/service-kit/messaging/queues.ts';
import { Postponed, tenantWorker } from '@tavola/service-kit/messaging/tenant-jobs.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { DataOwnerSettings } from '../data-owners.ts';
import type { PrismaClient } from '../generated/client.ts';
import { EXPORT_QUEUE, type ExportJob, type ExportQueue, exportJob } from './export-queue.ts';
import { beginRun, exportStore, RUN_MS, RUNS_MAX, type Run, runStore, unmadeExports } from './export-store.ts';
import { ExportFailure, makeExport } from './export-thread.ts';

/** How many exports a process makes at once, so that a small one need not wait for a large one. */
const EXPORTS_AT_ONCE = 2;

/** From how many bytes of its file on an export is large. A process has the memory for one such, and a small one beside it. */
const LARGE_BYTES = 1024 * 1024;

/** How long a large export waits before it looks whether the other one has ended, in milliseconds. */
const LARGE_WAIT_MS = 1_000;

/** A large export that has not asked for this long, in milliseconds, is not waited for. */
const FORGOTTEN_MS = 15 * LARGE_WAIT_MS;

/** How long a worker may be silent before its export goes to another worker, in milliseconds. */
const LOCK_MS = 15_000;

/** How often a process queues exports whose job was lost, as with the queue's Redis, in milliseconds. */
const LOOK_MS = 5_000;

const FAILED = "Your data couldn't be exported. Please try again.";

/** Why a run ends early. */
class Stopped extends Error {}
class TakenOver extends Error {}

interface ExportWorkerDeps {
  db: PrismaClient;
  redisUrl: string;
  queue: ExportQueue;
  owners: DataOwnerSettings;
  log: Logger;
}

/**
 * Makes exports, two at once of which one may be large. Closing ends the current ones, which another process makes. Every 5 s it
 * queues those whose job was lost.
 */
export function exportWorker({ db, redisUrl, queue, owners, log }: ExportWorkerDeps): QueueWorker {
  const closing = new AbortController();
  /** The restaurant whose large export is being made here. */
  let large: string | undefined;
  /** Large exports that wait for their turn, by restaurant: since when, and when they last asked. */
  const waiting = new Map<string, { since: number; askedAt: number }>();
  /** Restaurants whose exports are being made here. A job comes twice where its lock was lost with the queue's Redis. */
  const making = new Set<string>();

  const running = tenantWorker<ExportJob>(EXPORT_QUEUE, redisUrl, log, {
    concurrency: EXPORTS_AT_ONCE,
    lockMs: LOCK_MS,
    failure: 'export not made',
    async work(data) {
      const { tenantId } = exportJob.parse(data);
      if (making.has(tenantId)) throw new Postponed(LARGE_WAIT_MS);
      if (waiting.has(tenantId)) requireLarge(tenantId);
      making.add(tenantId);
      try {
        await makeNext(tenantId);
        waiting.delete(tenantId);
      } finally {
        making.delete(tenantId);
        if (large === tenantId) large = undefined;
      }
    },
    async next(tenantId) {
      const { state } = await exportStore(db, tenantId).progress();
      return state === 'waiting' ? { tenantId } : null;
    },
    fail: ({ tenantId }) => exportStore(db, tenantId).giveUp(FAILED),
  });

  let isLooking = false;
  const queueLost = async () => {
    if (isLooking || !queue.isUp()) return;
    isLooking = true;
    try {
      for (const tenantId of await unmadeExports(db)) await queue.add({ tenantId });
    } finally {
      isLooking = false;
    }
  };
  const looking = setInterval(
    () => void queueLost().catch((error: Error) => log.warn({ reason: error.message }, 'exports not looked for')),
    LOOK_MS,
  ).unref();

  return {
    ...running,
    async close() {
      clearInterval(looking);
      closing.abort(new Stopped());
      await running.close();
    },
  };

  /**
   * Takes the place of the large export, for the one that has waited longest. One that has not asked lately is made elsewhere.
   * @throws Postponed while another one has it, or is to have it first.
   */
  function requireLarge(tenantId: string): void {
    if (large === tenantId) return;
    const now = Date.now();
    const since = waiting.get(tenantId)?.since ?? now;
    for (const [other, { askedAt }] of waiting) if (now - askedAt > FORGOTTEN_MS) waiting.delete(other);
    waiting.set(tenantId, { since, askedAt: now });
    const isNext = [...waiting.values()].every((other) => other.since >= since);
    if (large !== undefined || !isNext) throw new Postponed(LARGE_WAIT_MS);
    large = tenantId;
  }

  /** Makes the export that the restaurant has asked for, if there is one. */
  async function makeNext(tenantId: string): Promise<void> {
    const run = await beginRun(db, tenantId);
    if (!run) return;
    const store = runStore(db, run);
    if (run.runs > RUNS_MAX) {
      await store.fail(FAILED);
      log.error({ tenantId }, 'export given up: its runs died');
      return;
    }
    try {
      await make(run);
    } catch (error) {
      if (error instanceof TakenOver) return;
      if (error instanceof Stopped || error instanceof Postponed) {
        await store.release(run.runs);
        if (error instanceof Postponed) throw error;
        return;
      }
      log.error({ tenantId, reason: (error as Error).message }, 'export failed');
      await store.fail((error instanceof ExportFailure && error.reason) || FAILED);
    }
  }

  async function make(run: Run): Promise<void> {
    const { tenantId } = run;
    const store = runStore(db, run);
    const requireMine = (isMine: boolean) => {
      if (!isMine) throw new TakenOver();
    };
    requireMine(await store.begin());
    let [parts, bytes] = [0, 0];
    const made = await makeExport(
      { owners, tenantId },
      async (part) => {
        requireMine(await store.add(parts, part.bytes, part.progress));
        parts += 1;
        bytes += part.bytes.length;
        if (bytes > LARGE_BYTES) requireLarge(tenantId);
      },
      AbortSignal.any([closing.signal, AbortSignal.timeout(RUN_MS)]),
    );
    if (made.kind === 'gone') return exportStore(db, tenantId).remove();
    requireMine(await store.finish({ name: made.fileName, bytes }));
    log.info({ tenantId, bytes }, 'export made');
  }
}
