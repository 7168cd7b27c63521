import { NOTICE_TEXTS } from '@tavola/contracts/rules/guest-notice.ts';
import { languageAndScript } from '@tavola/contracts/rules/languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { FACET_WORDS, type Language } from './facet-words.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { tr } from './tr.ts';
import type { OwnWords, Words } from './words.ts';
import { zhHans } from './zh-hans.ts';

// For the server and for tests: phones get English with the script, and another language with the page.

const OWN_WORDS: Readonly<Record<Language, OwnWords>> = {
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  tr,
  ar,
  he,
  ja,
  'zh-Hans': zhHans,
};

const withSharedWords = (language: Language, own: OwnWords): Words => {
  const { missing, scanned, retry } = NOTICE_TEXTS[language];
  const words = Object.entries(FACET_WORDS).map(([key, inLanguages]) => [key, inLanguages[language]]);
  return { ...own, missing, scanned, retry, ...Object.fromEntries(words) };
};

/** The page's words by language. */
export const ALL_WORDS: Readonly<Record<string, Words>> = {
  en,
  ...Object.fromEntries(
    (Object.keys(OWN_WORDS) as Language[]).map((language) => [
      language,
      withSharedWords(language, OWN_WORDS[language]),
    ]),
  ),
};

const byLanguageAndScript = new Map(Object.entries(ALL_WORDS).map(([tag, words]) => [languageAndScript(tag), words]));

/**
 * The page's words for a menu in the language `tag`, whatever its region. `undefined` for English, which the page's script
 * has, and for a language without words: such a page speaks English.
 */
export function wordsFor(tag: string): Words | undefined {
  const words = byLanguageAndScript.get(languageAndScript(tag));
  return words === en ? undefined : words;
}
