import { CALLS_MAX } from '@tavola/contracts/public-menu.ts';
import { latinPhone, type PhoneCall, telHref } from '@tavola/contracts/rules/phone.ts';
import { type CountryCode, findPhoneNumbersInText, getCountries } from 'libphonenumber-js/min';
import { LRUCache } from 'lru-cache';

// A restaurant's phone field is a text: "617-555-0134 or 617-555-0135", "1-800-555-TACO", "Tel. 030/1234567 ext. 12".

/** Words before an extension, by language. The library knows few, and none after a comma or in brackets. */
const EXTENSION_WORDS = {
  ar: 'تحويلة|داخلي',
  cs: 'linka',
  de: 'durchwahl|durchw|dw|nebenstelle|nst|klappe|apparat',
  el: 'εσωτερικό|εσωτ',
  en: 'extension|extn|ext',
  es: 'interno|int',
  fi: 'alanumero',
  fr: 'poste',
  he: 'שלוחה',
  hu: 'mellék',
  it: 'interno|int',
  ja: '内線',
  ko: '내선',
  nl: 'toestel|tst',
  pl: 'wewnętrzny|wewn|wew',
  pt: 'ramal|extensão',
  ro: 'interior',
  ru: 'добавочный|доб|внутренний|вн',
  sv: 'anknytning|ankn',
  tr: 'dahili',
  uk: 'додатковий|дод',
  zh: '分机|分機|转|轉',
} as const;
/** An extension is short; with more digits behind the word, it is another number. */
const EXTENSION = `(?:${Object.values(EXTENSION_WORDS).join('|')})[.:]?(?=\\s*-?\\d{1,6}(?![\\s./-]*\\d))`;
/** Such a word with what separates it from its number. */
const EXTENSION_WORD = new RegExp(`(?<=\\d)[\\s,;/([\\uff08\\u2013-]*${EXTENSION}`, 'giu');
/** What was opened before an extension ends after it: "(DW 12)". */
const IN_BRACKETS = /^[^)\]\uff09]*[([\uff08][^)\]\uff09]*$/;
const CLOSING = /^\s?[)\]\uff09]/;

/** Between two numbers. A comma or a semicolon may also lead to an extension. */
const BETWEEN = new RegExp(`[|\\n\\uff0f]|[,;](?!\\s*(?:ext|x|#|${EXTENSION}))`, 'iu');
/** Between two numbers, or between an area code and its number: "089 / 12 34 56". */
const SLASH = new RegExp(`\\s/\\s(?!${EXTENSION})`, 'iu');
/** An area code, perhaps after that of the country. */
const AREA_CODE = /^\D*(?:\+\d{1,3}\s*(?:\(0\))?\s*\d{1,5}|\(?0\d{1,5}\)?|\(?\d{2,4}\)?)$/;

/** A number with a word for the dial pad: in capitals, or joined to the digits by a hyphen. */
const VANITY =
  /\+?\(?\d[\d\s().\u2010-\u2015-]*(?:[A-Z][A-Z\d-]{2,}(?![a-z])|(?<=[\u2010-\u2015-])[A-Za-z][A-Za-z\d-]{2,})/g;

/** A zero that is not dialled from abroad, right after a country code in brackets, where the library reads neither. */
const FOREIGN_ZERO = /(\(\+(?!39|378)\d{1,3}\))\(0\)/g;

/** What may be a number where the country's rules know none, such as a local number without its area code; and what is a date or hours. */
const DIGITS = /\+?\(?\d[\d\s()./\u2010-\u2015-]*\d/g;
const FEWEST_DIGITS = 5;
const MOST_DIGITS = 15;
const DATE_OR_HOURS =
  /^\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}$|^(?:19|20)\d{2}([./-])\d{1,2}\1\d{1,2}$|^\d{1,2}(?:[.:]\d{2})?\s*[\u2010-\u2015-]\s*\d{1,2}(?:[.:]\d{2})?$/;

const known = new LRUCache<string, readonly PhoneCall[]>({ max: 2_000 });

/**
 * The numbers in a restaurant's phone text, in its order, at most `CALLS_MAX`; empty if none is one. `timeZone` tells its country. A
 * number stays as it is written: one without a country code is dialled within the country.
 */
export function phoneCalls(phone: string, timeZone: string): PhoneCall[] {
  const key = `${timeZone} ${phone}`;
  const calls = known.get(key) ?? callsIn(phone, countryOf(timeZone));
  known.set(key, calls);
  return [...calls];
}

function callsIn(phone: string, country: CountryCode | undefined): PhoneCall[] {
  const parts = phone.split(BETWEEN).flatMap((part) => partsOf(part, country));
  const calls = parts.flatMap((part) => callsOfPart(part, country));
  return [...new Map(calls.map((call) => [call.href, call])).values()].slice(0, CALLS_MAX);
}

/** The parts of `text` between slashes, with an area code and its number in one. */
function partsOf(text: string, country: CountryCode | undefined): string[] {
  const [first = '', second, ...others] = text.split(SLASH);
  if (second === undefined) return [first];
  const whole = `${first} / ${second}`;
  // One that begins with a zero has its own area code.
  const mayBeOne = AREA_CODE.test(latinPhone(first)) && !/^\s*[+(0]/.test(latinPhone(second));
  const [found, ...more] = mayBeOne ? numbersIn(latinPhone(whole), country) : [];
  const isWhole = found && more.length === 0 && found.startsAt < first.length && found.endsAt > first.length;
  return isWhole ? [whole, ...others] : [first, second, ...others];
}

function callsOfPart(part: string, country: CountryCode | undefined): PhoneCall[] {
  const latin = latinPhone(part);
  // Digits of rare scripts are two units long.
  const shown = latin.length === part.length ? part : latin;
  // One that the library knows, in the same place.
  const read = latin.replace(EXTENSION_WORD, (word) => 'x'.padStart(word.length));
  const dialled = read.replace(VANITY, (vanity) => dialledOf(vanity, country));
  const found = numbersIn(dialled.replace(FOREIGN_ZERO, '$1   '), country).map(
    ({ startsAt, endsAt, number: { ext } }) => {
      const text = dialled.slice(startsAt, endsAt);
      const href = telHref(ext ? text.replace(new RegExp(`\\D*${ext}\\D*$`), '') : text);
      const own = shown.slice(startsAt, endsAt);
      const [closing = ''] = (ext && IN_BRACKETS.test(own) && CLOSING.exec(shown.slice(endsAt))) || [];
      return { text: own + closing, href: href + (ext ? `;ext=${ext}` : '') };
    },
  );
  if (found.length > 0) return found;

  return [...read.matchAll(DIGITS)].flatMap(({ 0: text, index }) => {
    const digits = text.replace(/\D/g, '').length;
    if (digits < FEWEST_DIGITS || digits > MOST_DIGITS || DATE_OR_HOURS.test(text)) return [];
    return [{ text: shown.slice(index, index + text.length), href: telHref(text) as string }];
  });
}

/** A number with the digits of its word's letters; as it is where its digits are a number by themselves, or it is none with the word's. */
function dialledOf(vanity: string, country: CountryCode | undefined): string {
  const dialled = vanity.toUpperCase().replace(/[A-Z]/g, dialPad);
  const isNumber = (text: string) => numbersIn(text, country ?? 'US').length > 0;
  return isNumber(dialled) && !isNumber(vanity) ? dialled : vanity;
}

const numbersIn = (text: string, defaultCountry: CountryCode | undefined) =>
  findPhoneNumbersInText(text, defaultCountry && { defaultCountry }).filter(
    ({ startsAt, endsAt }) => !DATE_OR_HOURS.test(text.slice(startsAt, endsAt)),
  );

/** The digit of a letter on a phone's keys (ITU-T E.161). */
const dialPad = (letter: string): string => '22233344455566677778889999'[letter.charCodeAt(0) - 65] ?? '';

let countries: Map<string, CountryCode> | undefined;

/** Part of Intl Locale Info (ECMA-402), which TypeScript's library lacks. */
type WithTimeZones = Intl.Locale & { getTimeZones(): string[] | undefined };

/** The country whose clocks go by `timeZone`; undefined if that is no country's. */
function countryOf(timeZone: string): CountryCode | undefined {
  countries ??= new Map(
    getCountries().flatMap((country) => {
      const zones = (new Intl.Locale(`und-${country}`) as WithTimeZones).getTimeZones() ?? [];
      return zones.map((zone) => [zone, country] as const);
    }),
  );
  return (
    countries.get(timeZone) ?? countries.get(new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone)
  );
}
