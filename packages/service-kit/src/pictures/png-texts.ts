const SIGNATURE_BYTES = 8;

/** A chunk's length and type before its data, and its checksum after it. */
const HEAD_BYTES = 8;
const CHECK_BYTES = 4;

/** Chunks that say how the pixels look; critical ones begin with a capital letter. */
const SHOWS = /^(?:[A-Z]|tRNS|iCCP|sRGB|gAMA|cHRM|cICP|sBIT|eXIf)/;

/**
 * A PNG without the chunks that say nothing of its pixels. libpng unpacks each compressed text in it up to 8 MB, even where only the
 * header is read, so 7 MB of them took 4 GB. A file that is broken or no PNG ends at its first broken chunk.
 */
export function withoutPngTexts(png: Uint8Array): Uint8Array {
  const { buffer, byteOffset, byteLength } = png;
  const file = Buffer.from(buffer, byteOffset, byteLength);
  const kept = [file.subarray(0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; at + HEAD_BYTES <= file.length; ) {
    const end = at + HEAD_BYTES + file.readUInt32BE(at) + CHECK_BYTES;
    if (SHOWS.test(file.toString('latin1', at + 4, at + HEAD_BYTES))) kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}
