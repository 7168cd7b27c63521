import type { Pool } from '@tavola/service-kit/data/postgres.ts';
import { type SqlTable, sqlTable } from '@tavola/service-kit/http/serve-export.ts';

const OWN = `tenant_id = current_setting('app.tenant_id')::uuid`;

/** Rows have some 100 bytes. */
const LIMIT = 5_000;

const QUARTERS: SqlTable = {
  limit: LIMIT,
  start: ['-infinity'],
  sql: `
    SELECT row.quarter AS key, row_to_json(row)::text AS json
    FROM (
      SELECT to_char(quarter AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS quarter,
        views, view_seconds AS "viewSeconds", scans, visitors
      FROM quarter_tally WHERE ${OWN} AND quarter_tally.quarter > $1 ORDER BY quarter_tally.quarter LIMIT $2
    ) AS row`,
};

const CODES: SqlTable = {
  limit: LIMIT,
  start: ['-infinity', ''],
  sql: `
    SELECT row.day || '~' || row."codeId" AS key, row_to_json(row)::text AS json
    FROM (
      SELECT day, code_id AS "codeId", views, scans
      FROM code_tally WHERE ${OWN} AND (day, code_id) > ($1, $2) ORDER BY day, code_id LIMIT $3
    ) AS row`,
};

const ITEMS: SqlTable = {
  limit: LIMIT,
  start: ['-infinity', '0'],
  sql: `
    SELECT row.day || '~' || row."itemId" AS key, row_to_json(row)::text AS json
    FROM (
      SELECT day, item_id AS "itemId", seen, opened
      FROM item_tally WHERE ${OWN} AND (day, item_id) > ($1, $2) ORDER BY day, item_id LIMIT $3
    ) AS row`,
};

/** What analytics exports of a restaurant: its tallies. Visitor hashes are never exported. */
export const exportTables = (pool: Pool) => ({
  quarters: sqlTable(pool, QUARTERS),
  codes: sqlTable(pool, CODES),
  items: sqlTable(pool, ITEMS),
});
