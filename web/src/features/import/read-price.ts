import { PRICE_MAX } from '@tavola/contracts/product.ts';
import { CLEAR_CODES } from '../../lib/money/currency-codes.ts';
import { withPlainDigits } from './clean-lines.ts';
import { BEFORE_TIME, COUNTED, HOUR, NUMBERED, OPEN_HOURS, SURCHARGES, TO, UNITS, WEEKDAYS } from './menu-words.ts';

/** A price on a line. */
export interface PriceMark {
  start: number;
  end: number;
  price: number | null;
  choices?: readonly number[];
  /** "6–7": its choices are two prices, not two readings of one. */
  isRange?: true;
  /** Written as only prices are: with a currency, or with two decimals. */
  isPlain: boolean;
}

/** How a text writes its prices; what it doesn't show is `null`. */
export interface PriceStyle {
  /** What "1,234" and "1.234" separate: thousands, or unknown. */
  groups: Record<',' | '.', boolean | null>;
  /** Whether its currency has three decimals. */
  hasMils?: true;
  /** Whether its currency has no decimals. */
  isCoinless?: true;
  /** Whether its prices have three digits or more, and no decimals. */
  isLarge: boolean;
}

const CODES = CLEAR_CODES.join('|');
const SIGN = String.raw`(?:[A-Z]{1,3}\$|\p{Sc}|(?:${CODES})(?![\p{L}])|(?:kr|fr|sfr|rs|rp|dhs?|din|дин|руб)\.?(?![\p{L}])|(?:zł|kč|ft|lei|tl|euros?|yen|đ|vnđ|sr|qr|грн|лв|ден|บาท|ש["״]ח|درهم|ريال|جنيه|دينار|ليرة)(?![\p{L}])|(?:د\.إ|ر\.س|ج\.م)\.?|円|元|원)`;
const SIGN_BEFORE = String.raw`(?:${SIGN}|(?:rm|r|ksh)(?![\p{L}])|s/)`;
/** "24p" before a price are pieces. */
const PENCE = String.raw`(?<=(?<![\d.,])\d\d)p(?!.*\d(?!\d*p))`;
const SIGN_AFTER = String.raw`(?:${SIGN}|(?:р\.?|(?<=\d)k|${PENCE})(?![\p{L}]))`;
/** What stands for no cents: "8,-", "8.–", "185:-", "250/-" and "450/=". */
const NO_CENTS = `(?:[.,:] ?[-–—]{1,2}| ?/[-=])`;
const GROUPED = String.raw`\d{1,3}(?:[.,'’٬]\d{3})+(?!\d)(?:[.,٫]\d{1,2}(?!\d)|${NO_CENTS})?`;
const SPACED = String.raw`(?<!\d|(?:${COUNTED}) )\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d{2}(?!\d)|${NO_CENTS}|(?:[.,]\d)?(?= ?${SIGN_AFTER}))`;
const DASHED = String.raw`\d+${NO_CENTS}`;
/** ".50" and "–,50" */
const CENTS = String.raw`(?<![\d\p{L}.,])[-–—]?[.,]\d{2}(?!\d|[.,]\d)`;
const PRICE = new RegExp(
  String.raw`(?:(?<before>(?<![\p{L}-])${SIGN_BEFORE}) ?)?(?:(?<split>\d+[€$£]\d{2}(?!\d))|(?<!\d[.,:'’]?)(?<amount>${SPACED}|${GROUPED}|${DASHED}|${CENTS}|\d+(?:[.,٫]\d{1,2})?(?!\d)½?)(?:(?! [^\d\s]{1,3}\d) ?(?<after>${SIGN_AFTER}))?)`,
  'giu',
);

/** The rest of "6–7", "$6 - $7.50" and "6 to 7". */
const RANGE = new RegExp(
  String.raw`^ ?(?:${SIGN})? ?(?:[-–—~〜]|(?:${TO}) ) ?\p{Sc}? ?(?<high>(?:\d{1,3}(?:[.,'’]\d{3})+|\d{1,6})(?:[.,]\d{1,2})?)(?![\d.,:]*\d| ?[-–—/]\d)(?: ?(?<sign>${SIGN}))?`,
  'iu',
);
/** "Happy Hour 4–6" is a time. */
const AFTER_OPEN_HOURS = new RegExp(
  String.raw`(?:^|[\s(])(?:${OPEN_HOURS})[ :]*$|\((?:${WEEKDAYS})(?!\p{L})[^()]*$`,
  'iu',
);

/** Currencies without coins, in which a group of three digits is always thousands. */
const COINLESS = /¥|₩|₫|đ|円|원|yen|ft|rp|JPY|KRW|VND|HUF|CLP|IDR|COP|ISK/i;
/** "1 245,00" without a sign may be one number or two. */
const ONE_OR_TWO = /^\d{1,3} (\d{3}[.,]\d\d)$/;
/** "12 245 kr" behind a word may be an age and a price. */
const AGE_AND_PRICE = /^\d\d ([1-9]\d\d)$/;
const MEASURED = new RegExp(String.raw`^ ?(?:${UNITS})(?![\p{L}\d])`, 'iu');
/** The start of "4 - 1 L 6", whose dash separates two sizes. */
const BEFORE_SIZE = new RegExp(String.raw`^ [-–—] \d+(?:[.,]\d+)? ?(?:${UNITS})(?![\p{L}\d])`, 'iu');
const AFTER_NUMBERED = new RegExp(String.raw`(?:^|[\s(])(?:${NUMBERED}) ?$`, 'iu');
const AFTER_COUNTED = /(?:^|[\s(])(?:since|seit|depuis|dal|desde|anno|est\.?|für|pour|for|per|para) $/iu;

/** "11.30–14.00" is a time, as long as no currency says otherwise, and "until 11.30" is one. */
const HOURS = new RegExp(
  String.raw`(?<=\b(?:${BEFORE_TIME}) )${HOUR}(?!\d| ?\p{Sc})|${HOUR}(?= ?(?:[Uu]hr|uur)(?!\p{L}))|(?<![\d.,]|\p{Sc} ?)${HOUR} ?(?:[-–—]|${TO}) ?${HOUR}(?!\d| ?\p{Sc})`,
  'gu',
);

/** What is paid on top: "(supplément 8 €)", "£6 supplement", "Aufpreis Pommes 2,50". */
const BEFORE_SURCHARGE = new RegExp(String.raw`(?<!\p{L})(?:${SURCHARGES})(?!\p{L})[^\d()[\]]{0,24}$`, 'iu');
const AFTER_SURCHARGE = new RegExp(String.raw`^ ?(?:${SURCHARGES})(?!\p{L})`, 'iu');

const isSurcharge = (text: string, start: number, end: number) =>
  BEFORE_SURCHARGE.test(text.slice(Math.max(0, start - 60), start)) || AFTER_SURCHARGE.test(text.slice(end, end + 40));

/** Finds the prices of a line; numbers that count, measure, date or number something are none. */
export function readPrices(line: string, style: PriceStyle): PriceMark[] {
  const text = withPlainDigits(line).replace(HOURS, (hours) => '~'.repeat(hours.length));
  const marks: PriceMark[] = [];
  let read = 0;
  for (const match of text.matchAll(PRICE)) {
    if (match.index < read) continue;
    const groups = match.groups ?? {};
    const end = match.index + match[0].length;
    if (isSurcharge(text, match.index, end)) continue;
    const hasSign = Boolean(groups.before || groups.after || groups.split);
    const written = (groups.amount ?? match[0].replace(/[€$£]/, '.')).replaceAll(' ', '');
    const isPlain = hasSign || (style.hasMils ? /[.,٫]\d{3}$/ : /[.,٫]\d\d$|[-–—=]$/).test(written);
    const range = readRange(text, match.index, end, written, isPlain, style);
    if (range) {
      read = range.end;
      if (range.choices) marks.push(range);
      continue;
    }
    if (!standsAlone(text, match.index, end, hasSign, isPlain)) continue;
    if (!isPlain && isCounting(text, match.index, end, written)) continue;
    // A postal code.
    if (!isPlain && !style.isLarge && /^\d{5,}$/.test(written)) continue;
    const sign = groups.before ?? groups.after ?? '';
    if (/^k$/i.test(sign) && !style.isLarge) continue;
    const value = readValue(inUnits(written, sign), COINLESS.test(sign), style);
    const isAfterWord = /\p{L} $/u.test(text.slice(Math.max(0, match.index - 2), match.index));
    const mayBeAge = isAfterWord && !groups.before && !style.isLarge && !COINLESS.test(sign);
    const afterAge = mayBeAge ? AGE_AND_PRICE.exec(groups.amount ?? '')?.[1] : undefined;
    const start = match.index + (afterAge ? '12 '.length : 0);
    const last = hasSign ? afterAge : ONE_OR_TWO.exec(groups.amount ?? '')?.[1];
    const choices = last && value.price !== null && [readValue(last, false, style).price ?? 0, value.price];
    marks.push({ start, end, isPlain, ...value, ...(choices && { price: null, choices }) });
  }
  return marks;
}

/** Whether prices side by side may be those of sizes: each is sure, and another one. */
export const mayBeSizes = (marks: readonly PriceMark[]): boolean =>
  marks.length > 1 &&
  marks.every(({ price }) => price !== null) &&
  new Set(marks.map(({ price }) => price)).size === marks.length;

/** What a cell says that holds nothing but a price, or one for each size. */
export interface OnlyPrice extends Pick<PriceMark, 'price' | 'choices'> {
  mayBeSizes?: true;
}

/** The price in a cell that holds nothing else; of "8 / 12" these as choices. */
export function readOnlyPrice(cell: string, style: PriceStyle): OnlyPrice {
  const marks = readPrices(cell.trim(), style);
  const [mark, ...others] = marks;
  const between = marks.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), cell.trim());
  if (mayBeSizes(marks) && /^(?: ?[/|] ?)+$/.test(between)) {
    return { price: null, choices: marks.flatMap(({ price }) => price ?? []), mayBeSizes: true };
  }
  if (!mark || mark.isRange || others.length > 0 || mark.end - mark.start < cell.trim().length) return { price: null };
  return mark.choices ? { price: null, choices: mark.choices } : { price: mark.price };
}

/** Two prices from `start`, without choices if they are times or count something; `null` if these are no two. */
function readRange(
  text: string,
  start: number,
  lowEnd: number,
  written: string,
  isLowPlain: boolean,
  style: PriceStyle,
): PriceMark | null {
  const { 0: rest = '', groups } = RANGE.exec(text.slice(lowEnd, lowEnd + 24)) ?? {};
  const high = groups?.high;
  if (!high || (!isLowPlain && !style.isLarge && /^\d{4}/.test(high))) return null;
  const end = lowEnd + rest.length;
  const isPlain = isLowPlain || /[.,]\d\d$/.test(high) || /\p{Sc}/u.test(rest) || groups.sign !== undefined;
  const none = { start, end, isPlain, price: null };
  const isCounted =
    !standsAlone(text, start, end, isPlain, isPlain) || (!isPlain && isCounting(text, start, end, written));
  if (isCounted) return isPlain || rest.startsWith(' ') ? null : none;
  if (!isPlain && AFTER_OPEN_HOURS.test(text.slice(Math.max(0, start - 24), start))) return none;
  const [low, most] = [readValue(written, true, style).price, readValue(high, true, style).price];
  // "Route 66 – 15" has a dash before its price.
  if (low === null || most === null || low === most || (low > most && rest.startsWith(' '))) return null;
  return { start, end, isPlain, price: null, choices: [low, most], isRange: true };
}

/** Decides by all prices of a text what its comma and its dot mean; `digits` are the decimals of its currency. */
export function priceStyleOf(lines: readonly string[], digits = 2): PriceStyle {
  if (digits === 3) return { groups: { ',': null, '.': null }, isLarge: false, hasMils: true };
  if (digits === 0) return { groups: { ',': true, '.': true }, isLarge: true, isCoinless: true };
  const seen = { ',': 0, '.': 0, large: 0, small: 0 };
  for (const line of lines) {
    for (const [amount] of withPlainDigits(line).matchAll(/(?<![\d.,:/])\d[\d.,'’]*(?![\d:/])/g)) {
      const decimal = /^\d[\d.,'’]*?([.,])\d\d$/.exec(amount)?.[1];
      if (decimal === ',' || decimal === '.') seen[decimal]++;
    }
    const last = /(?<![\d.,'’:/-])(\d+)(?:\s?[\p{Sc}円元원])?$/u.exec(withPlainDigits(line))?.[1];
    if (last) seen[last.length >= 3 ? 'large' : 'small']++;
  }
  const isLarge = seen.large > seen.small && seen[','] + seen['.'] === 0;
  const groups = { ',': isLarge || seen['.'] > seen[','] || null, '.': isLarge || seen[','] > seen['.'] || null };
  return { groups, isLarge };
}

/** No part of a word, a date, a time, a list of codes or a measure. */
function standsAlone(text: string, start: number, end: number, hasSign: boolean, isPlain: boolean): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  const after = text.slice(end, end + 12);
  if (
    /\d[.,:'’]?$|\d(?: [.,] ?|[.,] )$|[\p{Script=Latin}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}][-.]?$|\+ ?$|[#№]$/u.test(
      before,
    )
  )
    return false;
  if ((!isPlain && isOfFraction(before, text.slice(start, end), after)) || VOLUME.test(text.slice(start, start + 8)))
    return false;
  if (/\d-$/.test(before) && !isPlain) return false;
  if (/^[.,:]?\d|^[-–]\p{L}/u.test(after) || isMisscanned(text.slice(start, end), after)) return false;
  // "S 3.20 L 3.90" and "M 10 L 12" are sizes.
  if (isPlain && /^ (?:L|gr\.) \d/.test(after) && !/^[01][.,]/.test(text.slice(start, start + 2))) return true;
  if (/^ L \d/i.test(after) && /(?:^|\s)[SM] $/i.test(before)) return true;
  return hasSign || (!/^(?!pp(?!\p{L}))\p{L}/u.test(after) && !MEASURED.test(after));
}

/** "$18.9S" and "$1O": a letter that was a digit. "$12S" may be the price of a small one. */
const isMisscanned = (written: string, after: string) =>
  /^[lI|OoSBZ](?![\p{L}\d])/u.test(after) &&
  (/[.,]\d$/.test(written) || (!after.startsWith('S') && /\d$/.test(written)));

/** A glass or bottle in liters, before a price. */
const VOLUME = /^0[.,](?:1|2|25|3|33|4|5|7|75) +[^\d\s]?\d/;

/** Part of "1/2", "28/33 cm" or "12/05/2024", whereas "9/17" are two prices. */
function isOfFraction(before: string, written: string, after: string): boolean {
  const rest = /^(?:\/\d+(?:[.,]\d+)?)*/.exec(after)?.[0] ?? '';
  // "3/3.5/4" are prices.
  if (/[.,]\d/.test(`${/[\d.,/]*$/.exec(before)?.[0]}${written}${rest}`) && !MEASURED.test(after.slice(rest.length)))
    return false;
  const below = /^\/(\d+)(.*)$/.exec(after);
  const above = /(\d+)\/$/.exec(before);
  if (below)
    return above !== null || Number(below[1]) < 5 || /^\/\d/.test(below[2] ?? '') || MEASURED.test(below[2] ?? '');
  return above !== null && (Number(above[1]) < 4 || /\d\/\d+\/$/.test(before));
}

/** A number without a currency or two decimals that is no price. */
function isCounting(text: string, start: number, end: number, written: string): boolean {
  const before = text.slice(Math.max(0, start - 16), start);
  if (AFTER_NUMBERED.test(before) || AFTER_COUNTED.test(before)) return true;
  const isNumbering = /^[.)](?:\s|$)/.test(text.slice(end, end + 2)) && !/\([^()]*\p{L}[^()]*$/u.test(before);
  const behind = text.slice(end, end + 16);
  if (isNumbering || (/^ ?[-–—] ?\d/.test(behind) && !BEFORE_SIZE.test(behind))) return true;
  // A year after a name, such as that of a wine.
  if (/^(?:18|19|20)\d\d$/.test(written) && !/(?:^|\t)$/.test(before)) return true;
  // A phone number.
  if (/^0\d/.test(written) || /(?:^|\s)[+(]?0\d+[ /)-]+[\d ]*$/.test(before)) return true;
  return written.length > 6 && /^\d+$/.test(written);
}

function readValue(written: string, isCoinless: boolean, style: PriceStyle): Pick<PriceMark, 'price' | 'choices'> {
  const digits = written.replace(/[.,:/]?[-–—=]+$/, '').replace(/½$/, '.5');
  // "1.245,-" has no cents, so its dot is between thousands.
  const single = digits.length === written.length && /^(\d{1,3})([.,])(\d{3})$/.exec(digits);
  // "8.5" of a currency without coins are thousands, or a mistake.
  if (style.isCoinless && /^\d{1,3}[.,]\d$/.test(digits)) {
    return { price: null, choices: [Math.round(Number(digits.replace(',', '.')) * 1_000)] };
  }
  if (single && style.hasMils) return { price: Number(`${single[1]}.${single[3]}`) };
  if (single && !isCoinless && style.groups[single[2] as ',' | '.'] === null) {
    const asDecimal = Math.round(Number(`${single[1]}.${single[3]}`) * 100) / 100;
    return { price: null, choices: [asDecimal, Number(`${single[1]}${single[3]}`)] };
  }
  const [, whole = digits, decimals = ''] = /^(.*)[.,٫](\d{1,2})$/.exec(digits) ?? [];
  const price = Number(`${whole.replace(/[^\d]/g, '')}.${decimals || '0'}`);
  return { price: price <= PRICE_MAX ? price : null };
}

/** An amount in units of the currency: "50¢", "50p", "25k". */
function inUnits(amount: string, sign: string): string {
  if (/^[¢p]$/i.test(sign)) return amount.replace(/^\d+$/, (cents) => String(Number(cents) / 100));
  return /^k$/i.test(sign) ? amount.replace(/^\d+$/, '$&000') : amount;
}
