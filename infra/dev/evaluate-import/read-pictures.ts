import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import tesseract from 'tesseract.js';
import { grayOf } from '../../../web/src/features/import/photo/gray-of.ts';
import type { GrayPicture } from '../../../web/src/features/import/photo/gray-picture.ts';
import { readerLanguages } from '../../../web/src/features/import/photo/photo-languages.ts';
import { LSTM_ONLY, readPage } from '../../../web/src/features/import/photo/read-page.ts';
import { readSize } from '../../../web/src/features/import/photo/read-size.ts';
import { READER_SETTINGS } from '../../../web/src/features/import/photo/reader-files.ts';
import { doubtsIn, type ScannedPage, textOfScans } from '../../../web/src/features/import/photo/scanned-page.ts';
import type { DoubtfulSource } from '../../../web/src/features/import/table/table-of-text.ts';

/** The browser of most owners. */
const BROWSER = ['en'];

/**
 * What the photo reader makes of pictures of a restaurant's menu, by the code of the browser; only the turning and scaling is
 * sharp's. `onPage` hears how long each took, in milliseconds.
 */
export async function textOfPictures(
  pictures: readonly Buffer[],
  restaurant: readonly string[],
  onPage: (ms: number) => void = () => {},
): Promise<DoubtfulSource> {
  const codes = readerLanguages({ restaurant, browser: BROWSER });
  // The reader takes all languages from one folder.
  const folder = mkdtempSync(join(tmpdir(), 'tavola-languages-'));
  for (const code of codes) cpSync(dataOf(code), folder, { recursive: true });
  const options = { langPath: folder, cacheMethod: 'none' };
  const worker = await tesseract.createWorker(codes, LSTM_ONLY, options, READER_SETTINGS);
  try {
    const pages: ScannedPage[] = [];
    for (const picture of pictures) {
      const began = performance.now();
      const page = await prepared(picture);
      pages.push({ ...page, lines: await readPage(worker, page, codes) });
      onPage(performance.now() - began);
    }
    const text = textOfScans(pages);
    return { text, doubts: doubtsIn(text, pages) };
  } finally {
    await worker.terminate();
    rmSync(folder, { recursive: true });
  }
}

async function prepared(picture: Buffer): Promise<GrayPicture> {
  const upright = sharp(picture).autoOrient();
  const { autoOrient } = await upright.metadata();
  const size = readSize(autoOrient.width, autoOrient.height);
  const raw = await upright.resize(size).ensureAlpha().raw().toBuffer();
  return { ...size, gray: grayOf(new Uint8ClampedArray(raw)) };
}

const dataOf = (code: string) =>
  fileURLToPath(new URL('4.0.0_best_int', import.meta.resolve(`@tesseract.js-data/${code}/package.json`)));
