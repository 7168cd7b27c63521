import { randomUUID } from 'node:crypto';
import type { EventKind } from '@tavola/contracts/events.ts';
import { makeLog } from '@tavola/service-kit/log.ts';
import { closeRedis, makeBlockingRedis, makeRedis } from '@tavola/service-kit/redis.ts';
import { consumeStream, type StreamConsumer, tellStream } from '@tavola/service-kit/stream.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

const log = makeLog('test', 'silent');
const WAIT = { timeout: 8_000, interval: 10 };
const server = await ownRedis('queue');
const redis = makeRedis(server.url, 'teller', log);
afterAll(() => closeRedis(redis));
await vi.waitFor(() => redis.ping(), WAIT);

interface Said {
  n: number;
}

/** A stream nobody else uses. */
const newStream = (): EventKind<Said> => ({
  name: `stream-${randomUUID()}`,
  toldBy: 'a test',
  heardBy: ['it'],
  payload: z.object({ n: z.number() }),
});

const running: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(running.map((end) => end())));

function consumer(kind: EventKind<Said>, act: (said: number[]) => Promise<void>, name = randomUUID()): StreamConsumer {
  const own = makeBlockingRedis(server.url, name, log);
  const started = consumeStream(own, kind, { group: 'counters', consumer: name, log }, (said) =>
    act(said.map(({ n }) => n)),
  );
  running.push(async () => {
    const closed = started.close();
    closeRedis(own);
    await closed;
  });
  return started;
}

const tell = (kind: EventKind<Said>, from: number, to: number) =>
  Promise.all(Array.from({ length: to - from + 1 }, (_, i) => tellStream(redis, kind, { n: from + i })));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const sorted = (said: number[]) => [...said].sort((a, b) => a - b);

describe('a stream', () => {
  it('keeps what was told before anybody consumed it, and gives it in order, once', async () => {
    const kind = newStream();
    await tell(kind, 1, 1200);
    const got: number[] = [];
    consumer(kind, async (said) => void got.push(...said));
    await vi.waitFor(() => expect(got.length).toBeGreaterThanOrEqual(1200), WAIT);
    await tell(kind, 1201, 1210);
    await vi.waitFor(() => expect(got.length).toBeGreaterThanOrEqual(1210), WAIT);
    expect(got).toEqual(numbers(1, 1210));
    await vi.waitFor(async () => expect(await redis.xLen(kind.name)).toBe(0), WAIT);
  });

  it('gives a batch again whose act rejected, until it succeeds', async () => {
    const kind = newStream();
    await tell(kind, 1, 5);
    const got: number[] = [];
    let failures = 2;
    consumer(kind, async (said) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('not now');
      }
      got.push(...said);
    });
    await vi.waitFor(() => expect(got).toEqual(numbers(1, 5)), WAIT);
    expect(failures).toBe(0);
    await tell(kind, 6, 7);
    await vi.waitFor(() => expect(got).toEqual(numbers(1, 7)), WAIT);
  });

  it('is shared by two consumers: each entry reaches one of them', async () => {
    const kind = newStream();
    const got: Record<'one' | 'two', number[]> = { one: [], two: [] };
    const both = Promise.withResolvers<void>();
    for (const name of ['one', 'two'] as const) {
      consumer(kind, async (said) => {
        got[name].push(...said);
        if (got.one.length > 0 && got.two.length > 0) both.resolve();
        // The first to come holds on to its batch, so that the other gets the next.
        await both.promise;
      });
    }
    let told = 0;
    await vi.waitFor(async () => {
      await tell(kind, told + 1, told + 10);
      told += 10;
      expect(Math.min(got.one.length, got.two.length)).toBeGreaterThan(0);
    }, WAIT);
    await tell(kind, told + 1, told + 100);
    told += 100;
    await vi.waitFor(() => expect(got.one.length + got.two.length).toBeGreaterThanOrEqual(told), WAIT);
    expect(sorted([...got.one, ...got.two])).toEqual(numbers(1, told));
  });

  it('is not stopped by an entry that makes no sense', async () => {
    const kind = newStream();
    await tell(kind, 1, 1);
    for (const payload of ['not json', '{"n":"x"}', 'null', '']) await redis.xAdd(kind.name, '*', { payload });
    await redis.xAdd(kind.name, '*', { other: 'field' });
    await tell(kind, 2, 2);
    const got: number[] = [];
    consumer(kind, async (said) => void got.push(...said));
    await vi.waitFor(() => expect(got).toEqual([1, 2]), WAIT);
    await vi.waitFor(async () => expect(await redis.xLen(kind.name)).toBe(0), WAIT);
  });

  it('lets the batch at hand finish when a consumer is closed, and leaves the rest to the next', async () => {
    const kind = newStream();
    await tell(kind, 1, 3);
    const got: number[] = [];
    let finish = () => {};
    const first = consumer(kind, async (said) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      got.push(...said);
    });
    await vi.waitFor(() => expect(finish).not.toBeUndefined(), WAIT);
    await vi.waitFor(async () => {
      const pending = await redis.xPending(kind.name, 'counters');
      expect(pending.pending).toBe(3);
    }, WAIT);
    const closed = first.close();
    await tell(kind, 4, 5);
    expect(got).toEqual([]);
    finish();
    await closed;
    expect(got).toEqual([1, 2, 3]);
    const later: number[] = [];
    consumer(kind, async (said) => void later.push(...said));
    await vi.waitFor(() => expect(later).toEqual([4, 5]), WAIT);
  });

  it('goes on after Redis was restarted, and loses nothing that it had taken', async () => {
    const kind = newStream();
    const got = new Set<number>();
    consumer(kind, async (said) => {
      for (const n of said) got.add(n);
    });
    await tell(kind, 1, 20);
    await vi.waitFor(() => expect(got.size).toBe(20), WAIT);
    await server.stop();
    await server.start();
    await vi.waitFor(() => redis.ping(), WAIT);
    await tell(kind, 21, 40);
    await vi.waitFor(() => expect(sorted([...got])).toEqual(numbers(1, 40)), WAIT);
  });

  it('goes on after Redis lost its memory, group and all', async () => {
    const kind = newStream();
    const got = new Set<number>();
    consumer(kind, async (said) => {
      for (const n of said) got.add(n);
    });
    await tell(kind, 1, 5);
    await vi.waitFor(() => expect(got.size).toBe(5), WAIT);
    await redis.del(kind.name);
    await tell(kind, 6, 10);
    await vi.waitFor(() => expect(sorted([...got])).toEqual(numbers(1, 10)), WAIT);
  });

  it('holds nobody up who closes a consumer while Redis is away', async () => {
    const kind = newStream();
    const own = makeBlockingRedis(server.url, 'closing', log);
    const started = consumeStream(own, kind, { group: 'counters', consumer: 'closing', log }, async () => {});
    await vi.waitFor(() => expect(own.isReady).toBe(true), WAIT);
    await server.stop();
    // By now it has failed once and wants to try again.
    await new Promise((resolve) => setTimeout(resolve, 800));
    const result = await Promise.race([
      started.close().then(() => 'closed'),
      new Promise((resolve) => setTimeout(resolve, 3_000, 'still waiting')),
    ]);
    closeRedis(own);
    await server.start();
    expect(result).toBe('closed');
  });
});
