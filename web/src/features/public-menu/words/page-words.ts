import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';
import type { ShownLanguage } from '../shown-menu.ts';
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
  /**
   * For the parts of the menu, and for the texts in them. A restaurant that has set no language gets each part in the
   * direction of its name. With a language the page has one direction, and only texts differ.
   */
  part: { dir?: 'auto' };
  text: { dir?: 'auto' };
  /** The language of what is not translated. */
  base: string | undefined;
}

/** The words of a page in the language that a menu is sent in: the given ones, or English. */
export function pageWords({ tag, base }: Partial<Pick<ShownLanguage, 'tag' | 'base'>> = {}, words?: Words): PageWords {
  const isEnglish = tag === undefined || tag.split('-')[0] === ENGLISH;
  const language = tag !== undefined && (words || isEnglish) ? tag : ENGLISH;
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
    part: tag === undefined ? { dir: 'auto' } : {},
    text: tag === undefined ? {} : { dir: 'auto' },
    base,
  };
}

/** The page's words; English where no page gives others. */
export const PageWordsContext = createContext(pageWords());

/** The words of the page around a component. */
export const usePageWords = (): PageWords => useContext(PageWordsContext);
