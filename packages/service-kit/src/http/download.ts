import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as otherRequests } from 'node:timers/promises';
import type { Response } from 'express';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** How long a download may take, in milliseconds. */
const DOWNLOAD_MS = 30 * 60_000;

/**
 * Sends a file in parts, as fast as the client reads.
 * @throws where a part can't be made, or the client goes or takes longer than `withinMs`; the connection is closed then.
 */
export const sendInParts = (res: Response, parts: AsyncIterable<Uint8Array>, withinMs = DOWNLOAD_MS): Promise<void> =>
  pipeline(Readable.from(parts, { objectMode: false }), res, { signal: AbortSignal.timeout(withinMs) });

/** A file in a zip, with its content in pieces. */
export interface ZipFile {
  name: string;
  at: Date;
  content: Iterable<string | Uint8Array>;
}

/** The bytes of a zip of `files`. Each piece is made after the one before is packed and taken, so the whole is never in memory here. */
export async function* zipped(
  files: Iterable<ZipFile> | AsyncIterable<ZipFile>,
  { isCompressed }: { isCompressed: boolean },
): AsyncGenerator<Uint8Array, void, undefined> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  for await (const { name, at, content } of files) {
    const entry = isCompressed ? new ZipDeflate(name) : new ZipPassThrough(name);
    entry.mtime = at;
    zip.add(entry);
    for (const piece of content) {
      entry.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      yield* packed.splice(0);
      await otherRequests();
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* packed;
}
