import type { FileKind } from './file-kind.ts';

export const EMPTY = 'This file is empty.';
const NO_TEXT = "This file isn't text. Open it, copy everything, and paste it here.";

/** Text in one of the usual encodings, which are told apart by code that is loaded for the first file. Any file that is no other kind. */
export const textFile: FileKind = {
  accept: ['.txt', '.md', 'text/plain'],
  maxBytes: 1_000_000,
  matches: () => true,
  async read(file, options) {
    const { decodeText } = await import('./decode-text.ts');
    const { text, guess } = decodeText(new Uint8Array(await file.arrayBuffer()), options);
    if (text.trim() === '') return { error: EMPTY };
    return text.includes('\0') ? { error: NO_TEXT } : { text, ...(guess && { encoding: guess }) };
  },
};
