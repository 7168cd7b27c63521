import type { Sharp } from 'sharp';
import { type Brightness, type Decoder, jsqrRead, zxingDecoder } from './decoders.ts';

/** A code that a decoder can't read, or reads wrongly. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

/**
 * How thoroughly a picture is read. `image`: at full size by zxing; from further away and out of focus, where a code
 * fails first, by zxing and jsqr. `style`, which every code will use: all of it by both; at full size jsqr takes
 * longer than everything else together.
 */
export type Thoroughness = 'image' | 'style';

/**
 * Reads the code in a picture (a file, or its red, green and blue pixel values) as phones do: at full size, from
 * further away (a quarter of its size) and a little out of focus. The decoders know nothing of how the picture was
 * made.
 * @throws Unreadable unless every reading gives `text`.
 */
export async function mustRead(picture: Sharp, text: string, thoroughness: Thoroughness): Promise<void> {
  const zxing = await zxingDecoder();
  const both = [zxing, jsqrRead];
  const whole = await brightnessOf(picture);
  const far = quartered(whole);
  const expect = (seen: Brightness, decoders: readonly Decoder[], fault: string) => {
    if (decoders.some((decode) => decode(seen) !== text)) throw new Unreadable(fault);
  };
  expect(far, both, 'not readable at a quarter of its size');
  expect(blurred(far), both, 'not readable out of focus');
  expect(whole, thoroughness === 'style' ? both : [zxing], 'not readable');
}

/** The brightness of a picture, computed from its colours as phones do (ITU-R BT.601). */
async function brightnessOf(picture: Sharp): Promise<Brightness> {
  const { data, info } = await picture.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const bright = new Uint8ClampedArray(info.width * info.height);
  for (let at = 0, from = 0; at < bright.length; at++, from += info.channels) {
    bright[at] =
      (306 * (data[from] as number) + 601 * (data[from + 1] as number) + 117 * (data[from + 2] as number)) >> 10;
  }
  return { data: bright, width: info.width, height: info.height };
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

/** A picture slightly blurred with a 3 by 3 binomial filter. */
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
