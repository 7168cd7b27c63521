import type { PDFWorker } from 'pdfjs-dist';
import * as library from 'pdfjs-dist/legacy/build/pdf.mjs';
import Worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker';
import type { FileText } from '../files/file-kind.ts';
import { pagesAsPictures, type Scan } from './pages-as-pictures.ts';
import { PAGES_MAX, readPdf } from './read-pdf.ts';

/** A menu takes a second or two. */
const LONGEST_MS = 20_000;
/** The pages of a scan are large pictures. */
const LONGEST_DRAWING_MS = 60_000;
const TOO_SLOW = 'This PDF takes too long to read. Open it, copy everything, and paste it here.';

/** Reads a PDF: 20 seconds at the longest. */
export const readPdfInWorker = async (file: File): Promise<FileText> =>
  (await inWorker(file, (data, worker) => readPdf(library, data, worker))) ?? { error: TOO_SLOW };

/** The first `most` pages of a PDF as pictures; undefined if that takes longer than a minute. */
export const drawPdfInWorker = (file: File, most = PAGES_MAX): Promise<Scan | undefined> =>
  inWorker(
    file,
    (data, worker, signal) => pagesAsPictures(library, data, { worker, signal, most }),
    LONGEST_DRAWING_MS,
  );

/** Runs `act` with a worker of its own, which ends with it. What takes longer than `longestMs` is aborted, and `undefined`. */
async function inWorker<Result>(
  file: File,
  act: (data: Uint8Array, worker: PDFWorker, signal: AbortSignal) => Promise<Result>,
  longestMs = LONGEST_MS,
): Promise<Result | undefined> {
  const port = new Worker();
  // Its types omit that a port can be a worker.
  const worker = new library.PDFWorker({ port: port as unknown as null });
  const tooSlow = AbortSignal.timeout(longestMs);
  const ended = new Promise<undefined>((resolve) => tooSlow.addEventListener('abort', () => resolve(undefined)));
  try {
    return await Promise.race([ended, act(new Uint8Array(await file.arrayBuffer()), worker, tooSlow)]);
  } finally {
    worker.destroy();
    port.terminate();
  }
}
