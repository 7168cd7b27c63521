import type { QueryClient } from '@tanstack/react-query';
import { saveFile } from '../http/api-file.ts';
import type { Table } from './cells.ts';
import { menuTable } from './columns.ts';
import { type MenuParts, partsOf } from './menu-parts.ts';
import { loadWholeMenu } from './whole-menu.ts';
import { csvOf } from './write-csv.ts';
import { jsonOf } from './write-json.ts';
import { xlsxOf } from './write-xlsx.ts';

/** The kinds of files in which a menu is exported, by their endings. */
const FORMATS = {
  xlsx: { write: xlsxOf, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  csv: { write: csvOf, type: 'text/csv;charset=utf-8' },
  json: { write: jsonOf, type: 'application/json' },
} as const satisfies Record<string, { write: (table: Table, parts: MenuParts) => BlobPart; type: string }>;

export type ExportFormat = keyof typeof FORMATS;

/** Saves the menu as it is now as a file. Throws what a request throws. */
export async function exportMenu(client: QueryClient, format: ExportFormat): Promise<void> {
  const { menu, tenant } = await loadWholeMenu(client);
  const { write, type } = FORMATS[format];
  const day = new Date().toLocaleDateString('sv', { timeZone: tenant.timeZone });
  saveFile({
    blob: new Blob([write(menuTable(menu), partsOf(menu, tenant))], { type }),
    name: `${tenant.slug}-menu-${day}.${format}`,
  });
}
