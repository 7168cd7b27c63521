import type { PDFPageProxy, PDFWorker } from 'pdfjs-dist';
import { openPdf, type PdfLibrary } from './read-pdf.ts';

/** Longest side of a picture, in pixels. */
const SIDE = 2048;

/** The largest picture on a page, in pixels: A4 with 600 of them on an inch. */
const SCAN_PIXELS_MAX = 36_000_000;

/** Pages of a scan. */
export interface Scan {
  /** Of the first pages. */
  pictures: Blob[];
  /** How many pages it has. */
  pages: number;
}

/**
 * The first `most` pages of a PDF as JPEG pictures.
 * @throws what pdf.js or the browser says if it can't draw them, or `signal` was aborted
 */
export async function pagesAsPictures(
  library: PdfLibrary,
  data: Uint8Array,
  { worker, signal, most }: { worker: PDFWorker; signal: AbortSignal; most: number },
): Promise<Scan> {
  const task = openPdf(library, { data, worker, maxImageSize: SCAN_PIXELS_MAX });
  const end = () => void task.destroy().catch(() => undefined);
  signal.addEventListener('abort', end);
  try {
    const pdf = await task.promise;
    const pictures: Blob[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, most); number++) {
      pictures.push(await pictureOf(await pdf.getPage(number)));
    }
    return { pictures, pages: pdf.numPages };
  } finally {
    end();
  }
}

async function pictureOf(page: PDFPageProxy): Promise<Blob> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: SIDE / Math.max(width, height) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport }).promise;
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  if (!picture) throw new Error('the canvas gave no picture');
  return picture;
}
