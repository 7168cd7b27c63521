import { randomUUID } from 'node:crypto';
import type { EventKind } from '@tavola/contracts/events.ts';
import { closeRedis, makeBlockingRedis } from '@tavola/service-kit/data/redis.ts';
import {
  consumeStream,
  STREAM_MAX_BYTES,
  STREAM_START,
  type StreamConsumer,
  type StreamLedger,
  streamWriter,
} from '@tavola/service-kit/messaging/stream.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { limitsTable } from '@tavola/test-kit/limits-table.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

const log = makeLog('test', 'silent');
const WAIT = { timeout: 18_000, interval: 10 };
const server = await ownRedis('queue');
// Its commands have no time limit, which a busy machine would exceed.
const redis = makeBlockingRedis(server.url, 'teller', log);
afterAll(() => closeRedis(redis));
await vi.waitFor(() => redis.ping(), WAIT);

interface Said {
  n: number;
}

/** A stream that no other test uses. */
const newStream = (): EventKind<Said> => ({
  name: `stream-${randomUUID()}`,
  publisher: 'a test',
  subscribers: ['it'],
  payload: z.object({ n: z.number() }),
});

/** A ledger as in a database: the results and the position change together. */
class Ledger implements StreamLedger<Said> {
  said: number[] = [];
  at = STREAM_START;
  caughtUpAt = 0;
  /** Errors for the next batches, before or after they are taken. */
  faults: ('before' | 'after')[] = [];
  /** Done once before a batch is taken. */
  meanwhile: () => Promise<unknown> = async () => {};

  async position() {
    return this.at;
  }

  async take(said: Said[], from: string, to: string) {
    const meanwhile = this.meanwhile;
    this.meanwhile = async () => {};
    await meanwhile();
    const fault = this.faults.shift();
    if (fault === 'before') throw new Error('not now');
    if (this.at !== from) return false;
    this.said.push(...said.map(({ n }) => n));
    this.at = to;
    if (fault === 'after') throw new Error('done, but nobody heard of it');
    return true;
  }

  caughtUp(time: number) {
    this.caughtUpAt = time;
  }
}

const running: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(running.map((end) => end())));

function consumer(kind: EventKind<Said>, ledger: StreamLedger<Said>): StreamConsumer {
  const own = makeBlockingRedis(server.url, 'consumer', log);
  const started = consumeStream(own, kind, { log }, ledger);
  running.push(async () => {
    const closed = started.close();
    closeRedis(own);
    await closed;
  });
  return started;
}

/** Adds the numbers in order, a hundred at a time. */
async function tell(kind: EventKind<Said>, from: number, to: number): Promise<void> {
  const write = streamWriter(redis, kind, () => 'ada');
  for (let next = from; next <= to; next += 100) {
    await Promise.all(numbers(next, Math.min(to, next + 99)).map((n) => write({ n })));
  }
}
const entriesOf = async (kind: EventKind<Said>) => (await redis.xRange(kind.name, '-', '+')) ?? [];
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const untilSaid = (ledger: Ledger, said: number[]) => vi.waitFor(() => expect(ledger.said).toEqual(said), WAIT);
const untilEmpty = (kind: EventKind<Said>) => vi.waitFor(async () => expect(await redis.xLen(kind.name)).toBe(0), WAIT);

describe('a stream', () => {
  it('keeps entries until they are consumed, and delivers them in order, once', async () => {
    const [kind, ledger] = [newStream(), new Ledger()];
    await tell(kind, 1, 4500);
    consumer(kind, ledger);
    await untilSaid(ledger, numbers(1, 4500));
    await tell(kind, 4501, 4510);
    await untilSaid(ledger, numbers(1, 4510));
    await untilEmpty(kind);
  });

  it.each(['before', 'after'] as const)(
    'counts each entry once when acting fails %s it is done',
    { tags: 'full' },
    async (fault) => {
      const [kind, ledger] = [newStream(), new Ledger()];
      ledger.faults = [fault, fault];
      await tell(kind, 1, 5);
      consumer(kind, ledger);
      await untilSaid(ledger, numbers(1, 5));
      await tell(kind, 6, 7);
      await untilSaid(ledger, numbers(1, 7));
      await untilEmpty(kind);
      expect(ledger.faults).toEqual([]);
    },
  );

  it('is consumed once by two consumers', async () => {
    const [kind, ledger] = [newStream(), new Ledger()];
    const two = [consumer(kind, ledger), consumer(kind, ledger)];
    for (let told = 0; told < 1000; told += 20) await tell(kind, told + 1, told + 20);
    await untilSaid(ledger, numbers(1, 1000));
    await two[0]?.close();
    await tell(kind, 1001, 1010);
    await untilSaid(ledger, numbers(1, 1010));
  });

  it('delivers nothing twice if a consumer died before it deleted processed entries', { tags: 'full' }, async () => {
    const [kind, ledger] = [newStream(), new Ledger()];
    await tell(kind, 1, 5);
    const entries = await entriesOf(kind);
    ledger.at = entries[2]?.id as string;
    consumer(kind, ledger);
    await untilSaid(ledger, [4, 5]);
    await untilEmpty(kind);
    // No entry follows it, and it is deleted all the same.
    const [idle, done] = [newStream(), new Ledger()];
    await tell(idle, 1, 1);
    done.at = (await entriesOf(idle))[0]?.id as string;
    consumer(idle, done);
    await untilEmpty(idle);
    expect(done.said).toEqual([]);
  });

  it('reports since when it has been empty', async () => {
    const [kind, ledger] = [newStream(), new Ledger()];
    await tell(kind, 1, 5);
    const toldAt = Date.now();
    consumer(kind, ledger);
    await vi.waitFor(() => expect(ledger.caughtUpAt).toBeGreaterThan(toldAt), WAIT);
    expect(ledger.said).toEqual(numbers(1, 5));
  });

  it('finishes the current batch when a consumer is closed, and leaves the rest to the next', async () => {
    const [kind, ledger] = [newStream(), new Ledger()];
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    ledger.meanwhile = () => {
      begun.resolve();
      return finish.promise;
    };
    await tell(kind, 1, 3);
    const first = consumer(kind, ledger);
    await begun.promise;
    const closed = first.close();
    await tell(kind, 4, 5);
    expect(ledger.said).toEqual([]);
    finish.resolve();
    await closed;
    expect(ledger.said).toEqual([1, 2, 3]);
    consumer(kind, ledger);
    await untilSaid(ledger, numbers(1, 5));
  });
});

describe('a stream that nobody consumes', () => {
  it('is bounded in bytes, and is not filled by one restaurant', async () => {
    interface Told {
      tenantId: string;
      text: string;
    }
    const kind: EventKind<Told> = {
      ...newStream(),
      payload: z.object({ tenantId: z.string(), text: z.string() }),
    };
    const maxBytes = 4_000_000;
    const write = streamWriter(redis, kind, ({ tenantId }) => tenantId, maxBytes);
    const bytes = async () => (await redis.memoryUsage(kind.name)) ?? 0;
    const entriesOf100 = (tenantId: string, length: number) =>
      Array.from({ length: 100 }, () => ({ tenantId, text: 'x'.repeat(length) }));

    let dropped = 0;
    for (let n = 0; n < 20; n += 1) dropped += await write(...entriesOf100('flood', 3_000));
    expect(dropped).toBeGreaterThan(1_000);
    // What came before a quarter was full, the batch that filled it, and a share.
    expect(await bytes()).toBeLessThan(maxBytes / 2);
    for (let n = 0; n < 20; n += 1) expect(await write(...entriesOf100(`restaurant ${n}`, 300))).toBe(0);

    let refused = 0;
    for (let n = 0; n < 200; n += 1) refused += await write(...entriesOf100(`many ${n}`, 300));
    expect(refused).toBeGreaterThan(1_000);
    expect(await bytes()).toBeLessThan(maxBytes * 1.05);

    await redis.xTrim(kind.name, 'MAXLEN', 1);
    await write();
    expect(await write(...entriesOf100('flood', 3_000))).toBe(0);
  });
});

it('docs/limits.md says how large a stream may be', () => {
  const inBytes = limitsTable('stream').map((row) => row.split('|')[2]?.trim());
  expect(inBytes).toEqual([STREAM_MAX_BYTES, STREAM_MAX_BYTES / 100].map((bytes) => bytes.toLocaleString('en')));
});

describe('a Redis that lost its data', { tags: 'full' }, () => {
  it('is consumed from its new beginning', async () => {
    const [kind, ledger] = [newStream(), new Ledger()];
    consumer(kind, ledger);
    await tell(kind, 1, 5);
    await untilSaid(ledger, numbers(1, 5));
    await redis.del(kind.name);
    await tell(kind, 6, 10);
    await untilSaid(ledger, numbers(1, 10));
  });

  it('is consumed within moments even if its clock went back by a year', async () => {
    const [kind, ledger] = [newStream(), new Ledger()];
    ledger.at = `${Date.now() + 365 * 24 * 3600_000}-3`;
    consumer(kind, ledger);
    await tell(kind, 1, 5);
    // Entries added before the reset was noticed may have been counted already.
    await untilEmpty(kind);
    await vi.waitFor(async () => {
      await tell(kind, 6, 6);
      expect(ledger.said.length).toBeGreaterThan(0);
    }, WAIT);
    expect(new Set(ledger.said)).toEqual(new Set([6]));
  });

  it('delivers nothing twice from a restored copy', async () => {
    const [kind, ledger] = [newStream(), new Ledger()];
    await tell(kind, 1, 5);
    const copy = await entriesOf(kind);
    const first = consumer(kind, ledger);
    await untilSaid(ledger, numbers(1, 5));
    await first.close();
    await redis.del(kind.name);
    for (const { id, message } of copy.slice(0, 3)) await redis.xAdd(kind.name, id, message);
    consumer(kind, ledger);
    await untilEmpty(kind);
    await tell(kind, 6, 7);
    await untilSaid(ledger, numbers(1, 7));
  });
});

describe('closing a consumer', { tags: 'full' }, () => {
  it.each(['away', 'hung'] as const)('holds nobody up while Redis is %s', { tags: 'full' }, async (state) => {
    const own = makeBlockingRedis(server.url, 'closing', log);
    const started = consumeStream(own, newStream(), { log }, new Ledger());
    await vi.waitFor(() => expect(own.isReady).toBe(true), WAIT);
    if (state === 'away') await server.stop();
    else server.freeze();
    // By now it has failed once and is about to retry.
    await new Promise((resolve) => setTimeout(resolve, 800));
    const result = await Promise.race([
      started.close().then(() => 'closed'),
      new Promise((resolve) => setTimeout(resolve, 3_000, 'still waiting')),
    ]);
    closeRedis(own);
    if (state === 'away') await server.start();
    else server.thaw();
    expect(result).toBe('closed');
  });
});
