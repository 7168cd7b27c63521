import sharp, { type OutputInfo } from 'sharp';
import type { Truth } from './truth.ts';

/** A page of A4 with 200 pixels on an inch. */
const PAGE = { width: 1_654, height: 2_339, margin: 130 };
const SIZE = { title: 60, heading: 44, name: 32, description: 27 };
const LINE = 1.35;
/** Letters on a line, at most. */
const LETTERS_MAX = { name: 50, description: 70 };

/** A menu as pictures of its printed pages, in PNG. */
export async function asPictures({
  title,
  sections,
  isRightToLeft = false,
}: Pick<Truth, 'title' | 'sections'> & Partial<Truth>): Promise<Buffer[]> {
  const pages: string[][] = [[]];
  let y = PAGE.margin;
  const draw = (text: string, size: number, { weight = 400, x = PAGE.margin, anchor = 'start', drops = true } = {}) => {
    const height = size * LINE;
    if (y + height > PAGE.height - PAGE.margin) {
      pages.push([]);
      y = PAGE.margin;
    }
    const style = `font-family="DejaVu Sans, Liberation Sans, sans-serif" font-size="${size}" font-weight="${weight}"`;
    const [place, direction] = isRightToLeft ? [PAGE.width - x, 'rtl'] : [x, 'ltr'];
    pages
      .at(-1)
      ?.push(
        `<text x="${place}" y="${y + size}" direction="${direction}" text-anchor="${anchor}" ${style}>${escaped(text)}</text>`,
      );
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

/** A phone's photo: 12 megapixels. */
const PHOTO = { width: 3_000, height: 4_000 };
/** How much of the photo's height the page takes, its turn in radians, and how much nearer its foot is than its head. */
const HELD = { share: 0.88, turn: (3 * Math.PI) / 180, slant: 0.09 };
const LIGHT = { table: [96, 74, 58], paper: [250, 246, 236], shadow: 0.4, noise: 28 };

/** The picture of a page as a phone takes it: turned by 3°, in perspective, in a shadow, blurred and noisy, JPEG 60. */
export async function asPhonePhoto(page: Buffer): Promise<Buffer> {
  const { data: gray, info } = await sharp(page).grayscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = PHOTO;
  const scale = info.height / (height * HELD.share);
  const [cos, sin] = [Math.cos(HELD.turn), Math.sin(HELD.turn)];
  const data = Buffer.alloc(width * height * 3);
  const random = randomOf(1);
  for (let y = 0, at = 0; y < height; y++) {
    const down = y / height - 0.5;
    const depth = scale * (1 - HELD.slant * down);
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [(x - width / 2) * depth, (y - height / 2) * depth];
      const ink = grayAt(gray, info, info.width / 2 + dx * cos + dy * sin, info.height / 2 - dx * sin + dy * cos);
      // The hand that holds the phone.
      const shade = 1 - LIGHT.shadow / (1 + Math.exp(9 - (14 * (x + y)) / (width + height)));
      const noise = (random() + random() - 1) * LIGHT.noise;
      for (let channel = 0; channel < 3; channel++) {
        const color = ink === undefined ? LIGHT.table[channel] : ((LIGHT.paper[channel] ?? 0) * ink) / 255;
        data[at++] = Math.max(0, Math.min(255, (color ?? 0) * shade + noise));
      }
    }
  }
  return sharp(data, { raw: { ...PHOTO, channels: 3 } })
    .blur(1.2)
    .jpeg({ quality: 60 })
    .toBuffer();
}

/** The level of a gray picture between its pixels; undefined outside of it. */
function grayAt(gray: Buffer, { width, height }: OutputInfo, x: number, y: number): number | undefined {
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return undefined;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const level = (right: number, down: number) => gray[(top + down) * width + left + right] ?? 0;
  const [right, down] = [x - left, y - top];
  const upper = level(0, 0) * (1 - right) + level(1, 0) * right;
  return upper * (1 - down) + (level(0, 1) * (1 - right) + level(1, 1) * right) * down;
}

/** Numbers from 0 to 1 that are the same each time. */
function randomOf(start: number): () => number {
  let seed = start;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
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
