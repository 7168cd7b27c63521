import { SEPARATOR } from '../../lib/menu-table/columns.ts';
import { cleanLines } from './clean-lines.ts';
import { fitMenu } from './fit-menu.ts';
import { COURSES, HOURS_AT_END, NAME_GOES_ON, SECTIONS, WEEKDAY } from './menu-words.ts';
import { joinOffers } from './offers.ts';
import {
  asQuestion,
  type MenuLine,
  readLine,
  type SizedPrice,
  splitCodes,
  splitSoldOut,
  type TextStyle,
  textStyleOf,
} from './read-line.ts';
import type { ReadDish, ReadMenu, ReadSection } from './read-menu.ts';
import { withSectionPrices } from './section-prices.ts';
import { joinSetMenus } from './set-menus.ts';
import { continues, isCapitals, looksLikeHeading, withoutMenuNumbers } from './text-shape.ts';

/** The most characters that are read. */
export const TEXT_MAX = 100_000;

/** Sizes head columns of prices only if one of so many lines below them has as many. */
const COLUMNS_REACH = 8;

/** A line without a price, which waits for what comes after it. */
interface WaitingLine {
  line: number;
  text: string;
  /** Whether it may be several headings. */
  isDoubtful?: boolean | undefined;
}

/** Reads a menu as people type, copy and scan it. Never throws; takes time linear in the length of the text. */
export function readMenuText(text: string, digits = 2): ReadMenu {
  const read = text.slice(0, TEXT_MAX);
  const lines = withoutMenuNumbers(cleanLines(read));
  const cut = text.length > TEXT_MAX ? lines.length - 1 : undefined;
  const style = textStyleOf(lines, digits);
  const kinds = joinSetMenus(joinOffers(askBetweenNames(joinNamesAbove(lines.map((line) => readLine(line, style))))));
  const builder = new MenuBuilder(withSectionPrices(kinds), style);
  return fitMenu(builder.build(), cut);
}

/** Puts lines together: which are names, descriptions and headings follows from those around them. */
class MenuBuilder {
  readonly #lines: readonly MenuLine[];
  readonly #style: TextStyle;
  readonly #sections: ReadSection[] = [];
  readonly #rest: WaitingLine[] = [];
  /** Unpriced lines since the last dish or heading, by paragraph. */
  #blocks: WaitingLine[][] = [];
  /** Whether the first of the blocks follows a dish without a blank line. */
  #isAttached = false;
  /** The dishes of the last priced line, one for each size. */
  #last: ReadDish[] = [];
  /** Their name without a size, and whether each has one. */
  #lastName = '';
  #lastIsSized = false;
  /** Whether their price stood beside their name. */
  #isInline = false;
  /** The sizes that head columns of prices in this section, and their line. */
  #columns: { line: number; sizes: readonly string[] } | undefined;
  /** The lines that describe them, and their allergens and additives, which stay at the end. */
  #described: (string | null)[] = [];
  #codes = '';
  /** The heading of the last section, and the lines that describe it. */
  #headingLines: WaitingLine[] = [];
  /** Whether that heading is marked as one: "## Pizza", "— Pizza —", "Pizza:". */
  #isMarked = false;
  readonly #isDoubleSpaced: boolean;
  /** Whether most dishes are a name and, on the next line, a price. */
  readonly #hasPricesBelow: boolean;
  /** Whether descriptions stand below the prices, which stand below the names. */
  readonly #describesBelowPrice: boolean;
  /** Whether most names go on with "with …" on the line of the price. */
  readonly #areNamesSplit: boolean;
  readonly #hasClearHeadings: boolean;
  readonly #isLowercase: boolean;
  readonly #namesAreCapitals: boolean;
  readonly #namesAreLowercase: boolean;

  constructor(lines: readonly MenuLine[], style: TextStyle) {
    this.#lines = lines;
    this.#style = style;
    const texts = lines.flatMap((line) => (line.kind === 'text' ? [line.text] : []));
    this.#isDoubleSpaced = isDoubleSpaced(lines);
    this.#hasPricesBelow = hasPricesBelow(lines);
    this.#describesBelowPrice = describesBelowPrice(lines);
    this.#areNamesSplit = areNamesSplit(lines);
    this.#hasClearHeadings = lines.some(({ kind }) => kind === 'heading') || texts.some(isCapitals) || hasGaps(lines);
    this.#isLowercase = !lines.some((line) => /\p{Lu}/u.test('text' in line ? line.text : ''));
    const names = lines.flatMap((line) => (line.kind === 'dish' ? [line.name] : []));
    this.#namesAreLowercase = names.filter((name) => /^\p{Ll}/u.test(name)).length > names.length / 4;
    const inCapitals = texts.filter(isCapitals).length;
    this.#namesAreCapitals = inCapitals > 2 && inCapitals > texts.length / 3;
  }

  build(): ReadMenu {
    this.#lines.forEach((line, index) => {
      switch (line.kind) {
        case 'blank':
          this.#endBlock();
          break;
        case 'text': {
          if (line.maybeDish && this.#isDish(index, line.maybeDish.name)) {
            this.#addDish(index, line.maybeDish);
            break;
          }
          const text = this.#withoutColumns(index, line);
          if (text) this.#wait({ line: index, text, isDoubtful: line.isDoubtful });
          break;
        }
        case 'footer':
          this.#rest.push({ line: index, text: line.text });
          break;
        case 'heading': {
          const text = this.#withoutColumns(index, line);
          this.#settle('heading');
          if (text) this.#openSection({ line: index, text, isDoubtful: line.isDoubtful }, true);
          break;
        }
        case 'prices':
          this.#addPrices(index, line);
          break;
        case 'dishes':
          for (const dish of line.dishes) this.#addDish(index, dish);
          if (line.rest) this.#rest.push({ line: index, text: line.rest });
          break;
        case 'one-price':
          if (line.heading) {
            this.#settle('heading');
            this.#openSection({ line: index, text: line.heading }, true);
          } else this.#rest.push({ line: index, text: line.text });
          break;
        case 'dish':
          if (line.maybeHeading && this.#dishesBelow(index) > (line.isDoubtful ? 0 : 1)) {
            this.#settle('heading');
            this.#openSection({ line: index, text: line.maybeHeading, isDoubtful: line.isDoubtful }, true);
          } else this.#addDish(index, line);
          break;
      }
    });
    this.#settle('end');
    this.#closeSection();
    const lonely = this.#sections.filter(
      ({ name, dishes }) => name !== null && dishes.length === 1 && !isSectionName(name),
    );
    const areNames = lonely.length > 2 && lonely.length > this.#sections.length / 2;
    if (areNames) for (const section of lonely) section.isDoubtful = true;
    return {
      sections: this.#sections,
      rest: this.#rest.map(({ line, text }) => ({ line, text })).sort((a, b) => a.line - b.line),
    };
  }

  /** How many dishes that are not marked as headings follow before the next heading. */
  #dishesBelow(index: number): number {
    const below = this.#lines.slice(index + 1, index + 1 + COLUMNS_REACH);
    const end = below.findIndex((line) => line.kind === 'heading' || 'maybeHeading' in line);
    return below.slice(0, end < 0 ? undefined : end).filter(({ kind }) => kind === 'dish' || kind === 'prices').length;
  }

  /** Whether a line with a price amid words is a dish: it begins like one, and no price stands below it. */
  #isDish(index: number, name: string): boolean {
    if (/^\p{Ll}/u.test(name) && !this.#isLowercase && !this.#namesAreLowercase) return false;
    const below = this.#lines.slice(index + 1, index + 1 + COLUMNS_REACH).find(({ kind }) => kind !== 'text');
    return below?.kind !== 'prices';
  }

  /** The text of a line without the sizes that head columns of prices, which are kept for these. */
  #withoutColumns(index: number, { text, columns }: Extract<MenuLine, { kind: 'heading' | 'text' }>): string {
    const count = columns?.sizes.length ?? 0;
    const below = this.#lines.slice(index + 1, index + 1 + COLUMNS_REACH);
    const isHead = below.some((line) => 'unsized' in line && line.unsized?.length === count);
    if (!columns || !isHead) return text;
    this.#columns = { line: index, sizes: columns.sizes };
    return columns.before;
  }

  /** The prices of a line, each with the size that heads its column. */
  #inColumns({ prices, unsized }: Extract<MenuLine, { kind: 'dish' | 'prices' }>): readonly SizedPrice[] {
    const sizes = this.#columns?.sizes;
    if (!unsized || unsized.length !== sizes?.length) return prices;
    return unsized.map((price, index) => ({ ...price, size: sizes[index] ?? null }));
  }

  #endBlock(): void {
    if (this.#blocks.length > 0) this.#blocks.push([]);
    else this.#isAttached = false;
  }

  #wait(line: WaitingLine): void {
    const block = this.#blocks.at(-1);
    if (block) block.push(line);
    else this.#blocks.push([line]);
  }

  #addDish(index: number, dish: Extract<MenuLine, { kind: 'dish' }>): void {
    const start = dish.isSurcharged ? undefined : this.#takeStartOfName(dish.name);
    this.#settle('dish');
    const name = start ? `${start.text} ${dish.name}` : dish.name;
    const prices = this.#inColumns(dish);
    // It goes on with a name that may be the line above, which may describe another dish.
    const isPart = !start && WITH.test(name);
    this.#isInline = true;
    this.#add(start?.line ?? index, name, dish.description, dish.codes, isPart ? prices.map(asQuestion) : prices);
    const [added] = this.#last;
    if (added && dish.offers) added.offers = dish.offers.join(SEPARATOR);
  }

  /** The line before a dish, if the name began there. */
  #takeStartOfName(name: string): WaitingLine | undefined {
    const block = this.#blocks.at(-1);
    const before = block?.at(-1);
    if (!block || !before || this.#isLowercase) return undefined;
    const isBelowDish = this.#isAttached && this.#blocks.length === 1;
    if (WITH.test(name) && (this.#areNamesSplit || !isBelowDish)) return block.pop();
    if (isCapitals(before.text)) return undefined;
    const isFirst = block.length === 1 && !isBelowDish;
    const next = isFirst || this.#namesAreLowercase ? '' : name;
    return continues(before.text, next) ? block.pop() : undefined;
  }

  /** Prices on their own line belong to the paragraph before them. */
  #addPrices(index: number, line: Extract<MenuLine, { kind: 'prices' }>): void {
    const { text, description: note, codes } = line;
    const { block: described, mayDescribe } = this.#takeDishBlock(index) ?? {};
    const own = this.#inColumns(line);
    const prices = mayDescribe ? own.map(asQuestion) : own;
    const [first, ...more] = described ?? [];
    if (!first || !/\p{L}/u.test(first.text)) {
      if (!this.#addSizes(index, prices)) this.#rest.push(...(described ?? []), { line: index, text });
      return;
    }
    let written = first.text;
    while (more[0] && continues(written, '')) written = `${written} ${more.shift()?.text}`;
    const offered = splitSoldOut(written);
    const { name, codes: ofName } = splitCodes(offered.text, this.#style);
    const allCodes = [ofName, codes].filter(Boolean).join(' ');
    this.#isInline = false;
    this.#add(first.line, name, joined([...more.map(({ text }) => text), note]), allCodes, offered.mark(prices));
  }

  /** Further sizes of the dish above: "0,5 l 8,50" below "Riesling" and "0,2 l 4,80". */
  #addSizes(line: number, prices: readonly SizedPrice[]): boolean {
    if (!this.#isAttached || !this.#lastIsSized || prices.some(({ size }) => size === null)) return false;
    const more = dishesOf(line, this.#lastName, prices);
    this.#last.push(...more);
    this.#sections.at(-1)?.dishes.push(...more);
    return true;
  }

  /**
   * The name and description that wait for a price, without the headings before them, and whether what seems to be the name may be a
   * description.
   */
  #takeDishBlock(index: number): { block: WaitingLine[]; mayDescribe: boolean } | undefined {
    this.#blocks = this.#blocks.filter((lines) => lines.length > 0);
    let block = this.#blocks.pop();
    if (!block) return undefined;
    const before = this.#blocks.findLast((lines) => lines.length > 0);
    const isAlone = block.length === 1 && !looksLikeHeading(block[0]?.text ?? '', this.#isLowercase);
    if (this.#isDoubleSpaced && isAlone && before) {
      block = [...before, ...block];
      this.#blocks.splice(this.#blocks.lastIndexOf(before));
    }
    // Where prices stand beside names or above descriptions, only the last line under a dish can be the next one's name.
    const isBelowDish = this.#isAttached && this.#blocks.length === 0;
    const isLastLoud = isCapitals(block.at(-1)?.text ?? '') && !isCapitals(block[0]?.text ?? '');
    const isLastNext = this.#describesBelowPrice || (isBelowDish && (this.#isInline || isLastLoud));
    const reads = (line: WaitingLine | undefined) => line !== undefined && DESCRIBES.test(line.text);
    const areMorePrices = this.#lines[index + 1]?.kind === 'prices' && block.length > 1;
    const mayDescribe =
      areMorePrices || (isLastNext && !this.#describesBelowPrice && reads(block.at(-1)) && !reads(block.at(-2)));
    if (isLastNext && block.length > 1) {
      this.#blocks.push(block.slice(0, -1));
      block = block.slice(-1);
    }
    const headings = this.#headingsOf(block);
    this.#settle('dish');
    for (const heading of headings) this.#openSection(heading);
    return { block: block.slice(headings.length), mayDescribe };
  }

  /** The lines at the start of a paragraph that are headings rather than the name of a dish. */
  #headingsOf(block: readonly WaitingLine[]): WaitingLine[] {
    const isHeading = ({ text }: WaitingLine, index: number) => {
      const next = block[index + 1];
      return next !== undefined && isCapitals(text) && (isCapitals(next.text) || !this.#namesAreCapitals);
    };
    const [first, name, ...more] = block;
    const isAboveName =
      this.#hasPricesBelow &&
      first &&
      name &&
      more.length === 0 &&
      first.text.split(' ').length <= 4 &&
      !first.text.includes(',');
    if (isAboveName && looksLikeHeading(first.text, this.#isLowercase) && !continues(first.text, name.text))
      return [first];
    const end = block.findIndex((line, index) => !isHeading(line, index));
    return block.slice(0, end);
  }

  #add(line: number, name: string, description: string | null, codes: string, prices: readonly SizedPrice[]): void {
    this.#finishDish();
    this.#described = [description];
    this.#codes = codes;
    this.#lastName = name;
    this.#lastIsSized = prices.every(({ size }) => size !== null);
    this.#last = dishesOf(line, name, prices);
    if (this.#sections.length === 0) this.#sections.push({ name: null, line: null, description: null, dishes: [] });
    this.#sections.at(-1)?.dishes.push(...this.#last);
    this.#blocks = [];
    this.#isAttached = true;
  }

  #finishDish(): void {
    const description = joined([...this.#described, this.#codes]);
    for (const dish of this.#last) dish.description = description;
    this.#last = [];
  }

  /** Decides what the waiting lines are, now that it is known what follows them. */
  #settle(next: 'dish' | 'heading' | 'end'): void {
    const blocks = this.#blocks;
    if (this.#isAttached) this.#describeLast(blocks.shift() ?? [], next);
    for (const block of blocks) {
      if (block.length > 0) this.#settleBlock(block, next);
    }
    this.#blocks = [];
    this.#isAttached = false;
  }

  /** The lines right under a dish describe it, up to a heading. */
  #describeLast(block: readonly WaitingLine[], next: 'dish' | 'heading' | 'end'): void {
    const isHeading = ({ text }: WaitingLine, index: number) =>
      next === 'dish' &&
      looksLikeHeading(text, this.#isLowercase) &&
      !/,(?! ?\d)/.test(text) &&
      (index > 0 ||
        !this.#describesBelowPrice ||
        (isCapitals(text) && !this.#namesAreCapitals) ||
        isSectionName(text)) &&
      (isCapitals(text) ||
        isSectionName(text) ||
        (!this.#hasClearHeadings && index === block.length - 1 && text.split(' ').length <= 3));
    const start = block.findIndex(isHeading);
    const described = start < 0 ? block : block.slice(0, start);
    for (const { text } of described) this.#described.push(text);
    if (start >= 0) this.#settleBlock(block.slice(start), next);
  }

  #settleBlock(block: readonly WaitingLine[], next: 'dish' | 'heading' | 'end'): void {
    const [first, ...more] = block;
    if (!first) return;
    const section = this.#sections.at(-1);
    const isMarked = this.#isMarked && section?.dishes.length === 0 && !isCapitals(first.text);
    if (next !== 'end' && !isMarked && looksLikeHeading(first.text, this.#isLowercase)) {
      this.#openSection(first);
      for (const line of more) {
        if ((isCapitals(first.text) && isCapitals(line.text)) || isSectionName(line.text)) this.#openSection(line);
        else this.#headingLines.push(line);
      }
      return;
    }
    for (const line of block) {
      if (section?.name && section.dishes.length === 0) this.#headingLines.push(line);
      else if (this.#isDoubleSpaced && next !== 'end' && this.#last.length > 0) this.#describeLast([line], 'end');
      else this.#rest.push(line);
    }
  }

  #openSection(heading: WaitingLine, isMarked = false): void {
    this.#closeSection();
    if (this.#columns && this.#columns.line < heading.line) this.#columns = undefined;
    this.#sections.push({
      name: heading.text,
      line: heading.line,
      description: null,
      ...(heading.isDoubtful && { isDoubtful: true }),
      dishes: [],
    });
    this.#headingLines = [heading];
    this.#isMarked = isMarked;
  }

  /** A heading without dishes, such as the restaurant's name, is no section. */
  #closeSection(): void {
    this.#finishDish();
    const section = this.#sections.at(-1);
    if (!section) return;
    if (section.dishes.length > 0) {
      section.description = joined(this.#headingLines.slice(1).map(({ text }) => text));
      return;
    }
    this.#sections.pop();
    for (const line of this.#headingLines) this.#rest.push(line);
  }
}

/**
 * Lines in which "Margherita" above "tomato, mozzarella 8.50" names a dish, if most dishes are written so. As it may be a category, too,
 * the price is a question.
 */
function joinNamesAbove(lines: readonly MenuLine[]): readonly MenuLine[] {
  const nameAbove = (index: number) => {
    const [above, dish] = [lines[index - 1], lines[index]];
    const isDescribed = dish?.kind === 'dish' && dish.description === null && dish.name.includes(',');
    return isDescribed && above?.kind === 'text' && isName(above.text) ? above.text : undefined;
  };
  const dishes = lines.flatMap(({ kind }, index) => (kind === 'dish' ? [index] : []));
  const described = dishes.filter((index) => nameAbove(index) !== undefined);
  // Where the last dish has a text below it, these are the descriptions.
  const isBelow = lines[(dishes.at(-1) ?? 0) + 1]?.kind === 'text';
  if (described.length < 2 || described.length <= dishes.length / 2 || isBelow) return lines;
  return lines.map((line, index): MenuLine => {
    const name = nameAbove(index);
    if (line.kind === 'dish' && name !== undefined)
      return { ...line, name, description: line.name, prices: line.prices.map(asQuestion) };
    return nameAbove(index + 1) === undefined ? line : { kind: 'blank' };
  });
}

const isName = (text: string): boolean => looksLikeHeading(text, false) && !/,/.test(text) && !isSectionName(text);

/** Lines in which prices are questions that stand between names, so that each may be of the one above or below it: the last one has none. */
function askBetweenNames(lines: readonly MenuLine[]): readonly MenuLine[] {
  const asked = [...lines];
  let between: number[] = [];
  lines.forEach((line, index) => {
    const isPrice = line.kind === 'prices' && line.prices.every(({ size }) => size === null);
    if (isPrice)
      between = between.at(-1) === index - 2 && lines[index - 1]?.kind === 'text' ? [...between, index] : [index];
    const next = lines[index + 1]?.kind ?? 'blank';
    const isLast = line.kind === 'text' && between.at(-1) === index - 1 && next !== 'prices' && next !== 'text';
    if (!isLast || between.length < 2 || !isName(line.text)) return;
    for (const at of between) {
      const priced = lines[at];
      if (priced?.kind === 'prices') asked[at] = { ...priced, prices: priced.prices.map(asQuestion) };
    }
  });
  return asked;
}

function isSectionName(text: string): boolean {
  const name = text.replace(HOURS_AT_END, '');
  return COURSES.test(name) || SECTIONS.test(name) || WEEKDAY.test(name);
}

/** What describes rather than names. */
const DESCRIBES = /,|^\p{Ll}/u;
/** The start of a line that is no name by itself. */
const WITH = new RegExp(`^(?:${NAME_GOES_ON}) `);

const dishesOf = (line: number, name: string, prices: readonly SizedPrice[]): ReadDish[] =>
  prices.map(({ size, ...price }) => ({
    line,
    name: size ? `${name} ${size}` : name,
    ...(size && { sized: { name, size } }),
    description: null,
    ...price,
  }));

const joined = (parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part && !DOTS.test(part)).join(' ') || null;

/** Of a row of dots before a price, a photo's reader may leave some behind the name. */
const DOTS = /^[.…·_\s]+$/;

/** Whether a text has a blank line after nearly every line, so that these say nothing. */
function isDoubleSpaced(lines: readonly MenuLine[]): boolean {
  const pairs = lines.slice(1).filter(({ kind }, index) => kind !== 'blank' && lines[index]?.kind !== 'blank').length;
  const written = lines.filter(({ kind }) => kind !== 'blank').length;
  return written >= 6 && pairs <= written / 10;
}

function hasPricesBelow(lines: readonly MenuLine[]): boolean {
  const isText = (index: number) => lines[index]?.kind === 'text';
  const priced = lines.flatMap(({ kind }, index) => (kind === 'prices' && isText(index - 1) ? [index] : []));
  const ofOneLine = priced.filter((index) => !isText(index - 2)).length;
  return priced.length >= 3 && ofOneLine > priced.length / 2;
}

function areNamesSplit(lines: readonly MenuLine[]): boolean {
  const isSplit = (line: MenuLine, index: number) =>
    line.kind === 'dish' && WITH.test(line.name) && lines[index - 1]?.kind === 'text';
  return lines.filter(isSplit).length > lines.filter(({ kind }) => kind === 'dish').length / 2;
}

/** Whether in paragraphs of several dishes, what is right below a price reads more like a description than what is above it. */
function describesBelowPrice(lines: readonly MenuLine[]): boolean {
  const isWordy = (line: MenuLine | undefined) =>
    line?.kind === 'text' && (DESCRIBES.test(line.text) || line.text.split(' ').length > 4);
  const isPrice = (line: MenuLine | undefined) => line?.kind === 'prices';
  const among = lines.flatMap((line, index) =>
    isPrice(line) && (isPrice(lines[index - 2]) || isPrice(lines[index - 3]) || isPrice(lines[index + 3]))
      ? [index]
      : [],
  );
  const count = (step: 1 | -1) => among.filter((index) => isWordy(lines[index + step])).length;
  return count(1) > count(-1) && count(1) > among.length / 3;
}

const hasGaps = (lines: readonly MenuLine[]) =>
  lines.some(
    ({ kind }, index) => kind === 'text' && lines[index - 1]?.kind === 'blank' && lines[index + 1]?.kind !== 'blank',
  );
