import { analyse } from 'chardet';
import { OLD_ENCODINGS, type OldEncoding } from './encodings.ts';

/** An encoding that a file does not tell, and nothing else for sure. */
export interface GuessedEncoding {
  /** As `TextDecoder` calls it. */
  encoding: string;
  /** Lines of the text that show whether it is right. */
  lines: readonly string[];
}

interface DecodedText {
  text: string;
  guess?: GuessedEncoding;
}

export interface DecodeOptions {
  /** Of the restaurant, such as 'pl'. */
  languages?: readonly string[] | undefined;
  /** What the owner says. */
  encoding?: string | undefined;
}

/** The text in `bytes`: in UTF-8 or UTF-16, else in the older encoding that its letters and the restaurant's languages tell. */
export function decodeText(bytes: Uint8Array, { languages = [], encoding }: DecodeOptions = {}): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) };
  // Without a mark: the first two characters of nearly every file are ASCII's.
  const [first, second, third, fourth] = bytes;
  if (first && second === 0 && third && fourth === 0) return { text: new TextDecoder('utf-16le').decode(bytes) };
  if (first === 0 && second && third === 0 && fourth) return { text: new TextDecoder('utf-16be').decode(bytes) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return decodeOld(bytes, languages, encoding);
  }
}

/** Only a start is looked at, so that a large file takes no longer. */
const LOOKED_AT = 100_000;
/** How many lines show what an encoding makes of a text. */
const SHOWN_LINES = 3;

function decodeOld(bytes: Uint8Array, languages: readonly string[], chosen: string | undefined): DecodedText {
  const start = bytes.subarray(0, LOOKED_AT);
  const matches = analyse(start);
  const [best, next] = OLD_ENCODINGS.map((one) => {
    const detected = Math.max(0, ...matches.filter(({ name }) => one.detected.includes(name)).map((m) => m.confidence));
    return { ...fit(start, one, languages), encoding: one.encoding, detected };
  })
    .map((one) => ({ ...one, score: one.share + one.own / 4 + one.detected / 100 }))
    .sort((a, b) => b.score - a.score);
  const encoding = chosen ?? best?.encoding ?? 'windows-1252';
  const text = new TextDecoder(encoding).decode(bytes);
  // All its letters are of a language of the restaurant, and those of no other encoding nearly fit.
  const isSure = best?.own === 1 && best.score - (next?.score ?? 0) > 0.2;
  if (isSure && chosen === undefined) return { text };
  return { text, guess: { encoding, lines: tellingLines(text) } };
}

/** Signs of prices and texts in every language. */
const SIGNS = /[\p{Sc}‘’“”„«»–—…°·•½¼¾²³©®™\u00a0]/u;

/** Which share of a text's other characters than ASCII's are letters of one language of an encoding, and of the restaurant's. */
function fit(bytes: Uint8Array, { encoding, letters }: OldEncoding, languages: readonly string[]) {
  const text = new TextDecoder(encoding).decode(bytes);
  const chars = [...text].filter((char) => char > '\x7f' && !SIGNS.test(char));
  const shareOf = (language: string) => {
    const own = new RegExp(`[${letters[language]}]`, 'iu');
    return chars.length === 0 ? 1 : chars.filter((char) => own.test(char)).length / chars.length;
  };
  // A capital in the middle of a word is rather a wrong letter.
  const odd = [...text.matchAll(/\p{Ll}\p{Lu}/gu)].length / Math.max(1, chars.length);
  const known = Object.keys(letters);
  const isOwn = (language: string) => languages.some((one) => one.split('-')[0] === language.split('-')[0]);
  const share = Math.max(...known.map(shareOf)) - odd;
  return { share, own: Math.max(0, ...known.filter(isOwn).map(shareOf)) };
}

/** The first lines with other characters than ASCII's. */
const tellingLines = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are all of ASCII.
    .filter((line) => /[^\x00-\x7f]/.test(line))
    .slice(0, SHOWN_LINES)
    .map((line) => line.trim().slice(0, 120));
