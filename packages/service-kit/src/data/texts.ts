import { hash } from 'node:crypto';
import type { StoredTexts } from '@tavola/contracts/languages.ts';

// Translations (`texts` columns): by language and field, each with a hash of the base text that it was made from. A
// translation is stale if the base text has another hash now. That is computed wherever it is asked, and never written.

/** How many hexadecimal digits of a SHA-256 are kept. */
const DIGITS = 12;

/** The hash of a base text, as kept with its translations. */
export const hashOfText = (text: string): string => hash('sha256', text).slice(0, DIGITS);

/** The same in SQL, of an expression. */
export const hashOfTextSql = (expression: string): string =>
  `left(encode(sha256(convert_to(${expression}, 'UTF8')), 'hex'), ${DIGITS})`;

/** A row as other services get it: without `texts` where there are none. */
export function withTexts<Row extends object>(row: Row): Omit<Row, 'texts'> & { texts?: StoredTexts } {
  const { texts, ...others } = row as Row & { texts?: StoredTexts };
  return texts && Object.keys(texts).length > 0 ? { ...others, texts } : others;
}

/** By field, the hash that translations must have to follow a changed base text, and the hash that they get. */
export type TextMoves = Readonly<Record<string, { from: string; to: string }>>;

/** The moves for `fields` whose text differs between two states of a row; null where none does. */
export function textMoves(
  fields: readonly string[],
  before: Readonly<Record<string, string | null>>,
  after: Readonly<Record<string, string | null>>,
): TextMoves | null {
  const moves = fields.flatMap((field) => {
    const [from, to] = [before[field], after[field]];
    return from && to && from !== to ? [[field, { from: hashOfText(from), to: hashOfText(to) }] as const] : [];
  });
  return moves.length > 0 ? Object.fromEntries(moves) : null;
}

/**
 * SQL for the column `texts` after a change that keeps translations right: those that were right for the old base text
 * become right for the new one. `moves` is a column in reach, of type jsonb, that holds `TextMoves`. Use it where texts are not empty.
 */
export const MOVED_TEXTS_SQL = `(
  SELECT jsonb_object_agg(lang, (
    SELECT jsonb_object_agg(field, CASE
      WHEN one ->> 'of' = moves -> field ->> 'from' THEN one || jsonb_build_object('of', moves -> field ->> 'to')
      ELSE one END)
    FROM jsonb_each(fields) AS of_field (field, one)))
  FROM jsonb_each(texts) AS of_language (lang, fields))`;
