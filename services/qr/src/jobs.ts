import { tolerant } from '@tavola/contracts/tolerant.ts';
import { z } from 'zod';
import { DRAWING_VERSION } from './drawing/draw-image.ts';
import { look } from './drawing/look.ts';

// What qr asks its workers to do. The two may be of different releases, so jobs are read tolerantly.

/** The release's way of drawing that a job needs at least; a job from before it was said needs none. */
const drawing = { drawing: z.int().default(0) };

const image = z.object({ text: z.string(), look, format: z.enum(['png', 'svg']), size: z.number() });

/** One image to draw, whose logo it is, and the hash it is kept under. */
export const drawJob = z.object({ hash: z.string(), tenantId: z.string(), image, ...drawing });

/** A sheet to make; what shows in it is in the database. */
export const sheetJob = z.object({ sheetId: z.string(), tenantId: z.string(), ...drawing });

/** A style to be tried on a code that says `text`; `logo` is the picture given as one, in base64. */
export const styleJob = tolerant(
  z.object({
    text: z.string(),
    foreground: z.string(),
    background: z.string(),
    caption: z.string().nullable(),
    logo: z.string().nullable(),
  }),
);

/**
 * Leaves a job of a newer release to one of its workers: drawn here, it would be kept as that release's drawing.
 * @throws Error, on which the job is tried again, by whichever worker is free then.
 */
export function requireDrawing(job: { drawing: number }): void {
  if (job.drawing > DRAWING_VERSION) throw new Error('waits for a worker of the newer release');
}
