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
export interface MemoryCounter extends Counter {
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
      await limiter.set(key, used, Math.ceil(msLeft / 1_000));
    },
  };
}

/** Makes a counter by name, which all processes on the same Redis share. */
export type SharedCounters = (name: string, seconds: number) => Counter;

/**
 * Counters in Redis. While Redis is down or slow, a process counts in its own memory, starting from the last count it got from
 * Redis. It never refuses to count, and no caller waits longer than `timeoutMs`.
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

  /** The result from Redis, or from `instead` if Redis fails. */
  async function ask<Answer>(question: () => Promise<Answer>, instead: () => Promise<Answer>): Promise<Answer> {
    if (!mayAsk()) return instead();
    try {
      const answer = await pTimeout(question(), {
        milliseconds: timeoutMs,
        fallback: () => {
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
      return instead();
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
    const heard = async (key: string, res: { consumedPoints: number; msBeforeNext: number }) => {
      const count = { used: res.consumedPoints, msLeft: Number(res.msBeforeNext) };
      await memory.take(key, count);
      return count;
    };
    return {
      add: (key, by = 1, lasting = seconds) =>
        ask(
          async () => heard(key, await limiter.penalty(key, by, { customDuration: lasting })),
          () => memory.add(key, by, lasting),
        ),
      get: (key) =>
        ask(
          async () => {
            const res = await limiter.get(key);
            return res && heard(key, res);
          },
          () => memory.get(key),
        ),
      async forget(key) {
        await memory.forget(key);
        await ask(
          async () => void (await limiter.delete(key)),
          async () => {},
        );
      },
    };
  };
}
