import { type Daypart, type DaypartsInput, daypart } from '@tavola/contracts/dayparts.ts';
import { selectListFor } from '@tavola/service-kit/data/columns.ts';
import { Prisma } from '../generated/client.ts';
import { putInOrder } from '../menu/put-in-order.ts';
import type { Fields } from '../menu/rows.ts';

const COLUMNS = selectListFor(daypart);

type Given = DaypartsInput['dayparts'];

/** The facets with a list that names dayparts, and the id in an entry of that: in SQL, and here. */
const NAMING = [
  { facet: 'dayparts', id: 'entry', idOf: (entry: unknown) => entry, tables: ['category', 'item'] },
  {
    facet: 'offers',
    id: `entry -> 'daypart'`,
    idOf: (entry: unknown) => (entry as { daypart: unknown }).daypart,
    tables: ['item'],
  },
];

/** The same for each table that has such a facet. */
const NAMED_IN = NAMING.flatMap(({ tables, ...naming }) => tables.map((table) => ({ table, ...naming })));

/** `facets` with only the names of dayparts that are among `ids`. A list that becomes empty is removed. */
export function namingOnly(facets: Fields, ids: ReadonlySet<unknown>): Fields {
  const lists = NAMING.flatMap(({ facet, idOf }) => {
    const entries = (facets[facet] ?? []) as unknown[];
    const kept = entries.filter((entry) => ids.has(idOf(entry)));
    return kept.length < entries.length ? [[facet, kept] as const] : [];
  });
  const changed = { ...facets, ...Object.fromEntries(lists) };
  for (const [facet, kept] of lists) if (kept.length === 0) delete changed[facet];
  return changed;
}

/** The dayparts of the restaurant `tenantId`. */
export function daypartStore(tx: Prisma.TransactionClient, tenantId: string) {
  const store = {
    list: (): Promise<Daypart[]> => tx.$queryRaw<Daypart[]>`
      SELECT ${Prisma.raw(COLUMNS)} FROM daypart WHERE tenant_id = ${tenantId}::uuid ORDER BY position, id`,

    async ids(): Promise<ReadonlySet<unknown>> {
      return new Set((await store.list()).map(({ id }) => id));
    },

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
      if (removed.length > 0) await forget(removed.map(({ id }) => id));
    },

    /** Whether a category, an item or an offer names the daypart. */
    async isNamed(id: number): Promise<boolean> {
      const named = NAMED_IN.map(
        ({ table, facet, id: named }) =>
          Prisma.sql`SELECT FROM ${Prisma.raw(table)}, jsonb_array_elements(facets -> ${facet}) AS entry
            WHERE tenant_id = ${tenantId}::uuid AND (${Prisma.raw(named)}) = to_jsonb(${id}::int)`,
      );
      const [{ isNamed }] = await tx.$queryRaw<
        [{ isNamed: boolean }]
      >`SELECT EXISTS (${Prisma.join(named, ' UNION ALL ')}) AS "isNamed"`;
      return isNamed;
    },
  };

  return store;

  /**
   * Removes the dayparts `ids` from all that names them. A list that becomes empty is removed, too. In one statement for each table: the
   * log compares what each statement did to a row, and a later one would hide what an earlier one did to the same document.
   */
  async function forget(ids: readonly number[]): Promise<void> {
    const gone = Prisma.sql`${JSON.stringify(ids)}::jsonb`;
    for (const [table, named] of Map.groupBy(NAMED_IN, ({ table }) => table)) {
      const lists = named.map(({ facet, id }) => {
        const entries = Prisma.sql`jsonb_array_elements(facets -> ${facet}) WITH ORDINALITY AS named (entry, place)`;
        const isGone = Prisma.sql`${gone} @> (${Prisma.raw(id)})`;
        return { facet, entries, isGone, namesGone: Prisma.sql`EXISTS (SELECT FROM ${entries} WHERE ${isGone})` };
      });
      const facets = lists.reduce(
        (before, { facet, entries, isGone, namesGone }) => Prisma.sql`
          CASE WHEN ${namesGone} THEN (${before} - ${facet}) || coalesce((
            SELECT jsonb_build_object(${facet}::text, jsonb_agg(entry ORDER BY place))
            FROM ${entries} WHERE NOT ${isGone} HAVING count(*) > 0
          ), '{}') ELSE ${before} END`,
        Prisma.sql`facets`,
      );
      const isNamed = Prisma.join(
        lists.map(({ namesGone }) => namesGone),
        ' OR ',
      );
      await tx.$executeRaw`
        UPDATE ${Prisma.raw(table)} SET updated_at = now(), facets = ${facets}
        WHERE tenant_id = ${tenantId}::uuid AND (${isNamed})`;
    }
  }
}
