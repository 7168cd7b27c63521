import { readFileSync } from 'node:fs';
import type { FontPair } from '@tavola/contracts/rules/look.ts';
import bidiFactory from 'bidi-js';
import { create, type Font } from 'fontkit';
import LineBreaker from 'linebreak';
import { LRUCache } from 'lru-cache';

// Text is drawn as outlines from bundled fonts: installed fonts differ between machines, and a missing letter is
// drawn as a box. OFL 1.1; licences beside the files.
const load = (file: string): Font => create(readFileSync(new URL(`../../fonts/${file}`, import.meta.url)));

/** The typefaces: Noto Sans, semi-bold, and for names the display face of each pair of fonts, as on the guests' page. */
export type Face = 'text' | FontPair;

const LATIN = ['latin', 'latin-ext', 'vietnamese'];
const GREEK = ['greek', 'greek-ext'];
const CYRILLIC = ['cyrillic', 'cyrillic-ext'];
const family = (name: string, scripts: readonly string[]): readonly Font[] =>
  scripts.map((script) => load(`${name}-${script}.woff2`));

const text = family('noto-sans', [...LATIN, ...GREEK, ...CYRILLIC]);
const fraunces = family('fraunces', LATIN);

/** The fonts of each face. Those that few restaurants choose are loaded with their first text. */
const FONTS: Readonly<Record<Face, () => readonly Font[]>> = {
  text: () => text,
  classic: () => fraunces,
  garamond: lazily(() => family('eb-garamond', [...LATIN, ...GREEK, ...CYRILLIC])),
  elegant: lazily(() => family('cormorant', [...LATIN, ...CYRILLIC])),
  editorial: lazily(() => family('playfair-display', [...LATIN, 'cyrillic'])),
  grotesque: lazily(() => family('bricolage-grotesque', LATIN)),
  rounded: lazily(() => family('nunito', [...LATIN, ...CYRILLIC])),
};

/**
 * More fonts of the face `text`, each loaded when one of its letters is first drawn. The largest are not compressed: unpacking
 * one takes seconds.
 */
const RARE_FONTS = [
  { letters: /\p{Script=Thai}/u, font: rare('noto-sans-thai.woff2') },
  { letters: /\p{Script=Devanagari}/u, font: rare('noto-sans-devanagari.woff2') },
  // With the vowel signs and the punctuation.
  { letters: /\p{Script_Extensions=Arabic}/u, font: rare('noto-sans-arabic.woff2') },
  { letters: /\p{Script_Extensions=Hebrew}/u, font: rare('noto-sans-hebrew.woff2') },
  { letters: /\p{Script=Hangul}/u, font: rare('noto-sans-kr.ttf') },
];
/** Han and kana, CJK punctuation and full-width signs. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u;
/** Japanese and traditional Chinese. */
const japanese = rare('noto-sans-jp.ttf');
const simplifiedChinese = rare('noto-sans-sc.ttf');

// Its types describe the ES module; Node imports the CommonJS one.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

function lazily<Loaded>(get: () => Loaded): () => Loaded {
  let loaded: Loaded | undefined;
  return () => {
    loaded ??= get();
    return loaded;
  };
}

function rare(file: string): () => Font {
  return lazily(() => load(file));
}

/** Text as an outline. */
export interface Lettering {
  /** An SVG path; the text starts at x = 0 with its baseline at y = 0, and y grows downwards. */
  path: string;
  width: number;
}

/** Chooses the font that draws a character of `text` in a face, if any. */
function fontChooser(text: string, face: Face): (character: string) => Font | undefined {
  const has = (font: Font, character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) as number);
  // The same character may look different in Japanese and in Chinese, so a text has all from one font.
  const isSimplified = [...text].some(
    (character) =>
      /\p{Script=Han}/u.test(character) && !has(japanese(), character) && has(simplifiedChinese(), character),
  );
  const eastAsian = isSimplified ? [simplifiedChinese, japanese] : [japanese];
  return (character) => {
    const common = FONTS[face]().find((font) => has(font, character));
    if (common || face !== 'text') return common;
    const others = EAST_ASIAN.test(character)
      ? eastAsian
      : RARE_FONTS.filter(({ letters }) => letters.test(character)).map(({ font }) => font);
    return others.map((font) => font()).find((font) => has(font, character));
  };
}

/** The characters of `text` that can't be drawn, because no font in the folder has them. */
export function unknownCharacters(text: string): string[] {
  const fontOf = fontChooser(text.normalize('NFC'), 'text');
  return [
    ...new Set([...text.normalize('NFC')].filter((character) => !fontOf(character) && !JOIN_CONTROL.test(character))),
  ];
}

/** Invisible; tells letters beside it whether to join. */
const JOIN_CONTROL = /\p{Join_Control}/u;

/** Letters, digits and their marks, but not the marks that belong to emoji. */
const SPOKEN = /^(?![\p{Default_Ignorable_Code_Point}\p{Me}])[\p{L}\p{M}\p{N}]/u;

/**
 * `text` as it can be drawn: without emoji, and with 1 in place of ① if no font has it. Empty if a letter or digit can't be drawn:
 * a name without some of its letters would be another name.
 */
export function drawableText(text: string): string {
  const plain = replaced(text.normalize('NFC'), unknownCharacters(text), (character) => character.normalize('NFKC'));
  const unknown = unknownCharacters(plain);
  if (unknown.some((character) => SPOKEN.test(character))) return '';
  return (
    replaced(plain, unknown, () => '')
      // What joined emoji.
      .replace(/(?<![\p{L}\p{M}])\p{Join_Control}+/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

const replaced = (text: string, those: readonly string[], by: (character: string) => string): string =>
  [...text].map((character) => (those.includes(character) ? by(character) : character)).join('');

/** NFC puts an Arabic vowel sign before the shadda that carries it; fonts stack them from the shadda on. */
const composed = (text: string): string =>
  text.normalize('NFC').replace(/([\u064b-\u0650\u0652\u0670]+)\u0651/g, '\u0651$1');

type Direction = 'ltr' | 'rtl';

/** The direction of the first letter that has one. */
const directionOf = (text: string): Direction =>
  (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 0 ? 'ltr' : 'rtl';

/**
 * `text`, a line of a text of `direction`, in letters of `size`, with `spacing` between them as a share of it; characters that
 * can't be drawn are left out.
 */
export function lettering(
  text: string,
  size: number,
  face: Face = 'text',
  direction: Direction = directionOf(text),
  spacing = 0,
): Lettering {
  let path = '';
  let width = 0;
  const space = spacing * size;
  for (const run of inVisualOrder(runsOf(composed(text), face, direction))) {
    const scale = size / run.font.unitsPerEm;
    const { glyphs, positions } = layOut(run);
    glyphs.forEach((glyph, at) => {
      const { xAdvance, xOffset, yOffset } = positions[at] as (typeof positions)[number];
      path += glyph.path
        .scale(scale, -scale)
        .translate(width + xOffset * scale, -yOffset * scale)
        .toSVG();
      width += xAdvance * scale + (xAdvance > 0 ? space : 0);
    });
  }
  return { path, width: Math.max(0, width - space) };
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
  /** Between letters, as a share of their size. */
  spacing?: number;
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

function fitLines(text: string, { most, width, maxLines, ...wanted }: Fit): LetteredLines {
  const words = composed(text).trim();
  // As a whole, also on several lines.
  const style: Style = isIn(words, wanted.face) ? wanted : { face: 'text' };
  const pieces = unbreakablePieces(words);
  let best: { lines: string[]; size: number } = { lines: [], size: 0 };
  for (let count = 1; count <= maxLines && best.size < most; count++) {
    const lines = balancedLines(pieces, count, style);
    const widest = Math.max(...lines.map((line) => widthOf(line, style)));
    const size = widest > 0 ? Math.min(most, width / widest) : most;
    if (size > best.size * WORTH_A_LINE) best = { lines, size };
  }
  const direction = directionOf(text);
  const lines = best.lines
    .map((line) => lettering(line, best.size, style.face, direction, style.spacing))
    .filter((line) => line.width > 0);
  return { lines, size: best.size };
}

/** How letters are set. */
type Style = Pick<Fit, 'face' | 'spacing'>;

/** Whether `face` has all characters of `text`. */
export const isIn = (text: string, face: Face): boolean => {
  const characters = composed(text);
  const fontOf = fontChooser(characters, face);
  return [...characters].every((character) => JOIN_CONTROL.test(character) || fontOf(character));
};

/** The width of `text` in letters of size 1. */
function widthOf(text: string, { face, spacing = 0 }: Style): number {
  let width = 0;
  for (const run of runsOf(text, face, 'ltr')) {
    for (const { xAdvance } of layOut(run).positions) {
      width += xAdvance / run.font.unitsPerEm + (xAdvance > 0 ? spacing : 0);
    }
  }
  return Math.max(0, width - spacing);
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
function balancedLines(pieces: readonly string[], count: number, style: Style): string[] {
  const total = widthOf(pieces.join(''), style);
  for (let limit = total / count; limit < total; limit *= 1.05) {
    const lines = filledLines(pieces, limit, style);
    if (lines.length <= count) return lines;
  }
  return [pieces.join('').trim()];
}

/** Puts into each line as many `pieces` as fit into `limit`, at least one. */
function filledLines(pieces: readonly string[], limit: number, style: Style): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && widthOf((line + piece).trim(), style) > limit) {
      lines.push(line.trim());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trim()];
}

/** Characters next to each other that one font draws in one direction. */
interface Run {
  font: Font;
  part: string;
  /** The embedding level of the Unicode bidirectional algorithm: odd from right to left. */
  level: number;
}

/** The runs of a line, in the order of reading. A text that the display face lacks a letter of is set in the other. */
function runsOf(text: string, face: Face, direction: Direction): Run[] {
  const characters = [...text];
  const inFace = fontChooser(text, face);
  const fontOf = face === 'text' || isIn(text, face) ? inFace : fontChooser(text, 'text');
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const runs: Run[] = [];
  let at = 0;
  for (const character of characters) {
    const level = levels[at] as number;
    at += character.length;
    const last = runs.at(-1);
    if (last && JOIN_CONTROL.test(character)) {
      // Dropped, or drawn by another font, it would not keep the letters beside it apart.
      if (last.font.hasGlyphForCodePoint(character.codePointAt(0) as number)) last.part += character;
      continue;
    }
    const font = fontOf(character);
    if (!font) continue;
    const shown = (level % 2 === 1 && bidi.getMirroredCharacter(character)) || character;
    if (last?.font === font && last.level === level) last.part += shown;
    else runs.push({ font, part: shown, level });
  }
  return runs;
}

/** Reorders the runs of a line as they stand from left to right (rule L2 of the Unicode bidirectional algorithm). */
function inVisualOrder(runs: readonly Run[]): Run[] {
  let ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    const next: Run[] = [];
    let reversed: Run[] = [];
    for (const run of ordered) {
      if (run.level >= level) reversed.unshift(run);
      else {
        next.push(...reversed, run);
        reversed = [];
      }
    }
    ordered = [...next, ...reversed];
  }
  return ordered;
}

/** The glyphs of a run from left to right, with figures as high as capitals. */
function layOut({ font, part, level }: Run): ReturnType<Font['layout']> {
  const inForm = (features: string[] | Record<string, boolean>) =>
    font.layout(part, features, undefined, undefined, level % 2 === 1 ? 'rtl' : 'ltr');
  try {
    return inForm(['lnum']);
  } catch {
    // fontkit fails at a mark on a letter for which the font has no place for it: the mark stands where it is drawn.
    return inForm({ lnum: true, mark: false, mkmk: false });
  }
}
