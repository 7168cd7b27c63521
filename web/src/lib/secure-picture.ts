import { INSECURE_PICTURE, isInsecurePicture } from '@tavola/contracts/rules/pictures.ts';
import type { z } from 'zod';

/** `schema` of a picture's address, which refuses one without https, unless it is the `kept` one. */
export const securePicture = <Schema extends z.ZodType<string | null | undefined>>(
  schema: Schema,
  kept: string | null | undefined,
) =>
  schema.refine((address) => !address || address === kept || !isInsecurePicture(address), { error: INSECURE_PICTURE });
