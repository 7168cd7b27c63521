import type { CallAt } from '../session/calls-at.ts';
import { HEADINGS, menuTable } from './columns.ts';
import { partsOf } from './menu-parts.ts';
import { readWholeMenu } from './whole-menu.ts';
import { jsonOf } from './write-json.ts';

/**
 * The menu of a restaurant as a file that Import reads in another one: without ids. Undefined where it has no dishes. Throws
 * what a request throws.
 */
export async function menuFile(call: CallAt, name: string): Promise<File | undefined> {
  const { menu: found, tenant } = await readWholeMenu((path) => call('GET', path));
  if (found.items.length === 0) return undefined;
  // A stale translation would be one of the new text.
  const translations = found.translations.map(({ lang, texts }) => ({
    lang,
    texts: texts.filter(({ isStale }) => !isStale),
  }));
  const menu = { ...found, translations };
  const { headings, rows } = menuTable(menu);
  const withoutIds = rows.map((row) => row.map((cell, index) => (headings[index] === HEADINGS.id ? null : cell)));
  const json = jsonOf({ headings, rows: withoutIds }, partsOf(menu, tenant));
  return new File([json], `Menu of ${name}.json`, { type: 'application/json' });
}
