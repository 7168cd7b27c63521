import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type ZXingReaderOptions } from 'zxing-wasm/reader';

// jsqr is CommonJS whose types and runtime disagree about its default export.
const jsqr = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;

/** The brightness of each pixel of a picture, 0 to 255. */
export interface Brightness {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Decodes the code in a picture: null if none can be read, or if there are several. */
export type Decoder = (picture: Brightness) => string | null;

/** Upright, dark on light, at the given size: no second attempts. The numbers are zxing-cpp's enumerations. */
const PLAINLY: ZXingReaderOptions = {
  formats: 'QRCode',
  tryHarder: false,
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
  tryDenoise: false,
  isPure: false,
  binarizer: 0,
  textMode: 0,
  characterSet: 0,
  // A second code would be in the logo, and phones may read it instead.
  maxNumberOfSymbols: 2,
  returnErrors: false,
  validateOptionalChecksum: false,
  minLineCount: 2,
  downscaleFactor: 3,
  downscaleThreshold: 500,
  eanAddOnSymbol: 0,
  tryCode39ExtendedMode: false,
};

// The part of the module that is used here; its own types need Emscripten's types everywhere.
interface ZXing {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
  readBarcodesFromPixmap(at: number, width: number, height: number, options: ZXingReaderOptions): Found;
}
interface Found {
  size(): number;
  get(index: number): { text: string } | undefined;
  delete(): void;
}

let zxing: Promise<Decoder> | undefined;

/** zxing-cpp as WebAssembly: the decoder family of many scanners. Loaded from disk on first use. */
export function zxingDecoder(): Promise<Decoder> {
  zxing ??= loadZxing();
  return zxing;
}

async function loadZxing(): Promise<Decoder> {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  const module = await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return (picture) => zxingRead(module as unknown as ZXing, picture);
}

// The package's own readBarcodes is not used: it accepts only colours and never frees the memory of its results.
function zxingRead(module: ZXing, { data, width, height }: Brightness): string | null {
  const at = module._malloc(data.length);
  if (!at) throw new Error('no memory for the decoder');
  try {
    module.HEAPU8.set(data, at);
    const found = module.readBarcodesFromPixmap(at, width, height, PLAINLY);
    try {
      return found.size() === 1 ? (found.get(0)?.text ?? null) : null;
    } finally {
      found.delete();
    }
  } finally {
    module._free(at);
  }
}

/**
 * Padding in pixels on the right of jsqr's input. jsqr scans columns; if the row length is a power of two, all pixels
 * of a column compete for the same CPU cache set, which takes twice as long.
 */
const PADDING = 24;

/** jsqr tolerates colours and logos less than most phones, so it is the stricter test. */
export function jsqrRead({ data, width, height }: Brightness): string | null {
  const padded = width + PADDING;
  const pixels = new Uint32Array(padded * height).fill(0xffffffff);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Opaque grey: equal red, green and blue.
      pixels[y * padded + x] = 0xff000000 | ((data[y * width + x] as number) * 0x010101);
    }
  }
  const colors = new Uint8ClampedArray(pixels.buffer);
  return jsqr(colors, padded, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
}
