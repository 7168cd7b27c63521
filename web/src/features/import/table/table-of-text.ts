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
  const { sections } = read;
  const doubtsOf = source && source.doubts.length > 0 ? doubtsByDish(read, source) : () => [];
  const headings = new Set(source && source.doubts.length > 0 ? doubtfulHeadings(read, source) : []);
  const times = new Map<string, number>();
  const described = new Set<string>();
  const rows = sections.flatMap(({ line: heading, name: category, description: about, isDoubtful, dishes }) => {
    const place = sameName(category ?? '');
    const isFirst = !described.has(place);
    if (about) described.add(place);
    return dishes.map((dish) => {
      const { line, name, sized, description, price, offers, choices, isOneNumber, mayBeSizes, isSoldOut } = dish;
      const said = `${place} ${sameName(name)}`;
      const time = (times.get(said) ?? 0) + 1;
      times.set(said, time);
      const doubts = doubtsOf(dish);
      const isAsked = choices ?? (price !== null && doubts.some((word) => isBeyondDescription(word, dish)));
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
        ...(sized && { size: sized.size }),
        ...(isAsked && {
          question: {
            choices: choices ?? [price as number],
            ...(isOneNumber && { isOneNumber }),
            ...(mayBeSizes && { mayBeSizes }),
          },
        }),
        ...(doubts.length > 0 && { doubts }),
        ...((isDoubtful || headings.has(heading ?? -1)) && { isCategoryDoubtful: true as const }),
      };
    });
  });
  return rows.length === 0 ? null : { headings: COLUMNS, rows, isCut: false, isText: true };
}

const FIELDS = ['categoryId', 'categoryDescription', 'name', 'description', 'price', 'isAvailable', 'offers'] as const;
const COLUMNS = FIELDS.map((field) => HEADINGS[field]);

/** The lines of the headings that may be wrong. */
function doubtfulHeadings({ sections }: ReadMenu, { text, doubts }: DoubtfulSource): number[] {
  const lines = text.split('\n').map((line) => line.trim());
  const doubtful = new Set(doubts.map((line) => line.text));
  return sections.flatMap(({ line }) => (line !== null && doubtful.has(lines[line] ?? '') ? [line] : []));
}

/** Finds the doubtful words in the lines of a dish: those up to the next dish or heading. */
function doubtsByDish({ sections, rest }: ReadMenu, { text, doubts }: DoubtfulSource): (dish: ReadDish) => string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const words = new Map(doubts.map((line) => [line.text, line.words]));
  const starts = [
    ...sections.flatMap(({ line, dishes }) => [line, ...dishes.map((dish) => dish.line)]),
    ...rest.map(({ line }) => line),
  ];
  return ({ line }) => {
    const end = Math.min(lines.length, ...starts.filter((start) => start !== null && start > line).map(Number));
    return lines.slice(line, end).flatMap((one) => words.get(one) ?? []);
  };
}

/** Whether a doubtful word may be of a dish's name or price. */
const isBeyondDescription = (word: string, { name, description }: ReadDish): boolean =>
  /\d/.test(word) || name.includes(word) || !description?.includes(word);
