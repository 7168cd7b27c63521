import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandOrInstall } from '@tavola/local-servers/program.ts';
import sharp, { type Region } from 'sharp';

// jsqr is CommonJS whose types and runtime disagree about its default export.
const decode = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;
const run = promisify(execFile);

/** Pixels per inch of `rasterised`: those of a cheap printer. */
export const DPI = 150;

/** The text of the code in an image, or in a region of it, decoded independently of the generator; null if none is found. */
export async function readCode(image: Buffer, region?: Region): Promise<string | null> {
  const picture = region ? sharp(image).extract(region) : sharp(image);
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}

/** The pages of a PDF as pictures. */
export async function rasterised(pdf: Buffer): Promise<Buffer[]> {
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
