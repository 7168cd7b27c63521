import { UNREADABLE } from '../../../lib/pictures/upload-picture.ts';
import type { FileText, PhotoOptions } from '../files/file-kind.ts';
import { openReader, type PhotoReader } from './open-reader.ts';
import { readerLanguages } from './photo-languages.ts';
import { preparePicture } from './prepare-picture.ts';
import { doubtsIn, type ScannedPage, textOfScans } from './scanned-page.ts';

/** The longest that one picture may take: a slow phone needs half a minute. */
const LONGEST_MS = 120_000;

const NO_TEXT = 'No text was found in this picture. Try a sharper one, straight from above.';
const NOT_LOADED = "The photo reader couldn't be loaded. Check your connection and try again.";
const TOO_SLOW = 'This photo takes too long to read here. Type the menu, or copy its text and paste it.';

/**
 * The text on pictures, in their order, read in this browser: nothing is sent. With the words of which the reader is not sure,
 * or why there is no text. Does not throw.
 */
export async function readPictures(
  pictures: readonly Blob[],
  { language, onProgress, signal }: PhotoOptions,
  restaurant?: readonly string[],
): Promise<FileText> {
  let page = 0;
  const pages = pictures.length;
  const languages = readerLanguages({ chosen: language, restaurant, browser: navigator.languages });
  const progress = (share: number) => onProgress({ share: (page + share) / pages, page: page + 1, pages });
  progress(0);
  const opening = openReader(languages, progress);
  let reader: PhotoReader | undefined;
  try {
    reader = await unlessAborted(opening, signal);
  } catch {
    // Once it is open it is of no use.
    opening.then((late) => late.close()).catch(() => undefined);
    return signal.aborted ? { isCancelled: true } : { error: NOT_LOADED, isPicture: true };
  }
  const tooSlow = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scanned: ScannedPage[] = [];
  try {
    for (const picture of pictures) {
      timer = setTimeout(() => tooSlow.abort(), LONGEST_MS);
      progress(0);
      const prepared = await preparePicture(picture).catch(() => undefined);
      if (!prepared) return { error: UNREADABLE, isPicture: true };
      const lines = await unlessAborted(reader.read(prepared), AbortSignal.any([signal, tooSlow.signal]));
      scanned.push({ lines, width: prepared.width, height: prepared.height });
      clearTimeout(timer);
      page++;
    }
  } catch {
    return signal.aborted
      ? { isCancelled: true }
      : { error: tooSlow.signal.aborted ? TOO_SLOW : NO_TEXT, isPicture: true };
  } finally {
    clearTimeout(timer);
    reader.close();
  }
  const text = textOfScans(scanned);
  return text === '' ? { error: NO_TEXT, isPicture: true } : { text, doubts: doubtsIn(text, scanned) };
}

/** What `work` gives. @throws what `signal` was aborted with, as soon as it is */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
