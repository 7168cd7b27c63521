import type { FieldError } from '@tavola/contracts/errors.ts';
import type { CodeStyle } from '@tavola/contracts/qr.ts';
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
  if (contrast(foreground, background) < CONTRAST_MIN) {
    return { field: 'foreground', message: 'The colors are too similar for phones to read the code.' };
  }
  const unknown = unknownCharacters(caption ?? '');
  if (unknown.length > 0) {
    return { field: 'caption', message: `The caption has characters that can't be printed: ${unknown.join(' ')}` };
  }
  return null;
}

/** The contrast that text needs (WCAG 2.2 AA). */
const TEXT_CONTRAST = 4.5;

/** `color` made darker, as little as needed, until text in it is legible on the light `background`. */
export function legibleOn(color: string, background: string): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const darker = `#${rgb(color)
      .map((part) =>
        Math.round(part * share)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
    if (contrast(darker, background) >= TEXT_CONTRAST) return darker;
  }
  return '#000000';
}

/** The contrast between a dark and a light color as WCAG defines it: 21 is black on white. */
const contrast = (dark: string, light: string) => (luminance(light) + 0.05) / (luminance(dark) + 0.05);

/** Relative luminance of a `#rrggbb`, 0 (black) to 1 (white), as WCAG defines it. */
function luminance(color: string): number {
  const [red, green, blue] = rgb(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The red, green and blue of a `#rrggbb`. */
export const rgb = (color: string): [number, number, number] => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
