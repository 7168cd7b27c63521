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

/** Each language takes up to 3 MB and makes reading slower. */
const LANGUAGES_MAX = 3;

export interface LanguageSources {
  /** What the owner chose. */
  chosen?: string | undefined;
  /** Tags of the restaurant's languages, its own first. */
  restaurant?: readonly string[] | undefined;
  /** Tags of the browser's. */
  browser?: readonly string[] | undefined;
}

/**
 * The languages in which a photo is read, as the reader calls them: the chosen one, else those of the restaurant and of the
 * browser, at most three; English where the reader knows none of them.
 */
export function readerLanguages({ chosen, restaurant = [], browser = [] }: LanguageSources): string[] {
  const tags = chosen ? [chosen] : [...restaurant, ...browser];
  const codes = tags.flatMap((tag) => READER_CODES[tag.split('-')[0]?.toLowerCase() ?? ''] ?? []);
  return codes.length > 0 ? [...new Set(codes)].slice(0, LANGUAGES_MAX) : ['eng'];
}

/** What the reader calls all of its languages: the names of their files. */
export const READER_LANGUAGES: readonly string[] = Object.values(READER_CODES);
