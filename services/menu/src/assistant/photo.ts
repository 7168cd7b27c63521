import { PHOTO_MAX_BYTES, PHOTO_TYPES } from '@tavola/contracts/assistant.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Request } from 'express';
import type { Photo } from './model.ts';

/** What each kind of picture has near its beginning, as latin1, and where. */
const MARKS: Readonly<Record<string, { at: number; is: string }>> = {
  'image/jpeg': { at: 0, is: '\xff\xd8\xff' },
  'image/png': { at: 0, is: '\x89PNG\r\n' },
  'image/webp': { at: 8, is: 'WEBP' },
};

/**
 * Reads the picture in the body of `req`.
 * @throws Problem `unsupported-media-type`, `body-too-large`, `malformed-request` for a body of unknown length, `image-unreadable`.
 */
export async function receivePhoto(req: Request): Promise<Photo> {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!(PHOTO_TYPES as readonly string[]).includes(type) || req.headers['content-encoding']) {
    throw new Problem('unsupported-media-type', 'The body must be a JPEG, PNG or WebP picture.');
  }
  const length = Number(req.headers['content-length']);
  if (!(length > 0)) throw new Problem('malformed-request', 'The request must say the length of the picture.');
  if (length > PHOTO_MAX_BYTES) {
    throw new Problem('body-too-large', `The picture can be at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB.`);
  }
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of req) chunks.push(chunk as Buffer);
  } catch (error) {
    throw new Problem('malformed-request', "The picture wasn't fully uploaded. Please try again.", { cause: error });
  }
  const bytes = Buffer.concat(chunks);
  const mark = MARKS[type] as { at: number; is: string };
  if (bytes.toString('latin1', mark.at, mark.at + mark.is.length) !== mark.is) {
    throw new Problem('image-unreadable', "This picture is damaged, or isn't the type it says it is.");
  }
  return { type, bytes };
}
