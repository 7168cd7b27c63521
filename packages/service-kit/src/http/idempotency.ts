import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { asPlatform, type RawSql, type Transactor } from '../data/postgres.ts';
import type { Logger } from '../observability/log.ts';
import { startSweeping } from '../runtime/sweeping.ts';
import { Problem } from './problem.ts';

/** How many old keys one sweep takes away. */
const SWEPT_KEYS = 5_000;

/** A create that is to be done once, however often it is sent. */
export interface IdempotencyKey {
  key: string;
  /** A hash of what was asked for: the same key may not ask for something else. */
  asked: string;
}

/**
 * What the request's `Idempotency-Key` asks for with its body; undefined where there is none.
 * @throws Problem `malformed-request` for what is not 1 to 200 visible ASCII characters.
 */
export function idempotencyKeyOf(req: Request): IdempotencyKey | undefined {
  const key = req.get('idempotency-key');
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new Problem('malformed-request', 'Idempotency-Key must be 1 to 200 visible ASCII characters.');
  }
  // The body as it came: what a later version makes of it may be something else.
  const asked = `${req.method} ${req.baseUrl}${req.path}\n${JSON.stringify(req.body)}`;
  return { key, asked: createHash('sha256').update(asked).digest('hex') };
}

interface KeyedSql extends RawSql {
  $queryRawUnsafe<Rows>(query: string, ...values: unknown[]): Promise<Rows>;
  $executeRawUnsafe(query: string, ...values: unknown[]): Promise<number>;
}

/**
 * The answer that was kept with the key in the last 24 hours; undefined where the request is the first with it, or has none.
 * Call it first in the transaction `tx`, and `keepAnswer` last: the row of the key is locked until the end, so of several at
 * once all but one wait for the first one's answer, and what is refused or undone leaves no row. A tenant's keys are its own;
 * those of `null` belong to nobody, in a table without tenants.
 * @throws Problem `key-reused` where something else was asked for with the key.
 */
export async function findAnswer<Answer extends object>(
  tx: KeyedSql,
  tenantId: string | null,
  onceKey: IdempotencyKey | undefined,
): Promise<Answer | undefined> {
  if (!onceKey) return undefined;
  const { columns, values, isIt, id, next } = rowOf(tenantId, onceKey);
  await tx.$executeRawUnsafe(
    `DELETE FROM idempotency_key WHERE ${isIt} AND created_at < now() - interval '24 hours'`,
    ...id,
  );
  const [kept] = await tx.$queryRawUnsafe<[{ asked: string; answer: Answer | null }]>(
    `INSERT INTO idempotency_key (${columns}, asked) VALUES (${values}, ${next})
     ON CONFLICT (${columns}) DO UPDATE SET key = excluded.key RETURNING asked, answer`,
    ...id,
    onceKey.asked,
  );
  if (kept.asked !== onceKey.asked) {
    throw new Problem('key-reused', 'Something else was sent with this Idempotency-Key. Use a new one.');
  }
  return kept.answer ?? undefined;
}

/** Keeps `answer` for requests that come with the same key; gives it back. */
export async function keepAnswer<Answer extends object>(
  tx: KeyedSql,
  tenantId: string | null,
  onceKey: IdempotencyKey | undefined,
  answer: Answer,
): Promise<Answer> {
  if (!onceKey) return answer;
  const { isIt, id, next } = rowOf(tenantId, onceKey);
  const json = JSON.stringify(answer);
  await tx.$executeRawUnsafe(`UPDATE idempotency_key SET answer = ${next}::json WHERE ${isIt}`, ...id, json);
  return answer;
}

/** The row of a key, for SQL: `next` is the first parameter after its `id`. */
function rowOf(tenantId: string | null, { key }: IdempotencyKey) {
  const id = tenantId === null ? [key] : [key, tenantId];
  const columns = tenantId === null ? 'key' : 'key, tenant_id';
  const values = tenantId === null ? '$1' : '$1, $2::uuid';
  return { id, columns, values, isIt: `(${columns}) = (${values})`, next: `$${id.length + 1}` };
}

/** Deletes keys older than 24 hours, some thousands at most; gives how many. */
export const sweepKeys = (db: Transactor<KeyedSql>): Promise<number> =>
  asPlatform(db, (tx) =>
    tx.$executeRawUnsafe(
      `DELETE FROM idempotency_key WHERE ctid IN (
         SELECT ctid FROM idempotency_key WHERE created_at < now() - interval '24 hours' LIMIT ${SWEPT_KEYS})`,
    ),
  );

/** Sweeps old keys away, again and again; gives the way to stop. */
export const startSweepingKeys = (db: Transactor<KeyedSql>, log: Logger): (() => void) =>
  startSweeping(() => sweepKeys(db), 'old keys were not swept away', log);
