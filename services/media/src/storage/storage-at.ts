import { z } from 'zod';
import { fileStorage } from './file-storage.ts';
import { bucketOf, s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** The setting `STORAGE_URL`: `file:///a/folder`, or `s3+https://KEY:SECRET@HOST/BUCKET?region=REGION`. */
export const storageUrl = z
  .url({ protocol: /^(file|s3\+https?)$/, error: 'must be a file:// or s3+https:// URL', abort: true })
  .refine(
    (url) => url.startsWith('file:') || bucketOf(url) !== null,
    'must be s3+https://KEY:SECRET@HOST/BUCKET, with special characters in KEY and SECRET as %XX',
  );

/** The storage at `url`, which `storageUrl` has checked. Processes may share it. */
export const storageAt = (url: string): Storage => {
  const bucket = bucketOf(url);
  return bucket ? s3Storage(bucket) : fileStorage(url);
};
