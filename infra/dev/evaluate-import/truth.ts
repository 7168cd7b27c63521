import { DEFAULT_LANGUAGE } from '@tavola/contracts/rules/languages.ts';
import { readRestaurants } from '../seed/read-restaurants.ts';

/** A menu as it really is, to compare with what Import reads from a print of it. */
export interface Truth {
  /** The seed's name for the restaurant. */
  name: string;
  title: string;
  slug: string;
  /** Tags of its languages, its own first. */
  languages: string[];
  isRightToLeft: boolean;
  /** Whether the fonts that every PDF reader has contain all its letters. */
  isLatin: boolean;
  sections: TrueSection[];
}

interface TrueSection {
  name: string;
  description: string | null;
  dishes: TrueDish[];
}

export interface TrueDish {
  name: string;
  description: string | null;
  price: number;
}

/** The menus of the seed's restaurants, in their own language. */
export async function trueMenus(): Promise<Truth[]> {
  const restaurants = await readRestaurants();
  return [...restaurants].map(([name, { name: title, slug, languages, categories }]) => {
    const sections = categories.map((category) => ({
      name: category.name,
      description: category.description ?? null,
      dishes: category.items.map((item) => ({
        name: item.name,
        description: item.description ?? null,
        price: item.price,
      })),
    }));
    const letters = JSON.stringify(sections);
    return {
      name,
      title,
      slug,
      languages: [languages?.base ?? DEFAULT_LANGUAGE, ...(languages?.others ?? [])],
      isRightToLeft: /[\u0600-\u06ff]/.test(letters),
      isLatin: !/[^ -\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac\u0152\u0153]/.test(letters),
      sections,
    };
  });
}
