import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';
import { en } from './en.ts';
import type { Key, NamesOf, Say, Words } from './words.ts';

/** The language that a menu shows unless it says another one. */
export const ENGLISH = 'en';

/** What the page's components need to speak the menu's language. */
export interface PageWords {
  say: Say;
  /** The parts of a text, with elements in the places of its names. */
  fill<K extends Key>(key: K, nodes: Readonly<Record<NamesOf<K>, ReactNode>>): ReactNode[];
  /** For times and counts: the language of the words, in the digits 0 to 9. */
  locale: string;
  /** For elements with the page's words: says that these are English on a page in a language that has none. */
  own: { lang?: 'en'; dir?: 'ltr' };
}

/** The words of a page in the language `tag`: the given ones, or English. */
export function pageWords(tag: string = ENGLISH, words?: Words): PageWords {
  const isEnglish = tag.split('-')[0] === ENGLISH;
  const language = words || isEnglish ? tag : ENGLISH;
  const locale = `${language === ENGLISH ? 'en-US' : language}-u-nu-latn`;
  // A kept page or one of the release before may lack the newest words.
  const texts: Words = words ? { ...en, ...words } : en;
  const pattern = (key: Key, count?: number): string => {
    const text = texts[key];
    if (typeof text === 'string') return text;
    return text[new Intl.PluralRules(language).select(count ?? 0)] ?? text.other;
  };
  const say = (key: Key, values: Readonly<Record<string, string | number>> = {}): string =>
    pattern(key, Number(values.count)).replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? value.toLocaleString(locale) : value;
    });
  return {
    say: say as Say,
    fill: (key, nodes) =>
      pattern(key)
        .split(/\{(\w+)\}/)
        // The odd parts are names.
        .map((part, at) => (at % 2 ? createElement(Fragment, { key: part }, nodes[part as keyof typeof nodes]) : part)),
    locale,
    own: words || isEnglish ? {} : { lang: ENGLISH, dir: 'ltr' },
  };
}

/** The page's words; English where no page gives others. */
export const PageWordsContext = createContext(pageWords());

/** The words of the page around a component. */
export const usePageWords = (): PageWords => useContext(PageWordsContext);
