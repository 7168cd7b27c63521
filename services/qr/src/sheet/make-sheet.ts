import { wifiCode } from '@tavola/contracts/rules/wifi.ts';
import type { InTurn } from '@tavola/service-kit/runtime/tenant-queues.ts';
import { type Zippable, zip } from 'fflate';
import sharp from 'sharp';
import { drawImage } from '../drawing/draw-image.ts';
import { drawPixels } from '../drawing/draw-png.ts';
import { layOut } from '../drawing/layout.ts';
import type { Logo } from '../drawing/logo.ts';
import { mustRead } from '../drawing/read-back.ts';
import { cardLabel } from './card.ts';
import { drawPdf } from './draw-pdf.ts';
import { imageFileNames } from './file-names.ts';
import { pageOf } from './pages.ts';
import type { SheetContent } from './sheet-store.ts';

/** The images in a zip. */
const ZIPPED = { format: 'png', size: 1024 } as const;

/** The width at which a PDF's codes are read back, in pixels: smaller than any printer draws the smallest code. */
const PDF_READ_AT = 512;
/** The same for a network's code, which has more modules and is read from nearby. */
const WIFI_READ_AT = 1024;

/**
 * Makes a sheet's file. `inTurn` runs the drawing of each code when it is its turn. `drawn` is awaited after each code, with
 * the number drawn so far.
 * @throws Unreadable if a code in it can't be read back.
 */
export function makeSheet(
  content: SheetContent,
  logo: Logo | null,
  inTurn: InTurn,
  drawn: (done: number) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  return content.format === 'zip' ? makeZip(content, logo, inTurn, drawn) : makePdf(content, logo, inTurn, drawn);
}

async function makePdf(
  { codes, paper, layout, look, restaurant }: SheetContent,
  logo: Logo | null,
  inTurn: InTurn,
  drawn: (done: number) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const [first, ...others] = codes.map((code) => cardLabel(code) ?? restaurant?.name ?? code.name);
  const title = others.length === 0 ? `QR code: ${first}` : `QR codes: ${first} to ${others.at(-1)}`;
  const plain = { ...look, caption: null };
  const mustReadBack = (text: string, picture: Logo | null, at: number) =>
    inTurn(async () => {
      const { data, width, height } = await drawPixels(layOut(text, plain, picture), plain, at);
      await mustRead(sharp(data, { raw: { width, height, channels: 3 } }), text, 'image');
    });
  if (restaurant?.wifi) await mustReadBack(wifiCode(restaurant.wifi), null, WIFI_READ_AT);
  const file = await drawPdf(codes, pageOf(paper, layout), { look, logo, restaurant }, title, async (done) => {
    await mustReadBack((codes[done - 1] as (typeof codes)[number]).text, logo, PDF_READ_AT);
    await drawn(done);
  });
  return new Uint8Array(file);
}

async function makeZip(
  { codes, look }: SheetContent,
  logo: Logo | null,
  inTurn: InTurn,
  drawn: (done: number) => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const fileNames = imageFileNames(
    codes.map(({ name }) => name),
    ZIPPED,
  );
  const files: Zippable = {};
  for (const [at, { text }] of codes.entries()) {
    files[fileNames[at] as string] = await inTurn(() => drawImage({ text, look, ...ZIPPED }, logo));
    await drawn(at + 1);
  }
  return new Promise((resolve, reject) => {
    // A PNG is compressed already.
    zip(files, { level: 0 }, (error, file) => (error ? reject(error) : resolve(file)));
  });
}
