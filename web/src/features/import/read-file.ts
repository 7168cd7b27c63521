import type { FileKind, FileText, ReadOptions } from './files/file-kind.ts';
import { pdfFile } from './files/pdf-file.ts';
import { photoFile, readPhotos } from './files/photo-file.ts';
import { tableFile } from './files/table-file.ts';
import { EMPTY, textFile } from './files/text-file.ts';

/** The kinds of files that are read, the text file last: it takes what is of no other kind. */
const KINDS: readonly FileKind[] = [pdfFile, photoFile, tableFile, textFile];

/** What the file field offers, in the form of its `accept`. */
export const ACCEPTED = KINDS.flatMap(({ accept }) => accept).join(',');

const ONE_FILE = 'Choose one file, or several photos.';

/**
 * The text or the table of a file, or of several photos in their order, or why there is none. `options` say what is known of
 * its encoding, and how photos are read.
 */
export async function readFiles(files: readonly File[], options: ReadOptions): Promise<FileText> {
  const kinds = await Promise.all(files.map(kindOf));
  const [file] = files;
  const [kind] = kinds;
  if (!file || !kind || (files.length > 1 && kinds.some((one) => one !== photoFile))) return { error: ONE_FILE };
  if (files.some(({ size }) => size === 0)) return { error: EMPTY };
  if (files.some(({ size }) => size > kind.maxBytes)) return { error: tooLarge(kind.maxBytes) };
  return files.length > 1 ? readPhotos(files, options) : kind.read(file, options);
}

async function kindOf(file: File): Promise<FileKind> {
  const start = new Uint8Array(await file.slice(0, 1_024).arrayBuffer());
  return KINDS.find(({ matches }) => matches(start, file)) ?? textFile;
}

const tooLarge = (maxBytes: number) =>
  `This file is too large for a menu. It can have at most ${maxBytes / 1_000_000} MB.`;
