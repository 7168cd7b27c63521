import sharp from 'sharp';
import type { Truth } from './truth.ts';

/** A page of A4 with 200 pixels on an inch. */
const PAGE = { width: 1_654, height: 2_339, margin: 130 };
const SIZE = { title: 60, heading: 44, name: 32, description: 27 };
const LINE = 1.35;
/** Letters on a line, at most. */
const LETTERS_MAX = { name: 50, description: 70 };

/** A menu as pictures of its printed pages, in PNG. */
export async function asPictures({ title, sections }: Pick<Truth, 'title' | 'sections'>): Promise<Buffer[]> {
  const pages: string[][] = [[]];
  let y = PAGE.margin;
  const draw = (text: string, size: number, { weight = 400, x = PAGE.margin, anchor = 'start', drops = true } = {}) => {
    const height = size * LINE;
    if (y + height > PAGE.height - PAGE.margin) {
      pages.push([]);
      y = PAGE.margin;
    }
    const style = `font-family="DejaVu Sans, Liberation Sans, sans-serif" font-size="${size}" font-weight="${weight}"`;
    pages.at(-1)?.push(`<text x="${x}" y="${y + size}" text-anchor="${anchor}" ${style}>${escaped(text)}</text>`);
    if (drops) y += height;
  };
  draw(title, SIZE.title, { weight: 700 });
  for (const section of sections) {
    y += SIZE.heading;
    draw(section.name, SIZE.heading, { weight: 700 });
    if (section.description) for (const line of wrapped(section.description)) draw(line, SIZE.description);
    for (const { name, description, price } of section.dishes) {
      y += SIZE.description / 2;
      // Neither it nor its price stands on another page than the rest.
      if (y + SIZE.name * 6 > PAGE.height - PAGE.margin) y = PAGE.height;
      const [first = '', ...more] = wrapped(name, LETTERS_MAX.name);
      draw(first, SIZE.name, { drops: false });
      draw(price.toFixed(2), SIZE.name, { x: PAGE.width - PAGE.margin, anchor: 'end' });
      for (const line of more) draw(line, SIZE.name);
      if (description) for (const line of wrapped(description)) draw(line, SIZE.description);
    }
  }
  return Promise.all(
    pages.map((texts) =>
      sharp(Buffer.from(svgOf(texts)))
        .png()
        .toBuffer(),
    ),
  );
}

/** The picture of a page as a phone takes it: turned by 3°, slanted, in a shadow, blurred and noisy, JPEG 60. */
export async function asPhonePhoto(page: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(page)
    .affine([1, 0.02, 0.01, 0.97], { background: '#d8d2c4' })
    .rotate(3, { background: '#d8d2c4' })
    .blur(0.8)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let seed = 1;
  for (let at = 0; at < data.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const noise = (seed / 2_147_483_648 - 0.5) * 30;
    const across = Math.floor(at / info.channels) % info.width;
    const shadow = 1 - (0.4 * across) / info.width;
    data[at] = Math.max(0, Math.min(255, (data[at] as number) * shadow + noise));
  }
  return sharp(data, { raw: info }).jpeg({ quality: 60 }).toBuffer();
}

const svgOf = (texts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}" height="${PAGE.height}"><rect width="100%" height="100%" fill="white"/>${texts.join('')}</svg>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function wrapped(text: string, lettersMax = LETTERS_MAX.description): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= lettersMax) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
