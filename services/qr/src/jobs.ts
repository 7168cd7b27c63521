import { tolerant } from '@tavola/contracts/tolerant.ts';
import { z } from 'zod';
import { look } from './drawing/code-look.ts';
import { DRAWING_VERSION } from './drawing/draw-image.ts';

// The jobs that qr gives its workers. The two may run different releases, so jobs are read tolerantly.

/** The minimum drawing version that a job needs; jobs from before this field need none. */
const drawing = { drawing: z.int().default(0) };

const image = z.object({ text: z.string(), look, format: z.enum(['png', 'svg']), size: z.number() });

/** An image to draw, the owner of its logo, and the hash it is stored under. */
export const drawJob = z.object({ hash: z.string(), tenantId: z.string(), image, ...drawing });

/** A sheet to make; its content is in the database. */
export const sheetJob = z.object({ sheetId: z.string(), tenantId: z.string(), ...drawing });

/** A restaurant's style to try on a code of `text`; `logo` is the uploaded picture, in base64. */
export const styleJob = tolerant(
  z.object({
    tenantId: z.string().nullable(),
    text: z.string(),
    foreground: z.string(),
    background: z.string(),
    caption: z.string().nullable(),
    logo: z.string().nullable(),
  }),
);

/** The drawing version of sheets: after the images' version 4 their cards got looks, and captions in the menu's language. */
export const SHEET_DRAWING_VERSION = DRAWING_VERSION + 2;

/**
 * Rejects a job of a newer release than one that draws `version`: drawn here, it would be stored as that release's drawing.
 * @throws Error, which makes the queue retry the job on any free worker.
 */
export function requireDrawing(job: { drawing: number }, version: number): void {
  if (job.drawing > version) throw new Error('waits for a worker of the newer release');
}
