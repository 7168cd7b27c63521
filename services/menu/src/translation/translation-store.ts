import type { StoredText, StoredTexts } from '@tavola/contracts/languages.ts';
import { MENU_TEXTS, type MenuTranslationChanges } from '@tavola/contracts/translations.ts';
import { columnOf } from '@tavola/service-kit/data/columns.ts';
import { hashOfText, hashOfTextSql, MOVED_TEXTS_SQL, type TextMoves } from '@tavola/service-kit/data/texts.ts';
import { Prisma } from '../generated/client.ts';
import { isAmong, updateRows } from '../menu/rows.ts';

/** A kind of row with texts, and its table's name. */
export type Translated = keyof typeof MENU_TEXTS;

const KINDS = Object.keys(MENU_TEXTS) as Translated[];

const TENANT = Prisma.sql`tenant_id = current_setting('app.tenant_id')::uuid`;

type Changes = MenuTranslationChanges['changes'];

/** Every text of a kind of row, with its translation into `lang` as stored. */
const textsOf = (kind: Translated, lang: string): Prisma.Sql => {
  const texts = Object.keys(MENU_TEXTS[kind]).map((field, place) => `('${field}', ${place}, ${columnOf(field)})`);
  return Prisma.sql`
    SELECT ${kind} AS kind, id, position, field, place, base, texts -> ${lang} -> field AS translation
    FROM ${Prisma.raw(kind)}, LATERAL (VALUES ${Prisma.raw(texts.join(', '))}) AS text (field, place, base)
    WHERE ${TENANT} AND base IS NOT NULL`;
};

/**
 * SQL for the tenant's texts with their translations into `lang`, as JSON in the shape of `menuTranslations`, in the order of
 * the menu; of the texts in `named` alone, where that is given.
 */
export function translationsSql(lang: string, named?: Changes): Prisma.Sql {
  const rows = KINDS.map((kind) => textsOf(kind, lang));
  const only = named
    ? Prisma.sql`WHERE (kind, id, field) IN (
        SELECT kind, id, field FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS named (kind text, id int, field text))`
    : Prisma.empty;
  const row = Prisma.sql`'kind', kind, 'id', id, 'field', field, 'base', base, 'text', translation ->> 't'`;
  return Prisma.sql`
    SELECT json_build_object('texts', coalesce(json_agg(
      CASE WHEN translation IS NULL THEN json_build_object(${row}, 'isStale', false)
      ELSE json_build_object(${row}, 'isStale', translation ->> 'of' <> ${Prisma.raw(hashOfTextSql('base'))}, 'by', translation ->> 'by')
      END ORDER BY kind, position, id, place), '[]'))::text AS json
    FROM (${Prisma.join(rows, ' UNION ALL ')}) AS text ${only}`;
}

/** The translations of the restaurant `tenantId`, in a transaction of `writeMenu`. */
export function translationStore(tx: Prisma.TransactionClient, tenantId: string) {
  return {
    /** Sets and removes translations into `lang`; rows that are gone are ignored. */
    async put(lang: string, changes: Changes): Promise<void> {
      for (const kind of KINDS) {
        const rows = Map.groupBy(
          changes.filter((change) => change.kind === kind),
          ({ id }) => id,
        );
        const given = [...rows].map(([id, ofRow]) => ({
          id,
          given: Object.fromEntries(
            ofRow.flatMap(({ field, text, base, by }) => (text === null ? [] : [[field, stored(text, base, by)]])),
          ),
          removed: ofRow.flatMap(({ field, text }) => (text === null ? [field] : [])),
        }));
        if (given.length === 0) continue;
        const table = Prisma.raw(kind);
        await tx.$executeRaw`
          WITH next AS (
            SELECT id, coalesce(texts -> ${lang}, '{}') - removed || given AS translated
            FROM ${table}
            JOIN jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS change (id int, given jsonb, removed text[]) USING (id)
            WHERE tenant_id = ${tenantId}::uuid AND ${isAmong(`${kind}.id`, given)}
          )
          UPDATE ${table} AS own SET updated_at = now(), texts = CASE
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
      const all = KINDS.map(
        (kind) => Prisma.sql`SELECT texts FROM ${Prisma.raw(kind)} WHERE ${TENANT} AND texts <> '{}'`,
      );
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

    /** Makes the translations of rows that were right follow their changed texts. */
    async move(kind: Translated, rows: readonly { id: number; moves: TextMoves }[]): Promise<void> {
      await tx.$executeRaw`
        UPDATE ${Prisma.raw(kind)} AS own SET texts = ${Prisma.raw(MOVED_TEXTS_SQL)}
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id int, moves jsonb)
        WHERE tenant_id = ${tenantId}::uuid AND own.id = given.id AND ${isAmong('own.id', rows)} AND texts <> '{}'`;
    },
  };
}

/** A translation of the text `base`, as stored. */
export const stored = (text: string, base: string, by: StoredText['by'] = 'h'): StoredText => ({
  t: text,
  of: hashOfText(base),
  by,
});
