import { hasAssistant } from '../../../lib/menu/assistant.ts';
import { type FileKind, startsWith } from './file-kind.ts';

const NOT_LOADED = "The PDF reader couldn't be loaded. Please try again.";

/** A PDF: its text, or its pages as photos where an AI is set up. Its reader is large, so it is loaded for the first PDF. */
export const pdfFile: FileKind = {
  accept: ['.pdf', 'application/pdf'],
  maxBytes: 5_000_000,
  matches: (start, { name, type }) => startsWith(start, '%PDF-') || type === 'application/pdf' || /\.pdf$/i.test(name),
  async read(file) {
    try {
      const { readPdfInWorker } = await import('../pdf/pdf-in-worker.ts');
      const read = await readPdfInWorker(file);
      if (!('isScan' in read) || !(await hasAssistant().catch(() => false))) return read;
      const { readScan } = await import('./read-scan.ts');
      return await readScan(file);
    } catch {
      return { error: NOT_LOADED };
    }
  },
};
