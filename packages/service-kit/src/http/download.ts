import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setImmediate as otherRequests } from 'node:timers/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Response } from 'express';
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile, ZipPassThrough } from 'fflate';

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
      const entry = isCompressed ? new DeflatedFile(name) : new ZipPassThrough(name);
      entry.mtime = at;
      zip.add(entry);
      return entry;
    });
    for await (const pieces of content) {
      for (const [nth, piece] of pieces.entries()) {
        await entries[nth]?.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      }
      yield* packed.splice(0);
      await otherRequests();
    }
    for (const entry of entries) await entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* packed;
}

/** A file in a zip, compressed by zlib, which takes less time than fflate. */
class DeflatedFile implements ZipInputFile {
  readonly compression = 8;
  readonly filename: string;
  mtime?: Date;
  size = 0;
  crc = 0;
  ondata?: AsyncFlateStreamHandler;
  readonly #deflate = createDeflateRaw();

  constructor(filename: string) {
    this.filename = filename;
    this.#deflate.on('data', (bytes: Buffer<ArrayBuffer>) => this.ondata?.(null, bytes, false));
  }

  /** Adds `bytes`, and ends the file if they are the last ones. Call it again when it has resolved. */
  async push(bytes: Uint8Array, isLast = false): Promise<void> {
    this.size += bytes.length;
    this.crc = crc32(bytes, this.crc);
    await new Promise<void>((resolve, reject) => {
      this.#deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    if (!isLast) return;
    this.#deflate.end();
    await finished(this.#deflate);
    this.ondata?.(null, new Uint8Array(), true);
  }
}
