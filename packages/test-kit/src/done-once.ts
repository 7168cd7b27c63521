import { inTransaction, type Transactor } from '@tavola/service-kit/data/postgres.ts';
import { findAnswer, type KeyedSql, sweepKeys } from '@tavola/service-kit/http/idempotency.ts';
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from './database.ts';
import type { Answer } from './http.ts';
import { expectProblem } from './refusals.ts';

/** A create operation for the tests below, for a user who has created nothing so far. */
interface TriedCreate {
  send(body: object, key: string): Promise<Answer>;
  body: object;
  /** A different valid body. */
  other: object;
  /** A body that is rejected once the key is locked, and the status. */
  refused?: { body: object; status: number };
  /** How many objects were created. */
  made(): Promise<number>;
}

interface DoneOnce {
  database: TestDatabase;
  /** The schema of the table of keys. */
  schema: string;
  /** The service's Prisma client. */
  db: Transactor<KeyedSql>;
  start(): Promise<TriedCreate>;
  /** The status of the same create under another key. */
  again?: number;
  /** Whose the keys are: a restaurant's, a person's or nobody's. */
  owner: 'tenant' | 'user' | null;
}

/** Tests that a create with an `Idempotency-Key` is performed once, and that the key is valid for exactly 24 hours. */
export function describeDoneOnce(what: string, { database, schema, db, start, again = 201, owner }: DoneOnce) {
  const age = (hours: number) =>
    database.rows(`UPDATE ${schema}.idempotency_key SET created_at = now() - make_interval(hours => $1)`, [hours]);
  const keys = async () => (await database.rows(`SELECT 1 FROM ${schema}.idempotency_key`)).length;
  /** Stores `count` keys, 20 hours old, for the owner that has the key `first`; returns its id. */
  const fill = async (first: string, count: number) => {
    const [row] = await database.rows<{ id: string }>(
      `INSERT INTO ${schema}.idempotency_key (${owner}_id, key, asked, answer, created_at)
       SELECT ${owner}_id, 'filler ' || gen_random_uuid(), 'x', '{}', now() - interval '20 hours'
       FROM ${schema}.idempotency_key, generate_series(1, $2) WHERE key = $1 RETURNING ${owner}_id AS id`,
      [first, count],
    );
    return row?.id as string;
  };
  /** How many transactions wait for an advisory lock. */
  const waiting = async () =>
    (
      await database.rows(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
    ).length;
  const said = ({ status, headers, body }: Answer) => ({ status, etag: headers.get('etag'), body });

  describe(`${what} with an Idempotency-Key`, () => {
    it('ten at once make one, and all are told the same, now and later', async () => {
      const { send, body, made } = await start();
      const key = crypto.randomUUID();
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(body, key)));
      const [first] = answers.map(said);
      expect(first?.status).toBe(201);
      expect(answers.map(said)).toEqual(answers.map(() => first));
      expect(said(await send(body, key))).toEqual(first);
      expect(await made()).toBe(1);
    });

    it('refuses something else under the same key, and makes it under another', async () => {
      const { send, body, other, made } = await start();
      const key = crypto.randomUUID();
      expect((await send(body, key)).status).toBe(201);
      const refused = await send(other, key);
      expectProblem(refused, 422);
      expect(refused.body.type).toBe('urn:tavola:problem:key-reused');
      expect(await made()).toBe(1);
      expect((await send(other, crypto.randomUUID())).status).toBe(201);
      expect(await made()).toBe(2);
    });

    it('has used no key up where it was refused', async () => {
      const { send, body, refused } = await start();
      const key = crypto.randomUUID();
      expectProblem(await send({}, key), 400);
      if (refused) expectProblem(await send(refused.body, key), refused.status);
      expect((await send(body, key)).status).toBe(201);
    });

    it('is a new one a day later, whether the old key was swept away or not', async () => {
      const { send, body, other } = await start();
      const key = crypto.randomUUID();
      const first = await send(body, key);
      await age(23);
      expect(said(await send(body, key))).toEqual(said(first));
      expect(await sweepKeys(db)).toBe(0);
      await age(25);
      expect((await send(body, key)).status).toBe(again);
      await send(other, crypto.randomUUID());
      await age(25);
      expect(await sweepKeys(db)).toBeGreaterThan(0);
      expect(await keys()).toBe(0);
    });

    it(owner ? `has nothing to do with the same key of another ${owner}` : 'belongs to nobody', async () => {
      const [one, two] = [await start(), await start()];
      const key = crypto.randomUUID();
      expect((await one.send(one.body, key)).status).toBe(201);
      expect((await two.send(two.body, key)).status).toBe(owner ? 201 : 422);
      expect([await one.made(), await two.made()]).toEqual([1, owner ? 1 : 0]);
    });

    it.runIf(owner)('is refused where the owner has 1,000, until one ends', async () => {
      const { send, body, other, made } = await start();
      const first = crypto.randomUUID();
      const created = await send(body, first);
      await fill(first, 998);
      // Of ten at the same time one has room.
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(other, crypto.randomUUID())));
      const refused = answers.filter(({ status }) => status !== 201 && status !== again);
      expect(refused).toHaveLength(9);
      for (const answer of refused) {
        expectProblem(answer, 429);
        expect(answer.body.type).toBe('urn:tavola:problem:too-many-keys');
        const wait = Number(answer.headers.get('retry-after'));
        expect(wait).toBeGreaterThan(3.9 * 3_600);
        expect(wait).toBeLessThanOrEqual(4 * 3_600);
      }
      expect(await made()).toBe(2);
      // A retry still gets the first answer, even above the limit, and another owner is not concerned.
      await fill(first, 10);
      expect(said(await send(body, first))).toEqual(said(created));
      const neighbour = await start();
      expect((await neighbour.send(neighbour.body, crypto.randomUUID())).status).toBe(201);
      await age(25);
      expect((await send(body, crypto.randomUUID())).status).toBe(again);
    });

    it.runIf(owner)("waits for the owner's other creates, so that they count against its 1,000", async () => {
      const { send, body, other, made } = await start();
      const first = crypto.randomUUID();
      await send(body, first);
      const id = await fill(first, 998);
      const open = await inTransaction(db, async (tx: KeyedSql) => {
        await tx.$executeRaw`SELECT set_config(${`app.${owner}_id`}, ${id}, true)`;
        // Takes the last room, but is not committed before the create below waits.
        await findAnswer(tx, owner === 'user' ? { userId: id } : id, { key: crypto.randomUUID(), asked: 'x' });
        const sent = send(other, crypto.randomUUID());
        await expect.poll(waiting).toBe(1);
        return { sent };
      });
      expectProblem(await open.sent, 429);
      expect(await made()).toBe(1);
    });
  });
}
