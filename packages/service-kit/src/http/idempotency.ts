import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { asPlatform, type RawSql, type Transactor } from '../data/postgres.ts';
import type { Logger } from '../observability/log.ts';
import { startSweeping } from '../runtime/sweeping.ts';
import { Problem } from './problem.ts';

/** How many old keys one sweep deletes at most. */
const SWEPT_KEYS = 5_000;

/** First half of the advisory lock on an owner's keys; the second half is a hash of the owner's id. */
const KEYS_LOCK = 7_305_119;

/** How many keys one restaurant or person may have in a table. Keys are stored with their answers, and live for 24 hours. */
const OPEN_KEYS_MAX = 1_000;

/** Whose a key is: a restaurant's, by its id; a person's; or nobody's, in a table without owners. */
export type KeyOwner = string | { userId: string } | null;

/** Identifies a create that must happen only once, however often it is sent. */
export interface IdempotencyKey {
  key: string;
  /** A hash of the request: a key must not be reused for a different one. */
  asked: string;
}

/**
 * The request's `Idempotency-Key`, with a hash of the request; undefined if it has none.
 * @throws Problem `malformed-request` unless the key is 1 to 200 visible ASCII characters.
 */
export function idempotencyKeyOf(req: Request): IdempotencyKey | undefined {
  const key = req.get('idempotency-key');
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new Problem('malformed-request', 'Idempotency-Key must be 1 to 200 visible ASCII characters.');
  }
  // The body as received: a later version may parse it differently.
  const asked = `${req.method} ${req.baseUrl}${req.path}\n${JSON.stringify(req.body)}`;
  return { key, asked: createHash('sha256').update(asked).digest('hex') };
}

/** The part of a transaction that idempotency keys need. */
export interface KeyedSql extends RawSql {
  $queryRawUnsafe<Rows>(query: string, ...values: unknown[]): Promise<Rows>;
  $executeRawUnsafe(query: string, ...values: unknown[]): Promise<number>;
}

/**
 * The answer stored with the key in the last 24 hours; undefined if the request is the first with its key, or has no key.
 * Call it first in the transaction `tx`, and `keepAnswer` last. The key's row is locked until the transaction ends, so
 * concurrent requests wait for the first one's answer, and a rejected or rolled-back request leaves no row. Each owner has its
 * own keys, at most OPEN_KEYS_MAX; those of nobody are bounded by the limits per address.
 * @throws Problem `key-reused` if the key came with a different request before; `too-many-keys` if it is new and there are too
 * many.
 */
export async function findAnswer<Answer extends object>(
  tx: KeyedSql,
  owner: KeyOwner,
  onceKey: IdempotencyKey | undefined,
): Promise<Answer | undefined> {
  if (!onceKey) return undefined;
  const { columns, values, isIt, id, next } = rowOf(owner, onceKey);
  // An owner's creates run one after another from here on, so that none is missing in the count.
  if (owner !== null) {
    await tx.$queryRawUnsafe('SELECT 1 FROM pg_advisory_xact_lock($1, hashtext($2))', KEYS_LOCK, id[1]);
  }
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
  if (owner !== null && kept.answer === null) await requireRoomForKey(tx, owner);
  if (kept.asked !== onceKey.asked) {
    throw new Problem('key-reused', 'Something else was sent with this Idempotency-Key. Use a new one.');
  }
  return kept.answer ?? undefined;
}

/** @throws Problem `too-many-keys` if the owner has more than OPEN_KEYS_MAX; Retry-After is when the oldest ends. */
async function requireRoomForKey(tx: KeyedSql, owner: NonNullable<KeyOwner>): Promise<void> {
  const { column, id } = ownerColumn(owner);
  const [{ open, seconds }] = await tx.$queryRawUnsafe<[{ open: number; seconds: number }]>(
    `SELECT count(*)::int AS open, ceil(extract(epoch FROM min(created_at) + interval '24 hours' - now()))::int AS seconds
     FROM idempotency_key WHERE ${column} = $1::uuid AND created_at >= now() - interval '24 hours'`,
    id,
  );
  if (open <= OPEN_KEYS_MAX) return;
  throw new Problem(
    'too-many-keys',
    `${OPEN_KEYS_MAX.toLocaleString('en')} entries were added in 24 hours, the most with an Idempotency-Key. Please try again later.`,
    { retryAfter: Math.max(1, seconds) },
  );
}

/** Stores `answer` for later requests with the same key, and returns it. */
export async function keepAnswer<Answer extends object>(
  tx: KeyedSql,
  owner: KeyOwner,
  onceKey: IdempotencyKey | undefined,
  answer: Answer,
): Promise<Answer> {
  if (!onceKey) return answer;
  const { isIt, id, next } = rowOf(owner, onceKey);
  const json = JSON.stringify(answer);
  await tx.$executeRawUnsafe(`UPDATE idempotency_key SET answer = ${next}::json WHERE ${isIt}`, ...id, json);
  return answer;
}

const ownerColumn = (owner: NonNullable<KeyOwner>) =>
  typeof owner === 'string' ? { column: 'tenant_id', id: owner } : { column: 'user_id', id: owner.userId };

/** The row of a key, for SQL: `next` is the first parameter after its `id`. */
function rowOf(owner: KeyOwner, { key }: IdempotencyKey) {
  if (owner === null) return { id: [key], columns: 'key', values: '$1', isIt: '(key) = ($1)', next: '$2' };
  const { column, id } = ownerColumn(owner);
  const [columns, values] = [`key, ${column}`, '$1, $2::uuid'];
  return { id: [key, id], columns, values, isIt: `(${columns}) = (${values})`, next: '$3' };
}

/** Deletes keys older than 24 hours, at most SWEPT_KEYS; returns how many. */
export const sweepKeys = (db: Transactor<KeyedSql>): Promise<number> =>
  asPlatform(db, (tx) =>
    tx.$executeRawUnsafe(
      `DELETE FROM idempotency_key WHERE ctid IN (
         SELECT ctid FROM idempotency_key WHERE created_at < now() - interval '24 hours' LIMIT ${SWEPT_KEYS})`,
    ),
  );

/** Deletes old keys periodically; returns a function that stops it. */
export const startSweepingKeys = (db: Transactor<KeyedSql>, log: Logger): (() => void) =>
  startSweeping(() => sweepKeys(db), 'old keys were not swept away', log);
