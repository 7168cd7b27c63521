import sharp from 'sharp';
import { rasterised, readCode } from '../../../services/qr/test/read-code.ts';

/** The texts of a PDF's codes in reading order, page by page; each page is cut into equal parts, one per code. */
export async function readPages(pdf: Buffer, columns: number, rows: number): Promise<(string | null)[][]> {
  const said: (string | null)[][] = [];
  for (const page of await rasterised(pdf)) {
    const { width, height } = await sharp(page).metadata();
    const part = { width: Math.floor(width / columns), height: Math.floor(height / rows) };
    const codes: (string | null)[] = [];
    for (let at = 0; at < columns * rows; at += 1) {
      const [left, top] = [(at % columns) * part.width, Math.floor(at / columns) * part.height];
      codes.push(await readCode(page, { left, top, ...part }));
    }
    said.push(codes);
  }
  return said;
}
