import type { ShownItem, ShownMenu } from './shown-menu.ts';

/** A heading with its items; `id` is `null` for items without a category. */
export interface MenuSection {
  id: number | null;
  name: string;
  description: string | null;
  untranslated?: readonly string[] | undefined;
  layout?: string | undefined;
  items: ShownItem[];
}

/** The menu by category, in menu order, with empty categories. Uncategorized items come last, under `moreName`. */
export function menuSections({ categories, items }: ShownMenu, moreName: string): MenuSection[] {
  const sections = new Map<number | null, MenuSection>(
    categories.map(({ id, name, description, untranslated, layout }) => [
      id,
      { id, name, description, untranslated, layout, items: [] },
    ]),
  );
  const more: MenuSection = { id: null, name: moreName, description: null, items: [] };
  for (const item of items) (sections.get(item.categoryId) ?? more).items.push(item);
  return more.items.length > 0 ? [...sections.values(), more] : [...sections.values()];
}

const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const HANGUL = /\p{sc=Hangul}/u;
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/**
 * The language of a menu's East Asian names, derived from their scripts. Japan, Korea and China draw Han characters
 * differently, and without a language a browser guesses.
 */
export function eastAsianLanguage({ categories, items, language }: ShownMenu): string | undefined {
  // What is written in one of them says so.
  if (/^(ja|ko|zh)\b/.test(language?.tag ?? '')) return undefined;
  const names = [...categories, ...items].map((entry) => entry.name).join('\n');
  if (KANA.test(names)) return 'ja';
  if (HANGUL.test(names)) return 'ko';
  return undefined;
}

/** The `lang` of one name, given the language of the menu's East Asian names. */
export function scriptLang(name: string, eastAsian: string | undefined): string | undefined {
  return eastAsian && EAST_ASIAN.test(name) ? eastAsian : undefined;
}

interface Texts {
  name: string;
  untranslated?: readonly string[] | undefined;
}

/** The `lang` of a name that may not be translated from `base`. */
export const nameLang = (entry: Texts, base: string | undefined, eastAsian: string | undefined): string | undefined =>
  entry.untranslated?.includes('name') ? base : scriptLang(entry.name, eastAsian);

/** The `lang` of a description that may not be translated from `base`. */
export const descriptionLang = ({ untranslated }: Texts, base: string | undefined): string | undefined =>
  untranslated?.includes('description') ? base : undefined;
