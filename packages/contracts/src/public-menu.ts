import { z } from 'zod';
import { publicAllergens } from './allergens.ts';
import { tenant } from './auth.ts';
import { option, optionGroup, variant } from './choices.ts';
import { shownDaypart } from './dayparts.ts';
import { category, menuItem } from './menu.ts';
import { moneyPattern } from './money.ts';

/** The fields that show the base text because they have no translation that is right. Missing where there are none. */
const untranslated = z.array(z.enum(['name', 'description'])).optional();

/** Most phone numbers that are links. */
export const CALLS_MAX = 3;

const phoneCall = z.object({ text: z.string(), href: z.string() });

/** A size as guests get it; `regularPrice` is there while an offer makes it cheaper. */
const publicVariant = variant.extend({ regularPrice: z.number().optional(), untranslated });

const publicOption = option.omit({ allergens: true }).extend({ allergens: publicAllergens.optional(), untranslated });

/** The language of a menu, its base language, and all that guests are offered, the base language first. */
const menuLanguage = z.object({ tag: z.string(), base: z.string(), offered: z.array(z.string()) });

/**
 * GET /api/public/menu/{slug} and /api/public/menu/{slug}/{lang}: what a diner sees. Active categories in display order; items in display order, without
 * those of inactive categories. Items of a deleted category have `categoryId: null`.
 */
export const publicMenu = z.object({
  tenant: tenant.extend({
    untranslated: z.array(z.string()).optional(),
    /** The numbers in `phone`, as links; missing where the restaurant gives no phone. */
    calls: z.array(phoneCall).max(CALLS_MAX).optional(),
  }),
  categories: z.array(category.omit({ dayparts: true }).extend({ untranslated })),
  /**
   * `price` is what it costs now; `regularPrice` is there while an offer makes it lower; both without options. Its `dayparts` are those
   * in which it is served, be they its own or its category's; missing: always.
   */
  items: z.array(
    menuItem.omit({ variants: true, allergens: true }).extend({
      regularPrice: z.number().optional(),
      /** The lowest price that can be had, where there are others, too: "from". */
      priceFrom: z.number().optional(),
      /** What it costs with the options that must be chosen, where they add the same whichever are taken. */
      fullPrice: z.number().optional(),
      /** The same two without offers and with all that is sold out, as on paper; missing where `regularPrice`, or else the price now, says it. */
      usualFrom: z.number().optional(),
      usualPrice: z.number().optional(),
      /** True if it is sold out only because there is no size left, or too few options of a group. */
      lacksChoice: z.boolean().optional(),
      variants: z.array(publicVariant).optional(),
      /** Missing where nothing is declared. */
      allergens: publicAllergens.optional(),
      untranslated,
    }),
  ),
  /** The option groups that the items name, in the restaurant's order; missing where they name none. */
  optionGroups: z.array(optionGroup.extend({ options: z.array(publicOption), untranslated })).optional(),
  /** The dayparts that the items name; missing where they name none. */
  dayparts: z.array(shownDaypart.extend({ untranslated })).optional(),
  /** Missing where the restaurant has set no languages: then it is English. */
  language: menuLanguage.optional(),
  /**
   * For a menu that time alone changes: what it shows is so at `at`, and until `until`, in Unix time in milliseconds. Missing for
   * others.
   */
  phase: z.object({ at: z.number(), until: z.number().optional() }).optional(),
  /** How prices are written; absent for US dollars in English. */
  money: moneyPattern.optional(),
  /** Whether the energy of dishes is called "Calories", as in the United States; missing where it isn't, or where no dish has any. */
  saysCalories: z.boolean().optional(),
});
export type PublicMenu = z.infer<typeof publicMenu>;

/**
 * Key prefix of cached menus, one entry per tenant. public-menu writes them; the services that own the data raise their
 * versions.
 */
export const MENU_CACHE_PREFIX = 'menu';

/**
 * How long, in milliseconds, a process that caches menus may trust its subscription after its own test message has come
 * back. It is also how long a writer that could not publish waits before it acknowledges a write.
 */
export const LEASE_MS = 100;

/** The sources of a cached menu. */
export const MENU_SOURCES = ['tenant', 'menu'] as const;
export type MenuSource = (typeof MENU_SOURCES)[number];
