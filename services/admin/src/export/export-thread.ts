import { Worker } from 'node:worker_threads';
import type { ExportMessage, ExportTask, PartMessage } from './make-export.ts';

/** How an export ended: with a file, or because there is no such restaurant. */
type MadeExport = { kind: 'done'; fileName: string } | { kind: 'gone' };

/** Why an export can't be made; the message is for operators. */
export class ExportFailure extends Error {
  /** For the owner, if there is more to say than that it failed. */
  readonly reason: string | undefined;

  constructor(detail: string, reason?: string) {
    super(detail);
    this.name = 'ExportFailure';
    this.reason = reason;
  }
}

/** Limits for the objects of a thread, in MiB: old ones, and young ones as in decision 0009. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 24 };

/**
 * Makes an export in a thread of its own. `store` gets the file part by part, and the next part is made when it is done.
 * @throws ExportFailure; the error of `store`; the reason of `signal` if that aborts.
 */
export async function makeExport(
  task: ExportTask,
  store: (part: PartMessage) => Promise<void>,
  signal: AbortSignal,
): Promise<MadeExport> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<MadeExport>();
  const worker = new Worker(new URL('./make-export.ts', import.meta.url), {
    workerData: task,
    resourceLimits: THREAD_LIMITS,
  });
  const abort = () => reject(signal.reason);
  let storing: Promise<unknown> = Promise.resolve();
  signal.addEventListener('abort', abort);
  worker.on('message', (message: ExportMessage) => {
    if (message.kind === 'part') storing = store(message).then(() => worker.postMessage('next'), reject);
    else if (message.kind === 'failed') reject(new ExportFailure(message.detail, message.reason));
    else resolve(message);
  });
  worker.on('error', (error) => reject(new ExportFailure(error.message)));
  worker.on('exit', () => reject(new ExportFailure('the export thread ended')));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.terminate();
    // Nothing of this run is stored after its end.
    await storing;
  }
}
