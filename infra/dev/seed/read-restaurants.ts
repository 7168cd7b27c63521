import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ALLERGEN_KINDS, type AllergenKind, readDeclaration } from '@tavola/contracts/allergens.ts';
import { signupInput, tenantInput } from '@tavola/contracts/auth.ts';
import { OPTION_GROUP_FIELDS } from '@tavola/contracts/choices.ts';
import { DAYPART_FIELDS } from '@tavola/contracts/dayparts.ts';
import { inputShape, newShape } from '@tavola/contracts/field-list.ts';
import { flag, price, slug } from '@tavola/contracts/fields.ts';
import { languageTag } from '@tavola/contracts/languages.ts';
import { newCategory, newMenuItem } from '@tavola/contracts/menu.ts';
import { ALLERGENS, type Allergen, NOTHING_DECLARED } from '@tavola/contracts/rules/allergens.ts';
import { withState } from '@tavola/contracts/rules/declared-allergens.ts';
import { MENU_TEXTS, TENANT_TEXTS } from '@tavola/contracts/translations.ts';
import { z } from 'zod';

const FOLDER = join(import.meta.dirname, 'restaurants');

const account = signupInput().shape;

/** The fields of a restaurant, a category and an item that are stored. */
export const seededProfile = tenantInput
  .omit({ logo: true, keepsTexts: true })
  .required({ description: true, phone: true, address: true, themeColor: true, timeZone: true })
  .extend({ slug });
export const seededItem = newMenuItem.omit({ categoryId: true, image: true });
/** An option group, and what each option has besides its declaration. */
export const seededGroup = z.object(newShape(OPTION_GROUP_FIELDS));
export const seededCategory = newCategory.omit({ isActive: true });
export const seededDaypart = z.object(inputShape(DAYPART_FIELDS));

/** Translations of a row's texts, by language and field. */
const translations = <Texts extends z.ZodRawShape>(texts: Texts) => ({
  translations: z.record(languageTag, z.strictObject(texts).partial()).optional(),
});

/** What is declared of a dish or an option, which is free from all that is not named. */
const declarationInFile = z
  .strictObject({
    contains: z.array(z.enum(ALLERGENS)).default([]),
    mayContain: z.array(z.enum(ALLERGENS)).default([]),
    kinds: z.array(z.enum(ALLERGEN_KINDS)).optional(),
  })
  .superRefine((given, { addIssue }) => {
    for (const { message } of declaredIn(given).errors) addIssue(message);
  });
type DeclarationInFile = { contains: Allergen[]; mayContain: Allergen[]; kinds?: AllergenKind[] | undefined };

/** The states and kinds of a declaration in a seed file, with its contradictions. */
export function declaredIn({ contains, mayContain, kinds }: DeclarationInFile): ReturnType<typeof readDeclaration> {
  const named = [...contains.map((name) => [name, 'c'] as const), ...mayContain.map((name) => [name, 'm'] as const)];
  const free = NOTHING_DECLARED.replaceAll('u', 'f');
  return readDeclaration({
    states: named.reduce((states, [name, state]) => withState(states, name, state), free),
    kinds,
  });
}

const sizeInFile = z.strictObject({
  name: MENU_TEXTS.variant.name,
  price,
  ...translations(MENU_TEXTS.variant),
});
const optionInFile = z.strictObject({
  name: MENU_TEXTS.option.name,
  price: price.default(0),
  isDefault: flag('Default').default(false),
  allergens: declarationInFile.optional(),
  ...translations(MENU_TEXTS.option),
});

/** The name of one of the folders in `pictures`. */
const pictureName = z.string();

const itemInFile = seededItem
  .extend({
    ...translations(MENU_TEXTS.item),
    picture: pictureName.optional(),
    variants: z.array(sizeInFile).min(2).optional(),
    allergens: declarationInFile.optional(),
  })
  .strict();
const categoryInFile = seededCategory.extend(translations(MENU_TEXTS.category));
const daypartInFile = seededDaypart.extend(translations(MENU_TEXTS.daypart)).strict();

/** A restaurant in a seed file. Strict, so that a misspelled field is an error instead of a default. */
export const restaurant = seededProfile
  .extend({
    ...translations(TENANT_TEXTS.tenant),
    cover: pictureName.optional(),
    owner: z.strictObject({ name: account.name, email: account.email }),
    /** Categories, items and offers name them by their place in this list, from 1. */
    dayparts: z.array(daypartInFile).default([]),
    /** Items name them by their place in this list, from 1. */
    optionGroups: z
      .array(
        seededGroup
          .extend({ options: z.array(optionInFile).min(1), ...translations(MENU_TEXTS['option-group']) })
          .strict(),
      )
      .default([]),
    categories: z.array(categoryInFile.extend({ items: z.array(itemInFile).min(1) }).strict()).min(1),
  })
  .strict();
export type Restaurant = z.output<typeof restaurant>;

/** Restaurants by file name without `.json`. */
export type RestaurantsByKitchen = ReadonlyMap<string, Restaurant>;

/**
 * Parses one restaurant from JSON text.
 * @throws an error that names the file and every invalid field
 */
export function parseRestaurant(file: string, text: string): Restaurant {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  const result = restaurant.safeParse(data);
  if (result.success) return result.data;
  const complaints = result.error.issues.map((issue) => `${z.core.toDotPath(issue.path)}: ${issue.message}`);
  throw new Error(`${file} is not a valid restaurant:\n  ${complaints.join('\n  ')}`);
}

/**
 * All restaurants of a folder (by default the folder beside this file), ordered by file name.
 * @throws an error that names the file and the invalid field
 */
export async function readRestaurants(folder: string = FOLDER): Promise<RestaurantsByKitchen> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const restaurants = new Map<string, Restaurant>();
  for (const file of files) {
    const path = join(folder, file);
    restaurants.set(basename(file, '.json'), parseRestaurant(path, await readFile(path, 'utf8')));
  }
  return restaurants;
}
