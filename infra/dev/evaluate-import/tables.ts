import { aCategory, anItem } from '@tavola/test-kit/entities.ts';
import { strToU8 } from 'fflate';
import type { ReadMenu } from '../../../web/src/features/import/read-menu.ts';
import { planTable } from '../../../web/src/features/import/table/plan-table.ts';
import { readTable } from '../../../web/src/features/import/table/read-table.ts';
import type { Table } from '../../../web/src/lib/menu-table/cells.ts';
import { menuTable, type WholeMenu } from '../../../web/src/lib/menu-table/columns.ts';
import { csvOf } from '../../../web/src/lib/menu-table/write-csv.ts';
import { xlsxOf } from '../../../web/src/lib/menu-table/write-xlsx.ts';
import { EMPTY_MENU } from '../../../web/src/test/empty-menu.ts';
import type { Truth } from './truth.ts';

/** The files in which a menu is exported. */
export const TABLES = {
  CSV: { name: 'menu.csv', write: (table: Table) => strToU8(csvOf(table)) },
  Excel: { name: 'menu.xlsx', write: xlsxOf },
} as const;

/** What Import would add to an empty menu, of another's export. */
export async function fromExport(
  menu: Truth,
  { name, write }: (typeof TABLES)[keyof typeof TABLES],
): Promise<ReadMenu> {
  const table = await readTable(write(menuTable(wholeMenu(menu))), name);
  if ('text' in table) throw new Error('An export is a table.');
  const added = planTable(table, EMPTY_MENU, { currency: 'USD', digits: 2 }).rows.filter(
    ({ action }) => action === 'add',
  );
  const sections = [...Map.groupBy(added, ({ category }) => category)].map(([category, rows]) => ({
    name: category.name,
    line: null,
    description: null,
    dishes: rows.map(({ number, changes }) => {
      const said = (field: string) => changes.find(({ column }) => column.field === field)?.value ?? null;
      return {
        line: number,
        name: said('name') as string,
        description: said('description') as string | null,
        price: said('price') as number,
      };
    }),
  }));
  return { sections, rest: [] };
}

const wholeMenu = ({ sections }: Truth): WholeMenu => ({
  ...EMPTY_MENU,
  categories: sections.map(({ name, description }, index) => aCategory({ id: index + 1, name, description })),
  items: sections.flatMap(({ dishes }, index) =>
    dishes.map((dish, place) => anItem({ ...dish, id: 1_000 * index + place + 1, categoryId: index + 1 })),
  ),
});
