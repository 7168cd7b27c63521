import type { Tenant } from '@tavola/contracts/auth.ts';
import type { NewOptionGroup } from '@tavola/contracts/choices.ts';
import type { Daypart } from '@tavola/contracts/dayparts.ts';
import type { Languages } from '@tavola/contracts/languages.ts';
import { toChoiceInput } from '../options/choice-form.ts';
import type { WholeMenu } from './columns.ts';

/** What a menu has beside its dishes, as the JSON export says it: by names, without ids. */
export interface MenuParts {
  /** The id of the restaurant. */
  restaurant: string;
  /** Missing where the restaurant has set none. */
  languages?: Languages | undefined;
  optionGroups: readonly NewOptionGroup[];
  dayparts: readonly Omit<Daypart, 'id'>[];
  /** Categories that are hidden, served at times, or laid out otherwise than the menu. */
  categories: readonly CategoryPart[];
  /** Translations of what is no column of dishes: options and their groups, sizes, menu times. */
  texts: readonly TextPart[];
}

export interface CategoryPart {
  name: string;
  isActive?: boolean | undefined;
  /** The names of the menu times. */
  dayparts?: readonly string[] | undefined;
  layout?: string | undefined;
}

/** A translation of a name. */
export interface TextPart {
  lang: string;
  kind: string;
  /** The name of the option's group, or the names of the size's category and dish; '' for what is part of nothing. */
  of: string;
  base: string;
  text: string;
}

/** The parts of `menu`, which is that of `tenant`. What options contain is declared, never exported. */
export function partsOf(menu: WholeMenu, { id, languages }: Pick<Tenant, 'id' | 'languages'>): MenuParts {
  const dayparts = new Map(menu.dayparts.map(({ id, name }) => [id, name]));
  return {
    restaurant: id,
    ...(languages && { languages }),
    optionGroups: menu.optionGroups.map(({ id: _id, options, ...group }) => ({
      ...group,
      options: options.map((option) => {
        const { id: _id, allergens: _allergens, ...fields } = toChoiceInput(option);
        return fields;
      }),
    })),
    dayparts: menu.dayparts.map(({ id: _id, ...daypart }) => daypart),
    categories: menu.categories.flatMap(({ name, isActive, dayparts: ids = [], layout }) => {
      const names = ids.flatMap((id) => dayparts.get(id) ?? []);
      const own = {
        ...(!isActive && { isActive }),
        ...(names.length > 0 && { dayparts: names }),
        ...(layout && { layout }),
      };
      return Object.keys(own).length > 0 ? [{ name, ...own }] : [];
    }),
    texts: textsOf(menu).flatMap(({ lang, kind, of, base, text, isStale }) =>
      text === null || isStale ? [] : [{ lang, kind, of, base, text }],
    ),
  };
}

/** All names of `menu` that are no column of dishes, with their translations. */
export function textsOf(menu: WholeMenu) {
  const ofOption = new Map(
    menu.optionGroups.flatMap(({ name, options }) => options.map(({ id }) => [id, name] as const)),
  );
  const categories = new Map<number | null, string>(menu.categories.map(({ id, name }) => [id, name]));
  const ofSize = new Map(
    menu.items.flatMap(({ name, categoryId, variants = [] }) =>
      variants.map(({ id }) => [id, [categories.get(categoryId), name].join('\n')] as const),
    ),
  );
  return menu.translations.flatMap(({ lang, texts }) =>
    texts.flatMap((text) => {
      if (text.kind === 'item' || text.kind === 'category') return [];
      const of = (text.kind === 'option' ? ofOption : ofSize).get(text.id);
      return [{ ...text, lang, of: text.kind === 'option' || text.kind === 'variant' ? (of ?? '') : '' }];
    }),
  );
}
