import { HEADINGS } from '../../../lib/menu-table/columns.ts';
import type { ReadMenu } from '../read-menu.ts';
import { sameName } from './read-cells.ts';
import type { ReadTable } from './table-of.ts';

/** What was read of a text, as a table with a row for each dish; `null` without one. */
export function tableOfText({ sections }: ReadMenu): ReadTable | null {
  const times = new Map<string, number>();
  const described = new Set<string>();
  const rows = sections.flatMap(({ name: category, description: about, dishes }) => {
    const place = sameName(category ?? '');
    const isFirst = !described.has(place);
    if (about) described.add(place);
    return dishes.map(({ line, name, description, price, offers, choices, isOneNumber, isSoldOut }) => {
      const said = `${place} ${sameName(name)}`;
      const time = (times.get(said) ?? 0) + 1;
      times.set(said, time);
      return {
        number: line + 1,
        key: `${said} ${time}`,
        cells: [category, isFirst ? about : null, name, description, price, isSoldOut ? false : null, offers ?? null],
        ...(choices && { question: { choices, ...(isOneNumber && { isOneNumber }) } }),
      };
    });
  });
  return rows.length === 0 ? null : { headings: COLUMNS, rows, isCut: false, isText: true };
}

const FIELDS = ['categoryId', 'categoryDescription', 'name', 'description', 'price', 'isAvailable', 'offers'] as const;
const COLUMNS = FIELDS.map((field) => HEADINGS[field]);
