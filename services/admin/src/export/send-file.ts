import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** How long a download may take, in milliseconds. */
const DOWNLOAD_MS = 30 * 60_000;

export interface FileInParts {
  /** Its length. */
  bytes: number;
  /** One of its parts, or null after the last one. */
  part(number: number): Promise<Uint8Array | null>;
}

/**
 * Sends a file part by part, as fast as the client reads. If it turns out to be incomplete, or the client takes longer than
 * `withinMs`, the connection is closed.
 */
export async function sendFile(res: Response, { bytes, part }: FileInParts, withinMs = DOWNLOAD_MS): Promise<void> {
  async function* parts() {
    let left = bytes;
    for (let number = 0; left > 0; number += 1) {
      const next = await part(number);
      if (!next) throw new Error('the file is gone');
      left -= next.length;
      yield next;
    }
  }
  const signal = AbortSignal.timeout(withinMs);
  await pipeline(Readable.from(parts(), { objectMode: false }), res, { signal }).catch(() => res.destroy());
}
