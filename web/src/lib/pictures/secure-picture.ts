import { isInsecurePicture } from '@tavola/contracts/rules/pictures.ts';
import type { z } from 'zod';

/** `schema` of the address of a picture in the field `label`, which refuses one without https, unless it is the `kept` one. */
export const securePicture = <Schema extends z.ZodType<string | null | undefined>>(
  schema: Schema,
  label: string,
  kept: string | null | undefined,
) =>
  schema.refine((address) => !address || address === kept || !isInsecurePicture(address), {
    error: `${label} must start with https://.`,
  });
