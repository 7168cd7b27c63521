import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { ReadOutcome } from './picture/read-in-child.ts';
import { readPicture } from './picture/read-picture.ts';
import { UnreadablePicture } from './picture/unreadable-picture.ts';

// A process that reads the upload on its standard input, writes what became of it to its standard output, and ends. Its worker ends
// it if it takes too much.

/** Before its worker when the kernel needs memory. */
const FIRST_TO_GO = '1000';

// Ctrl-C and `docker stop` may reach it, too: its worker decides.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
await writeFile('/proc/self/oom_score_adj', FIRST_TO_GO).catch(() => {});
// No picture is read twice. One thread keeps a processor free for menus, and memory in bounds.
sharp.cache(false);
sharp.concurrency(1);
process.stdout.write(JSON.stringify(await read(await buffer(process.stdin))));

async function read(file: Uint8Array): Promise<ReadOutcome> {
  try {
    const { files, ...picture } = await readPicture(file);
    return { ...picture, files: files.map((one) => ({ ...one, bytes: Buffer.from(one.bytes).toString('base64') })) };
  } catch (error) {
    if (!(error instanceof UnreadablePicture)) throw error;
    return { refusal: error.message, reason: (error.cause as Error | undefined)?.message };
  }
}
