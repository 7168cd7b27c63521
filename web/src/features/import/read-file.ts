/** The largest file that is read as a menu, in bytes. */
const FILE_MAX_BYTES = 1_000_000;

const TOO_LARGE = 'This file is too large for a menu. It can have at most 1 MB.';
const EMPTY = 'This file is empty.';
const NO_TEXT = "This file isn't text. Open it, copy everything, and paste it here.";

/** The text of a file in UTF-8, little-endian UTF-16 or, like older spreadsheets', windows-1252; or why there is none. */
export async function readFile(file: File): Promise<{ text: string } | { error: string }> {
  if (file.size > FILE_MAX_BYTES) return { error: TOO_LARGE };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decoded(bytes);
  if (text.trim() === '') return { error: EMPTY };
  return text.includes('\0') || text.startsWith('%PDF-') ? { error: NO_TEXT } : { text };
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
