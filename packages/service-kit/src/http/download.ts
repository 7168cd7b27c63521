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

/** Files in a zip that are made together: each piece of the content has a piece of each of them, in the order of `names`. */
export interface ZipFiles {
  names: readonly string[];
  at: Date;
  content: Pieces<readonly (string | Uint8Array)[]>;
}

type Pieces<Piece> = Iterable<Piece> | AsyncIterable<Piece>;

/**
 * The bytes of a zip of `files`. Each piece is made after the one before is packed and taken, so the whole is never in memory here. Of
 * files that are made together, the packed bytes of all but the first wait in memory until that is complete.
 */
export async function* zipped(
  files: Pieces<ZipFiles>,
  { isCompressed }: { isCompressed: boolean },
): AsyncGenerator<Uint8Array, void, undefined> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  for await (const { names, at, content } of files) {
    const entries = names.map((name) => {
      const entry = isCompressed ? new ZipDeflate(name) : new ZipPassThrough(name);
      entry.mtime = at;
      zip.add(entry);
      return entry;
    });
    for await (const pieces of content) {
      for (const [nth, piece] of pieces.entries()) {
        entries[nth]?.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      }
      yield* packed.splice(0);
      await otherRequests();
    }
    for (const entry of entries) entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* packed;
}
