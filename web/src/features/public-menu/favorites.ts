import { type DaypartsNow, servedNow } from './dayparts-in-words.ts';
import type { MenuSection } from './menu-sections.ts';
import type { ShownItem } from './shown-menu.ts';

/** Most dishes in the strip. */
const FAVORITES_MAX = 6;

/** The dishes of the strip: popular ones that guests can order now, in menu order. */
export function favoritesOf(sections: readonly MenuSection[], dayparts: DaypartsNow): ShownItem[] {
  const popular = sections.flatMap(({ items }) => items.filter((item) => item.isPopular && item.isAvailable));
  return servedNow(popular, dayparts).served.slice(0, FAVORITES_MAX);
}
