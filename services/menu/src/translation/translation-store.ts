import type { StoredText, StoredTexts } from '@tavola/contracts/languages.ts';
import { type ChoiceKind, choiceField } from '@tavola/contracts/rules/choices.ts';
import { MENU_TEXTS, type MenuTranslationChanges } from '@tavola/contracts/translations.ts';
import { columnOf } from '@tavola/service-kit/data/columns.ts';
import { hashOfText, hashOfTextSql, MOVED_TEXTS_SQL, type TextMoves } from '@tavola/service-kit/data/texts.ts';
import { Prisma } from '../generated/client.ts';
import { isAmong, TABLES, type Table, updateRows } from '../menu/rows.ts';

/** Sizes and options, which are in lists of other rows: the table of these, and the list, in SQL. */
const CHOICES = {
  variant: { table: 'item', list: `facets -> 'variants'` },
  option: { table: 'option-group', list: 'options' },
} as const satisfies Readonly<Record<ChoiceKind, { table: Table; list: string }>>;

/** A kind of row with texts of its own. */
export type Translated = Exclude<keyof typeof MENU_TEXTS, ChoiceKind>;

const isChoice = (kind: keyof typeof MENU_TEXTS): kind is ChoiceKind => kind in CHOICES;
const ROWS = Object.keys(MENU_TEXTS).filter((kind): kind is Translated => !isChoice(kind as keyof typeof MENU_TEXTS));
const CHOICE_KINDS = Object.keys(CHOICES) as ChoiceKind[];

const TENANT = Prisma.sql`tenant_id = current_setting('app.tenant_id')::uuid`;

type Changes = MenuTranslationChanges['changes'];

/** Every text of a kind of row, with its translation into `lang` as stored. */
const textsOf = (kind: Translated, lang: string): Prisma.Sql => {
  const texts = Object.keys(MENU_TEXTS[kind]).map((field, place) => `('${field}', ${place}, ${columnOf(field)})`);
  return Prisma.sql`
    SELECT ${kind} AS kind, id, position, id AS row, field, place, base, texts -> ${lang} -> field AS translation
    FROM ${TABLES[kind]}, LATERAL (VALUES ${Prisma.raw(texts.join(', '))}) AS text (field, place, base)
    WHERE ${TENANT} AND base IS NOT NULL`;
};

/** The same of sizes or options. */
const namesOf = (kind: ChoiceKind, lang: string): Prisma.Sql => Prisma.sql`
  SELECT ${kind}, (choice ->> 'id')::bigint, position, id, 'name', place::int, choice ->> 'name',
    texts -> ${lang} -> (${choiceField(kind, '')} || (choice ->> 'id'))
  FROM ${choicesIn(kind)} WHERE ${TENANT}`;

/** The rows that have sizes or options, with each as `choice`. */
const choicesIn = (kind: ChoiceKind): Prisma.Sql => {
  const { table, list } = CHOICES[kind];
  return Prisma.sql`${TABLES[table]}, jsonb_array_elements(${Prisma.raw(list)}) WITH ORDINALITY AS listed (choice, place)`;
};

/**
 * SQL for the tenant's texts with their translations into `lang`, as JSON in the shape of `menuTranslations`, in the order of
 * the menu; of the texts in `named` alone, where that is given.
 */
export function translationsSql(lang: string, named?: Changes): Prisma.Sql {
  const rows = [...ROWS.map((kind) => textsOf(kind, lang)), ...CHOICE_KINDS.map((kind) => namesOf(kind, lang))];
  const only = named
    ? Prisma.sql`WHERE (kind, id, field) IN (
        SELECT kind, id, field FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS named (kind text, id bigint, field text))`
    : Prisma.empty;
  const row = Prisma.sql`'kind', kind, 'id', id, 'field', field, 'base', base, 'text', translation ->> 't'`;
  return Prisma.sql`
    SELECT json_build_object('texts', coalesce(json_agg(
      CASE WHEN translation IS NULL THEN json_build_object(${row}, 'isStale', false)
      ELSE json_build_object(${row}, 'isStale', translation ->> 'of' <> ${Prisma.raw(hashOfTextSql('base'))}, 'by', translation ->> 'by')
      END ORDER BY kind, position, row, place), '[]'))::text AS json
    FROM (${Prisma.join(rows, ' UNION ALL ')}) AS text ${only}`;
}

/** The translations of the restaurant `tenantId`, in a transaction of `writeMenu`. */
export function translationStore(tx: Prisma.TransactionClient, tenantId: string) {
  return {
    /** Sets and removes translations into `lang`; rows that are gone are ignored. */
    async put(lang: string, changes: Changes): Promise<void> {
      const rowOf = await rowsOfChoices(changes);
      for (const table of ROWS) {
        const rows = Map.groupBy(
          changes.flatMap((change) => stored(change, table, rowOf)),
          ({ row }) => row,
        );
        const given = [...rows].map(([id, ofRow]) => ({
          id,
          given: Object.fromEntries(
            ofRow.flatMap(({ field, text, base, by }) => (text === null ? [] : [[field, storedText(text, base, by)]])),
          ),
          removed: ofRow.flatMap(({ field, text }) => (text === null ? [field] : [])),
        }));
        if (given.length === 0) continue;
        const name = TABLES[table];
        await tx.$executeRaw`
          WITH next AS (
            SELECT id, coalesce(texts -> ${lang}, '{}') - removed || given AS translated
            FROM ${name}
            JOIN jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS change (id int, given jsonb, removed text[]) USING (id)
            WHERE tenant_id = ${tenantId}::uuid AND ${isAmong(`${name.sql}.id`, given)}
          )
          UPDATE ${name} AS own SET updated_at = now(), texts = CASE
            WHEN translated = '{}' THEN texts - ${lang} ELSE texts || jsonb_build_object(${lang}::text, translated) END
          FROM next WHERE own.tenant_id = ${tenantId}::uuid AND own.id = next.id AND ${isAmong('own.id', given)}`;
      }
    },

    /** The texts that `changes` name, as JSON in the shape of `menuTranslations`. */
    async named(lang: string, changes: Changes): Promise<string> {
      const [{ json }] = await tx.$queryRaw<[{ json: string }]>(translationsSql(lang, changes));
      return json;
    },

    /** How much is stored: bytes, and languages. */
    async size(): Promise<{ bytes: number; languages: number }> {
      const all = ROWS.map((kind) => Prisma.sql`SELECT texts FROM ${TABLES[kind]} WHERE ${TENANT} AND texts <> '{}'`);
      const [size] = await tx.$queryRaw<[{ bytes: number; languages: number }]>`
        WITH stored AS (${Prisma.join(all, ' UNION ALL ')})
        SELECT coalesce(sum(octet_length(texts::text)), 0)::int AS bytes,
               (SELECT count(DISTINCT lang)::int FROM stored, jsonb_object_keys(texts) AS lang) AS languages
        FROM stored`;
      return size;
    },

    /** All translations of the items `ids`, by id. */
    async ofItems(ids: readonly number[]): Promise<Map<number, StoredTexts>> {
      const rows = await tx.item.findMany({
        where: { tenantId, id: { in: [...ids] } },
        select: { id: true, texts: true },
      });
      return new Map(rows.map(({ id, texts }) => [id, texts as StoredTexts]));
    },

    /** Writes all translations of items, in one statement: the log compares what each statement did to a row. */
    async setOfItems(rows: readonly { id: number; texts: StoredTexts }[]): Promise<void> {
      await updateRows(tx, 'item', tenantId, rows);
    },

    /**
     * Makes the translations of rows that were right follow their changed texts, and removes those of the fields that are `gone`; in one
     * statement: the log compares what each statement did to a row.
     */
    async follow(kind: Translated, rows: readonly { id: number; moves: TextMoves; gone: string[] }[]): Promise<void> {
      await tx.$executeRaw`
        UPDATE ${TABLES[kind]} AS own SET texts = (
          SELECT coalesce(${Prisma.raw(MOVED_TEXTS_SQL)}, '{}') FROM (
            SELECT coalesce(jsonb_object_agg(lang, left_over) FILTER (WHERE left_over <> '{}'), '{}') AS texts
            FROM jsonb_each(own.texts) AS of_language (lang, fields), LATERAL (SELECT fields - gone AS left_over) AS without
          ) AS kept)
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id int, moves jsonb, gone text[])
        WHERE own.tenant_id = ${tenantId}::uuid AND own.id = given.id AND ${isAmong('own.id', rows)} AND texts <> '{}'`;
    },
  };

  /** The ids of the rows that have the sizes and options that `changes` name, by kind and id. */
  async function rowsOfChoices(changes: Changes): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    for (const kind of CHOICE_KINDS) {
      const ids = changes.flatMap((change) => (change.kind === kind ? [change.id] : []));
      if (ids.length === 0) continue;
      const rows = await tx.$queryRaw<{ id: number; row: number }[]>`
        SELECT (choice ->> 'id')::float8 AS id, id AS row FROM ${choicesIn(kind)}
        WHERE ${TENANT} AND choice ->> 'id' = ANY (${ids.map(String)})`;
      for (const { id, row } of rows) found.set(`${kind} ${id}`, row);
    }
    return found;
  }
}

/** A change of a translation of a row of `table`, with the row and the field that hold it; none if it is of another table, or gone. */
function stored(change: Changes[number], table: Translated, rowOf: ReadonlyMap<string, number>) {
  const { kind, id } = change;
  if (!isChoice(kind)) return kind === table ? [{ ...change, row: id }] : [];
  const row = rowOf.get(`${kind} ${id}`);
  return row === undefined || CHOICES[kind].table !== table ? [] : [{ ...change, row, field: choiceField(kind, id) }];
}

/** A translation of the text `base`, as stored. */
export const storedText = (text: string, base: string, by: StoredText['by'] = 'h'): StoredText => ({
  t: text,
  of: hashOfText(base),
  by,
});
