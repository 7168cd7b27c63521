import { continues, looksLikeHeading } from '../text-shape.ts';
import { columnsOf } from './columns.ts';
import type { Cell, PdfPage, Row } from './pdf-page.ts';
import { cellsOf, endsWithPrice, rowsOf } from './rows.ts';

/** A line of a column: the text of a row, and its prices. */
interface Line {
  text: string;
  price: string;
  /** Its baseline; of several joined lines that of the last. */
  y: number;
  /** From the line above it to the first of them, in points; the column's first has none. */
  gap: number | undefined;
  size: number;
  style: string;
}

/** How a PDF sets its dishes, as far as that can be told. */
interface Look {
  /** Of the names of dishes. */
  name: string | undefined;
  nameSize: number;
  /** Of what stands below them. */
  description: string | undefined;
  /** Between the lines of a column, in points. */
  gap: number;
}

/** The text of a menu's pages, in the form in which `readMenuText` understands it best. */
export function textOfPages(pages: readonly PdfPage[]): string {
  const columns = withoutMargins(pages).flatMap((cells) => columnsOf(cells).map((column) => linesOf(rowsOf(column))));
  const look = lookOf(columns);
  return columns
    .flatMap((column) => write(joinLines(withRemarks(column, look), look), look))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Above and below this part of a page are its running head and number. */
const MARGIN = 0.1;

/** The cells of each page without what stands on the edge of every page, and without page numbers. */
function withoutMargins(pages: readonly PdfPage[]): Cell[][] {
  const isOnEdge = ({ y }: Row, { height }: PdfPage) => y < height * MARGIN || y > height * (1 - MARGIN);
  const textOf = ({ cells }: Row) => cells.map(({ text }) => text).join(' ');
  const numberless = (row: Row) => textOf(row).replace(/\d+/g, '#');
  const all = pages.map((page) => ({ page, rows: rowsOf(cellsOf(page)) }));
  const onEdges = all.flatMap(({ page, rows }) => [
    ...new Set(rows.filter((row) => isOnEdge(row, page)).map(numberless)),
  ]);
  const seen = Map.groupBy(onEdges, (row) => row);
  return all.map(({ page, rows }, index) =>
    rows
      .filter((row) => {
        if (!isOnEdge(row, page)) return true;
        if (/^[-–—|·\s]*\d{1,3}(?:\s?\/\s?\d{1,3})?[-–—|·\s]*$/.test(textOf(row))) return false;
        const isRepeated = (seen.get(numberless(row)) ?? []).length > 1 && !row.cells.some(isPlainPrice);
        return !isRepeated || (index === 0 && !/\d/.test(textOf(row)));
      })
      .flatMap(({ cells }) => cells),
  );
}

/** Written as only prices are. */
const isPlainPrice = ({ isPrice, text }: Cell) => isPrice && /\d[.,٫]\d\d|\p{Sc}/u.test(text);

function linesOf(rows: readonly Row[]): Line[] {
  const lines: Line[] = [];
  rows.forEach(({ cells, y }, index) => {
    const prices = cells.filter(({ isPrice }) => isPrice);
    // A number before a name is the dish's number, if a price follows.
    const isNumbered = prices.length > 1 && cells[0]?.isPrice && /^\d{1,3}[.)]?$/.test(cells[0].text);
    const texts = cells.filter((cell, place) => !cell.isPrice || (isNumbered && place === 0));
    const main = texts.find(({ text }) => /\p{L}/u.test(text)) ?? texts[0] ?? cells[0];
    if (!main) return;
    lines.push({
      text: texts.map(({ text }) => text).join(isNumbered ? ' ' : '   '),
      price: (isNumbered ? prices.slice(1) : prices).map(({ text }) => text).join(' / '),
      y,
      size: main.size,
      style: main.style,
      gap: index > 0 ? y - (rows[index - 1]?.y ?? 0) : undefined,
    });
  });
  return lines.reduce(withPriceBeside, []);
}

/** A price that stands a little higher or lower than its name, as beside a name of two lines. */
function withPriceBeside(lines: Line[], line: Line): Line[] {
  const last = lines.at(-1);
  const isBeside = last && line.y - last.y < Math.max(line.size, last.size) * 0.9;
  if (isBeside && line.text === '' && last.price === '') last.price = line.price;
  else if (isBeside && last.text === '' && line.price === '') lines[lines.length - 1] = { ...line, price: last.price };
  else lines.push(line);
  return lines;
}

function lookOf(columns: readonly (readonly Line[])[]): Look {
  const lines = columns.flat();
  const isDish = ({ price, text }: Line) => price !== '' && text !== '';
  const name = mostOf(lines.filter(isDish).map(({ style }) => style));
  const descriptions = columns.flatMap((column) =>
    column.flatMap((line, index) => (isDish(line) ? descriptionStyle(line, column.slice(index + 1, index + 4)) : [])),
  );
  const gaps = columns.flatMap((column) => column.slice(1).map(({ y }, index) => y - (column[index]?.y ?? y)));
  const sizes = lines.filter(({ style }) => style === name).map(({ size }) => size);
  return {
    name,
    nameSize: middle(sizes) ?? middle(lines.map(({ size }) => size)) ?? 0,
    description: mostOf(descriptions),
    gap: middle(gaps) ?? 0,
  };
}

/** The style of the first line below a dish that is not in its own, up to the next price: the rest of a wrapped name may come first. */
function descriptionStyle({ style, size }: Line, below: readonly Line[]): string[] {
  const end = below.findIndex(({ price }) => price !== '');
  const other = below.slice(0, end < 0 ? undefined : end).find((line) => line.style !== style);
  return other && other.size <= size * 1.1 ? [other.style] : [];
}

const mostOf = (styles: readonly string[]): string | undefined =>
  [...Map.groupBy(styles, (style) => style).values()].toSorted((a, b) => b.length - a.length)[0]?.[0];
export const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** A price in a dish's description, such as one for the last hour, is none of a dish: the reader takes a sentence for text. */
function withRemarks(column: readonly Line[], look: Look): Line[] {
  const isSmall = ({ text, size }: Line) => text !== '' && size < look.nameSize * 0.95;
  const isPriced = (line: Line | undefined) =>
    line !== undefined && isSmall(line) && (line.price !== '' || endsWithPrice(line.text));
  return column.map((line, index) => {
    const priced = column.slice(0, index).findLast(({ price }) => price !== '');
    const isBelowDish = priced?.style === look.name && line.y - (priced?.y ?? 0) < line.size * 8;
    return isBelowDish && isPriced(line) && !isPriced(column[index + 1])
      ? { ...line, text: `${line.text} ${line.price}`.trim().concat('.'), price: '' }
      : line;
  });
}

/** Lines of one paragraph are at most this far apart, in letter sizes. */
const LEADING = 1.75;

/** Puts wrapped names and descriptions on one line. */
function joinLines(column: readonly Line[], look: Look): Line[] {
  const lines: Line[] = [];
  column.forEach((line, index) => {
    const last = lines.at(-1);
    const isNear = last !== undefined && line.y - last.y <= LEADING * Math.max(line.size, 1);
    if (last && isNear && belongsTogether(last, line, column[index + 1], look)) {
      lines[lines.length - 1] = {
        ...last,
        text: joinWords(last.text, line.text),
        price: last.price || line.price,
        y: line.y,
      };
    } else lines.push({ ...line });
  });
  return lines;
}

function belongsTogether(last: Line, line: Line, next: Line | undefined, look: Look): boolean {
  if (line.style !== last.style || (last.price !== '' && line.price !== '')) return false;
  if (!look.description) return last.price !== '' && line.price === '' && continues(last.text, '');
  if (line.style !== look.name) return line.price === '' && last.price === '';
  if (last.price === '') return true;
  // Below a priced name stands its rest, unless the line is nearer to the next priced name.
  return !next || next.style !== look.name || next.price === '' || line.y - last.y < (next.y - line.y) * 0.95;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，]$/u;

/** A hyphen at a line's end stays: which were added in typesetting can't be told. */
function joinWords(start: string, rest: string): string {
  const isWithoutSpace = UNSPACED.test(start) || (/\p{Ll}-$/u.test(start) && /^\p{Ll}/u.test(rest));
  return isWithoutSpace ? start + rest : [start, rest].filter(Boolean).join(' ');
}

function write(lines: readonly Line[], look: Look): string[] {
  let heading: Line | undefined;
  return lines.flatMap((line) => {
    const isHeading = isHeadingLine(line, look, heading);
    heading = isHeading ? line : undefined;
    if (isHeading) return ['', `## ${line.text}`];
    const text = line.text && line.price ? `${line.text} .... ${line.price}` : line.text || line.price;
    const isApart =
      line.gap === undefined ? line.style !== look.description : line.gap > Math.max(look.gap * 1.5, line.size * 2.2);
    return isApart && line.price === '' ? ['', text] : [text];
  });
}

/** What describes a heading is at most this far below it, in letter sizes. */
const BELOW = 2.2;

/** Larger than a dish's name, or set in a way of its own. */
function isHeadingLine({ text, price, size, style, gap = 0 }: Line, look: Look, above: Line | undefined): boolean {
  if (price !== '' || !/\p{L}/u.test(text) || text.length > 80) return false;
  if (size >= look.nameSize * 1.12) return true;
  const isOwn = look.name !== undefined && style !== look.name && style !== look.description;
  // What stands right below a heading in another font describes it.
  const isBelow = above !== undefined && gap < BELOW * Math.max(size, above.size);
  const mayFollow = !isBelow || above.style === style;
  return isOwn && mayFollow && size >= look.nameSize * 0.95 && looksLikeHeading(text, false);
}
