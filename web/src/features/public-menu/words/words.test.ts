import { NOTICE_TEXTS } from '@tavola/contracts/rules/guest-notice.ts';
import { describe, expect, it } from 'vitest';
import { pageWords } from './page-words.ts';
import type { Plural, Words } from './words.ts';
import { ALL_WORDS, wordsFor } from './words-for.ts';

const inLanguage = (tag: string) => pageWords({ tag }, wordsFor(tag));
const namesIn = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name).toSorted();

/** The forms of a text: of a count, those by which a language tells numbers apart. */
const formsOf = (text: string | Plural) => (typeof text === 'string' ? { other: text } : text);

describe.each(Object.entries(ALL_WORDS))('the words in %s', (tag, words) => {
  it('fill in what the English ones do', () => {
    const names = (from: Words) =>
      Object.fromEntries(Object.entries(from).map(([key, text]) => [key, namesIn(formsOf(text).other)]));
    expect(names(words)).toEqual(names(ALL_WORDS.en as Words));
  });

  it('have a form for each number of the language', () => {
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted();
    for (const [key, text] of Object.entries(words)) {
      if (typeof text !== 'string') expect([key, Object.keys(text).toSorted()]).toEqual([key, categories]);
    }
  });

  it('are text without spaces around it', () => {
    const texts = Object.values(words).flatMap((text: string | Plural) => Object.values(formsOf(text)));
    expect(texts.filter((text) => text.trim() !== text || text === '')).toEqual([]);
  });
});

it('in English, which the script has, are those of notices where these say the same', () => {
  const { missing, scanned, retry } = NOTICE_TEXTS.en;
  expect(ALL_WORDS.en).toMatchObject({ missing, scanned, retry });
});

it('a region falls back to its language; a script decides', () => {
  expect(wordsFor('pt-BR')).toBe(ALL_WORDS.pt);
  expect(wordsFor('de-AT')).toBe(ALL_WORDS.de);
  expect(wordsFor('zh-CN')).toBe(ALL_WORDS['zh-Hans']);
  expect(['en', 'en-GB', 'sv', 'zh-Hant', 'zh-TW', 'sr-Latn', 'xyz'].map(wordsFor)).toEqual(Array(7).fill(undefined));
});

it('a count chooses its form, in the digits 0 to 9', () => {
  const say = (tag: string, count: number) => inLanguage(tag).say('dishes', { count });
  expect([1, 2, 1200].map((count) => say('en', count))).toEqual(['1 dish', '2 dishes', '1,200 dishes']);
  expect([1, 3, 5, 22].map((count) => say('pl', count))).toEqual(['1 danie', '3 dania', '5 dań', '22 dania']);
  expect([1, 2, 3, 11, 100].map((count) => say('ar', count))).toEqual([
    'طبق واحد',
    'طبقان',
    '3 أطباق',
    '11 طبقًا',
    '100 طبق',
  ]);
  expect(say('ja', 3)).toBe('3品');
});

it('a language without words is spoken to in English, which says so', () => {
  expect(inLanguage('sv')).toMatchObject({ own: { lang: 'en', dir: 'ltr' }, locale: 'en-US-u-nu-latn' });
  expect(inLanguage('en-GB')).toMatchObject({ own: {}, locale: 'en-GB-u-nu-latn' });
  expect(inLanguage('fr')).toMatchObject({ own: {}, locale: 'fr-u-nu-latn' });
  expect(inLanguage('sv').say('allItems')).toBe('All Items');
});

it('a word that an older page lacks is English', () => {
  const { call, ...older } = ALL_WORDS.de as Words;
  expect(call).toBe('Anrufen');
  expect(pageWords({ tag: 'de' }, older as Words).say('call')).toBe('Call Now');
});

it('a text in parts keeps its order', () => {
  expect(inLanguage('ja').fill('next', { name: '丼' })).toEqual(['次へ：', expect.anything(), '']);
});
