import type { ReadMenu } from '../../../web/src/features/import/read-menu.ts';
import type { Truth } from './truth.ts';

/** How much of a menu was read, in dishes. */
export interface Score {
  all: number;
  found: number;
  priced: number;
  placed: number;
  described: number;
  /** Dishes that are not on the menu. */
  invented: string[];
  lost: string[];
}

/** Compares what was read with the menu as it is. A dish is found if its name is the same, letter by letter. */
export function score({ sections }: Pick<Truth, 'sections'>, read: ReadMenu): Score {
  const left = read.sections.flatMap(({ name, dishes }) => dishes.map((dish) => ({ ...dish, section: name })));
  const result: Score = { all: 0, found: 0, priced: 0, placed: 0, described: 0, invented: [], lost: [] };
  for (const { name: section, dishes } of sections) {
    for (const dish of dishes) {
      result.all++;
      const index = left.findIndex(({ name }) => same(name, dish.name));
      const [found] = index < 0 ? [] : left.splice(index, 1);
      if (!found) {
        result.lost.push(dish.name);
        continue;
      }
      result.found++;
      if (found.price === dish.price) result.priced++;
      if (same(found.section ?? '', section)) result.placed++;
      if (same(found.description ?? '', dish.description ?? '')) result.described++;
    }
  }
  result.invented = left.map(({ name }) => name);
  return result;
}

/** Several scores as one. */
export const total = (scores: readonly Score[]): Score => ({
  all: sum(scores.map(({ all }) => all)),
  found: sum(scores.map(({ found }) => found)),
  priced: sum(scores.map(({ priced }) => priced)),
  placed: sum(scores.map(({ placed }) => placed)),
  described: sum(scores.map(({ described }) => described)),
  invented: scores.flatMap(({ invented }) => invented),
  lost: scores.flatMap(({ lost }) => lost),
});

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Headings may be printed in capitals; ligatures and spaces are the font's. */
export const same = (a: string, b: string) => folded(a) === folded(b);
const folded = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
