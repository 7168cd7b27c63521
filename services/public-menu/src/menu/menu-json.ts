import { setImmediate as nextIteration } from 'node:timers/promises';
import type { MasterMenu } from './master-menu.ts';

/** Follows the restaurant in a menu's JSON. No text in the JSON contains this, because quotes in texts are escaped. */
const AFTER_TENANT = ',"categories":';

/** `menu` as JSON that a page can embed, the restaurant first. Large menus are written in slices. */
export async function menuJson({ tenant, categories, items, ...rest }: MasterMenu): Promise<string> {
  const rows = await mapInSlices(items, (slice) => [escaped(JSON.stringify(slice).slice(1, -1))]);
  const head = escaped(`{"tenant":${JSON.stringify(tenant)}${AFTER_TENANT}${JSON.stringify(categories)}`);
  const tail = escaped(JSON.stringify(rest).slice(1));
  return `${head},"items":[${rows.join(',')}]${tail === '}' ? '' : ','}${tail}`;
}

/** The restaurant in a menu's JSON. Its dishes are not parsed. */
export function tenantIn(json: Buffer): MasterMenu['tenant'] {
  return JSON.parse(`${json.subarray(0, json.indexOf(AFTER_TENANT))}}`).tenant;
}

/** Escapes JSON for use in a script element: the same value, without anything that could end the element. */
export const escaped = (json: string): string => json.replaceAll('<', '\\u003c');

/** Rows of a menu that are processed without a look at the clock, and after how many milliseconds others go first. */
const SLICE = 25;
const SLICES_MS = 3;

/** Lists with more rows begin in an iteration of their own, because the work before took its time, too. */
const LARGE = 250;

/** Maps `list` slice by slice. Between slices the process answers other requests, as often as needed. */
export async function mapInSlices<Item, Result>(
  list: readonly Item[],
  map: (slice: readonly Item[]) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = [];
  let since = list.length > LARGE ? Number.NEGATIVE_INFINITY : performance.now();
  for (let at = 0; at < list.length; at += SLICE) {
    if (performance.now() - since > SLICES_MS) {
      await nextIteration();
      since = performance.now();
    }
    for (const result of map(list.slice(at, at + SLICE))) results.push(result);
  }
  return results;
}
