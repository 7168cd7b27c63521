import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { zipped } from '@tavola/service-kit/http/download.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { lowerPriority } from '@tavola/service-kit/runtime/lower-priority.ts';
import { type DataOwnerSettings, makeDataOwners } from '../data-owners.ts';
import { exportFiles, exportName } from './files.ts';
import { readRestaurant } from './restaurant.ts';

// A thread that makes one export: parsing years of visits takes a second, which must not hold up other answers.

/** What a thread needs to make an export. */
export interface ExportTask {
  owners: DataOwnerSettings;
  tenantId: string;
}

/** A part of the file; the next one is made when this one was answered. */
export interface PartMessage {
  kind: 'part';
  bytes: Uint8Array<ArrayBuffer>;
  /** How much of the export is made with it, in percent. */
  progress: number;
}

/** What a thread sends. */
export type ExportMessage =
  | PartMessage
  | { kind: 'done'; fileName: string }
  | { kind: 'gone' }
  | { kind: 'failed'; reason: string | undefined; detail: string };

/** How large a part is at least, unless it is the last one, in bytes. */
const PART_BYTES = 256 * 1024;

/** How much later than other threads it gets a processor, on the scale of `nice`. */
const NICE = 5;

lowerPriority(NICE);

const port = parentPort as MessagePort;
const send = (message: ExportMessage) => port.postMessage(message);

try {
  send({ kind: 'done', fileName: await makeExport(workerData as ExportTask) });
} catch (error) {
  if (error instanceof Problem && error.code === 'not-found') send({ kind: 'gone' });
  else {
    const { stack, cause } = error as Error;
    const reason = error instanceof Problem ? error.message : undefined;
    send({ kind: 'failed', reason, detail: cause ? causesOf(cause).join(': ') : String(stack) });
  }
} finally {
  port.close();
}

/** The messages of `cause` and its own causes. */
function causesOf(cause: unknown): string[] {
  return cause instanceof Error ? [cause.message, ...causesOf(cause.cause)] : [];
}

/** Sends all parts of the file and returns its name. */
async function makeExport({ owners, tenantId }: ExportTask): Promise<string> {
  const restaurant = await readRestaurant(makeDataOwners(owners), tenantId);
  const at = new Date();
  let share = 0;
  let waiting: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const piece of waiting) {
      bytes.set(piece, at);
      at += piece.length;
    }
    waiting = [];
    size = 0;
    const stored = once(port, 'message');
    const part: PartMessage = { kind: 'part', bytes, progress: Math.floor(share * 100) };
    // Handed over, not copied.
    port.postMessage(part, [bytes.buffer]);
    await stored;
  };
  const files = exportFiles(restaurant, at, (made) => {
    share = made;
  });
  for await (const bytes of zipped(files, { isCompressed: true })) {
    waiting.push(bytes);
    size += bytes.length;
    if (size >= PART_BYTES) await flush();
  }
  await flush();
  return exportName(restaurant, at);
}
