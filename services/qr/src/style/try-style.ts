import type { FieldError } from '@tavola/contracts/errors.ts';
import type { z } from 'zod';
import { type Look, lookFault } from '../drawing/code-look.ts';
import { drawImage } from '../drawing/draw-image.ts';
import type { DrawingQueue } from '../drawing/drawing-queue.ts';
import { logoOf, measuredLogo, UnreadableLogo } from '../drawing/logo.ts';
import { Unreadable } from '../drawing/read-back.ts';
import type { styleJob } from '../jobs.ts';

/** A style to try on a code. */
export type TriedStyle = z.infer<typeof styleJob>;

/** The outcome: the fault that makes it unreadable, or the logo as it will be drawn, in base64. */
export type StyleOutcome = { fault: FieldError } | { fault: null; logo: string | null };

/** A logo that is harmless in one image can look like a part of the code in another, so several are tried. */
const TRIED = [
  { format: 'png', size: 512 },
  { format: 'svg', size: 1024 },
] as const;

/** Draws a code in a style and reads it back; the logo is read, and each code drawn, at its turn in `drawings`. */
export async function tryStyle(
  { tenantId, text, logo: picture, ...colors }: TriedStyle,
  drawings: DrawingQueue,
): Promise<StyleOutcome> {
  const place = { restaurant: tenantId ?? text };
  const fault = lookFault(colors);
  if (fault) return { fault };
  let png: Uint8Array | null = null;
  try {
    if (picture) png = await drawings.run(place, () => logoOf(Buffer.from(picture, 'base64')));
  } catch (error) {
    if (error instanceof UnreadableLogo) return { fault: { field: 'logo', message: error.message } };
    throw error;
  }
  const readable = async (logo: Uint8Array | null) => {
    const look: Look = { ...colors, logoHash: null };
    try {
      const measured = logo && (await measuredLogo(logo));
      for (const tried of TRIED)
        await drawings.run(place, () => drawImage({ text, look, ...tried }, measured, 'style'));
      return true;
    } catch (error) {
      if (error instanceof Unreadable) return false;
      throw error;
    }
  };
  if (await readable(png)) return { fault: null, logo: png && Buffer.from(png).toString('base64') };
  if (png && (await readable(null))) {
    return { fault: { field: 'logo', message: 'The logo covers too much of the code for phones to read it.' } };
  }
  return { fault: { field: 'foreground', message: "Phones can't read the code in these colors." } };
}
