import { type FileKind, type FileText, type ReadOptions, startsWith } from './file-kind.ts';

const NOT_LOADED = "The PDF reader couldn't be loaded. Please try again.";
const NOT_DRAWN = "The pages of this PDF can't be shown as pictures. Take a photo of each, and choose that.";

/** A PDF: its text, or what is on its pages where these are pictures. Its reader is large, so it is loaded for the first PDF. */
export const pdfFile: FileKind = {
  accept: ['.pdf', 'application/pdf'],
  maxBytes: 5_000_000,
  matches: (start, { name, type }) => startsWith(start, '%PDF-') || type === 'application/pdf' || /\.pdf$/i.test(name),
  async read(file, options) {
    try {
      const { readPdfInWorker } = await import('../pdf/pdf-in-worker.ts');
      const read = await readPdfInWorker(file);
      return 'isScan' in read ? await readScan(file, options) : read;
    } catch {
      return { error: NOT_LOADED };
    }
  },
};

/** What is on the pages of a scan, which are read one after the other, as photos are. */
async function readScan(file: File, { photos, languages }: ReadOptions): Promise<FileText> {
  const { drawPdfInWorker } = await import('../pdf/pdf-in-worker.ts');
  if (photos.byAi) {
    const { AI_PAGES_MAX, readScanByAi } = await import('./read-by-ai.ts');
    const scan = await drawPdfInWorker(file, AI_PAGES_MAX).catch(() => undefined);
    return scan ? readScanByAi(scan, photos) : { error: NOT_DRAWN };
  }
  const scan = await drawPdfInWorker(file).catch(() => undefined);
  if (!scan) return { error: NOT_DRAWN };
  const { readPictures } = await import('../photo/read-pictures.ts');
  return readPictures(scan.pictures, photos, languages);
}
