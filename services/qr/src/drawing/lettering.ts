import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import LineBreaker from 'linebreak';
import { LRUCache } from 'lru-cache';

// Text is drawn as outlines from bundled fonts: installed fonts differ between machines, and a missing letter is
// drawn as a box. OFL 1.1; licences beside the files.
const load = (file: string): Font => create(readFileSync(new URL(`../../fonts/${file}`, import.meta.url)));

/** The typefaces: Noto Sans, semi-bold, and for names Fraunces, as in the headlines of the web application. */
export type Face = 'text' | 'display';

const LATIN = ['latin', 'latin-ext', 'vietnamese'];
const FONTS: Readonly<Record<Face, readonly Font[]>> = {
  text: [...LATIN, 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'].map((script) => load(`noto-sans-${script}.woff2`)),
  display: LATIN.map((script) => load(`fraunces-${script}.woff2`)),
};

/**
 * More fonts of the face `text`, each loaded when one of its letters is first drawn. The two largest are not compressed:
 * unpacking one takes seconds.
 */
const RARE_FONTS = [
  { letters: /[\p{Script=Thai}]/u, font: lazily('noto-sans-thai.woff2') },
  { letters: /[\p{Script=Devanagari}]/u, font: lazily('noto-sans-devanagari.woff2') },
  { letters: /[\p{Script=Hangul}]/u, font: lazily('noto-sans-kr.ttf') },
  // CJK punctuation and full-width signs too.
  {
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u,
    font: lazily('noto-sans-jp.ttf'),
  },
];

function lazily(file: string): () => Font {
  let font: Font | undefined;
  return () => {
    font ??= load(file);
    return font;
  };
}

/** Text as an outline. */
export interface Lettering {
  /** An SVG path; the text starts at x = 0 with its baseline at y = 0, and y grows downwards. */
  path: string;
  width: number;
}

/** The font that draws a character in a face, if any. */
function fontOf(character: string, face: Face): Font | undefined {
  const codePoint = character.codePointAt(0) as number;
  const common = FONTS[face].find((font) => font.hasGlyphForCodePoint(codePoint));
  if (common || face === 'display') return common;
  const rare = RARE_FONTS.find(({ letters }) => letters.test(character))?.font();
  return rare?.hasGlyphForCodePoint(codePoint) ? rare : undefined;
}

/** The characters of `text` that can't be drawn, because no font in the folder has them. */
export const unknownCharacters = (text: string): string[] => [
  ...new Set([...text.normalize('NFC')].filter((character) => !fontOf(character, 'text'))),
];

/** Whether all letters and digits of `text` can be drawn. */
export const isDrawable = (text: string): boolean =>
  !unknownCharacters(text).some((character) => /[\p{L}\p{M}\p{N}]/u.test(character));

/** `text` in letters of `size`; characters that can't be drawn are left out. */
export function lettering(text: string, size: number, face: Face = 'text'): Lettering {
  let path = '';
  let width = 0;
  for (const { font, part } of parts(text.normalize('NFC'), face)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(part);
    glyphs.forEach((glyph, at) => {
      const { xAdvance, xOffset, yOffset } = positions[at] as (typeof positions)[number];
      path += glyph.path
        .scale(scale, -scale)
        .translate(width + xOffset * scale, -yOffset * scale)
        .toSVG();
      width += xAdvance * scale;
    });
  }
  return { path, width };
}

/** As `lettering`, in letters as large as `width` allows, at most `most`. */
export function fittedLettering(text: string, most: number, width: number): Lettering & { size: number } {
  const natural = lettering(text, most);
  const size = natural.width > width ? (most * width) / natural.width : most;
  return { ...(size === most ? natural : lettering(text, size)), size };
}

/** Lines of text as outlines, in letters of one size. */
export interface LetteredLines {
  lines: Lettering[];
  size: number;
}

/** Another line must make the letters this much larger. */
const WORTH_A_LINE = 1.2;

/** Text to fit: at most `maxLines` lines of `width`, in letters of at most `most`. */
interface Fit {
  most: number;
  width: number;
  maxLines: number;
  face: Face;
}

/** The cards of a sheet have the same name and caption. */
const fitted = new LRUCache<string, LetteredLines>({ max: 64 });

/** `text` in lines of about the same length, in letters as large as they fit. */
export function fittedLines(text: string, fit: Fit): LetteredLines {
  const key = JSON.stringify([text, fit]);
  const known = fitted.get(key);
  if (known) return known;
  const lines = fitLines(text, fit);
  fitted.set(key, lines);
  return lines;
}

function fitLines(text: string, { most, width, maxLines, face }: Fit): LetteredLines {
  const pieces = unbreakablePieces(text.normalize('NFC').trim());
  let best: { lines: string[]; size: number } = { lines: [], size: 0 };
  for (let count = 1; count <= maxLines && best.size < most; count++) {
    const lines = balancedLines(pieces, count, face);
    const widest = Math.max(...lines.map((line) => widthOf(line, face)));
    const size = widest > 0 ? Math.min(most, width / widest) : most;
    if (size > best.size * WORTH_A_LINE) best = { lines, size };
  }
  const lines = best.lines.map((line) => lettering(line, best.size, face)).filter((line) => line.width > 0);
  return { lines, size: best.size };
}

/** The width of `text` in letters of size 1. */
function widthOf(text: string, face: Face): number {
  let width = 0;
  for (const { font, part } of parts(text, face)) {
    for (const { xAdvance } of font.layout(part).positions) width += xAdvance / font.unitsPerEm;
  }
  return width;
}

/** The parts of `text` between the places where a line may end. */
function unbreakablePieces(text: string): string[] {
  const breaker = new LineBreaker(text);
  const pieces: string[] = [];
  let from = 0;
  for (let end = breaker.nextBreak(); end; end = breaker.nextBreak()) {
    pieces.push(text.slice(from, end.position));
    from = end.position;
  }
  return pieces;
}

/** Puts `pieces` into at most `count` lines whose longest is about as short as possible. */
function balancedLines(pieces: readonly string[], count: number, face: Face): string[] {
  const total = widthOf(pieces.join(''), face);
  for (let limit = total / count; limit < total; limit *= 1.05) {
    const lines = filledLines(pieces, limit, face);
    if (lines.length <= count) return lines;
  }
  return [pieces.join('').trim()];
}

/** Puts into each line as many `pieces` as fit into `limit`, at least one. */
function filledLines(pieces: readonly string[], limit: number, face: Face): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && widthOf((line + piece).trim(), face) > limit) {
      lines.push(line.trim());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trim()];
}

/** Splits `text` into runs that one font can draw. A text that the display face lacks a letter of is set in the other. */
function parts(text: string, face: Face): { font: Font; part: string }[] {
  const characters = [...text];
  const used = characters.every((character) => fontOf(character, face)) ? face : 'text';
  const found: { font: Font; part: string }[] = [];
  for (const character of characters) {
    const font = fontOf(character, used);
    if (!font) continue;
    const last = found.at(-1);
    if (last?.font === font) last.part += character;
    else found.push({ font, part: character });
  }
  return found;
}
