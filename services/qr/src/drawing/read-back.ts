import sharp, { type Kernel, type Sharp } from 'sharp';
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

/** A binomial filter. */
const BLUR: Kernel = { width: 3, height: 3, kernel: [1, 2, 1, 2, 4, 2, 1, 2, 1] };

/**
 * Reads the code in a picture as phones do: at full size, from further away (a quarter of its size) and a little out of
 * focus. The decoders know nothing of how the picture was made.
 * @throws Unreadable unless every reading gives `text`.
 */
export async function mustRead(picture: Sharp, text: string, thoroughness: Thoroughness): Promise<void> {
  const zxing = await zxingDecoder();
  const both = [zxing, jsqrRead];
  const whole = await brightnessOf(picture);
  const { width, height } = whole;
  const quarter = sharp(whole.data, { raw: { width, height, channels: 1 } }).resize(Math.floor(width / 4));
  const far = await brightnessOf(quarter);
  const unfocused = await brightnessOf(quarter.clone().convolve(BLUR));
  const expect = (seen: Brightness, decoders: readonly Decoder[], fault: string) => {
    if (decoders.some((decode) => decode(seen) !== text)) throw new Unreadable(fault);
  };
  expect(far, both, 'not readable at a quarter of its size');
  expect(unfocused, both, 'not readable out of focus');
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
