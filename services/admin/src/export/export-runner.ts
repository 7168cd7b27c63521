import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { DataOwnerSettings } from '../data-owners.ts';
import type { PrismaClient } from '../generated/client.ts';
import { claimExport, exportStore, RUN_MS, RUNS_MAX, type Run, runStore } from './export-store.ts';
import { ExportFailure, makeExport } from './export-thread.ts';

/** How often a process looks for exports that others left, in milliseconds. */
const LOOK_MS = 5_000;

const FAILED = "Your data couldn't be exported. Please try again.";

/** Why a run ends early. */
class Stopped extends Error {}
class TakenOver extends Error {}

/** Makes exports in the background. */
export interface ExportRunner {
  /** Looks for an export to make now. */
  wake(): void;
  /** Ends the current run, whose export another process makes. */
  close(): Promise<void>;
}

export interface ExportRunnerDeps {
  db: PrismaClient;
  owners: DataOwnerSettings;
  log: Logger;
}

/** Starts making exports: one at a time in this process, that of the restaurant first that has waited longest. */
export function startExportRunner({ db, owners, log }: ExportRunnerDeps): ExportRunner {
  const closing = new AbortController();
  let woken = Promise.withResolvers<void>();

  // It is not part of the request that wakes it: a client that disconnects must not undo what is written here.
  const running = runAll();

  return {
    wake: () => woken.resolve(),
    async close() {
      closing.abort(new Stopped());
      woken.resolve();
      await running;
    },
  };

  async function runAll(): Promise<void> {
    while (!closing.signal.aborted) {
      woken = Promise.withResolvers();
      const hadOne = await runNext().catch((error: Error) => {
        log.warn({ reason: error.message }, 'exports not looked for');
        return false;
      });
      if (!hadOne) await rest(woken.promise);
    }
  }

  /** Returns whether there was one. */
  async function runNext(): Promise<boolean> {
    const run = await claimExport(db);
    if (!run) return false;
    const store = runStore(db, run);
    if (run.runs > RUNS_MAX) {
      await store.fail(FAILED);
      log.error({ tenantId: run.tenantId }, 'export given up: its runs died');
      return true;
    }
    try {
      await make(run);
    } catch (error) {
      if (error instanceof TakenOver) return true;
      if (error instanceof Stopped) await store.release(run.runs);
      else {
        log.error({ tenantId: run.tenantId, reason: (error as Error).message }, 'export failed');
        await store.fail((error instanceof ExportFailure && error.reason) || FAILED);
      }
    }
    return true;
  }

  async function make(run: Run): Promise<void> {
    const store = runStore(db, run);
    const requireMine = (isMine: boolean) => {
      if (!isMine) throw new TakenOver();
    };
    requireMine(await store.begin());
    let [parts, bytes] = [0, 0];
    const made = await makeExport(
      { owners, tenantId: run.tenantId },
      async (part) => {
        requireMine(await store.add(parts, part.bytes, part.progress));
        parts += 1;
        bytes += part.bytes.length;
      },
      AbortSignal.any([closing.signal, AbortSignal.timeout(RUN_MS)]),
    );
    if (made.kind === 'gone') return exportStore(db, run.tenantId).remove();
    requireMine(await store.finish({ name: made.fileName, bytes }));
    log.info({ tenantId: run.tenantId, bytes }, 'export made');
  }
}

/** Waits until `woken`, or for `LOOK_MS`. */
async function rest(woken: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, LOOK_MS).unref();
  await Promise.race([woken, late.promise]);
  clearTimeout(timer);
}
