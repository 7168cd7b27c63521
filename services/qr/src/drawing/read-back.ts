import { createRequire } from 'node:module';
import type { Sharp } from 'sharp';

// jsqr is CommonJS whose types and runtime disagree about what its default export is.
const decode = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;

/** The brightness of a picture, pixel by pixel, 0 to 255. */
interface Brightness {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** A code that a decoder does not read, or reads wrongly. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

/**
 * Reads the code in a picture (a file, or the red, green and blue of its pixels) as phones do: as it is, from further away
 * (a quarter of its size) and a little out of focus. The decoder knows nothing of how the picture was made.
 * @throws Unreadable where it does not say `text` every time.
 */
export async function mustRead(picture: Sharp, text: string): Promise<void> {
  const { data, info } = await picture.greyscale().toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const whole = { data: brightnessOf(data, info.channels), width: info.width, height: info.height };
  const far = quartered(whole);
  if (!says(far, text)) throw new Unreadable('not readable at a quarter of its size');
  if (!says(blurred(far), text)) throw new Unreadable('not readable out of focus');
  if (!says(whole, text)) throw new Unreadable('not readable');
}

function brightnessOf(data: Buffer, channels: number): Uint8ClampedArray {
  if (channels === 1) return new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  return Uint8ClampedArray.from({ length: data.length / channels }, (_, at) => data[at * channels] as number);
}

/**
 * Pixels added to the right of what is decoded. The decoder goes down its columns; where rows are a power of two apart,
 * all pixels of a column share one corner of the processor's cache, and that takes twice as long.
 */
const PADDING = 24;

function says({ data, width, height }: Brightness, text: string): boolean {
  const padded = width + PADDING;
  const pixels = new Uint32Array(padded * height).fill(0xffffffff);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // As red, green and blue of the same, and opaque.
      pixels[y * padded + x] = 0xff000000 | ((data[y * width + x] as number) * 0x010101);
    }
  }
  const found = decode(new Uint8ClampedArray(pixels.buffer), padded, height, { inversionAttempts: 'dontInvert' });
  return found?.data === text;
}

/** A picture at a quarter of its width and height; every pixel is the mean of sixteen. */
function quartered({ data, width, height }: Brightness): Brightness {
  const [across, down] = [Math.floor(width / 4), Math.floor(height / 4)];
  const small = new Uint8ClampedArray(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      let sum = 0;
      for (let row = 0; row < 4; row++) {
        const at = (y * 4 + row) * width + x * 4;
        sum += (data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number) + (data[at + 3] as number);
      }
      small[y * across + x] = sum >> 4;
    }
  }
  return { data: small, width: across, height: down };
}

/** A picture slightly blurred: a binomial filter of three by three. */
function blurred({ data, width, height }: Brightness): Brightness {
  const soft = Uint8ClampedArray.from(data);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const row = (from: number) =>
        (data[from - 1] as number) + 2 * (data[from] as number) + (data[from + 1] as number);
      soft[at] = (row(at - width) + 2 * row(at) + row(at + width)) >> 4;
    }
  }
  return { data: soft, width, height };
}
