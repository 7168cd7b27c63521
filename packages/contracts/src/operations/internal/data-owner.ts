import { z } from 'zod';
import { type DataOwner, EXPORTED_TABLES, exportPage } from '../../export.ts';
import { uuid } from '../../fields.ts';
import { empty, json } from '../operation.ts';

const tenantParams = { tenantId: uuid };

/** The entries of a service that holds data of restaurants: how it is exported and deleted. */
export function dataOwnerEntries(owner: DataOwner) {
  const tables = Object.keys(EXPORTED_TABLES[owner]);
  return {
    exportTable: {
      who: 'service',
      method: 'GET',
      path: '/internal/tenants/{tenantId}/export',
      summary:
        'A page of a table that is exported for the owner, in an order that never changes: a row that exists all the time is on exactly one page',
      params: tenantParams,
      query: z.object({
        table: z.enum(tables, { error: `Table must be one of ${tables.join(', ')}.` }),
        after: z.string({ error: 'After must be a cursor.' }).optional(),
      }),
      answers: { 200: json('The page.', exportPage(z.unknown())) },
    },
    deleteTenant: {
      who: 'service',
      method: 'DELETE',
      path: '/internal/tenants/{tenantId}',
      summary: 'Delete everything of a restaurant',
      params: tenantParams,
      answers: { 204: empty('Deleted.') },
    },
  } as const;
}
