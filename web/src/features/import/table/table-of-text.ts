import { HEADINGS } from '../../../lib/menu-table/columns.ts';
import type { DoubtfulLine } from '../photo/scanned-page.ts';
import type { ReadDish, ReadMenu } from '../read-menu.ts';
import { sameName } from './read-cells.ts';
import type { ReadTable } from './table-of.ts';

/** The text that was read, and which of its lines may be wrong. */
export interface DoubtfulSource {
  text: string;
  doubts: readonly DoubtfulLine[];
}

/** What was read of a text, as a table with a row for each dish; `null` without one. Prices that may be wrong are questions. */
export function tableOfText(read: ReadMenu, source?: DoubtfulSource): ReadTable | null {
  const found = doubtFinder(read, source);
  const times = new Map<string, number>();
  const described = new Set<string>();
  const rows = read.sections.flatMap(({ line: heading, name: category, description: about, isDoubtful, dishes }) => {
    const place = sameName(category ?? '');
    const isFirst = !described.has(place);
    if (about) described.add(place);
    return dishes.map((dish) => {
      const { line, name, sized, description, price, offers, choices, isOneNumber, mayBeSizes, isSoldOut } = dish;
      const said = `${place} ${sameName(name)}`;
      const time = (times.get(said) ?? 0) + 1;
      times.set(said, time);
      const doubts = found.ofDish(dish);
      const isPriceDoubtful = price !== null && doubts.some((word) => isBeyondDescription(word, dish));
      const asked = choices ?? (isPriceDoubtful ? [price] : undefined);
      return {
        number: line + 1,
        key: `${said} ${time}`,
        cells: [
          category,
          isFirst ? about : null,
          sized?.name ?? name,
          description,
          price,
          isSoldOut ? false : null,
          offers ?? null,
        ],
        size: sized?.size,
        question: asked && { choices: asked, isOneNumber, mayBeSizes },
        doubts: doubts.length > 0 ? doubts : undefined,
        isCategoryDoubtful: isDoubtful || found.ofHeading(heading).length > 0,
      };
    });
  });
  return rows.length === 0 ? null : { headings: COLUMNS, rows, isCut: false, isText: true };
}

const FIELDS = ['categoryId', 'categoryDescription', 'name', 'description', 'price', 'isAvailable', 'offers'] as const;
const COLUMNS = FIELDS.map((field) => HEADINGS[field]);

/** Finds the doubtful words of headings and dishes. */
function doubtFinder({ sections, rest }: ReadMenu, { text, doubts }: DoubtfulSource = { text: '', doubts: [] }) {
  const words = new Map(doubts.map((line) => [line.text, line.words]));
  const lines = text.split('\n').map((line) => words.get(line.trim()) ?? []);
  const starts = [
    ...sections.flatMap(({ line, dishes }) => [line ?? 0, ...dishes.map((dish) => dish.line)]),
    ...rest.map(({ line }) => line),
  ];
  return {
    ofHeading: (line: number | null) => lines[line ?? -1] ?? [],
    /** Those in its lines, up to the next dish or heading. */
    ofDish({ line }: ReadDish): string[] {
      if (doubts.length === 0) return [];
      const end = Math.min(lines.length, ...starts.filter((start) => start > line));
      return lines.slice(line, end).flat();
    },
  };
}

/** Whether a doubtful word may be of a dish's name or price. */
const isBeyondDescription = (word: string, { name, description }: ReadDish): boolean =>
  /\d/.test(word) || name.includes(word) || !description?.includes(word);
