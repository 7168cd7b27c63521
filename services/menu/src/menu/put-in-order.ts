import type { Prisma } from '../generated/client.ts';
import { TABLES, type Table } from './rows.ts';

/**
 * Puts the tenant's rows `ids` into this order, on the places that they occupy now. All others stay in their places, and
 * unknown ids are ignored: in the list A B C D E, the order E, B gives A E C D B. Afterwards `position` is the place, counted
 * from 1. Call this inside `writeMenu`, which serializes a tenant's writes.
 */
export async function putInOrder(
  tx: Prisma.TransactionClient,
  table: Table,
  tenantId: string,
  ids: readonly number[],
): Promise<void> {
  // First without gaps and ties: then each row that gets another place gets another position, by which the log knows it.
  await tx.$executeRaw`
    UPDATE ${TABLES[table]} AS own SET position = listed.place
    FROM (
      SELECT id, row_number() OVER (ORDER BY position, id) AS place
      FROM ${TABLES[table]} WHERE tenant_id = ${tenantId}::uuid
    ) AS listed
    WHERE own.tenant_id = ${tenantId}::uuid AND own.id = listed.id AND own.position <> listed.place`;
  // In the example: `listed` is A 1, B 2, C 3, D 4, E 5; `wanted` is E first, B second; `places` is 2 first, 5 second.
  await tx.$executeRaw`
    WITH
      listed AS (
        SELECT id, row_number() OVER (ORDER BY position, id) AS place
        FROM ${TABLES[table]} WHERE tenant_id = ${tenantId}::uuid
      ),
      wanted AS (
        SELECT id, place AS old_place, row_number() OVER (ORDER BY index) AS turn
        FROM listed JOIN unnest(${[...ids]}::int[]) WITH ORDINALITY AS given (id, index) USING (id)
      ),
      places AS (
        SELECT old_place AS place, row_number() OVER (ORDER BY old_place) AS turn FROM wanted
      ),
      ordered AS (
        SELECT listed.id, coalesce(places.place, listed.place) AS place
        FROM listed LEFT JOIN wanted USING (id) LEFT JOIN places USING (turn)
      )
    UPDATE ${TABLES[table]} AS own SET position = ordered.place, updated_at = now()
    FROM ordered
    WHERE own.tenant_id = ${tenantId}::uuid AND own.id = ordered.id AND own.position <> ordered.place`;
}
