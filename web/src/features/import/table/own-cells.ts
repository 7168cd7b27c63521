import type { MenuItem } from '@tavola/contracts/menu.ts';
import { newMenuItem } from '@tavola/contracts/menu.ts';
import { isInsecurePicture, pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { type Cell, cellText } from '../../../lib/menu-table/cells.ts';
import { HEADINGS } from '../../../lib/menu-table/columns.ts';
import type { PlannedRow } from './plan-table.ts';
import { keyOf, type ReadTable } from './table-of.ts';

/** A photo of an export that its dish lacks. */
interface FoundPicture {
  /** Undefined for a dish that is not added yet. */
  item: MenuItem | undefined;
  name: string;
  address: string;
}

/**
 * The photos of an export that the dishes of its `rows` lack: those that are somewhere else on the web, and those of the restaurants
 * `places`. Others' photos are not the owner's to copy.
 */
export function picturesIn(
  table: ReadTable,
  rows: readonly Pick<PlannedRow, 'key' | 'item' | 'action' | 'name'>[],
  places: ReadonlySet<string>,
): FoundPicture[] {
  const cells = ownCells(table, HEADINGS.image);
  return rows.flatMap(({ key, item, action, name }) => {
    const address = addressIn(cells(key), places);
    const isMissing = item ? item.image === null : action === 'add';
    return isMissing && address ? [{ item, name, address }] : [];
  });
}

/** Of how many dishes among `rows`, taken or on the menu, an export says what was declared. */
export function declaredIn(table: ReadTable, rows: readonly Pick<PlannedRow, 'key' | 'item' | 'action'>[]): number {
  const cells = ownCells(table, HEADINGS.allergens);
  return rows.filter(({ key, item, action }) => (item || action === 'add') && cellText(cells(key)) !== '').length;
}

/** The cells of an export under `heading`, by the keys of their rows. */
function ownCells(table: ReadTable, heading: string): (key: string) => Cell {
  const at = table.isOwn ? table.headings.indexOf(heading) : -1;
  const cells = new Map(table.rows.map((row) => [keyOf(row), row.cells[at] ?? null]));
  return (key) => cells.get(key) ?? null;
}

function addressIn(cell: Cell, places: ReadonlySet<string>): string | null | undefined {
  const address = cellText(cell).trim();
  const own = pictureAt(address);
  if (own) return places.has(own.tenantId) ? address : undefined;
  return address.startsWith('/') || isInsecurePicture(address)
    ? undefined
    : newMenuItem.shape.image.safeParse(address).data;
}
