import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { Languages } from '@tavola/contracts/languages.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { OFFERED_FROM } from '@tavola/contracts/rules/languages.ts';
import type { MenuTranslations, TenantTranslations } from '@tavola/contracts/translations.ts';
import { searchItems } from '../../lib/text/search-items.ts';

/** A text of the restaurant or its menu, with its translation. */
export type Text = MenuTranslations['texts'][number] | TenantTranslations['texts'][number];

/** The texts of a part of the menu: the restaurant itself, a category with its dishes, or the dishes without a category. */
export interface Group {
  key: string;
  title: string;
  rows: readonly Row[];
}

/** A dish, a category or the restaurant, with its texts. */
export interface Row {
  key: string;
  /** What it is called in the menu's own language. */
  name: string;
  texts: readonly Text[];
}

/** What the translation into a language lacks. `names` are those of categories and dishes. */
export interface Progress {
  names: number;
  translatedNames: number;
  texts: number;
  missing: number;
  toReview: number;
}

/** Which texts a translator wants to see. */
export type Filter = 'all' | 'missing' | 'review';

/** All texts of `groups`, in their order. */
export const textsOf = (groups: readonly Group[]): Text[] =>
  groups.flatMap(({ rows }) => rows.flatMap(({ texts }) => texts));

/** Identifies a text. */
export const keyOf = ({ kind, id, field }: Text): string => `${kind} ${id} ${field}`;

const isMissing = ({ text }: Text) => text === null;
const isToReview = ({ text, isStale }: Text) => text !== null && isStale;

/** How far a translation is. */
export function progressOf(texts: readonly Text[]): Progress {
  const names = texts.filter(({ kind, field }) => (kind === 'category' || kind === 'item') && field === 'name');
  return {
    names: names.length,
    translatedNames: names.filter((one) => !isMissing(one) && !isToReview(one)).length,
    texts: texts.length,
    missing: texts.filter(isMissing).length,
    toReview: texts.filter(isToReview).length,
  };
}

/** Whether guests can choose the language `tag`. */
export const isOffered = ({ always = [] }: Languages, tag: string, { names, translatedNames }: Progress): boolean =>
  always.includes(tag) || (names > 0 && translatedNames >= names * OFFERED_FROM);

/** `texts` in groups, in the order of the menu. */
export function groupTexts(
  texts: readonly Text[],
  categories: readonly Category[],
  items: readonly MenuItem[],
  optionGroups: readonly OptionGroup[],
): readonly Group[] {
  const rows = Map.groupBy(texts, ({ kind, id }) => `${kind} ${id}`);
  const rowOf = (key: string, name: string): Row[] => {
    const found = rows.get(key);
    return found ? [{ key, name, texts: found }] : [];
  };
  const choicesOf = (kind: 'variant' | 'option', choices: readonly { id: number; name: string }[] = []) =>
    choices.flatMap(({ id }) => rows.get(`${kind} ${id}`) ?? []);
  const rowWith = (key: string, name: string, more: readonly Text[]): Row[] => {
    const found = [...(rows.get(key) ?? []), ...more];
    return found.length > 0 ? [{ key, name, texts: found }] : [];
  };
  const dishesOf = (categoryId: number | null) =>
    items
      .filter((item) => item.categoryId === categoryId)
      .flatMap(({ id, name, variants }) => rowWith(`item ${id}`, name, choicesOf('variant', variants)));
  const rowsOf = (kind: Text['kind'], nameOf: (text: Text) => string) =>
    [...rows].flatMap(([key, [text]]) => (text?.kind === kind ? rowOf(key, nameOf(text)) : []));
  return [
    {
      key: 'restaurant',
      title: 'Your restaurant',
      rows: rowsOf('tenant', () => 'Your restaurant'),
    },
    ...categories.map(({ id, name }) => ({
      key: `category ${id}`,
      title: name,
      rows: [...rowOf(`category ${id}`, name), ...dishesOf(id)],
    })),
    {
      key: 'options',
      title: 'Options',
      rows: optionGroups.flatMap(({ id, name, options }) =>
        rowWith(`option-group ${id}`, name, choicesOf('option', options)),
      ),
    },
    { key: 'dayparts', title: 'Menu times', rows: rowsOf('daypart', ({ base }) => base) },
    { key: 'none', title: 'Without a category', rows: dishesOf(null) },
  ].filter((group) => group.rows.length > 0);
}

/** The keys of the texts that `filter` and `search` leave. */
export function keysOf(groups: readonly Group[], filter: Filter, search: string): ReadonlySet<string> {
  const isWanted = (text: Text) => filter === 'all' || (filter === 'missing' ? isMissing(text) : isToReview(text));
  const wanted = groups.flatMap(({ title, rows }) =>
    rows.flatMap(({ texts }) =>
      texts
        .filter(isWanted)
        .map((text) => ({ key: keyOf(text), name: text.base, description: text.text, section: title })),
    ),
  );
  return new Set(searchItems(wanted, search, ({ section }) => section).map(({ key }) => key));
}

/** The groups with the texts in `keys` alone. */
export function onlyTexts(groups: readonly Group[], keys: ReadonlySet<string>): readonly Group[] {
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows
        .map((row) => ({ ...row, texts: row.texts.filter((text) => keys.has(keyOf(text))) }))
        .filter(({ texts }) => texts.length > 0),
    }))
    .filter(({ rows }) => rows.length > 0);
}
