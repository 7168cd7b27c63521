import { newOptionGroup } from '@tavola/contracts/choices.ts';
import { DAYPART_FIELDS } from '@tavola/contracts/dayparts.ts';
import { ID_MAX } from '@tavola/contracts/fields.ts';
import { type Languages, languagesInput } from '@tavola/contracts/languages.ts';
import { CATEGORY_FIELDS, type NewCategory } from '@tavola/contracts/menu.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { DEFAULT_LANGUAGE, LANGUAGES_MAX } from '@tavola/contracts/rules/languages.ts';
import type { MenuTranslations } from '@tavola/contracts/translations.ts';
import { z } from 'zod';
import type { WholeMenu } from '../../../lib/menu-table/columns.ts';
import { type MenuParts, type TextPart, textsOf } from '../../../lib/menu-table/menu-parts.ts';
import { toChoiceInput } from '../../../lib/options/choice-form.ts';
import { sameName } from './read-cells.ts';

/** A kind of what an export has beside its dishes, which the owner can leave out. */
export type PartKind = 'optionGroups' | 'dayparts' | 'languages' | 'pictures';

const daypart = z.object({
  name: DAYPART_FIELDS.name.input,
  weekly: DAYPART_FIELDS.weekly.input,
  special: DAYPART_FIELDS.special.input,
  isActive: DAYPART_FIELDS.isActive.input,
});

const category = z.object({
  name: CATEGORY_FIELDS.name.input,
  isActive: CATEGORY_FIELDS.isActive.input.optional(),
  dayparts: z.array(z.string()).max(QUOTAS.dayparts.most).optional(),
  layout: CATEGORY_FIELDS.layout.input.optional(),
});

const text = z.object({ lang: z.string(), kind: z.string(), of: z.string(), base: z.string(), text: z.string() });

/** Most translations in an export that are read: more than fit a file. */
const TEXTS_MAX = 100_000;

interface Own {
  menu: WholeMenu;
  /** The restaurant's; undefined where it has set none. */
  languages: Languages | undefined;
}

/**
 * The parts of an export as it stands in its file, as far as the menu lacks them: what has the name of one that is there is that one.
 * `unread` says in words what can't be taken, and why.
 */
export function readParts(found: object | undefined, { menu, languages }: Own): { parts: MenuParts; unread: string[] } {
  const given = (found ?? {}) as Partial<Record<keyof MenuParts, unknown>>;
  const unread: string[] = [];
  const listOf = <Schema extends z.ZodType>(list: unknown, schema: Schema, most: number) =>
    (Array.isArray(list) ? list : []).slice(0, most).flatMap((one): z.output<Schema>[] => {
      const read = schema.safeParse(withCurrentChoices(one));
      if (!read.success) unread.push(`${nameIn(one)}: ${read.error.issues[0]?.message}`);
      return read.success ? [read.data] : [];
    });
  const { optionGroups, dayparts, categories } = QUOTAS;
  const parts = {
    restaurant: String(given.restaurant ?? ''),
    languages: missingLanguages(languagesInput.safeParse(given.languages).data, languages),
    optionGroups: missing(menu.optionGroups, listOf(given.optionGroups, newOptionGroup, optionGroups.most), unread),
    dayparts: missing(menu.dayparts, listOf(given.dayparts, daypart, dayparts.most), unread),
    categories: listOf(given.categories, category, categories.most),
    texts: listOf(given.texts, text, TEXTS_MAX),
  };
  return { parts, unread };
}

const nameIn = (one: unknown): string => String((one as { name?: unknown } | null)?.name ?? 'No name').slice(0, 60);

/** A time to return that is over since the export is none. */
function withCurrentChoices(one: unknown): unknown {
  const { options } = (one ?? {}) as { options?: unknown };
  return Array.isArray(options)
    ? { ...(one as object), options: options.map((option) => option && toChoiceInput(option)) }
    : one;
}

/** Of `rows`, those whose name is not among the `known`. Names say which is meant, so of two with one name the first counts. */
function missing<Row extends { name: string }>(
  known: readonly { name: string }[],
  rows: readonly Row[],
  unread: string[],
): Row[] {
  const names = new Set<string>();
  const first = rows.filter(({ name }) => {
    if (names.has(sameName(name))) unread.push(`${name}: The file has two with this name. The second is left out.`);
    return !names.has(sameName(name)) && names.add(sameName(name));
  });
  const own = new Set(known.map(({ name }) => sameName(name)));
  return first.filter(({ name }) => !own.has(sameName(name)));
}

/** The languages `own` with those of `given`; undefined if none is missing, or if the texts are in another one. */
function missingLanguages(given: Languages | undefined, own: Languages | undefined): Languages | undefined {
  if (!given || !own) return given && (given.base !== DEFAULT_LANGUAGE || given.others.length > 0) ? given : undefined;
  if (given.base !== own.base) return undefined;
  const others = [...new Set([...own.others, ...given.others])].slice(0, LANGUAGES_MAX - 1);
  return others.length > own.others.length ? { ...own, others } : undefined;
}

/** `parts` without those that the owner leaves out. */
export const withoutParts = (parts: MenuParts, left: readonly PartKind[] = []): MenuParts => ({
  ...parts,
  ...(left.includes('languages') && { languages: undefined }),
  ...(left.includes('optionGroups') && { optionGroups: [] }),
  ...(left.includes('dayparts') && { dayparts: [] }),
});

/** Whether there is something to add to `menu`. */
export const addsParts = (parts: MenuParts, menu: WholeMenu): boolean =>
  parts.optionGroups.length + parts.dayparts.length > 0 ||
  parts.languages !== undefined ||
  missingTexts(parts.texts, menu).length > 0;

/** `menu` as it will be with `parts`. Until they are added, their ids are some that no row has. */
export const withParts = (menu: WholeMenu, { optionGroups, dayparts, languages }: MenuParts): WholeMenu => ({
  ...menu,
  optionGroups: [
    ...menu.optionGroups,
    ...optionGroups.map((group, at) => ({ ...group, id: ID_MAX - at, options: [] })),
  ],
  dayparts: [...menu.dayparts, ...dayparts.map((one, at) => ({ ...one, id: ID_MAX - at }))],
  translations: withLanguages(menu.translations, languages),
});

/** `translations` with those into further languages, which have no texts yet. */
export const withLanguages = (
  translations: WholeMenu['translations'],
  languages: Languages | undefined,
): WholeMenu['translations'] => [
  ...translations,
  ...(languages?.others ?? [])
    .filter((lang) => translations.every((one) => one.lang !== lang))
    .map((lang) => ({ lang, texts: [] })),
];

/** What a new category of `menu` with a name has beside it, as the export says. */
export function newCategoryFields({ categories }: MenuParts, { dayparts }: WholeMenu) {
  const byName = new Map(categories.map((one) => [sameName(one.name), one]));
  const idOf = new Map(dayparts.map(({ id, name }) => [sameName(name), id]));
  return (called: string): Partial<NewCategory> => {
    const { name: _name, dayparts: names = [], ...fields } = byName.get(sameName(called)) ?? { name: called };
    const ids = names.flatMap((one) => idOf.get(sameName(one)) ?? []);
    return { ...fields, ...(ids.length > 0 && { dayparts: ids }) } as Partial<NewCategory>;
  };
}

const keyOfText = ({ lang, kind, of, base }: Omit<TextPart, 'text'>) => [lang, kind, sameName(of), base].join('\n');

/** The names on `menu` without a translation that `texts` have, each with it. */
export function missingTexts(
  texts: readonly TextPart[],
  menu: WholeMenu,
): (MenuTranslations['texts'][number] & { lang: string; text: string })[] {
  if (texts.length === 0) return [];
  const found = new Map(texts.map((one) => [keyOfText(one), one.text]));
  return textsOf(menu).flatMap(({ of, ...one }) => {
    const translated = one.text === null ? found.get(keyOfText({ ...one, of })) : undefined;
    return translated === undefined ? [] : [{ ...one, text: translated }];
  });
}
