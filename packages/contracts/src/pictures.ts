import { z } from 'zod';
import { uuid } from './fields.ts';

// Uploads of pictures. What an address of a picture says: rules/pictures.ts, which brings no zod to diners' phones.

/** Largest upload, in bytes. */
export const UPLOAD_MAX_BYTES = 12 * 1024 * 1024;

/** What may be uploaded. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/**
 * Most pixels of an upload of each kind. What decoders hold for a pixel differs by a factor of thirty, and none may take more than
 * half of the memory of media's worker: `services/media/src/picture/read-in-child.test.ts` measures it.
 */
export const UPLOAD_KINDS = {
  jpeg: { what: 'A JPEG', maxPixels: 50_000_000 },
  progressiveJpeg: { what: 'A progressive JPEG', maxPixels: 25_000_000 },
  png: { what: 'A PNG', maxPixels: 25_000_000 },
  interlacedPng: { what: 'An interlaced PNG', maxPixels: 12_200_000 },
  webp: { what: 'A WebP', maxPixels: 50_000_000 },
  animatedWebp: { what: 'An animated WebP', maxPixels: 20_000_000 },
  avif: { what: 'An AVIF', maxPixels: 12_200_000 },
  deepAvif: { what: 'An AVIF with more than 8 bits per channel', maxPixels: 7_500_000 },
} as const;
export type UploadKind = keyof typeof UPLOAD_KINDS;

/** Shortest side of an upload, in pixels. */
export const UPLOAD_MIN_SIDE = 160;

/** A picture that a dish or a restaurant may show. */
export const picture = z.object({
  /** What to save as a dish's `image`. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  color: z.string(),
});

export type Picture = z.infer<typeof picture>;

/** GET /api/media/{id}: `picture` once it is ready, `reason` where it was refused. */
export const upload = z.object({
  id: z.uuid(),
  state: z.enum(['reading', 'ready', 'refused']),
  picture: picture.optional(),
  reason: z.string().optional(),
});
export type Upload = z.infer<typeof upload>;

const HASH = /^[0-9a-f]{24}$/;

/** The hash in a picture's address (`pictureAt`). */
export const pictureHash = z.string().regex(HASH, { error: 'hash must be that of a picture.' });

/** What names a picture: the hash in its address, or for a day its upload's id. */
export const pictureId = z.string().refine((id) => HASH.test(id) || uuid.safeParse(id).success, {
  error: 'Name a picture by the hash in its address, or by its upload.',
});

/** GET /api/media/pictures. */
export const pictureCount = z.object({ count: z.int() });
export type PictureCount = z.infer<typeof pictureCount>;

/** GET /internal/tenants/{tenantId}/pictures of menu and auth: the restaurant's own pictures that are in use. */
export const usedPictures = z.object({ pictures: z.array(z.string()) });
