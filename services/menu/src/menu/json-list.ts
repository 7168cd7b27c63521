/** SQL for the tenant's rows of `table` as a JSON array in display order. `columns` is their select list. */
export const jsonList = (table: 'category' | 'item', columns: string): string => `
  coalesce((SELECT json_agg(row) FROM (
    SELECT ${columns}
    FROM ${table} WHERE tenant_id = current_setting('app.tenant_id')::uuid
    ORDER BY position, id
  ) AS row), '[]')`;
