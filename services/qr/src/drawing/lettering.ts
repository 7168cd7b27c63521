import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

// Text is drawn as outlines from a bundled font: installed fonts differ between machines, and a missing letter is
// drawn as a box. Noto Sans, semi-bold (OFL 1.1; licence beside the files).
const SCRIPTS = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'];
const fonts: readonly Font[] = SCRIPTS.map((script) =>
  create(readFileSync(new URL(`../../fonts/noto-sans-${script}.woff2`, import.meta.url))),
);

/** Text as an outline. */
export interface Lettering {
  /** An SVG path; the text starts at x = 0 with its baseline at y = 0, and y grows downwards. */
  path: string;
  width: number;
}

const fontOf = (character: string) =>
  fonts.find((font) => font.hasGlyphForCodePoint(character.codePointAt(0) as number));

/** The characters of `text` that can't be drawn: those that are neither Latin, Greek or Cyrillic letters nor common signs. */
export const unknownCharacters = (text: string): string[] => [
  ...new Set([...text.normalize('NFC')].filter((character) => !fontOf(character))),
];

/** `text` in letters of `size`; characters that can't be drawn are left out. */
export function lettering(text: string, size: number): Lettering {
  let path = '';
  let width = 0;
  for (const { font, part } of parts(text.normalize('NFC'))) {
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

/** Splits `text` into runs that one font can draw. */
function parts(text: string): { font: Font; part: string }[] {
  const found: { font: Font; part: string }[] = [];
  for (const character of text) {
    const font = fontOf(character);
    if (!font) continue;
    const last = found.at(-1);
    if (last?.font === font) last.part += character;
    else found.push({ font, part: character });
  }
  return found;
}
