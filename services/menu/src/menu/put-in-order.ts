import { Prisma } from '../generated/client.ts';

const TABLES = { category: Prisma.raw('category'), item: Prisma.raw('item') };

/**
 * Reorders the rows `ids` of the tenant within the positions that they occupy. Other rows keep their positions, and
 * unknown ids are ignored. Positions are renumbered from 1, so the order is unambiguous afterwards. Call this inside
 * `writeMenu`, which serializes a tenant's writes.
 */
export async function putInOrder(
  tx: Prisma.TransactionClient,
  table: keyof typeof TABLES,
  tenantId: string,
  ids: readonly number[],
): Promise<void> {
  await tx.$executeRaw`
    WITH
      standing AS (
        SELECT id, row_number() OVER (ORDER BY position, id) AS place
        FROM ${TABLES[table]} WHERE tenant_id = ${tenantId}::uuid
      ),
      named AS (
        SELECT id, place, row_number() OVER (ORDER BY place) AS nth_place, row_number() OVER (ORDER BY nth) AS nth_named
        FROM standing JOIN unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted (id, nth) USING (id)
      ),
      placed AS (
        SELECT standing.id, coalesce(given.place, standing.place) AS place
        FROM standing
        LEFT JOIN named ON named.id = standing.id
        LEFT JOIN named AS given ON given.nth_place = named.nth_named
      )
    UPDATE ${TABLES[table]} AS own SET position = placed.place, updated_at = now()
    FROM placed
    WHERE own.tenant_id = ${tenantId}::uuid AND own.id = placed.id AND own.position <> placed.place`;
}
