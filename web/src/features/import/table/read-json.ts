import { JSON_VERSION } from '../../../lib/menu-table/write-json.ts';
import { type ReadTable, ROWS_MAX, tableOf, toCell, UnreadTable, unknownTableOf } from './table-of.ts';

/** Reads a menu's table in JSON: the list `dishes`, or a list alone. */
export function readJson(text: string): ReadTable | null {
  const found: unknown = parseJson(text);
  const { version = JSON_VERSION, dishes = found, ...parts } = (found ?? {}) as { version?: unknown; dishes?: unknown };
  if (Number(version) > JSON_VERSION) throw new UnreadTable('This file was made by a newer version of Tavola.');
  if (!Array.isArray(dishes)) return null;
  const objects = dishes
    .slice(0, ROWS_MAX + 1)
    .filter((dish): dish is Record<string, unknown> => typeof dish === 'object' && dish !== null);
  const headings = [...new Set(objects.flatMap((dish) => Object.keys(dish)))];
  const rows = [headings, ...objects.map((dish) => headings.map((heading) => toCell(dish[heading])))];
  const table = tableOf(rows);
  return table?.isOwn ? { ...table, parts } : (table ?? unknownTableOf(rows));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadTable("This file isn't valid JSON.");
  }
}
