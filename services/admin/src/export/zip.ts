import { setImmediate as others } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

/** A file in a zip. Its content comes in pieces that each take milliseconds to make and compress. */
export interface ZipFile {
  name: string;
  content: Iterable<string | Uint8Array>;
}

/**
 * The bytes of a zip of `files`, last changed `at`. Each piece is made after the one before is compressed and taken, so neither
 * the uncompressed nor the compressed whole is ever in memory here.
 */
export async function* zipped(files: Iterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name);
    entry.mtime = at;
    zip.add(entry);
    for (const piece of content) {
      entry.push(Buffer.from(piece));
      yield* packed.splice(0);
      // Let other requests run.
      await others();
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* packed;
}
