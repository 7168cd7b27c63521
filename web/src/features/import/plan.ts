import type { DraftInput } from '@tavola/contracts/drafts.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { isRounded } from '@tavola/contracts/rules/money.ts';
import { foldedText } from '../../lib/folded-text.ts';
import type { OwnMoney } from '../../lib/own-money.ts';
import type { ReadMenu } from './read-menu.ts';

/** A dish of the pasted menu, and what will become of it. */
export interface PlannedDish {
  /** The same while its own line stays as it is. */
  key: string;
  name: string;
  description: string | null;
  /** null while it is open. */
  price: number | null;
  /** Whether its price was not read, or can be read two ways: the owner enters it. */
  isOpen: boolean;
  /** What the price may be, where it can be read two ways. */
  choices: readonly number[];
  /** Whether the menu has a dish of this name in this category. */
  isKnown: boolean;
  isAdded: boolean;
}

/** A category of the pasted menu. */
export interface PlannedSection {
  name: string;
  description: string | null;
  /** The category of this name, if there is one. */
  categoryId: number | undefined;
  dishes: PlannedDish[];
}

/** What the owner has entered about dishes, by their keys. */
export interface Answers {
  prices: Readonly<Record<string, number | null>>;
  /** Whether a dish is added, where that is not as proposed. */
  added: Readonly<Record<string, boolean>>;
}

/** The category of dishes that stand before the first heading, on a menu without categories. */
export const UNNAMED = 'Menu';

/**
 * What an import of `read` would add to the menu. Dishes without a price and those that are on the menu already stay out. Dishes
 * before the first heading go to the category `unnamedId`, if there is one. A price with more than the currency's `digits` is open.
 */
export function plan(
  read: ReadMenu,
  menu: { categories: readonly Category[]; items: readonly MenuItem[] },
  { prices, added }: Answers,
  unnamedId?: number,
  digits: OwnMoney['digits'] = 2,
): PlannedSection[] {
  const sections = new Map<string, PlannedSection>();
  const times = new Map<string, number>();
  for (const { name: heading, description, dishes } of read.sections) {
    const name = heading ?? UNNAMED;
    const folded = foldedText(name);
    const category = menu.categories.find((one) =>
      heading === null && unnamedId !== undefined ? one.id === unnamedId : foldedText(one.name) === folded,
    );
    const place = category ? String(category.id) : folded;
    const section: PlannedSection = sections.get(place) ?? {
      name: category?.name ?? name,
      description: null,
      categoryId: category?.id,
      dishes: [],
    };
    // The description of an existing category stays as it is.
    if (!category) section.description ??= description;
    sections.set(place, section);
    const known = new Set(
      menu.items.filter(({ categoryId }) => categoryId === category?.id).map((item) => foldedText(item.name)),
    );
    for (const dish of dishes) {
      const said = `${place} ${foldedText(dish.name)}`;
      const time = (times.get(said) ?? 0) + 1;
      times.set(said, time);
      const key = `${said} ${time}`;
      const readPrice = dish.price !== null && isRounded(dish.price, digits) ? null : dish.price;
      const price = prices[key] === undefined ? readPrice : prices[key];
      const isKnown = known.has(foldedText(dish.name));
      const { name, description, choices = [] } = dish;
      const isAdded = price !== null && (added[key] ?? !isKnown);
      section.dishes.push({ key, name, description, price, isOpen: readPrice === null, choices, isKnown, isAdded });
    }
  }
  return [...sections.values()].filter(({ dishes }) => dishes.length > 0);
}

/** How much an import of `sections` adds. */
export function counts(sections: readonly PlannedSection[]): { dishes: number; categories: number } {
  const given = sections.filter(({ dishes }) => dishes.some(({ isAdded }) => isAdded));
  return {
    dishes: given.reduce((sum, { dishes }) => sum + dishes.filter(({ isAdded }) => isAdded).length, 0),
    categories: given.filter(({ categoryId }) => categoryId === undefined).length,
  };
}

/** The request that adds what is planned. */
export const importOf = (sections: readonly PlannedSection[]): DraftInput => ({
  sections: sections.flatMap(({ name, description, categoryId, dishes }) => {
    const items = dishes
      .filter(({ isAdded }) => isAdded)
      .map(({ name, description, price }) => ({ name, description, price: price as number }));
    if (items.length === 0) return [];
    return [categoryId === undefined ? { category: { name, description }, items } : { categoryId, items }];
  }),
});
