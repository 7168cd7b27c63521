import { LANGUAGE_PATTERN } from '@tavola/contracts/rules/languages.ts';

const inEnglish = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** The English name of the language `tag`, or the tag where there is none. */
export function languageName(tag: string): string {
  return LANGUAGE_PATTERN.test(tag) ? (inEnglish.of(tag) ?? tag) : tag;
}
