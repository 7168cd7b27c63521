import type { DecodeOptions } from './files/decode-text.ts';
import type { FileKind, FileText } from './files/file-kind.ts';
import { pdfFile } from './files/pdf-file.ts';
import { photoFile } from './files/photo-file.ts';
import { tableFile } from './files/table-file.ts';
import { textFile } from './files/text-file.ts';

/** The kinds of files that are read, the text file last: it takes what is of no other kind. */
const KINDS: readonly FileKind[] = [pdfFile, photoFile, tableFile, textFile];

/** What the file field offers, in the form of its `accept`. */
export const ACCEPTED = KINDS.flatMap(({ accept }) => accept).join(',');

/** The text or the table of a file, or why there is none. `options` say what is known of its encoding. */
export async function readFile(file: File, options?: DecodeOptions): Promise<FileText> {
  const start = new Uint8Array(await file.slice(0, 1_024).arrayBuffer());
  const kind = KINDS.find(({ matches }) => matches(start, file)) ?? textFile;
  if (file.size > kind.maxBytes) return { error: tooLarge(kind.maxBytes) };
  return kind.read(file, options);
}

const tooLarge = (maxBytes: number) =>
  `This file is too large for a menu. It can have at most ${maxBytes / 1_000_000} MB.`;
