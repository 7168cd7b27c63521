import { ITEM_GROUPS_MAX } from '@tavola/contracts/choices.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { Prisma } from '../generated/client.ts';
import { type Fields, isAmong, TABLES, type Table } from './rows.ts';

/** Rows that categories and items name by id, in lists of their facets. */
export type Named = 'daypart' | 'option-group';

/** The ids of the rows that there are, of each kind. */
export type KnownIds = Readonly<Record<Named, ReadonlySet<unknown>>>;

interface Naming {
  facet: string;
  /** The field of an entry with the id; without one, the entry is the id. */
  field?: string;
  tables: readonly Table[];
}

/** The facets with a list that names rows. */
const NAMING: Readonly<Record<Named, readonly Naming[]>> = {
  daypart: [
    { facet: 'dayparts', tables: ['category', 'item'] },
    { facet: 'offers', field: 'daypart', tables: ['item'] },
  ],
  'option-group': [{ facet: 'optionGroups', tables: ['item'] }],
};

const KINDS = Object.keys(NAMING) as Named[];

const GONE: Readonly<Record<Named, string>> = {
  daypart: 'This menu time no longer exists.',
  'option-group': 'This option group no longer exists.',
};

/** The same for each table that has such a facet; `id` is the id in an entry, in SQL. */
const namedIn = (kind: Named) =>
  NAMING[kind].flatMap(({ tables, facet, field }) =>
    tables.map((table) => ({ table, facet, id: field === undefined ? 'entry' : `entry -> '${field}'` })),
  );

const idIn = (entry: unknown, { field }: Naming): unknown => (field === undefined ? entry : (entry as Fields)[field]);

/** `facets` with only the names of rows that are among `known`. A list that becomes empty is removed. */
export function namingOnly(facets: Fields, known: KnownIds): Fields {
  const lists = KINDS.flatMap((kind) =>
    NAMING[kind].flatMap((naming) => {
      const entries = (facets[naming.facet] ?? []) as unknown[];
      const kept = entries.filter((entry) => known[kind].has(idIn(entry, naming)));
      return kept.length < entries.length ? [[naming.facet, kept] as const] : [];
    }),
  );
  const changed = { ...facets, ...Object.fromEntries(lists) };
  for (const [facet, kept] of lists) if (kept.length === 0) delete changed[facet];
  return changed;
}

/** The kind of row that `facets` name and that is not among `known`; undefined if they name none. */
export const goneNamedIn = (facets: Fields, known: KnownIds): Named | undefined =>
  KINDS.find((kind) =>
    NAMING[kind].some((naming) =>
      ((facets[naming.facet] ?? []) as unknown[]).some((entry) => !known[kind].has(idIn(entry, naming))),
    ),
  );

/** The rows of the restaurant `tenantId` that others name. */
export function namedRows(tx: Prisma.TransactionClient, tenantId: string) {
  const own = Prisma.sql`tenant_id = ${tenantId}::uuid`;
  return {
    /** The ids of all of them. */
    async known(): Promise<KnownIds> {
      const all = KINDS.map((kind) => Prisma.sql`SELECT ${kind} AS kind, id FROM ${TABLES[kind]} WHERE ${own}`);
      const rows = await tx.$queryRaw<{ kind: Named; id: number }[]>`${Prisma.join(all, ' UNION ALL ')}`;
      const idsOf = (wanted: Named) => new Set(rows.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])));
      return { daypart: idsOf('daypart'), 'option-group': idsOf('option-group') };
    },

    /**
     * Checks that the rows that changes of categories and items name exist; `path` is where the request has each.
     * @throws Problem `validation-failed` that names the first one that does not.
     */
    async require(changes: readonly { path?: string; input: object }[]): Promise<void> {
      const named = changes.flatMap(({ path, input }) =>
        KINDS.flatMap((kind) =>
          NAMING[kind].flatMap((naming) =>
            (((input as Fields)[naming.facet] ?? []) as unknown[]).map((entry, at) => ({
              kind,
              id: idIn(entry, naming),
              field: [path, naming.facet, at, naming.field].filter((part) => part !== undefined).join('.'),
            })),
          ),
        ),
      );
      if (named.length === 0) return;
      const known = await this.known();
      const missing = named.find(({ kind, id }) => !known[kind].has(id));
      if (!missing) return;
      const message = GONE[missing.kind];
      throw new Problem('validation-failed', message, { errors: [{ field: missing.field, message }] });
    },

    /** Whether anything names the row. */
    async isNamed(kind: Named, id: number): Promise<boolean> {
      const named = namedIn(kind).map(
        ({ table, facet, id: named }) =>
          Prisma.sql`SELECT FROM ${TABLES[table]}, jsonb_array_elements(facets -> ${facet}) AS entry
            WHERE ${own} AND (${Prisma.raw(named)}) = to_jsonb(${id}::int)`,
      );
      const [{ isNamed }] = await tx.$queryRaw<
        [{ isNamed: boolean }]
      >`SELECT EXISTS (${Prisma.join(named, ' UNION ALL ')}) AS "isNamed"`;
      return isNamed;
    },

    /**
     * Makes the items name the option group `id` again that named it until it was removed with the write `version`, in its old place. Those
     * that have as many groups as they may stay as they are.
     */
    async nameGroupAgain(id: number, version: number): Promise<void> {
      const rows = await tx.$queryRaw<{ id: number; was: number[]; now: number[] }[]>`
        SELECT item.id, before #> '{facets,optionGroups}' AS was, coalesce(facets -> 'optionGroups', '[]') AS now
        FROM menu_change JOIN item ON item.tenant_id = menu_change.tenant_id AND item.id = target_id
        WHERE menu_change.${own} AND version = ${version} AND kind = 'item' AND act = 'changed'
          AND before #> '{facets,optionGroups}' @> to_jsonb(${id}::int)
          AND NOT coalesce(facets -> 'optionGroups', '[]') @> to_jsonb(${id}::int)`;
      const named = rows
        .filter(({ now }) => now.length < ITEM_GROUPS_MAX)
        .map(({ id: item, was, now }) => ({ id: item, list: now.toSpliced(was.indexOf(id), 0, id) }));
      await tx.$executeRaw`
        UPDATE item SET updated_at = now(), facets = facets || jsonb_build_object('optionGroups', list)
        FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS given (id int, list jsonb)
        WHERE item.${own} AND item.id = given.id AND ${isAmong('item.id', named)}`;
    },

    /**
     * Removes the rows `ids` from all that names them. A list that becomes empty is removed, too. In one statement for each table: the
     * log compares what each statement did to a row, and a later one would hide what an earlier one did to the same document.
     */
    async forget(kind: Named, ids: readonly number[]): Promise<void> {
      const gone = Prisma.sql`${JSON.stringify(ids)}::jsonb`;
      for (const [table, named] of Map.groupBy(namedIn(kind), ({ table }) => table)) {
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
          UPDATE ${TABLES[table]} SET updated_at = now(), facets = ${facets} WHERE ${own} AND (${isNamed})`;
      }
    },
  };
}
