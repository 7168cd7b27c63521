import { readdirSync, readFileSync } from 'node:fs';
import type { ReadMenu } from '../../../web/src/features/import/read-menu.ts';
import { readMenuText } from '../../../web/src/features/import/read-text.ts';
import { UNNAMED } from '../../../web/src/features/import/table/plan-table.ts';
import { tableOfText } from '../../../web/src/features/import/table/table-of-text.ts';
import { type Score, score, total } from './score.ts';
import { type SeenDish, silentErrors, tickedDishes } from './silent-errors.ts';
import type { ReadBack, Source } from './sources.ts';
import type { Truth } from './truth.ts';

/** What Import should reach on sources with text. */
export const WANTED = { found: 0.97, priced: 0.99 };

/** How well a source is read. */
export interface Measured {
  name: string;
  score: Score;
  /** What is wrong, and is not asked, in words. */
  silent: string[];
}

/** How well each source is read, over all menus that can be printed so. */
export async function measure(menus: readonly Truth[], sources: readonly Source[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { name, read } of sources) {
    const scores: Score[] = [];
    const silent: string[] = [];
    for (const menu of menus) {
      const found = await read(menu);
      if (!found) continue;
      scores.push(score(menu, found));
      silent.push(...silentErrors(tickedIn(found), dishesIn(menu)));
    }
    measured.push({ name, score: total(scores), silent });
  }
  return measured;
}

/** The dishes that are not asked about. */
function tickedIn(found: ReadBack): SeenDish[] {
  const table = found.source && tableOfText(found, found.source);
  return table ? tickedDishes(table) : dishesIn(found);
}

const dishesIn = ({ sections }: Pick<ReadMenu | Truth, 'sections'>): SeenDish[] =>
  sections.flatMap(({ name: category, dishes }) =>
    dishes.flatMap(({ name, price, ...dish }) => {
      const isAvailable = !('isSoldOut' in dish && dish.isSoldOut);
      return price === null ? [] : [{ category: category ?? UNNAMED, name, price, isAvailable }];
    }),
  );

const FIXTURES = new URL('../../../web/src/features/import/fixtures/', import.meta.url);

/** How many dishes of the menus written by hand have a price, a question or neither. */
export function measureFixtures(): { menus: number; dishes: number; priced: number; asked: number; skipped: number } {
  const files = readdirSync(FIXTURES).filter((name) => name.endsWith('.txt'));
  const menus: ReadMenu[] = files.map((name) => readMenuText(readFileSync(new URL(name, FIXTURES), 'utf8')));
  const dishes = menus.flatMap(({ sections }) => sections.flatMap((section) => section.dishes));
  return {
    menus: menus.length,
    dishes: dishes.length,
    priced: dishes.filter(({ price }) => price !== null).length,
    asked: dishes.filter(({ price }) => price === null).length,
    skipped: menus.reduce((sum, { rest }) => sum + rest.length, 0),
  };
}
