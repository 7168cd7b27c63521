import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import tesseract from 'tesseract.js';
import { textOfPages } from '../../../web/src/features/import/pdf/pdf-text.ts';
import { readSize } from '../../../web/src/features/import/photo/read-size.ts';
import {
  type DoubtfulLine,
  doubtsIn,
  linesOf,
  pageOfWords,
  type ScannedPage,
} from '../../../web/src/features/import/photo/scanned-page.ts';
import { stretchContrast } from '../../../web/src/features/import/photo/stretch-contrast.ts';

/** What the photo reader makes of pictures, by the code of the browser; only the turning and scaling is sharp's. */
export async function textOfPictures(
  pictures: readonly Buffer[],
  language: string,
): Promise<{ text: string; doubts: DoubtfulLine[] }> {
  const data = fileURLToPath(import.meta.resolve(`@tesseract.js-data/${language}/package.json`));
  const worker = await tesseract.createWorker(language, tesseract.OEM.LSTM_ONLY, {
    langPath: data.replace('package.json', '4.0.0_best_int'),
    cacheMethod: 'none',
  });
  try {
    const pages: ScannedPage[] = [];
    for (const picture of pictures) {
      const upright = sharp(picture).autoOrient();
      const { width = 1, height = 1 } = await upright.metadata();
      const size = readSize(width, height);
      const { data: pixels, info } = await upright
        .resize(size)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      stretchContrast(new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length));
      const prepared = await sharp(pixels, { raw: info }).png().toBuffer();
      const { data: read } = await worker.recognize(prepared, { rotateAuto: true }, { blocks: true, text: false });
      pages.push({ ...size, lines: linesOf(read) });
    }
    const text = textOfPages(pages.map(pageOfWords));
    return { text, doubts: doubtsIn(text, pages) };
  } finally {
    await worker.terminate();
  }
}
