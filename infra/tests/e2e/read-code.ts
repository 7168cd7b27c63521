import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandOrInstall } from '@tavola/local-servers/program.ts';
import sharp, { type Region } from 'sharp';

// jsqr is CommonJS; its types and runtime disagree about its default export.
const decode = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;
const run = promisify(execFile);

/** The resolution of a cheap printer. */
const DPI = 150;

/** The text of the QR code in an image or region, decoded independently of the generator; null when none is found. */
export async function readCode(image: Buffer, region?: Region): Promise<string | null> {
  const picture = region ? sharp(image).extract(region) : sharp(image);
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}

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

/** The pages of a PDF as images. */
async function rasterised(pdf: Buffer): Promise<Buffer[]> {
  const pdftoppm = await commandOrInstall(['pdftoppm'], ['poppler-utils'], () => {});
  const folder = mkdtempSync(join(tmpdir(), 'tavola-pages-'));
  try {
    writeFileSync(join(folder, 'sheet.pdf'), pdf);
    await run(pdftoppm, ['-r', String(DPI), '-png', join(folder, 'sheet.pdf'), join(folder, 'page')]);
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'));
    return pages.sort().map((name) => readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
