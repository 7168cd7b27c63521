import tesseract from 'tesseract.js/dist/tesseract.esm.min.js';
import { READER_CORE, READER_FOLDER, READER_SETTINGS, READER_WORKER } from './reader-files.ts';
import { linesOf, type ScannedLine } from './scanned-page.ts';

/** Reads letters on pictures, in a worker of its own. */
export interface PhotoReader {
  /** The lines on a picture. @throws what the reader says */
  read: (picture: Blob) => Promise<ScannedLine[]>;
  close: () => void;
}

/** Its engine for neural networks, which are all that the site's data are for. */
const LSTM_ONLY = 1;

/**
 * Starts the reader, whose files come from the site. `onShare` hears which share of a picture is read, from 0 to 1.
 * @throws what the reader or the network says
 */
export async function openReader(languages: readonly string[], onShare: (share: number) => void): Promise<PhotoReader> {
  const options = {
    workerPath: `${READER_FOLDER}/${READER_WORKER}`,
    // The Content-Security-Policy allows no worker from a string.
    workerBlobURL: false,
    corePath: `${READER_FOLDER}/${READER_CORE}`,
    langPath: READER_FOLDER,
    // The browser's own cache keeps the files.
    cacheMethod: 'none',
    logger: ({ status, progress }: { status: string; progress: number }) => {
      if (status === 'recognizing text') onShare(progress);
    },
    // Failures are thrown; without this they would be thrown once more, where nobody catches them.
    errorHandler: () => undefined,
  } satisfies Partial<tesseract.WorkerOptions>;
  const worker = await tesseract.createWorker([...languages], LSTM_ONLY, options, READER_SETTINGS);
  return {
    async read(picture) {
      const { data } = await worker.recognize(picture, { rotateAuto: true }, { blocks: true, text: false });
      return linesOf(data);
    },
    close: () => void worker.terminate(),
  };
}
