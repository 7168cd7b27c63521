import type { Tenant } from '@tavola/contracts/auth.ts';
import type { Option, OptionGroup, Variant } from '@tavola/contracts/choices.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { MoneyPattern } from '@tavola/contracts/rules/money.ts';
import type { PhoneCall } from '@tavola/contracts/rules/phone.ts';
import type { Daypart } from '@tavola/contracts/rules/turns.ts';
import { createContext } from 'react';

// A menu as this page may receive it. The server may be one release behind the page, and a copy kept on the phone may be
// of any age: fields that the first release did not send may be missing.

/** The texts of a menu in a language that are shown as the restaurant wrote them. */
interface Untranslated {
  untranslated?: readonly string[];
}

type Late<Said, First extends keyof Said> = Pick<Said, First> & Partial<Omit<Said, First>>;

/** What guests get of a declaration of allergens: a letter for each, and the day. */
export interface ShownAllergens {
  s: string;
  on: string;
  kinds?: readonly string[];
}

/** A size of a dish. */
export type ShownVariant = Omit<Variant, 'soldOutUntil'> &
  Untranslated & { soldOutUntil?: string; regularPrice?: number };

/** An option in a group. */
export type ShownOption = Omit<Option, 'allergens'> & Untranslated & { allergens?: ShownAllergens };

export type ShownGroup = Omit<OptionGroup, 'options'> & Untranslated & { options: readonly ShownOption[] };

export type ShownItem = Late<
  Omit<MenuItem, 'variants' | 'allergens'>,
  'id' | 'name' | 'description' | 'price' | 'categoryId' | 'isAvailable' | 'isPopular' | 'isFeatured' | 'image'
> &
  Untranslated & {
    /** What it costs without the offer that `price` is. */
    regularPrice?: number;
    /** The lowest price that can be had, where there are others, too. */
    priceFrom?: number;
    /** What it costs with what must be chosen, where all choices add the same. */
    fullPrice?: number;
    /** The same two without offers and with all that is sold out; neither is there where that is no different. */
    usualFrom?: number;
    usualPrice?: number;
    /** Whether it is sold out only because a size or an option is missing. */
    lacksChoice?: boolean;
    variants?: readonly ShownVariant[];
    allergens?: ShownAllergens;
  };

/** A time at which some items are served or cost less. */
export type ShownDaypart = Daypart & Untranslated;

export type ShownCategory = Late<Category, 'id' | 'name' | 'description' | 'isActive'> & Untranslated;

export type ShownTenant = Late<
  Tenant,
  'id' | 'name' | 'slug' | 'description' | 'phone' | 'address' | 'logo' | 'themeColor' | 'timeZone' | 'isActive'
> &
  Untranslated & {
    /** The numbers in `phone`. */
    calls?: readonly PhoneCall[] | undefined;
  };

/** The language that a menu is sent in, of those it has; absent if the restaurant has set none. */
export interface ShownLanguage {
  tag: string;
  /** The one that the restaurant writes its menu in, at the address without a language. */
  base: string;
  /** The others that guests may choose. */
  offered: readonly string[];
}

export interface ShownMenu {
  language?: ShownLanguage;
  tenant: ShownTenant;
  categories: ShownCategory[];
  items: ShownItem[];
  dayparts?: readonly ShownDaypart[];
  optionGroups?: readonly ShownGroup[];
  /** For a menu that time alone changes: when it is so, in Unix time in milliseconds. */
  phase?: { at: number; until?: number };
  /** How prices are written; absent for US dollars in English. */
  money?: MoneyPattern | undefined;
  /** Whether energy is called "Calories". */
  saysCalories?: boolean;
}

/** How the menu's prices are written; undefined for US dollars. */
export const MoneyContext = createContext<MoneyPattern | undefined>(undefined);
