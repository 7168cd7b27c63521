import type { FieldError } from '@tavola/contracts/errors.ts';
import type { CodeStyle } from '@tavola/contracts/qr.ts';
import { contrastRatio, luminance } from '@tavola/contracts/rules/contrast.ts';
import { tolerant } from '@tavola/contracts/tolerant.ts';
import { z } from 'zod';
import { unknownCharacters } from './lettering.ts';

/** The look of a code: a style, with its logo given by the hash of its bytes. */
export const look = tolerant(
  z.object({
    foreground: z.string(),
    background: z.string(),
    caption: z.string().nullable(),
    logoHash: z.string().nullable(),
  }),
);
export type Look = z.infer<typeof look>;

/** Minimum contrast between background and code. */
const CONTRAST_MIN = 4;

/** Checks a look without drawing it; null if nothing is wrong. */
export function lookFault({ foreground, background, caption }: Omit<CodeStyle, 'logo'>): FieldError | null {
  // Scanners expect dark on light; many never find an inverted code.
  if (luminance(foreground) > luminance(background)) {
    return { field: 'foreground', message: 'The code must be darker than its background for phones to read it.' };
  }
  if (contrastRatio(foreground, background) < CONTRAST_MIN) {
    return { field: 'foreground', message: 'The colors are too similar for phones to read the code.' };
  }
  const unknown = unknownCharacters(caption ?? '');
  if (unknown.length > 0) {
    return { field: 'caption', message: `The caption has characters that can't be printed: ${unknown.join(' ')}` };
  }
  return null;
}
