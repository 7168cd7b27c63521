import type { ReadTable } from '../table/table-of.ts';
import type { DecodeOptions, GuessedEncoding } from './decode-text.ts';

/** The text of a file, as it goes into Import's text field; the table in it; or in words why there is neither: its pages may be pictures. */
export type FileText =
  | { text: string; encoding?: GuessedEncoding }
  | { table: ReadTable }
  | { error: string; isScan?: true };

/** A kind of file that Import reads. */
export interface FileKind {
  /** Endings and media types, as in a file field's `accept`. */
  accept: readonly string[];
  /** The size of its largest file, in bytes. */
  maxBytes: number;
  /** Whether a file is of this kind, by its first 1,024 bytes or by its name and type. */
  matches: (start: Uint8Array, file: File) => boolean;
  /** Reads a file that is not empty and not too large. What it needs is loaded here, not before. Does not throw. */
  read: (file: File, options?: DecodeOptions) => Promise<FileText>;
}

/** Whether a file begins with these ASCII characters. */
export const startsWith = (start: Uint8Array, mark: string): boolean =>
  [...mark].every((char, index) => start[index] === char.charCodeAt(0));
