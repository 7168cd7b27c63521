import { MAIN_CODE_NAME } from '@tavola/contracts/qr.ts';
import { QUIET_ZONE } from '../drawing/layout.ts';
import { drawableText, type Face, fittedLines, type LetteredLines, type Lettering } from '../drawing/lettering.ts';
import type { CardDesign } from './card-design.ts';

/** The words on a card. */
export interface CardText {
  /** The restaurant's name; null if the sheet was ordered before cards had one. */
  name: string | null;
  /** The language of the name. */
  language?: string | undefined;
  caption: string;
  /** Where the code will be, such as "Table 4". */
  label: string | null;
  /** The name of the guests' network, which a second code joins. */
  wifi?: string | undefined;
}

/** The label of a code's card. The main code's first name is for its owner, not for guests. */
export const cardLabel = ({ name, isMain }: { name: string; isMain: boolean }): string | null =>
  isMain && name === MAIN_CODE_NAME ? null : name;

/** A line of letters and its baseline. */
export interface PlacedLine extends Lettering {
  y: number;
}

/** A line of letters that begins at `x`. */
type SetLine = PlacedLine & { x: number };

/** The place of a code with its quiet zone. */
export interface Square {
  x: number;
  y: number;
  side: number;
}

/** The positions of everything on a card, in points from its upper left corner. */
export interface CardLayout {
  name: PlacedLine[];
  /** The rule below the name. */
  rule: { x: number; width: number; lines: { y: number; height: number }[] } | null;
  square: Square;
  caption: PlacedLine[];
  label: PlacedLine[];
  /** The code of the network, and its name; null without one. */
  wifi: { square: Square; lines: SetLine[] } | null;
}

interface TextStyle {
  size: number;
  lineHeight: number;
  maxLines: number;
  spacing?: number;
}

// Sizes as shares of a card's shorter side.
const MARGIN = 0.07;
const NAME = { lineHeight: 1.14, maxLines: 3 };
/** The size of a name's letters on three lines: larger ones would leave too little room for the code. */
const NAME_SIZE_ON_THREE = 0.11;
const CAPTION: TextStyle = { size: 0.062, lineHeight: 1.4, maxLines: 1 };
const LABEL: TextStyle = { size: 0.044, lineHeight: 1.7, maxLines: 1 };

/** A network's code below the words, with its name beside it. */
const WIFI_BELOW = 0.28;
/** A network's code beside the other, as a share of that, with its name below; and the gap between the two. */
const WIFI_BESIDE = { side: 0.55, gap: 0.03 };
const WIFI_WORD = 'Wi-Fi';

/** The middle of a capital letter above its baseline, as a share of the letter size. */
const CAPITAL_MIDDLE = 0.35;

/**
 * Lays out a card from top to bottom: name, rule, code, caption and label, as in `design`. The code, of `modules` in a row,
 * takes all that is left. The code of a network is where that leaves the other one larger: below the words, or beside it.
 */
export function layOutCard(
  { width, height }: { width: number; height: number },
  modules: number,
  text: CardText,
  design: CardDesign,
): CardLayout {
  const unit = Math.min(width, height);
  const margin = unit * MARGIN;
  const room = width - 2 * margin;
  const fitted = (words: string, face: Face, { size, maxLines, spacing = 0 }: TextStyle) =>
    fittedLines(drawableText(words), { most: unit * size, width: room, face, maxLines, spacing });
  const { face, isUppercase, ...letters } = design.name;
  const nameStyle = { ...letters, ...NAME };
  const given = text.name ?? '';
  const shown = isUppercase ? given.toLocaleUpperCase(text.language) : given;
  let name = fitted(shown, face, nameStyle);
  if (name.lines.length === NAME.maxLines && nameStyle.size > NAME_SIZE_ON_THREE) {
    name = fitted(shown, face, { ...nameStyle, size: NAME_SIZE_ON_THREE });
  }
  const hasName = name.lines.length > 0;
  const nameLine = name.size * NAME.lineHeight;
  const { from, lines: thicknesses, gap: ruleGap } = design.rule;
  const ruleHeight = hasName
    ? unit * (from + thicknesses.reduce((sum, line) => sum + line, 0) + ruleGap * Math.max(0, thicknesses.length - 1))
    : 0;
  // As high for short, long and missing words, so that the codes of a page align.
  const [captionLine, labelLine] = [CAPTION, LABEL].map(({ size, lineHeight }) => unit * size * lineHeight) as [
    number,
    number,
  ];
  const words = name.lines.length * nameLine + ruleHeight + captionLine + labelLine;
  const left = height - 2 * margin - words;
  const gap = text.wifi === undefined ? 0 : unit * WIFI_BESIDE.gap;
  const sideAbove = Math.min(room, left - unit * WIFI_BELOW);
  const sideBeside = Math.min(left, (room - gap) / (1 + WIFI_BESIDE.side));
  const isBelow = text.wifi !== undefined && sideAbove >= sideBeside;
  const isBeside = text.wifi !== undefined && !isBelow;
  const side = isBelow ? sideAbove : isBeside ? sideBeside : Math.min(room, left);
  const below = isBelow ? unit * WIFI_BELOW : 0;

  let y = (height - side - words - below) / 2;
  const placed = ({ lines, size }: LetteredLines, line: number, reserved = lines.length * line): PlacedLine[] => {
    const middle = y + line / 2 + size * CAPITAL_MIDDLE;
    y += reserved;
    return lines.map((one, at) => ({ ...one, y: middle + at * line }));
  };
  const placedName = placed(name, nameLine);
  const ruleWidth = ((side * modules) / (modules + 2 * QUIET_ZONE)) * design.rule.width;
  let lineAt = y + unit * from;
  const ruleLines = thicknesses.map((thickness) => {
    const line = { y: lineAt, height: unit * thickness };
    lineAt += unit * (thickness + ruleGap);
    return line;
  });
  y += ruleHeight;
  const besides = isBeside ? gap + side * WIFI_BESIDE.side : 0;
  const square = { x: (width - side - besides) / 2, y, side };
  y += side;
  const caption = placed(fitted(text.caption, 'text', CAPTION), captionLine, captionLine);
  const label = placed(fitted(text.label ?? '', 'text', LABEL), labelLine, labelLine);
  const network = (wide: number) =>
    [WIFI_WORD, text.wifi ?? ''].flatMap((words) => {
      const most = unit * LABEL.size;
      const { lines, size } = fittedLines(drawableText(words), { most, width: wide, face: 'text', maxLines: 1 });
      return lines.map((line) => ({ line, size }));
    });
  const wifi = isBelow ? wifiBelow() : isBeside ? wifiBeside() : null;
  return {
    name: placedName,
    rule: hasName && ruleLines.length > 0 ? { x: (width - ruleWidth) / 2, width: ruleWidth, lines: ruleLines } : null,
    square,
    caption,
    label,
    wifi,
  };

  /** The code and the name beside it, together in the middle. */
  function wifiBelow(): CardLayout['wifi'] {
    const lines = network(room - below);
    const widest = Math.max(...lines.map(({ line }) => line.width));
    const x = (width - below - widest) / 2;
    const top = y + below / 2 - (lines.length * labelLine) / 2;
    return {
      square: { x, y, side: below },
      lines: lines.map(({ line, size }, at) => ({
        ...line,
        x: x + below,
        y: top + (at + 0.5) * labelLine + size * CAPITAL_MIDDLE,
      })),
    };
  }

  /** The code and the name below it, together as high as the middle of the other. */
  function wifiBeside(): CardLayout['wifi'] {
    const own = side * WIFI_BESIDE.side;
    const lines = network(own);
    const x = square.x + side + gap;
    const top = square.y + (side - own - lines.length * labelLine) / 2;
    return {
      square: { x, y: top, side: own },
      lines: lines.map(({ line, size }, at) => ({
        ...line,
        x: x + (own - line.width) / 2,
        y: top + own + (at + 0.5) * labelLine + size * CAPITAL_MIDDLE,
      })),
    };
  }
}
