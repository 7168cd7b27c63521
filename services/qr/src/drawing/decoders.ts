import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type ZXingReaderOptions } from 'zxing-wasm/reader';

// jsqr is CommonJS whose types and runtime disagree about what its default export is.
const jsqr = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;

/** The brightness of a picture, pixel by pixel, 0 to 255. */
export interface Brightness {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** What a decoder finds in a picture: null where there is no code it reads, or where there are several. */
export type Decoder = (picture: Brightness) => string | null;

/** Upright, dark on light, at the size it has: nothing is tried a second time. The numbers are zxing-cpp's enumerations. */
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
  // A second one is in the logo, and phones may take it for the code.
  maxNumberOfSymbols: 2,
  returnErrors: false,
  validateOptionalChecksum: false,
  minLineCount: 2,
  downscaleFactor: 3,
  downscaleThreshold: 500,
  eanAddOnSymbol: 0,
  tryCode39ExtendedMode: false,
};

// What is used of the module; its own types need those of Emscripten everywhere.
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

/** zxing-cpp, as WebAssembly: the family of decoders in many scanners. Read from disk when it is first asked for. */
export function zxingDecoder(): Promise<Decoder> {
  zxing ??= loadZxing();
  return zxing;
}

async function loadZxing(): Promise<Decoder> {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  const module = await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return (picture) => zxingRead(module as unknown as ZXing, picture);
}

// Not by the package's own readBarcodes: it takes colours only, and never gives back the memory of what it found.
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
 * Pixels added to the right of what jsqr decodes. It goes down the columns; where rows are a power of two apart, all
 * pixels of a column share one corner of the processor's cache, and that takes twice as long.
 */
const PADDING = 24;

/** jsqr: less patient with colours and pictures than most phones, and so the stricter judge. */
export function jsqrRead({ data, width, height }: Brightness): string | null {
  const padded = width + PADDING;
  const pixels = new Uint32Array(padded * height).fill(0xffffffff);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // As red, green and blue of the same, and opaque.
      pixels[y * padded + x] = 0xff000000 | ((data[y * width + x] as number) * 0x010101);
    }
  }
  const colors = new Uint8ClampedArray(pixels.buffer);
  return jsqr(colors, padded, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
}
