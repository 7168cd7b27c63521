import { setImmediate as others } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

/** A file in a zip, its content in pieces that each take milliseconds to make and to pack. */
export interface ZipFile {
  name: string;
  content: Iterable<string | Uint8Array>;
}

/** A zip of `files`, last changed `at`. A piece is made when the one before it is packed: never is all of it there unpacked. */
export async function zipped(files: Iterable<ZipFile>, at: Date): Promise<Buffer> {
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
      // Whoever else is served here has their turn.
      await others();
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  return Buffer.concat(packed);
}
