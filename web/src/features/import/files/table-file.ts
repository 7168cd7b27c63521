import type { ReadTable } from '../table/table-of.ts';
import type { DecodeOptions } from './decode-text.ts';
import { type FileKind, startsWith } from './file-kind.ts';
import { textFile } from './text-file.ts';

/** The longest that a table may take to be read. */
const LONGEST_MS = 20_000;

const DOCUMENT = "Documents can't be read. Open it, copy everything, and paste it here.";
const UNREAD = "This file couldn't be read as a table.";

/** A table of dishes: an Excel workbook, comma-separated values, or JSON. */
export const tableFile: FileKind = {
  accept: [
    '.xlsx',
    '.csv',
    '.tsv',
    '.json',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv',
    'application/json',
  ],
  maxBytes: 5_000_000,
  matches: (start, { name }) => startsWith(start, 'PK\x03\x04') || /\.(xlsx?|csv|tsv|json)$/i.test(name),
  async read(file, options) {
    // They are zip files, too.
    if (/\.(docx|odt|pages)$/i.test(file.name)) return { error: DOCUMENT };
    const found = await readInWorker(new Uint8Array(await file.arrayBuffer()), file.name, {
      languages: options.languages,
      encoding: options.encoding,
    });
    if (!('read' in found)) return { error: found.error ?? UNREAD };
    if (!('text' in found.read)) return { table: found.read };
    return file.size > textFile.maxBytes ? { error: UNREAD } : textFile.read(file, options);
  },
};

type Answer = { read: ReadTable | { text: string } } | { error: string | undefined };

/** Reads a table in a thread of its own, which ends with it. */
function readInWorker(bytes: Uint8Array<ArrayBuffer>, name: string, options: DecodeOptions): Promise<Answer> {
  const worker = new Worker(new URL('../table/table-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => resolve({ error: 'This file takes too long to read.' }), LONGEST_MS);
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
  worker.addEventListener('error', () => resolve({ error: undefined }));
  worker.postMessage({ bytes, name, options }, [bytes.buffer]);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
