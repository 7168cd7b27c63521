import { SEARCHED_MAX, withPlainDigits } from './clean-lines.ts';
import {
  ADDED,
  ALL_PRICED,
  ALLERGEN,
  AMOUNT_NOTE,
  ASKED,
  AT_PRESENT,
  COUNTED,
  FOOTER,
  FOOTNOTE,
  FOR,
  FROM,
  HOURS_AT_END,
  JOINS,
  NET,
  NO_CATEGORY,
  OR,
  OUT,
  PRICE_LABEL,
  PRICE_WORD,
  SIZES,
  SOLD_OUT,
  STREET,
  SURCHARGES,
  UNITS,
  WEEKDAY,
  WITH,
} from './menu-words.ts';
import type { PriceChoices } from './read-menu.ts';
import { mayBeSizes, type PriceMark, type PriceStyle, priceStyleOf, readPrices } from './read-price.ts';
import { meaningOf } from './table/headings.ts';
import { looksLikeName } from './text-shape.ts';

/** A price of a dish, with the size that it is for. */
export interface SizedPrice extends PriceChoices {
  size: string | null;
  price: number | null;
  isSoldOut?: true;
}

/** What one line of a menu is by itself. */
export type MenuLine =
  | { kind: 'blank' }
  | { kind: 'footer'; text: string }
  | { kind: 'heading' | 'text'; text: string; columns?: SizeColumns; isDoubtful?: boolean; maybeDish?: DishLine }
  | DishLine
  | { kind: 'dishes'; dishes: readonly DishLine[]; rest: string }
  | { kind: 'one-price'; text: string; heading: string | null; dish: DishLine; isSection?: boolean }
  | ({ kind: 'prices'; text: string } & Priced);

export type DishLine = {
  kind: 'dish';
  text: string;
  name: string;
  /** What it says if it is a heading, and whether it may be a dish where others follow, too. */
  maybeHeading?: string;
  isDoubtful?: boolean;
  /** Its prices at menu times, as cells of the column Offers have them. */
  offers?: string[];
} & Priced;

interface Priced {
  description: string | null;
  codes: string;
  prices: SizedPrice[];
  /** Several prices without sizes, which may stand in columns of sizes. */
  unsized?: readonly SizedPrice[];
  /** Whether it says only what is paid on top of a price that stands elsewhere. */
  isSurcharged?: true;
}

/** The sizes at the end of "PIZZA   Small   Large", in case they head columns of prices, and what stands before them. */
interface SizeColumns {
  before: string;
  sizes: readonly string[];
}

/** Also as word processors copy them: in their symbol font, with a tab. */
const BULLET = /^(?:[-–—*•·▪◦‣►▶➤✓✔○\uf0a7\uf0b7][ \t]+)+(?=[^\s])/;
const MENU_NUMBER = /^(?:(?:no|nr|n°|№|#)\.? ?\d{1,3}[a-z]?[.:)]?|\d{1,3}[a-z]?[.)])[ \t]+(?=\p{L})/iu;
const EMPHASIS = /~~[^~]*~~|\*\*|__|`/g;
const PART_EMPHASIS = /(?<![\p{L}\d*_])([*_])([^*_\s][^*_]*)\1(?![\p{L}\d*_])/gu;
const WHOLE_EMPHASIS = /^([*_])(\S.*\S)\1$/;

const HEADING_MARKS = [
  /^#{1,6} +(?<text>[^#]+?) *#*$/,
  /^(?<mark>[-–—=~*•·]+) +(?<text>.*\S) +\k<mark>$/,
  /^(?<mark>[-–—=~]+)(?<text>[^\s–—=~-].*[^\s–—=~-])\k<mark>$/,
  /^[【〈《「<[](?<text>[^\]]+)[】〉》」>\]]$/,
  /^[◆■●▼★☆] *(?<text>[^◆■●▼★☆]+)[◆■●▼★☆]?$/,
  /^(?<text>[^:：]{2,60})[:：]$/,
];

/** The end of "## Section 50". */
const BARE_NUMBER = /\p{L} \d+$/u;

/** A time in brackets after a heading. */
const HOURS_IN_BRACKETS = /\([^()]*\d:\d\d[^()]*\)$/;

/** Reads one line. `style` is that of the whole text. */
export function readLine(source: string, style: TextStyle): MenuLine {
  if (source === '') return { kind: 'blank' };
  if (source.length > SEARCHED_MAX) return { kind: 'text', text: source };
  const marked = source.replace(EMPHASIS, '').trim();
  const heading = HEADING_MARKS.map((mark) => mark.exec(marked)?.groups?.text).find(
    (text) => text && /\p{L}/u.test(text),
  );
  const line = (heading ?? marked)
    .replace(BULLET, '')
    .replace(WHOLE_EMPHASIS, '$2')
    .replace(PART_EMPHASIS, '$2')
    .replace(MENU_NUMBER, '')
    .trim();
  const footer: MenuLine = { kind: 'footer', text: readable(source) };
  if (!heading && FOOTER.test(withPlainDigits(source).replace(HOURS_IN_BRACKETS, ''))) return footer;
  if (NO_CATEGORY.test(heading ?? line) || isLegend(source)) return footer;
  if (AMOUNT_NOTE.test(line) && /\p{Nd}/u.test(line)) return footer;
  const hasDecimals = style.groups[','] || style.groups['.'];
  if (hasDecimals && STREET.test(line)) return footer;
  if (line === '') return { kind: 'blank' };
  const several = readSeveral(line, style);
  if (several) return several;
  const priced = readPriced(line, style);
  const all =
    priced?.kind === 'dish' && priced.description === null ? ALL_AFTER_HEADING.exec(priced.name)?.groups : null;
  if (priced?.kind === 'dish' && all && ALL_PRICED.test(all.all ?? '')) {
    return { kind: 'one-price', text: priced.text, heading: all.heading ?? null, dish: priced };
  }
  const hasHours = HOURS_AT_END.test(line);
  if (priced?.kind === 'dish' && (hasHours || (heading && BARE_NUMBER.test(line)))) {
    const prices = hasHours ? priced.prices.map(asQuestion) : priced.prices;
    return { ...priced, prices, maybeHeading: readable(line), isDoubtful: hasHours && !heading };
  }
  if (priced) return priced;
  if (FOOTNOTE.test(source) && !heading && !WHOLE_EMPHASIS.test(marked)) return footer;
  const columns = sizeColumns(line);
  const cells = line.split('\t');
  if (cells.length > 1 && cells.every((cell) => meaningOf(cell))) return footer;
  const isDoubtful = cells.length > 1 && !columns;
  const maybeDish = heading ? null : readPriced(line, style, endsSoldOut(line) ? unpriced : amidWords);
  return {
    kind: heading ? 'heading' : 'text',
    text: readable(line),
    ...(columns && { columns }),
    ...(isDoubtful && { isDoubtful }),
    ...(maybeDish?.kind === 'dish' && { maybeDish }),
  };
}

/** "All pizzas", or "PIZZA – all" */
const ALL_AFTER_HEADING = /^(?:(?<heading>\p{L}[^-–—:(]{0,40}?) ?[-–—:(]+ ?)?(?<all>[^-–—:(]+)$/u;

/** "Coffee: £3.50. Water: £3.50." are several dishes in sentences. */
function readSeveral(line: string, style: TextStyle): MenuLine | null {
  const sentences = line.split(/(?<=[\d)€£$])[.;] (?=\p{L})/u);
  if (sentences.length < 2) return null;
  const read = sentences.map((sentence) => {
    const priced = NAMED_PRICE.test(sentence) ? readPriced(sentence.replace(/[.;]$/, ''), style) : null;
    return priced?.kind === 'dish' ? priced : sentence;
  });
  const dishes = read.filter((part) => typeof part !== 'string');
  return dishes.length > 1
    ? { kind: 'dishes', dishes, rest: read.filter((part) => typeof part === 'string').join(' ') }
    : null;
}

/** "Coffee: £3.50" */
const NAMED_PRICE = /^\p{L}[^:.;]{0,40}: ?\p{Sc}? ?\d[\d.,]*(?: ?\p{Sc})?[.;]?$/u;

/** "Glutine 1, crostacei 2, uova 3": an allergen, and numbers that count up, with words between them. */
function isLegend(line: string): boolean {
  if (!ALLERGEN.test(line) || /\d[^\p{L}\d]+\d/u.test(line)) return false;
  const numbers = (line.match(/\d+/g) ?? []).map(Number);
  return numbers.length >= 3 && numbers.every((number, index) => number === (numbers[0] ?? 0) + index);
}

const CODE = String.raw`(?:[A-Z]{1,2}|[a-z]|\d{1,2})`;
const LETTER_CODES = '[A-Z](?: ?, ?[A-Z])+';
const NUMBER_CODES = String.raw`[1-9]\d?(?:, ?\d{1,2})+`;
const inBrackets = (start: string) =>
  new RegExp(String.raw` ?[([](?=${start})(${CODE}(?: ?[,;/. ] ?${CODE})*)[)\]]`, 'gu');
const LIST_START = String.raw`[^)\]]*[\p{L},;/]`;
const CODES_IN_BRACKETS = inBrackets(LIST_START);
const CODES_OR_NUMBER_IN_BRACKETS = inBrackets(String.raw`${LIST_START}|1?\d[)\]]`);
const NUMBERS_IN_BRACKETS = /\([1-9]\d?(?:, ?1?\d)+\)/;
/** "¹·³" behind a word. */
const RAISED_CODES = /(?<=[\p{L}\p{M})]) ?[⁰¹²³⁴-⁹ᴬ-ᵂᵃ-ᶻ]+(?:[ ,·]+[⁰¹²³⁴-⁹ᴬ-ᵂᵃ-ᶻ]+)*/gu;
const CODES_AT_END = new RegExp(
  String.raw`[ \t](${LETTER_CODES}|${NUMBER_CODES})(?=$| \d+(?:[.,]\d+)? ?(?:${UNITS})$)`,
  'u',
);

/** How a text writes its prices and codes. */
export interface TextStyle extends PriceStyle {
  /** "(1,3,7)", or also "(7)" if the text has such lists: elsewhere "(7)" may count pieces. */
  codesInBrackets: RegExp;
}

export function textStyleOf(lines: readonly string[], digits: number): TextStyle {
  const hasNumberLists = lines.some((line) => NUMBERS_IN_BRACKETS.test(line));
  const codesInBrackets = hasNumberLists ? CODES_OR_NUMBER_IN_BRACKETS : CODES_IN_BRACKETS;
  return { ...priceStyleOf(lines, digits), codesInBrackets };
}

/** A name without the codes of its allergens and additives, and these. */
export function splitCodes(text: string, { codesInBrackets }: TextStyle): { name: string; codes: string } {
  const codes: string[] = [];
  const keep = (_: string, found: string) => {
    codes.push(found.trim());
    return ' ';
  };
  const name = text
    .replace(RAISED_CODES, (found) => keep('', found.normalize('NFKC')))
    .replace(codesInBrackets, keep)
    .trim()
    .replace(CODES_AT_END, keep)
    .replaceAll('  ', ' ')
    .trim();
  return /\p{L}/u.test(name)
    ? { name, codes: codes.length > 0 ? `(${codes.join('; ')})` : '' }
    : { name: text, codes: '' };
}

/** "SOLD OUT" behind a price or a name, but not the end of "until sold out"; "out" in brackets, or behind a price and a dash. */
const MARKED_SOLD_OUT = new RegExp(
  [
    String.raw`(?<!until|bis|nicht)[ \t](?:[[(–—*-] ?)?(?:(?:${AT_PRESENT}) )?(?:${SOLD_OUT})[\])!.*]*(?=$|\t| (?:\p{Sc} ?)?\d)`,
    String.raw`[ \t][[(](?:${OUT})[\])]`,
    String.raw`(?<=\d[^\p{L}\d]{0,3})[ \t][–—*-] ?(?:${OUT})[!.*]*$`,
  ].join('|'),
  'iu',
);
/** It may mean Australia. */
const AUSTRALIAN = /(?<!\p{L})A(?:US|us)(?!\p{L})/u;

/** A text without "SOLD OUT", and what marks its prices so if it had it. */
export function splitSoldOut(source: string) {
  const text = source.replace(MARKED_SOLD_OUT, (words) => (AUSTRALIAN.test(words) ? words : ''));
  const mark = (prices: readonly SizedPrice[]): SizedPrice[] =>
    prices.map((price) => (text === source ? price : { ...price, isSoldOut: true }));
  return { text, mark };
}

const NAMED_SOLD_OUT = new RegExp(`(?<!\\p{L}|(?:until|bis|nicht) )(?:${SOLD_OUT})(?!\\p{L})`, 'iu');
const ENDS_OUT = new RegExp(String.raw`(?:^|[[(]| [–—-] ?)(?:${OUT})[\])!.*]*$`, 'iu');

/** Whether a name or a description may say that a dish is sold out: "Shiraz (AUS)". */
export const maySaySoldOut = (name: string, description: string): boolean =>
  NAMED_SOLD_OUT.test(name) || ENDS_OUT.test(name) || ENDS_OUT.test(description);

type PriceFinder = (text: string, style: PriceStyle) => Found | null;

const findPrices: PriceFinder = (text, style) =>
  perPieces(text) ??
  surcharged(text, style) ??
  beforeAddition(text, style) ??
  atEnd(text, style) ??
  inOwnCell(text, style) ??
  atStart(text, style) ??
  asked(text);

function readPriced(line: string, style: TextStyle, find = findPrices): MenuLine | null {
  const codes: string[] = [];
  const keepCodes = (text: string) => {
    codes.push(text.trim());
    return ' ';
  };
  const offered = splitSoldOut(line);
  let text = offered.text
    .replace(RAISED_CODES, (found) => keepCodes(found.normalize('NFKC')))
    .replace(style.codesInBrackets, (all, found: string, at: number, whole: string) => {
      const count = readPrices(whole.slice(at + all.length), style).length;
      const names = namesIn(found);
      return names.length === count && areSizes(names) ? all : keepCodes(found);
    })
    .replaceAll('  ', ' ')
    .trim();
  const withoutEnd = text.replace(CODES_AT_END, '');
  if (withoutEnd !== text && !/,\d\d$/.test(text) && readPrices(withoutEnd, style).some(({ isPlain }) => isPlain)) {
    text = text.replace(CODES_AT_END, (_, found: string) => keepCodes(found)).trim();
  }
  const found = withoutFrom(find(text, style), text);
  if (!found) return null;
  const cells = found.before.split('\t').map(trimSeparators).filter(Boolean);
  if (cells.length > 1 && (WEEKDAY.test(cells[0] ?? '') || YEAR_CELL.test(cells[0] ?? '')))
    cells.push(cells.shift() ?? '');
  if (cells.length > 1 && NUMBER_CELL.test(cells[0] ?? '') && !isNamedSo(cells)) cells.shift();
  const first = (cells.shift() ?? '')
    .replace(SHORT_LEADER, '')
    .replace(/ [à@]$/, '')
    .replace(CODES_AT_END, (_, list: string) => keepCodes(list))
    .replaceAll('  ', ' ');
  const { name, description } = splitName(trimSeparators(first.replace(MENU_NUMBER, '')));
  const parts = [description, ...cells, ...found.after.split('\t').map(trimSeparators)].filter(Boolean);
  const list = codes.length > 0 ? `(${codes.join('; ')})` : '';
  const rest: Priced = {
    description: parts.join(' ') || null,
    codes: list,
    prices: offered.mark(found.prices),
    ...(found.unsized && { unsized: offered.mark(found.unsized) }),
    ...(found.isSurcharged && { isSurcharged: true }),
  };
  const [size, ...more] = rest.prices;
  const ofSize = name.replace(DITTO, '');
  if (size?.size === null && more.length === 0 && WHOLE_SIZE.test(ofSize)) {
    return { kind: 'prices', text: readable(line), ...rest, prices: [{ ...size, size: ofSize }] };
  }
  if (PRICE_LABEL.test(name)) {
    return {
      kind: 'prices',
      text: readable(line),
      ...rest,
      description: [name, ...parts].join(' ').replace(PRICE_WORD, '') || null,
    };
  }
  const isOnTop = /^(?:\+|(?:add|sub)\s)|\sadd$/i.test(name);
  if (isOnTop) rest.isSurcharged = true;
  if (isOnTop || STREET.test(line) || isUnsure(name, found.after)) rest.prices = rest.prices.map(asQuestion);
  if (/\p{L}/u.test(name)) return { kind: 'dish', text: readable(line), name, ...rest };
  return name === '' ? { kind: 'prices', text: readable(line), ...rest } : null;
}

/** What stands for the name above. */
const DITTO = /^(?:["″”„〃]|dto\.?|ditto|idem) +/iu;

/** Whether a price may be one of several pieces, of a day, or without the taxes that guests pay: "2 x Cola 6", "Soup 5,90 netto". */
const isUnsure = (name: string, after: string) =>
  /^[2-9] ?[x×] |^cena$/i.test(name) || WEEKDAY.test(name) || NET.test(after);

/** A price that is offered as a question. */
export const asQuestion = (price: SizedPrice): SizedPrice => ({ ...price, price: null, choices: choicesIn(price) });

export const choicesIn = ({ price, choices }: Pick<SizedPrice, 'price' | 'choices'>): readonly number[] =>
  choices ?? (price === null ? [] : [price]);

/** A year, or a dish's number on the menu, in a cell before that of the name. */
const YEAR_CELL = /^(?:19|20)\d\d$/;
const NUMBER_CELL = /^(?:[A-Z]{0,2}\d{1,4}[a-z]?)[.)]?$/;

/** "B52" is no number where its ingredients are beside it. */
const isNamedSo = ([first = '', second = '', third]: readonly string[]) =>
  third === undefined && /^[A-Z]/.test(first) && /,|^\p{Ll}/u.test(second);

/** "ab 8,50" is no part of a name: it describes the dish. */
function withoutFrom(found: Found | null, text: string): Found | null {
  const from = found?.prices.length === 1 && text.startsWith(found.before) && FROM_BEFORE.exec(found.before);
  return found && from ? { ...found, before: text.slice(0, from.index), after: text.slice(from.index) } : found;
}

const FROM_BEFORE = new RegExp(String.raw`(?<![^\s(])(?:${FROM}) ?$`, 'iu');

/** Leaders between a name and its price, of fewer dots than in other places. */
const SHORT_LEADER = /(?: ?[.·•_‥…]){2,}$| [.·•_…]$/;

interface Found {
  before: string;
  prices: SizedPrice[];
  unsized?: readonly SizedPrice[];
  after: string;
  /** Whether it says only what is paid on top. */
  isSurcharged?: true;
}

const MEASURE = String.raw`(?:(?!\d+(?:[.,]\d+)? ?[%°])\d+(?:[.,/]\d+)? ?(?:${UNITS})\.?|0[.,]\d{1,2})`;
const SIZE = String.raw`(?:${MEASURE}|\d{1,2}er|(?:1/[248]|${SIZES})(?: (?:${SIZES}|${MEASURE}))?)`;
const WHOLE_SIZE = new RegExp(`^${SIZE}$`, 'iu');
/** The spaces within "0,1 l" and "Glass 0,1 l". */
const INNER_SPACE = new RegExp(
  String.raw`(?<=\d) (?=(?:${UNITS})(?!\p{L}))|(?<=(?<!\p{L}|\d ?)(?:${SIZES})) (?=${MEASURE}(?!\p{L}))`,
  'giu',
);
const HEADS_MAX = 100;

function sizeColumns(line: string): SizeColumns | undefined {
  if (line.length > HEADS_MAX) return undefined;
  const cells = line.split('\t');
  const inCells = cells.slice(cells.findLastIndex((cell) => !WHOLE_SIZE.test(cell)) + 1);
  if (inCells.length > 1) {
    return { before: trimSeparators(readable(cells.slice(0, -inCells.length).join(' '))), sizes: inCells };
  }
  const words = [...line.replace(INNER_SPACE, '\u00a0').matchAll(/[^ \t/|·()]+/g)];
  const others = words.findLastIndex(([word]) => !WHOLE_SIZE.test(word.replaceAll('\u00a0', ' ')));
  const sizes = words.slice(others + 1);
  if (sizes.length < 2) return undefined;
  const before = readable(line.slice(0, sizes[0]?.index)).replace(/\($/, '');
  return { before: trimSeparators(before), sizes: sizes.map(([word]) => word.replaceAll('\u00a0', ' ')) };
}

const BETWEEN_NAMES = new RegExp(` ?[/|] ?|, | (?:${OR}) `, 'iu');
const UNIT_AT_END = new RegExp(String.raw`(?<=\d) ?(?:${UNITS})$`, 'iu');

/** The names in "200g / 300g". In "28/33 cm" the unit is that of both. */
function namesIn(list: string): string[] {
  const names = list.split(list.includes(' / ') ? ' / ' : BETWEEN_NAMES).map((name) => name.trim());
  const unit = UNIT_AT_END.exec(names.at(-1) ?? '')?.[0] ?? '';
  return names.map((name) => (/^\d+(?:[.,]\d+)?$/.test(name) ? `${name}${unit}` : name));
}

/** Whether names are those of sizes: S and L, but not L and M alone, which may be allergens. */
const areSizes = (names: readonly string[]) =>
  names.length > 1 &&
  names.every((name) => WHOLE_SIZE.test(withPlainDigits(name))) &&
  !names.every((name) => /^[LM]$/i.test(name));

const LIST = String.raw`[([（]([^()[\]（）]+)[)\]）]`;
const LISTS = new RegExp(LIST, 'g');
const ONLY_LIST = new RegExp(String.raw`^\s*${LIST}\s*$`);
const SIZES_AT_END = new RegExp(
  String.raw`(?<=^|[\s(])${SIZE}(?:(?: ?[/|] ?|, ?| (?:${OR}) )${SIZE})+(?=[\s:=–-]*$)`,
  'iu',
);

/** What names each of `count` prices: "(200g / 300g)" before or behind them, or "small / large" right before them. */
function listedNames(before: string, behind: string, count: number) {
  const [size] = SIZES_AT_END.exec(withPlainDigits(before)) ?? [];
  const at = size === undefined ? 0 : withPlainDigits(before).lastIndexOf(size);
  const lists = [
    ...[...before.matchAll(LISTS)].map(({ 0: all, 1: list = '', index }) => ({
      list,
      before: before.slice(0, index) + before.slice(index + all.length).trimStart(),
      after: behind,
    })),
    { list: before.slice(at, at + (size?.length ?? 0)), before: before.slice(0, at).replace(/\($/, ''), after: behind },
    { list: ONLY_LIST.exec(behind)?.[1] ?? '', before, after: '' },
  ].map((found) => ({ ...found, names: namesIn(found.list) }));
  return lists.find(({ names }) => names.length === count && new Set(names).size === count);
}

const SIZE_BEFORE = new RegExp(String.raw`(?:^|[\s(/,–-])(?<size>${SIZE})[)）]? ?[:=–-]? ?$`, 'iu');
const BETWEEN = new RegExp(
  String.raw`^[\s/|,;·&(（–-]*(?:(?:${OR}|and|und) |税込 ?|税抜 ?)?(?:(?<size>${SIZE})[)）]?)?[\s:=/|,;–-]*$`,
  'iu',
);
const PER_WHAT = new RegExp(
  String.raw`^[ \t]*(?:[*¹²³†]+|-|(?:each|ea\.?|p\. ?p\.?|pp|(?:/ ?|(?:per|pro|je|a|à|par|por|la|the|al) )\p{L}[\p{L} .]{0,18}|[〜～~]|/? ?\d* ?(?:${UNITS})|\d{1,2}er|${SIZES}|[(（][^()（）\d]{1,40}[)）]))[ \t]*$`,
  'iu',
);
/** "/ hg": without it, the price misleads. */
const PER_UNIT = new RegExp(String.raw`^/ ?\d* ?(?:${UNITS})$`, 'iu');

const ADDITION = new RegExp(
  String.raw`^[\s,;(–-]*(?:(?:[^.!?]|\.(?=\d))*\+[^.!?+\d]*|(?:${ADDED}|${WITH})\s(?:[^.!?]|\.(?=\d))*\s) ?\p{Sc}? ?(?<amount>\d[\d.,]*)(?: ?\p{Sc})?\)?$`,
  'iu',
);
/** What is certainly paid on top. */
const ON_TOP = new RegExp(String.raw`\+|^[\s,;(–-]*(?:${ADDED})\s`, 'iu');

/** "Caesar Salad 12.00 with chicken +5": what costs more describes the dish, and is a question where it may be its price. */
function beforeAddition(text: string, style: PriceStyle): Found | null {
  const marks = readPrices(text, style);
  const run = firstRun(text, marks);
  const [first, end] = [run[0], run.at(-1)?.end ?? 0];
  const after = text.slice(end);
  const amount = ADDITION.exec(after)?.groups?.amount;
  if (!first || !amount || !isAfterWords(text, first)) return null;
  const isOnTop = ON_TOP.test(after);
  const last = marks.at(-1);
  const more = Number(amount.replace(',', '.'));
  const lowest = Math.min(...run.flatMap(({ price, choices }) => choices ?? price ?? 0));
  const isSure = lowest > more && (isOnTop || first.isPlain);
  if (!isSure && (!last || last.start < end || (!isOnTop && !first.isPlain && last.isPlain && lowest < more)))
    return null;
  return {
    before: text.slice(0, first.start),
    prices: [oneOf(isSure || !last ? run : [...run, last])],
    after: after.replace(/^, /, ''),
  };
}

const PIECES_FOR = String.raw`\d{1,3} ?(?:${FOR}) \p{Sc}? ?(\d[\d.,]*)(?: ?\p{Sc})?`;
const PRICE_FOR_PIECES = String.raw`\p{Sc} ?(\d[\d.,]*) (?:${FOR}) \d{1,3}`;
const PER_PIECES = new RegExp(
  String.raw`(?:^|[\s(])(?:${PIECES_FOR}[\s/|,;]+(?:(?:${OR}) )?${PIECES_FOR}|${PRICE_FOR_PIECES}[\s/|,;]+(?:(?:${OR}) )?${PRICE_FOR_PIECES})\)?$`,
  'iu',
);

/** "Oysters 6 for 19 / 12 for 36" has a price for each number of pieces: which one is asked for. */
function perPieces(text: string): Found | null {
  const found = PER_PIECES.exec(withPlainDigits(text));
  if (!found) return null;
  const choices = found.slice(1).flatMap((amount) => (amount ? [Number(amount.replace(',', '.'))] : []));
  if (choices.some(Number.isNaN)) return null;
  return { before: text.slice(0, found.index), prices: [{ size: null, price: null, choices }], after: found[0].trim() };
}

const SURCHARGE_AT_END = new RegExp(
  String.raw`[\s,;–-]*(?<words>[([]?(?:(?<!\p{L})(?:${SURCHARGES})(?!\p{L})[^()\d]*\d[\d.,]*[^()\d]{0,5}|\p{Sc}? ?\d[\d.,]*[^()\d]{0,5}(?<!\p{L})(?:${SURCHARGES})(?!\p{L}))[)\]]?)$`,
  'iu',
);

/** "Foie gras (supplément 8 €)": a dish whose own price stands before that, elsewhere, or nowhere. */
function surcharged(text: string, style: PriceStyle): Found | null {
  const found = SURCHARGE_AT_END.exec(withPlainDigits(text));
  const words = found && text.slice(text.length - (found.groups?.words?.length ?? 0));
  const before = text.slice(0, found?.index);
  if (!words || !/\p{L}/u.test(before)) return null;
  const priced = atEnd(before, style);
  if (priced) return { ...priced, after: [priced.after.trim(), words].filter(Boolean).join(' ') };
  return { before, prices: [{ size: null, price: null }], after: words, isSurcharged: true };
}

const isAfterWords = (text: string, { start }: PriceMark) =>
  /\s/.test(text[start - 1] ?? '') && /\p{L}/u.test(text.slice(0, start));

/** The first prices of a line, as far as nothing but sizes stands between them. */
function firstRun(text: string, marks: readonly PriceMark[]): PriceMark[] {
  const plain = withPlainDigits(text);
  const end = marks.findIndex(({ end }, index) => {
    const next = marks[index + 1];
    return !next || !BETWEEN.test(plain.slice(end, next.start));
  });
  return marks.slice(0, end + 1);
}

const WORDS_AFTER = new RegExp(
  String.raw`^(?: ?[(（/]| [-–—] \p{L}|,? (?:${ADDED}|${WITH}|incl|including|inkl|served|ea|each)[\s.]| (?:(?:v|ve|vg|gf|df|vegan|vegetarian|new|neu|hit|tipp|nuovo|nouveau|nuevo)(?:[\s,/&!]+|$))+$)`,
  'iu',
);
/** "Menu 2 – with fish" has a number, not a price. */
const COUNTED_BEFORE = new RegExp(`(?:${COUNTED}) $`, 'iu');

/** "Steak Frites 34 with fries": a number behind what may be a name, if it is no part of a sentence. */
function amidWords(text: string, style: PriceStyle): Found | null {
  const marks = readPrices(text, style);
  const run = firstRun(text, marks);
  const first = run[0];
  if (!first || !looksLikeName(readable(text.slice(0, first.start)))) return null;
  const after = text.slice(run.at(-1)?.end);
  const isPrice = run.length > 1 || first.isPlain || first.isRange || !Number.isInteger(first.price);
  if (!isPrice && (!WORDS_AFTER.test(after) || COUNTED_BEFORE.test(text.slice(0, first.start)))) return null;
  const choices = choicesOf(run);
  const before = text.slice(0, first.start);
  return choices.length > 0
    ? { before, prices: [{ size: null, price: null, choices }], after: after.replace(/^, /, '') }
    : null;
}

/** In capitals, as no sentence has it. */
const endsSoldOut = (line: string) => splitSoldOut(line).text !== line && /\p{Lu}{3}[\])!.]*$/u.test(line);

const unpriced: PriceFinder = (text) =>
  looksLikeName(text) ? { before: text, prices: [{ size: null, price: null }], after: '' } : null;

/** One or several prices at the end: "Burrata 14.50", "Chianti 0,2 l 4,80 / 0,5 l 8,50", "Burrata 14 each". */
function atEnd(text: string, style: PriceStyle): Found | null {
  const plain = withPlainDigits(text);
  const all = readPrices(text, style);
  const last = all.at(-1);
  if (!last) return null;
  const behind = text.slice(last.end).replace(/^[)）]/, '');
  if (behind.trim() !== '' && !PER_WHAT.test(behind) && !areSizes(namesIn(ONLY_LIST.exec(behind)?.[1] ?? '')))
    return null;
  let from = all.length - 1;
  while (from > 0 && BETWEEN.test(plain.slice(all[from - 1]?.end, all[from]?.start))) from--;
  let marks = all.slice(from);
  // "Cola 1,3 2,80" and "Pizza 4 12,50": what has no decimals or sign before one that has is no price.
  let first = marks.findIndex(({ isPlain }) => isPlain);
  while (first > 0 && isBesideNext(plain, marks[first - 1], marks[first])) first--;
  marks = marks.slice(Math.max(0, first));
  const head = marks[0];
  if (!head || (!head.isPlain && !mayEnd(text.slice(0, head.start)))) return null;
  const inName = all.filter(
    (mark) => mark.end <= head.start && isAfterWords(text, mark) && mayBePrice(mark, head, text),
  );
  if (inName[0]) {
    const before = text.slice(0, head.start);
    const prices = [oneOf([...inName, ...marks])];
    if (!/\([^)]*$/.test(before)) return { before, prices, after: behind };
    return { before: text.slice(0, inName[0].start), prices, after: text.slice(inName[0].end) };
  }
  return withSizes(text, plain, marks, behind);
}

/** "7 / 11.50" and "7 / large 11.50", but not "0,3 / 3.90", whose first number is a size. */
const isBesideNext = (plain: string, mark: PriceMark | undefined, next: PriceMark | undefined) =>
  /^ ?[/|]/.test(plain.slice(mark?.end, next?.start)) && !/^0[.,]/.test(plain.slice(mark?.start, mark?.end));

/** Whether a number in a name may be the price, rather than the one behind it: the 17.5 of "Burger 17.5 bacon 2". */
function mayBePrice({ end, price, choices, isPlain }: PriceMark, behind: PriceMark, text: string): boolean {
  if (isPlain || EACH.test(text.slice(end, end + 8))) return true;
  if (behind.isPlain) return false;
  if (price === null) return choices !== undefined;
  // "Gnocchi 4 formaggi 12" has one price, "Burger 15 double 19" two.
  const other = Math.min(behind.price ?? Infinity, ...(behind.choices ?? []));
  return (price > 1 && !Number.isInteger(price)) || price >= other / 2;
}

const EACH = /^ (?:ea|each|pp|p\.p)(?![\p{L}])/iu;

/** A bare number ends a dish, but no sentence. */
const mayEnd = (before: string) =>
  /(?:^|[\s/:(]|[^\p{Script=Latin}\d])$/u.test(before) && !/[.;!?] \p{L}|, ?$|[+(]$/u.test(before);

function withSizes(text: string, plain: string, marks: PriceMark[], behind: string): Found | null {
  const head = marks[0];
  if (!head) return null;
  const before = text.slice(0, head.start).replace(/\($/, '');
  const sizeBehind = behind.trim();
  if (marks.length === 1 && PER_UNIT.test(sizeBehind)) return { before, prices: [sized(sizeBehind, head)], after: '' };
  const sizeBefore = SIZE_BEFORE.exec(plain.slice(0, head.start));
  const between = marks.slice(1).map(({ start }, index) => {
    const gap = [marks[index]?.end ?? 0, start] as const;
    const size = BETWEEN.exec(plain.slice(...gap))?.groups?.size;
    if (!size) return null;
    const at = plain.indexOf(size, gap[0]);
    return text.slice(at, at + size.length);
  });
  const isSized = marks.length > 1 && between.every((size) => size !== null);
  if (!isSized) {
    if (marks.length === 1) return { before, prices: [oneOf(marks)], after: behind };
    // "890円（税込979円）" is one price, without and with taxes.
    const isWordless = marks.slice(1).every(({ start }, at) => !/\p{L}/u.test(plain.slice(marks[at]?.end, start)));
    const listed = isWordless ? listedNames(before, behind, marks.length) : undefined;
    if (listed && areSizes(listed.names)) {
      const prices = marks.map((mark, index) => sized(listed.names[index] ?? null, mark));
      return { before: listed.before, prices, after: listed.after };
    }
    // Of "(chicken / tofu)" it is likely, of "(tomato, basil)" not.
    const proposed = listed && /[/|]/.test(listed.list) ? listed.names : true;
    const price: SizedPrice = { ...oneOf(marks), ...(isWordless && mayBeSizes(marks) && { mayBeSizes: proposed }) };
    return { before, prices: [price], unsized: marks.map((mark) => sized(null, mark)), after: behind };
  }
  if (!sizeBefore && sizeBehind) {
    const sizes = [...between, sizeBehind];
    return { before, prices: marks.map((mark, index) => sized(sizes[index] ?? null, mark)), after: '' };
  }
  const first = sizeBefore?.groups?.size;
  const at = first ? plain.slice(0, head.start).lastIndexOf(first) : before.length;
  const sizes = [first ? text.slice(at, at + first.length) : null, ...between];
  return {
    before: text.slice(0, at).replace(/[(（]$/, ''),
    prices: marks.map((mark, index) => sized(sizes[index] ?? null, mark)),
    after: behind,
  };
}

/** A price in the middle, alone between tabs or before a dash: "Burrata – 14.50 – with tomatoes". */
function inOwnCell(text: string, style: PriceStyle): Found | null {
  for (const mark of readPrices(text, style)) {
    const before = text.slice(0, mark.start);
    const after = text.slice(mark.end);
    const isCell = /\t$/.test(before) && /^\t/.test(after);
    const isDashed = mark.isPlain && /\p{L}.*\s$/u.test(before) && /^ [-–—] \p{L}/u.test(after);
    if (isCell || isDashed) return { before, prices: [sized(null, mark)], after };
  }
  return null;
}

/** "14.50 Burrata" */
function atStart(text: string, style: PriceStyle): Found | null {
  const [mark, second] = readPrices(text, style);
  if (mark?.start !== 0 || second || !/^[\s:–-]+\p{L}/u.test(text.slice(mark.end))) return null;
  if (!mark.isPlain && !mark.choices && text[mark.end] !== '\t') return null;
  return { before: text.slice(mark.end).replace(/^[\s:–-]+/, ''), prices: [sized(null, mark)], after: '' };
}

/** Several prices without sizes are a question. */
function oneOf(marks: readonly PriceMark[]): SizedPrice {
  if (marks[0] && marks.length === 1) return sized(null, marks[0]);
  const choices = choicesOf(marks);
  return choices.length > 1 ? { size: null, price: null, choices } : { size: null, price: choices[0] ?? null };
}

const choicesOf = (marks: readonly PriceMark[]) => [...new Set(marks.flatMap(choicesIn))];

const ASKED_AT_END = new RegExp(String.raw`(?:^|[\s(])(?:${ASKED})[.)]*$`, 'iu');
/** A scanned price in which a letter may be more than one digit. */
const UNREADABLE_AT_END =
  /(?<=\S)[ \t](?=\S*[lI|OoSBZ])(?:(?=\S*\d)|(?<=\t))[\dlI|OoSBZ]{1,4}[.,][\dlI|OoSBZ]{2}(?: ?\p{Sc})?$|(?<=\S)[ \t]\p{Sc} ?(?=\S*\d)[\dlI|OoSBZ]{1,4}(?:[.,][\dlI|OoSBZ]{2})?$|(?<=\S)[ \t]\d{1,3}(?: [.,] ?|[.,] )\d\d(?: ?\p{Sc})?$/u;

/** A dish whose price is to be asked for or can't be read. */
function asked(text: string): Found | null {
  const words = ASKED_AT_END.exec(text);
  const match = words ?? UNREADABLE_AT_END.exec(text);
  if (!match) return null;
  return { before: text.slice(0, match.index), prices: [{ size: null, price: null }], after: words ? '' : match[0] };
}

const sized = (size: string | null, { price, choices, isRange }: PriceMark): SizedPrice =>
  choices ? { size, price, choices, ...(!isRange && { isOneNumber: true }) } : { size, price };

const LONG = 25;
/** What describes rather than names: a list, or several words that begin small. */
const DESCRIBES = /^[^,]+, ?\p{L}|^\p{Ll}\S* \S/u;

/** "MARGHERITA tomato, mozzarella" */
const LOUD_NAME = new RegExp(String.raw`^(\P{Ll}*\p{Lu}{5}\P{Ll}*) (?!(?:${JOINS}) )(\p{Ll}[^,]*, ?\p{L}.*)$`, 'u');

/** "Burrata – with tomatoes, basil" has a description; a short addition belongs to the name. */
export function splitName(text: string): { name: string; description: string } {
  const dash = / [-–—] /.exec(text);
  const behind = dash ? text.slice(dash.index + 3).trim() : '';
  if (dash && (behind.length >= LONG || DESCRIBES.test(behind))) {
    return { name: text.slice(0, dash.index).trim(), description: text.slice(dash.index + 3).trim() };
  }
  const loud = LOUD_NAME.exec(text);
  if (loud) return { name: loud[1] ?? '', description: loud[2] ?? '' };
  const brackets = new RegExp(String.raw`^([^()]+) \(([^()]{${LONG},})\)$`).exec(text);
  if (brackets) return { name: brackets[1]?.trim() ?? '', description: brackets[2]?.trim() ?? '' };
  return { name: text, description: '' };
}

const trimSeparators = (text: string) => text.replace(/^[\s:|=–—-]+(?=\S)|[\s:|=,;–—-]+$|^[\s:|–—/-]+$/g, '').trim();

/** A line as it is shown: tabs were gaps. */
const readable = (line: string) => line.replaceAll('\t', ' ').trim();
