import type { DoubtfulLine } from '../photo/scanned-page.ts';
import type { ReadTable } from '../table/table-of.ts';
import type { DecodeOptions, GuessedEncoding } from './decode-text.ts';

/**
 * The text of a file, as it goes into Import's text field, of a photo with the words that may be wrong; the table in it; or in
 * words why there is neither: its pages may be pictures, or it is one. Or the owner cancelled.
 */
export type FileText =
  | { text: string; encoding?: GuessedEncoding; doubts?: readonly DoubtfulLine[] }
  | { table: ReadTable }
  | { error: string; isScan?: true; isPicture?: true }
  | { isCancelled: true };

/** How much of some photos is read. */
export interface PhotoProgress {
  /** Of all, from 0 to 1. */
  share: number;
  /** The one that is being read, from 1, and how many there are. */
  page: number;
  pages: number;
}

export interface PhotoOptions {
  /** Whether the AI reads, to which photos are sent; otherwise this browser does. */
  byAi?: boolean;
  /** The language on the photo, such as 'de'; without it, those of the restaurant and of the browser. */
  language?: string | undefined;
  onProgress: (progress: PhotoProgress) => void;
  signal: AbortSignal;
}

export interface ReadOptions extends DecodeOptions {
  photos: PhotoOptions;
}

/** A kind of file that Import reads. */
export interface FileKind {
  /** Endings and media types, as in a file field's `accept`. */
  accept: readonly string[];
  /** The size of its largest file, in bytes. */
  maxBytes: number;
  /** Whether a file is of this kind, by its first 1,024 bytes or by its name and type. */
  matches: (start: Uint8Array, file: File) => boolean;
  /** Reads a file that is not empty and not too large. What it needs is loaded here, not before. Does not throw. */
  read: (file: File, options: ReadOptions) => Promise<FileText>;
}

/** Whether a file begins with these ASCII characters. */
export const startsWith = (start: Uint8Array, mark: string): boolean =>
  [...mark].every((char, index) => start[index] === char.charCodeAt(0));
