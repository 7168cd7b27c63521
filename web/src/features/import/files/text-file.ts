import type { FileKind } from './file-kind.ts';

const EMPTY = 'This file is empty.';
const NO_TEXT = "This file isn't text. Open it, copy everything, and paste it here.";

/** Text in UTF-8, little-endian UTF-16 or, like older spreadsheets', windows-1252. Any file that is no other kind. */
export const textFile: FileKind = {
  accept: ['.txt', '.csv', '.tsv', '.md', 'text/plain', 'text/csv'],
  maxBytes: 1_000_000,
  matches: () => true,
  async read(file) {
    const text = decoded(new Uint8Array(await file.arrayBuffer()));
    if (text.trim() === '') return { error: EMPTY };
    return text.includes('\0') ? { error: NO_TEXT } : { text };
  },
};

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
