import { mapInSlices } from './in-slices.ts';
import type { MasterMenu } from './master-menu.ts';

/** Follows the restaurant in a menu's JSON. No text in the JSON contains this, because quotes in texts are escaped. */
const AFTER_TENANT = ',"categories":';

/** The items' translations in JSON: by language and field, in the order of the items. Beside each item they compress worse. */
type ItemTexts = Record<string, Record<string, (string | null)[]>>;

/** `menu` as JSON that a page can embed, the restaurant first. Large menus are written in slices. */
export async function menuJson({ tenant, categories, items, ...rest }: MasterMenu): Promise<string> {
  const rows = await listJson(items.map(({ texts: _apart, ...item }) => item));
  const head = escaped(`{"tenant":${JSON.stringify(tenant)}${AFTER_TENANT}${JSON.stringify(categories)}`);
  const tail = escaped(JSON.stringify(rest).slice(1));
  return `${head},"items":${rows}${await textsJson(items)}${tail === '}' ? '' : ','}${tail}`;
}

/** The menu in what `menuJson` returned. */
export function masterIn(json: string): MasterMenu {
  const { itemTexts, ...menu } = JSON.parse(json) as MasterMenu & { itemTexts?: ItemTexts };
  for (const [tag, columns] of Object.entries(itemTexts ?? {})) {
    for (const [field, texts] of Object.entries(columns)) {
      for (const [at, item] of menu.items.entries()) {
        const text = texts[at];
        if (text) item.texts = { ...item.texts, [tag]: { ...item.texts?.[tag], [field]: text } };
      }
    }
  }
  return menu;
}

async function textsJson(items: MasterMenu['items']): Promise<string> {
  const columns: ItemTexts = {};
  for (const [at, { texts = {} }] of items.entries()) {
    for (const [tag, fields] of Object.entries(texts)) {
      columns[tag] ??= {};
      for (const [field, text] of Object.entries(fields)) {
        columns[tag][field] ??= Array(items.length).fill(null);
        columns[tag][field][at] = text;
      }
    }
  }
  const tags = Object.entries(columns);
  if (tags.length === 0) return '';
  return `,"itemTexts":${await objectJson(tags, (fields) => objectJson(Object.entries(fields), listJson))}`;
}

const listJson = async (list: readonly unknown[]): Promise<string> =>
  `[${(await mapInSlices(list, (slice) => [escaped(JSON.stringify(slice).slice(1, -1))])).join(',')}]`;

async function objectJson<Value>(
  entries: readonly [name: string, Value][],
  json: (value: Value) => Promise<string>,
): Promise<string> {
  const all: string[] = [];
  for (const [name, value] of entries) all.push(`${JSON.stringify(name)}:${await json(value)}`);
  return `{${all.join(',')}}`;
}

/** The restaurant in a menu's JSON. Its dishes are not parsed. */
export function tenantIn(json: Buffer): MasterMenu['tenant'] {
  return JSON.parse(`${json.subarray(0, json.indexOf(AFTER_TENANT))}}`).tenant;
}

/** Escapes JSON for use in a script element: the same value, without anything that could end the element. */
export const escaped = (json: string): string => json.replaceAll('<', '\\u003c');
