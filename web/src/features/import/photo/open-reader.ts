import tesseract from 'tesseract.js/dist/tesseract.esm.min.js';
import type { GrayPicture } from './gray-picture.ts';
import { firstLook, LSTM_ONLY, readPage } from './read-page.ts';
import { READER_CORE, READER_FOLDER, READER_SETTINGS, READER_WORKER } from './reader-files.ts';
import type { ScannedLine } from './scanned-page.ts';

/** Reads letters on pictures, in a worker of its own. */
export interface PhotoReader {
  /** The lines on a picture. @throws what the reader says */
  read: (picture: GrayPicture) => Promise<ScannedLine[]>;
  close: () => void;
}

/**
 * Starts the reader, whose files come from the site. `onShare` hears which share of a picture is read, from 0 to 1.
 * @throws what the reader or the network says
 */
export async function openReader(languages: readonly string[], onShare: (share: number) => void): Promise<PhotoReader> {
  let isFirstLook = true;
  const options = {
    workerPath: `${READER_FOLDER}/${READER_WORKER}`,
    // The Content-Security-Policy allows no worker from a string.
    workerBlobURL: false,
    corePath: `${READER_FOLDER}/${READER_CORE}`,
    langPath: READER_FOLDER,
    // The browser's own cache keeps the files.
    cacheMethod: 'none',
    logger: ({ status, progress }: { status: string; progress: number }) => {
      if (status === 'recognizing text' && isFirstLook) onShare(progress * firstLook(languages));
    },
    // Failures are thrown; without this they would be thrown once more, where nobody catches them.
    errorHandler: () => undefined,
  } satisfies Partial<tesseract.WorkerOptions>;
  const worker = await tesseract.createWorker([...languages], LSTM_ONLY, options, READER_SETTINGS);
  return {
    read(picture) {
      isFirstLook = true;
      return readPage(worker, picture, languages, (share) => {
        isFirstLook = false;
        onShare(share);
      });
    },
    close: () => void worker.terminate(),
  };
}
