import { mapInSlices } from '@tavola/service-kit/runtime/slices.ts';
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
