import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Logger } from '../observability/log.ts';
import type { Redis } from './redis.ts';

/** How long to wait for Redis, in milliseconds, before counting in this process's memory, which is free. */
const REDIS_TIMEOUT_MS = 50;

/** After a late or missing answer, one request per this many milliseconds tries Redis again. */
const REDIS_REST_MS = 1_000;

/** Maximum keys per counter in memory. Counting would not stop an attacker with more addresses than that. */
const KEYS_MAX = 100_000;

/** A count within its time window. */
export interface Count {
  used: number;
  /** Milliseconds until it expires. */
  msLeft: number;
}

/** Counts by key. A count expires `seconds` after its first increment. */
export interface Counter {
  /** Adds `by`, which may be negative, and returns the new count. `seconds` sets another lifetime for a new count. */
  add(key: string, by?: number, seconds?: number): Promise<Count>;
  get(key: string): Promise<Count | null>;
  forget(key: string): Promise<void>;
}

/** A counter in this process's memory, which never waits. */
interface MemoryCounter extends Counter {
  /** Sets the count of `key` to that of another counter. */
  take(key: string, count: Count): Promise<void>;
}

/** Counts in this process's memory, for at most `keysMax` keys. */
export function memoryCounter(seconds: number, keysMax = KEYS_MAX): MemoryCounter {
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: seconds, keyPrefix: '' });
  let begun = 0;
  const noteNew = async () => {
    begun += 1;
    if (begun <= keysMax) return;
    begun = 0;
    for (const { key } of limiter.dump().storage) await limiter.delete(key);
  };
  return {
    async add(key, by = 1, lasting = seconds) {
      const res = await limiter.penalty(key, by, { customDuration: lasting });
      if (res.isFirstInDuration) await noteNew();
      return { used: res.consumedPoints, msLeft: res.msBeforeNext };
    },
    async get(key) {
      const res = await limiter.get(key);
      return res && { used: res.consumedPoints, msLeft: res.msBeforeNext };
    },
    async forget(key) {
      await limiter.delete(key);
    },
    async take(key, { used, msLeft }) {
      if ((await limiter.get(key)) === null) await noteNew();
      // A duration of 0 would mean that it never expires.
      await limiter.set(key, used, Math.max(1, Math.ceil(msLeft / 1_000)));
    },
  };
}

/** Makes a counter by name, which all processes on the same Redis share. */
export type SharedCounters = (name: string, seconds: number) => Counter;

/**
 * Counters in Redis. While Redis is down or slow, a process counts in its own memory, starting from the last count it got from
 * Redis. What it counted there is added to Redis with the next answered call for the same key, so a count survives every
 * change between the two. It never refuses to count, and no caller waits longer than `timeoutMs`.
 */
export function sharedCounters(redis: Redis, log: Logger, timeoutMs = REDIS_TIMEOUT_MS): SharedCounters {
  let isAnswering = true;
  let askAgainAt = 0;

  const mayAsk = () => {
    if (isAnswering) return true;
    const now = Date.now();
    if (now < askAgainAt) return false;
    askAgainAt = now + REDIS_REST_MS;
    return true;
  };

  /** Redis's answer; undefined if it fails or is late. `onLate` runs if it answers after that: the call was executed. */
  async function answerOf<Answer>(ask: () => Promise<Answer>, onLate = () => {}): Promise<Answer | undefined> {
    if (!mayAsk()) return undefined;
    try {
      const asked = ask();
      const answer = await pTimeout(asked, {
        milliseconds: timeoutMs,
        fallback: () => {
          asked.then(onLate, () => {});
          throw new Error('redis was not in time');
        },
      });
      if (!isAnswering) log.info('requests are counted in redis again');
      isAnswering = true;
      return answer;
    } catch (error) {
      if (isAnswering) log.warn({ reason: (error as Error).message }, 'requests are counted in memory');
      isAnswering = false;
      askAgainAt = Date.now() + REDIS_REST_MS;
      return undefined;
    }
  }

  return (name, seconds) => {
    const memory = memoryCounter(seconds);
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      useRedisPackage: true,
      points: Number.MAX_SAFE_INTEGER,
      duration: seconds,
      keyPrefix: `limit:${name}`,
    });

    /** By key: what is still to be added to Redis's count; negative where it is too high. The counts in memory include it. */
    // With `max`, it would reserve 2 MB now.
    const owed = new LRUCache<string, number>({ maxSize: KEYS_MAX, sizeCalculation: () => 1 });
    const owe = (key: string, by: number, ms: number) =>
      // A ttl of 0 would mean that it never expires.
      owed.set(key, (owed.get(key) ?? 0) + by, { ttl: Math.max(1, ms) });

    const heard = async (key: string, res: { consumedPoints: number; msBeforeNext: number }): Promise<Count> => {
      const count = { used: res.consumedPoints + (owed.get(key) ?? 0), msLeft: Number(res.msBeforeNext) };
      await memory.take(key, count);
      return count;
    };

    async function add(key: string, by = 1, lasting = seconds): Promise<Count> {
      let due = by;
      const res = await answerOf(
        () => {
          due = by + (owed.get(key) ?? 0);
          owed.delete(key);
          return limiter.penalty(key, due, { customDuration: lasting });
        },
        () => owe(key, -due, lasting * 1_000),
      );
      if (res) return heard(key, res);
      const count = await memory.add(key, by, lasting);
      owe(key, due, count.msLeft);
      return count;
    }

    return {
      add,
      async get(key) {
        if (owed.get(key)) {
          const count = await add(key, 0, Math.max(1, Math.ceil(owed.getRemainingTTL(key) / 1_000)));
          return count.used > 0 ? count : null;
        }
        const res = await answerOf(() => limiter.get(key));
        if (res === undefined) return memory.get(key);
        if (res) return heard(key, res);
        await memory.forget(key);
        return null;
      },
      async forget(key) {
        const { used = 0, msLeft = 0 } = (await memory.get(key)) ?? {};
        const inRedis = used - (owed.get(key) ?? 0);
        owed.delete(key);
        await memory.forget(key);
        const isDone = await answerOf(
          () => limiter.delete(key),
          () => owe(key, inRedis, msLeft),
        );
        if (isDone === undefined) owe(key, -inRedis, msLeft);
      },
    };
  };
}
