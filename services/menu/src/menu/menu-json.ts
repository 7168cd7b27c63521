import { optionGroup } from '@tavola/contracts/choices.ts';
import { daypart } from '@tavola/contracts/dayparts.ts';
import { category, internalMenu, menuItem } from '@tavola/contracts/menu.ts';
import { documentsJson, ownColumnsFor } from '@tavola/service-kit/data/columns.ts';
import { fingerprintOf } from '@tavola/service-kit/data/fingerprint.ts';
import { type Pool, readAsTenant, readRowAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { ITEM_DOCUMENT_EXPRESSIONS, ITEM_EXPRESSIONS } from '../item/item-store.ts';
import { availableChoicesSql } from './choices.ts';
import { TABLES, type Table } from './rows.ts';

// PostgreSQL makes the JSON of menus: 2,000 items would hold up this process for 30 ms.

/** SQL for the translations of a row as a part of its JSON object, if it has any. */
export const TEXTS = `|| CASE WHEN texts = '{}' THEN '' ELSE ',"texts":' || texts::text END`;

/** The fields of a table's rows in JSON: those with columns, as a select list, and the end of the object with the others. */
export const JSON_FIELDS: Readonly<Record<Table, { columns: string; documents: string }>> = {
  category: { columns: ownColumnsFor(category), documents: documentsJson(category) },
  item: {
    columns: ownColumnsFor(menuItem, ITEM_EXPRESSIONS),
    documents: documentsJson(menuItem, ITEM_DOCUMENT_EXPRESSIONS),
  },
  daypart: { columns: ownColumnsFor(daypart), documents: documentsJson(daypart) },
  'option-group': {
    columns: ownColumnsFor(optionGroup, { options: availableChoicesSql('options') }),
    documents: documentsJson(optionGroup),
  },
};

/**
 * SQL for the tenant's rows of `table` as text: a JSON array in display order, spaced as `json_agg` does. `hasTexts`: with
 * translations, in rows that have any.
 */
export function jsonList(table: Table, { hasTexts = false } = {}): string {
  const { columns, documents } = JSON_FIELDS[table];
  const name = TABLES[table].sql;
  return `
  coalesce((
    SELECT '[' || string_agg(left(row_to_json(own)::text, -1) ${hasTexts ? TEXTS : ''} || ${documents}, E', \\n ' ORDER BY ${name}.position, ${name}.id) || ']'
    FROM ${name} CROSS JOIN LATERAL (SELECT ${columns}) AS own
    WHERE tenant_id = current_setting('app.tenant_id')::uuid
  ), '[]')`;
}

/** The tenant's items in display order as JSON, in SQL for a transaction that has set the tenant. */
export const ITEMS = `SELECT ${jsonList('item')} AS json`;

/** The items of `tenantId` in display order, as JSON. */
export async function readItems(pool: Pool, tenantId: string): Promise<string> {
  return (await readRowAsTenant<{ json: string }>(pool, tenantId, { name: 'items', text: ITEMS })).json;
}

const ITEM_IDS = `SELECT id FROM item WHERE tenant_id = current_setting('app.tenant_id')::uuid`;

/** The ids of the items of `tenantId`. */
export async function readItemIds(pool: Pool, tenantId: string): Promise<number[]> {
  return (await readAsTenant<{ id: number }>(pool, tenantId, { name: 'item-ids', text: ITEM_IDS })).map(({ id }) => id);
}

const VERSION = `
  coalesce((SELECT version FROM menu_version WHERE tenant_id = current_setting('app.tenant_id')::uuid), 0)`;

/** What the API calls a list of a table's rows, and its quota. */
export const MEMBERS = {
  category: 'categories',
  item: 'items',
  daypart: 'dayparts',
  'option-group': 'optionGroups',
} as const satisfies Record<Table, string>;

/** The tables in the order of the menu's JSON. */
export const MENU_TABLES = Object.keys(MEMBERS) as Table[];

/** All rows of the tenant's menu as members of a JSON object, in SQL. */
const ALL_LISTS = MENU_TABLES.map((table) => `'"${MEMBERS[table]}" : ' || ${jsonList(table, { hasTexts: true })}`).join(
  ` || ', ' || `,
);

const MENU = `
  SELECT '{"shape" : "${fingerprintOf(internalMenu)}", "version" : ' || ${VERSION} || ', ' || ${ALL_LISTS} || '}' AS json`;

/**
 * The whole menu of `tenantId` with its version, as JSON in the shape of `internalMenu`. An unknown tenant has an empty
 * menu at version 0. One statement reads one consistent snapshot: otherwise a menu could be newer than its version, and
 * an older menu with the same version could replace it in a cache.
 */
export async function readMenu(pool: Pool, tenantId: string): Promise<string> {
  return (await readRowAsTenant<{ json: string }>(pool, tenantId, { name: 'menu', text: MENU })).json;
}
