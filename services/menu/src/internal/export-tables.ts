import type { Pool } from '@tavola/service-kit/data/postgres.ts';
import { type SqlTable, sqlTable } from '@tavola/service-kit/http/serve-export.ts';
import { CHANGE_FIELDS } from '../history/read-history.ts';
import { JSON_FIELDS, TEXTS } from '../menu/menu-json.ts';
import { TABLES, type Table } from '../menu/rows.ts';

const OWN = `tenant_id = current_setting('app.tenant_id')::uuid`;

const inUtc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Rows of the menu, in the order of their ids: their places may change between two pages. */
function rowsOf(kind: Table): SqlTable {
  const { columns, documents } = JSON_FIELDS[kind];
  const table = TABLES[kind].sql;
  return {
    // The quotas of a menu and its translations hold for all of them.
    limit: 500,
    start: ['0'],
    // Without OFFSET, the planner may walk through the ids of all restaurants.
    sql: `
      SELECT ${table}.id::text AS key, left(row_to_json(own)::text, -1) ${TEXTS} || ${documents} AS json
      FROM (
        SELECT * FROM (SELECT * FROM ${table} WHERE ${OWN} OFFSET 0) AS own WHERE id > $1 ORDER BY id LIMIT $2
      ) AS ${table} CROSS JOIN LATERAL (
        SELECT ${columns}, position, ${inUtc('created_at')} AS "createdAt", ${inUtc('updated_at')} AS "updatedAt"
      ) AS own
      ORDER BY ${table}.id`,
  };
}

/** The rows of a log, `fields` of each, oldest first. */
const logOf = (table: string, fields: string, limit: number): SqlTable => ({
  limit,
  start: ['0'],
  sql: `
    SELECT logged.id::text AS key, row_to_json(logged)::text AS json
    FROM (SELECT ${fields} FROM ${table} WHERE ${OWN} AND ${table}.id > $1 ORDER BY ${table}.id LIMIT $2) AS logged`,
});

// A row has up to 50 KB: two orders of 2,000 items, or two dayparts with 60 special days.
const CHANGES = logOf('menu_change', CHANGE_FIELDS, 200);

const DECLARATIONS = logOf(
  'allergen_declaration',
  `id, version, ${inUtc('at')} AS at, "by", kind, target_id AS "targetId", name, states, kinds`,
  1_000,
);

/** What menu exports of a restaurant. */
export const exportTables = (pool: Pool) => ({
  categories: sqlTable(pool, rowsOf('category')),
  items: sqlTable(pool, rowsOf('item')),
  dayparts: sqlTable(pool, rowsOf('daypart')),
  optionGroups: sqlTable(pool, rowsOf('option-group')),
  changes: sqlTable(pool, CHANGES),
  declarations: sqlTable(pool, DECLARATIONS),
});
