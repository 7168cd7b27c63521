import { type FileKind, startsWith } from './file-kind.ts';

const NOT_LOADED = "The PDF reader couldn't be loaded. Please try again.";

/** A PDF with text. Its reader is large, so it is loaded for the first PDF. */
export const pdfFile: FileKind = {
  accept: ['.pdf', 'application/pdf'],
  maxBytes: 5_000_000,
  matches: (start, { name, type }) => startsWith(start, '%PDF-') || type === 'application/pdf' || /\.pdf$/i.test(name),
  async read(file) {
    try {
      const { readPdfInWorker } = await import('../pdf/pdf-in-worker.ts');
      return await readPdfInWorker(file);
    } catch {
      return { error: NOT_LOADED };
    }
  },
};
