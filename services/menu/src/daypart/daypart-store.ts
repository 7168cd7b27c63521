import { type Daypart, type DaypartsInput, daypart } from '@tavola/contracts/dayparts.ts';
import { selectListFor } from '@tavola/service-kit/data/columns.ts';
import { Prisma } from '../generated/client.ts';
import { namedRows } from '../menu/naming.ts';
import { putInOrder } from '../menu/put-in-order.ts';

const COLUMNS = selectListFor(daypart);

type Given = DaypartsInput['dayparts'];

/** The dayparts of the restaurant `tenantId`. */
export function daypartStore(tx: Prisma.TransactionClient, tenantId: string) {
  const store = {
    list: (): Promise<Daypart[]> => tx.$queryRaw<Daypart[]>`
      SELECT ${Prisma.raw(COLUMNS)} FROM daypart WHERE tenant_id = ${tenantId}::uuid ORDER BY position, id`,

    /** Makes `given` the restaurant's dayparts, in this order. Nothing names those any more that are not among them. */
    async replace(given: Given): Promise<void> {
      const kept = JSON.stringify(given.map((daypart, place) => ({ ...daypart, place })));
      const rows = Prisma.sql`
        jsonb_to_recordset(${kept}::jsonb)
          AS given (id int, name text, weekly jsonb, special jsonb, "isActive" boolean, place int)`;
      const removed = await tx.$queryRaw<{ id: number }[]>`
        DELETE FROM daypart
        WHERE tenant_id = ${tenantId}::uuid AND NOT EXISTS (SELECT FROM ${rows} WHERE given.id = daypart.id)
        RETURNING id`;
      await tx.$executeRaw`
        UPDATE daypart SET name = given.name, weekly = given.weekly, special = given.special,
          is_active = "isActive", updated_at = now()
        FROM ${rows} WHERE tenant_id = ${tenantId}::uuid AND daypart.id = given.id`;
      const added = await tx.$queryRaw<{ id: number; name: string }[]>`
        INSERT INTO daypart (tenant_id, name, weekly, special, is_active, position)
        SELECT ${tenantId}::uuid, name, weekly, special, "isActive", last + place FROM ${rows}, (
          SELECT coalesce(max(position), 0) + 1 AS last FROM daypart WHERE tenant_id = ${tenantId}::uuid) AS others
        WHERE id IS NULL ORDER BY place
        RETURNING id, name`;
      const ids = given.map(({ id, name }) => id ?? added.find((daypart) => daypart.name === name)?.id);
      const isInOrder = (await store.list()).every(({ id }, place) => id === ids[place]);
      if (!isInOrder) await putInOrder(tx, 'daypart', tenantId, ids as number[]);
      if (removed.length > 0)
        await namedRows(tx, tenantId).forget(
          'daypart',
          removed.map(({ id }) => id),
        );
    },
  };

  return store;
}
