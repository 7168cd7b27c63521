import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { type Count, type Counter, memoryCounter, sharedCounters } from '@tavola/service-kit/data/counters.ts';
import { closeRedis, makeBlockingRedis, makeFailFastRedis } from '@tavola/service-kit/data/redis.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';

const log = makeLog('counters', 'silent');
const server = await ownRedis();

/** One process: its own connection, and counters on it. */
function startProcess(makeRedis: typeof makeFailFastRedis, timeoutMs = 10_000) {
  const redis = makeRedis(server.url, 'test', log);
  afterAll(() => closeRedis(redis));
  return { redis, counters: sharedCounters(redis, log, timeoutMs) };
}

/** A fail-fast client would also drop its connection when the test itself was held up for a moment. */
const [one, other] = [startProcess(makeBlockingRedis), startProcess(makeBlockingRedis)];
/** Those that meet an outage. */
const [mayFail, mayFailToo] = [startProcess(makeFailFastRedis), startProcess(makeFailFastRedis)];
const connected = ({ redis }: typeof one) => vi.waitFor(() => expect(redis.isReady).toBe(true), { timeout: 20_000 });
const bothCount = async (first = one, second = other) => {
  await Promise.all([connected(first), connected(second)]);
  // A process that fell back to memory tries Redis again within a second.
  await vi.waitFor(
    async () => {
      const probe = `probe-${randomUUID()}`;
      const [a, b] = [first.counters(probe, 60), second.counters(probe, 60)];
      await a.add('key');
      await b.add('key');
      expect((await a.get('key'))?.used).toBe(2);
      expect((await b.get('key'))?.used).toBe(2);
    },
    { timeout: 20_000, interval: 100 },
  );
};
/** A process's Redis that executes calls at once, but while on `hold` answers them only after `release`. */
function lateRedis({ redis }: Pick<typeof one, 'redis'>) {
  let gate: PromiseWithResolvers<void> | undefined;
  const delayed = ['eval', 'del'];
  return {
    redis: new Proxy(redis, {
      get(client, method) {
        const value = Reflect.get(client, method);
        if (typeof value !== 'function') return value;
        if (!delayed.includes(String(method))) return value.bind(client);
        return async (...given: unknown[]) => {
          const answer = await value.apply(client, given);
          await gate?.promise;
          return answer;
        };
      },
    }),
    hold() {
      gate = Promise.withResolvers();
    },
    /** Answers, and waits until the counters ask Redis again. */
    async release() {
      gate?.resolve();
      gate = undefined;
      await askedAgain();
    },
  };
}

/** A process's Redis that rejects all calls while `isAway`. `calls` counts those of the counters. */
function unsteadyRedis({ redis }: Pick<typeof one, 'redis'>) {
  const unsteady = {
    isAway: false,
    calls: 0,
    redis: new Proxy(redis, {
      get(client, method) {
        const value = Reflect.get(client, method);
        if (typeof value !== 'function') return value;
        if (!['eval', 'del'].includes(String(method))) return value.bind(client);
        return async (...given: unknown[]) => {
          unsteady.calls += 1;
          // Not at once, so that parallel calls come before the outcome is known.
          await rest(5);
          if (unsteady.isAway) throw new Error('away');
          return value.apply(client, given);
        };
      },
    }),
  };
  return unsteady;
}

/** Waits until the counters ask an unreachable Redis again, by their clock: on a busy machine, a timer may be early by it. */
async function askedAgain() {
  const at = Date.now() + 1_001;
  while (Date.now() < at) await rest(at - Date.now());
}

const aCounter = (first = one, second = other) => {
  const name = `test-${randomUUID()}`;
  return [first.counters(name, 600), second.counters(name, 600)] as const;
};

describe.each<[string, (seconds: number) => Promise<Counter>]>([
  ['in memory', async (seconds) => memoryCounter(seconds)],
  ['in redis', async (seconds) => bothCount().then(() => one.counters(`test-${randomUUID()}`, seconds))],
])('a counter %s', (_where, make) => {
  it('counts each key separately, up and down, and returns the time left', async () => {
    const counter = await make(600);
    expect((await counter.add('a')).used).toBe(1);
    expect((await counter.add('a', 5)).used).toBe(6);
    expect((await counter.add('a', -2)).used).toBe(4);
    expect((await counter.add('b')).used).toBe(1);
    const { used, msLeft } = (await counter.get('a')) as Count;
    expect(used).toBe(4);
    expect(msLeft).toBeGreaterThan(500_000);
    expect(msLeft).toBeLessThanOrEqual(600_000);
    expect(await counter.get('c')).toBeNull();
    // A read gives a later count no shorter life.
    expect((await counter.add('c')).msLeft).toBeGreaterThan(500_000);
  });

  it('forgets a key on request, and when its time is over', { tags: 'full' }, async () => {
    const counter = await make(600);
    await counter.add('told');
    await counter.forget('told');
    expect(await counter.get('told')).toBeNull();
    expect((await counter.add('told')).used).toBe(1);
    await counter.add('soon', 1, 1);
    await vi.waitFor(async () => expect(await counter.get('soon')).toBeNull(), { timeout: 20_000 });
    expect((await counter.add('soon')).used).toBe(1);
  });
});

describe('a counter in memory', () => {
  it('keeps a limited number of keys', async () => {
    const counter = memoryCounter(600, 100);
    await counter.add('first');
    for (let at = 0; at < 99; at++) await counter.add(`key-${at}`);
    expect((await counter.get('first'))?.used).toBe(1);
    await counter.add('one too many');
    expect(await counter.get('first')).toBeNull();
    await counter.add('first');
    for (let at = 0; at < 100; at++) await counter.take(`taken-${at}`, { used: 1, msLeft: 60_000 });
    expect(await counter.get('first')).toBeNull();
  });

  it('has room for any number of counts of one key', async () => {
    const counter = memoryCounter(600, 100);
    await counter.add('first');
    for (let at = 0; at < 150; at++) {
      await counter.add('key');
      await counter.take('taken', { used: at, msLeft: 60_000 });
    }
    expect((await counter.get('first'))?.used).toBe(1);
  });

  it('takes the count of another counter, and for how long it lasts', { tags: 'full' }, async () => {
    const counter = memoryCounter(600);
    await counter.take('key', { used: 3, msLeft: 60_000 });
    const { used, msLeft } = (await counter.get('key')) as Count;
    expect(used).toBe(3);
    expect(msLeft).toBeGreaterThan(30_000);
    expect(msLeft).toBeLessThanOrEqual(60_000);
    // One that ends now, as Redis may answer, does end.
    await counter.take('ends', { used: 3, msLeft: 0 });
    await vi.waitFor(async () => expect(await counter.get('ends')).toBeNull(), { timeout: 20_000 });
  });
});

describe('counters in redis', () => {
  it('are shared by processes', async () => {
    await bothCount();
    const [mine, theirs] = aCounter();
    await mine.add('key');
    expect((await theirs.add('key')).used).toBe(2);
    await mine.forget('key');
    expect((await theirs.add('key')).used).toBe(1);
  });

  it('continue from the last known value when redis is down, and are shared again when it is back', {
    tags: 'full',
  }, async () => {
    await bothCount(mayFail, mayFailToo);
    const [mine, theirs] = aCounter(mayFail, mayFailToo);
    await theirs.add('key', 4);
    expect((await mine.add('key')).used).toBe(5);
    await mine.add('only read', 2);
    await server.stop();
    expect((await mine.add('key')).used).toBe(6);
    expect((await mine.get('key'))?.used).toBe(6);
    expect((await mine.get('only read'))?.used).toBe(2);
    expect((await theirs.add('key')).used).toBe(5);
    expect((await mine.add('new')).used).toBe(1);
    expect((await mine.add('new')).used).toBe(2);
    await mine.forget('new');
    expect(await mine.get('new')).toBeNull();
    await server.start();
    await bothCount(mayFail, mayFailToo);
  });

  it('add to redis what was counted in memory during an outage', { tags: 'full' }, async () => {
    await bothCount(mayFail, mayFailToo);
    const [mine, theirs] = aCounter(mayFail, mayFailToo);
    expect((await mine.add('key', 3)).used).toBe(3);
    await server.stop();
    expect((await mine.add('key')).used).toBe(4);
    expect((await mine.add('key')).used).toBe(5);
    await mine.add('waits', 1, 300);
    await server.start();
    await bothCount(mayFail, mayFailToo);
    // Redis has lost its memory with the stop: it gets what was counted without it.
    expect((await mine.add('key')).used).toBe(3);
    expect((await theirs.get('key'))?.used).toBe(3);
    // A read brings it over, too, and for no longer than was said.
    expect((await mine.get('waits'))?.used).toBe(1);
    const theirWait = (await theirs.get('waits')) as Count;
    expect(theirWait.used).toBe(1);
    expect(theirWait.msLeft).toBeLessThanOrEqual(300_000);
    expect(theirWait.msLeft).toBeGreaterThan(100_000);
  });

  it('take from redis what was forgotten while it was unreachable', { tags: 'full' }, async () => {
    await bothCount();
    const unsteady = unsteadyRedis(one);
    const name = `test-${randomUUID()}`;
    const [counter, inRedis] = [sharedCounters(unsteady.redis, log, 10_000)(name, 600), other.counters(name, 600)];
    await counter.add('again', 4);
    await counter.add('never', 4);
    unsteady.isAway = true;
    for (const key of ['again', 'never']) {
      // Only in memory.
      expect((await counter.add(key)).used).toBe(5);
      await counter.forget(key);
      expect(await counter.get(key)).toBeNull();
    }
    expect((await counter.add('again')).used).toBe(1);
    unsteady.isAway = false;
    await askedAgain();
    expect((await counter.add('again')).used).toBe(2);
    expect((await inRedis.get('again'))?.used).toBe(2);
    expect(await counter.get('never')).toBeNull();
  });

  it('ask an unreachable redis once a second, and log the change once', { tags: 'full' }, async () => {
    await bothCount();
    const unsteady = unsteadyRedis(one);
    const [info, warn] = [vi.fn(), vi.fn()];
    const counter = sharedCounters(unsteady.redis, { info, warn } as never, 10_000)(`test-${randomUUID()}`, 600);
    const askedBy20 = async () => {
      const before = unsteady.calls;
      await Promise.all(Array.from({ length: 20 }, () => counter.add('key')));
      return unsteady.calls - before;
    };
    expect(await askedBy20()).toBe(20);
    expect([info, warn].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    unsteady.isAway = true;
    await counter.add('key');
    await askedAgain();
    expect(await askedBy20()).toBe(1);
    expect(info).not.toHaveBeenCalled();
    expect(warn.mock.calls).toEqual([[{ reason: 'away' }, expect.any(String)]]);
    unsteady.isAway = false;
    await askedAgain();
    await counter.add('key');
    expect(await askedBy20()).toBe(20);
    expect([info, warn].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect((await counter.get('key'))?.used).toBe(62);
  });

  it('count once when redis executes a call but answers late', { tags: 'full' }, async () => {
    await bothCount();
    const slow = startProcess(makeBlockingRedis);
    await connected(slow);
    const late = lateRedis(slow);
    const name = `test-${randomUUID()}`;
    const [counter, inRedis] = [sharedCounters(late.redis, log, 50)(name, 600), other.counters(name, 600)];
    // A busy machine may be late once more; then the next call brings it over.
    const untilBoth = (key: string, used: number) =>
      vi.waitFor(
        async () => {
          expect((await counter.get(key))?.used).toBe(used);
          expect((await inRedis.get(key))?.used).toBe(used);
        },
        { timeout: 20_000, interval: 100 },
      );
    await counter.add('key');
    await counter.add('told', 4);
    late.hold();
    expect((await counter.add('key')).used).toBe(2);
    expect((await counter.add('key')).used).toBe(3);
    await late.release();
    expect((await counter.add('key')).used).toBe(4);
    await untilBoth('key', 4);
    late.hold();
    await counter.forget('told');
    await counter.add('told');
    await late.release();
    await untilBoth('told', 1);
    late.hold();
    expect((await counter.add('once')).used).toBe(1);
    await late.release();
    await untilBoth('once', 1);
  });

  it('include in an answer of redis what was counted in memory since the call', { tags: 'full' }, async () => {
    await bothCount();
    const late = lateRedis(one);
    const unsteady = unsteadyRedis(late);
    const name = `test-${randomUUID()}`;
    const [counter, inRedis] = [sharedCounters(unsteady.redis, log, 10_000)(name, 600), other.counters(name, 600)];
    late.hold();
    const answer = counter.add('key');
    await vi.waitFor(async () => expect((await inRedis.get('key'))?.used).toBe(1));
    unsteady.isAway = true;
    await counter.add('key');
    await late.release();
    expect((await answer).used).toBe(2);
  });

  it('do not wait for a redis that hangs', async () => {
    await bothCount();
    const hasty = startProcess(makeFailFastRedis, 50);
    await connected(hasty);
    const unsteady = unsteadyRedis(hasty);
    const counter = sharedCounters(unsteady.redis, log, 50)(`test-${randomUUID()}`, 600);
    server.freeze();
    try {
      for (let at = 1; at <= 1_200; at++) expect((await counter.add('key')).used).toBeGreaterThanOrEqual(at);
      // One a second. If each waited its 50 ms, there would be a dozen before the connection is dropped.
      expect(unsteady.calls).toBeLessThan(5);
    } finally {
      server.thaw();
    }
    await rest(0);
    await bothCount();
  });
});
