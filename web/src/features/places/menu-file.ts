import { HEADINGS, menuTable } from '../../lib/menu-table/columns.ts';
import { readWholeMenu } from '../../lib/menu-table/whole-menu.ts';
import { jsonOf } from '../../lib/menu-table/write-json.ts';
import type { CallAt } from '../../lib/session/calls-at.ts';

/** What belongs to the restaurant's own dishes. */
const OWN: ReadonlySet<string> = new Set([HEADINGS.id, HEADINGS.image]);

/**
 * The menu of a restaurant as a file that Import reads in another one: without ids, pictures and translations. Undefined where it has no
 * dishes. Throws what a request throws.
 */
export async function menuFile(call: CallAt, name: string): Promise<File | undefined> {
  const { menu } = await readWholeMenu((path) => call('GET', path));
  if (menu.items.length === 0) return undefined;
  const { headings, rows } = menuTable({ ...menu, translations: [] });
  const withoutOwn = rows.map((row) => row.map((cell, index) => (OWN.has(headings[index] ?? '') ? null : cell)));
  return new File([jsonOf({ headings, rows: withoutOwn })], `Menu of ${name}.json`, { type: 'application/json' });
}
