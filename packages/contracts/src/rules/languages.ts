// Rules about languages that services and the diners' page share. No zod here: phones load this file.

/** A language tag (BCP 47): language, script, region. Tags are compared exactly, so each has one spelling. */
export const LANGUAGE_PATTERN = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/;

/** The language of a restaurant that has set none. */
export const DEFAULT_LANGUAGE = 'en';

/** Most languages of a menu, its base language included. */
export const LANGUAGES_MAX = 8;

/** Guests are offered a language if at least this share of the names is translated, or the owner always offers it. */
export const OFFERED_FROM = 0.6;

/** Scripts, and languages usually written in one of them, that run from right to left. */
const RIGHT_TO_LEFT = new Set(
  'Adlm Arab Hebr Nkoo Rohg Syrc Thaa ar arc arz ckb dv fa he ks nqo prs ps sd syr ug ur yi'.split(' '),
);

/** The direction in which `tag` is written, for the `dir` attribute. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const [language = '', script] = tag.split('-');
  return RIGHT_TO_LEFT.has(script?.length === 4 ? script : language) ? 'rtl' : 'ltr';
}

/** The language with its usual script, such as `pt-Latn` for pt and pt-BR, and `zh-Hant` for zh-TW. */
export function languageAndScript(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${language}-${script}`;
}
