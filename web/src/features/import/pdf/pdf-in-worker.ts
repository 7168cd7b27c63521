import * as library from 'pdfjs-dist/legacy/build/pdf.mjs';
import Worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker';
import type { FileText } from '../files/file-kind.ts';
import { readPdf } from './read-pdf.ts';

/** A menu takes a second or two. */
const LONGEST_MS = 20_000;
const TOO_SLOW = 'This PDF takes too long to read. Open it, copy everything, and paste it here.';

/** Reads a PDF in a worker of its own, which ends with it: after 20 seconds at the latest. */
export async function readPdfInWorker(file: File): Promise<FileText> {
  const port = new Worker();
  // Its types omit that a port can be a worker.
  const worker = new library.PDFWorker({ port: port as unknown as null });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooSlow = new Promise<FileText>((resolve) => {
    timer = setTimeout(() => resolve({ error: TOO_SLOW }), LONGEST_MS);
  });
  try {
    return await Promise.race([readPdf(library, new Uint8Array(await file.arrayBuffer()), worker), tooSlow]);
  } finally {
    clearTimeout(timer);
    worker.destroy();
    port.terminate();
  }
}
