import { daypart } from '@tavola/contracts/dayparts.ts';
import { category, menuItem } from '@tavola/contracts/menu.ts';
import { ownColumnsFor } from '@tavola/service-kit/data/columns.ts';
import { documentsJson } from '@tavola/service-kit/data/documents.ts';
import { ITEM_DOCUMENT_EXPRESSIONS, ITEM_EXPRESSIONS } from './columns.ts';

const TEXTS = `|| CASE WHEN texts = '{}' THEN '' ELSE ',"texts":' || texts::text END`;

const TABLES = {
  category: { columns: ownColumnsFor(category), documents: documentsJson(category) },
  item: {
    columns: ownColumnsFor(menuItem, ITEM_EXPRESSIONS),
    documents: documentsJson(menuItem, ITEM_DOCUMENT_EXPRESSIONS),
  },
  daypart: { columns: ownColumnsFor(daypart), documents: documentsJson(daypart) },
};

/**
 * SQL for the tenant's rows of `table` as text: a JSON array in display order, spaced as `json_agg` does. `more` is a select
 * list of further columns. `hasTexts`: with translations, in rows that have any.
 */
export function jsonList(
  table: keyof typeof TABLES,
  { more, hasTexts = false }: { more?: string; hasTexts?: boolean } = {},
): string {
  const { columns, documents } = TABLES[table];
  return `
  coalesce((
    SELECT '[' || string_agg(left(row_to_json(own)::text, -1) ${hasTexts ? TEXTS : ''} || ${documents}, E', \\n ' ORDER BY ${table}.position, ${table}.id) || ']'
    FROM ${table} CROSS JOIN LATERAL (SELECT ${columns}${more ? `, ${more}` : ''}) AS own
    WHERE tenant_id = current_setting('app.tenant_id')::uuid
  ), '[]')`;
}
