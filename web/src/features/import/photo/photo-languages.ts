/** The languages that a photo can be read in, and what the reader calls them. */
const READER_CODES: Readonly<Record<string, string>> = {
  ar: 'ara',
  de: 'deu',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  he: 'heb',
  it: 'ita',
  ja: 'jpn',
  nl: 'nld',
  pl: 'pol',
  pt: 'por',
  tr: 'tur',
  zh: 'chi_sim',
};

/** Their tags, such as 'de'. */
export const PHOTO_LANGUAGES: readonly string[] = Object.keys(READER_CODES);

/** Those in Latin letters. */
const LATIN: readonly string[] = ['deu', 'eng', 'fra', 'ita', 'nld', 'pol', 'por', 'spa', 'tur'];

/** Whether a language is written in Latin letters. */
export const isLatin = (code: string): boolean => LATIN.includes(code);

/** What reads menus in English: the reader of English leaves out the accents of "Ragù" and "Crème", that of French reads both. */
const INSTEAD_OF_ENGLISH = 'fra';

export interface LanguageSources {
  /** What the owner chose. */
  chosen?: string | undefined;
  /** Tags of the restaurant's languages, its own first. */
  restaurant?: readonly string[] | undefined;
  /** Tags of the browser's. */
  browser?: readonly string[] | undefined;
}

/**
 * The languages in which a photo is read, as the reader calls them: the chosen one, else of those of the restaurant and of the
 * browser one in Latin letters and one in others. Of two with the same letters, one would drop the accents of the other.
 */
export function readerLanguages({ chosen, restaurant = [], browser = [] }: LanguageSources): string[] {
  const codes = [...restaurant, ...browser].flatMap((tag) => codeOf(tag) ?? []);
  const own = chosen && codeOf(chosen);
  if (own) return [own];
  const other = codes.find((code) => !LATIN.includes(code));
  const latin = codes.find((code) => LATIN.includes(code) && code !== 'eng');
  const english = codes.includes('eng') || !other ? INSTEAD_OF_ENGLISH : undefined;
  return [other, latin ?? english].filter((code) => code !== undefined);
}

const codeOf = (tag: string): string | undefined => READER_CODES[tag.split('-')[0]?.toLowerCase() ?? ''];

/** What the reader calls all of its languages: the names of their files. */
export const READER_LANGUAGES: readonly string[] = Object.values(READER_CODES);
