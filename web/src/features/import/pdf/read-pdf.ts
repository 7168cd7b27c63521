import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy, PDFWorker } from 'pdfjs-dist';
import { formatCount } from '../../../lib/text/format.ts';
import type { FileText } from '../files/file-kind.ts';
import type { PdfPage, PdfRun } from './pdf-page.ts';
import { textOfPages } from './pdf-text.ts';
import { inReadingOrder } from './right-to-left.ts';
import { hasSpreadLetters, withWholeWords } from './spread-letters.ts';

/** The part of pdfjs-dist that reads: of its build for browsers, or of that for Node. */
export type PdfLibrary = Pick<typeof import('pdfjs-dist'), 'getDocument' | 'OPS' | 'Util'>;

/** Most pages of a PDF. */
export const PAGES_MAX = 20;
/** Pieces of text on a page. A full menu page has a few thousand. */
const RUNS_MAX = 20_000;

const BROKEN = "This PDF can't be read. It may be damaged. Open it, copy everything, and paste it here.";
const LOCKED = 'This PDF has a password. Save a copy without one, and choose that.';
const SCAN = 'This PDF has no text: its pages are pictures. Choose the document it was made from, or type the menu.';
const TOO_FULL = 'This PDF has more text than a menu. Open it, copy what you need, and paste it here.';
const tooLong = (pages: number) => `This PDF has ${formatCount(pages)} pages. A menu can have at most ${PAGES_MAX}.`;

/** The text of a PDF, or why there is none. Its pictures are not read. */
export async function readPdf(library: PdfLibrary, data: Uint8Array, worker?: PDFWorker): Promise<FileText> {
  // No picture is decoded where the drawing of a page is looked at.
  const task = openPdf(library, { data, worker, maxImageSize: 0 });
  try {
    return await textOf(library, await task.promise);
  } catch (error) {
    return { error: error instanceof Error && error.name === 'PasswordException' ? LOCKED : BROKEN };
  } finally {
    void task.destroy().catch(() => undefined);
  }
}

interface OpenedPdf {
  data: Uint8Array;
  worker: PDFWorker | undefined;
  /** The largest picture that is decoded, in pixels. */
  maxImageSize: number;
}

/** Opens a PDF that may be hostile: its scripts never run, and nothing that it links to is loaded. */
export const openPdf = (
  library: Pick<PdfLibrary, 'getDocument'>,
  { data, worker, maxImageSize }: OpenedPdf,
): PDFDocumentLoadingTask =>
  library.getDocument({
    data,
    ...(worker && { worker }),
    maxImageSize,
    verbosity: 0,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    isImageDecoderSupported: false,
    isOffscreenCanvasSupported: false,
  });

async function textOf(library: PdfLibrary, document: PDFDocumentProxy): Promise<FileText> {
  if (document.numPages > PAGES_MAX) return { error: tooLong(document.numPages) };
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await pageOf(library, await document.getPage(number));
    if (!page) return { error: TOO_FULL };
    pages.push(page);
  }
  const text = textOfPages(pages);
  return text === '' ? { error: SCAN, isScan: true } : { text };
}

/** What is written on a page; `undefined` if that is too much. */
async function pageOf(library: PdfLibrary, page: PDFPageProxy): Promise<PdfPage | undefined> {
  const { height, width, transform } = page.getViewport({ scale: 1 });
  const reader = page.streamTextContent().getReader();
  const found: PdfRun[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const item of part.value.items) {
      if ('str' in item) found.push(...runOf(item, transform));
    }
    if (found.length > RUNS_MAX) return undefined;
  }
  const drawn = hasSpreadLetters(found)
    ? withWholeWords(found, await page.getOperatorList({ annotationMode: 0 }), library, transform)
    : found;
  return { height, runs: inReadingOrder(drawn, width) };
}

type Matrix = readonly number[];
interface TextItem {
  str: string;
  transform: Matrix;
  width: number;
  fontName: string;
}

/** An item at its place on the page as it is seen. None for empty ones and for those that stand on their side. */
function runOf(
  { str, transform, width, fontName }: TextItem,
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix,
): PdfRun[] {
  const [ta = 0, tb = 0, tc = 0, td = 0, te = 0, tf = 0] = transform;
  const run = {
    text: str,
    x: a * te + c * tf + e,
    y: b * te + d * tf + f,
    width,
    size: Math.hypot(b * tc + d * td, a * tc + c * td),
    font: fontName,
  };
  const isLevel = Math.abs(b * ta + d * tb) <= Math.abs(a * ta + c * tb) * 0.1;
  return str !== '' && isLevel && [run.x, run.y, run.width, run.size].every(Number.isFinite) && run.size > 0
    ? [run]
    : [];
}
