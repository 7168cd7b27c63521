import pTimeout from 'p-timeout';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Logger } from '../observability/log.ts';
import type { Redis } from './redis.ts';

/** How long an answer of Redis is waited for, in milliseconds; counted in this process's memory it is for free. */
const REDIS_TIMEOUT_MS = 50;

/** After a late answer or none, Redis is asked again by one request in so many milliseconds. */
const REDIS_REST_MS = 1_000;

/** How many keys a process keeps in mind for one counter. Who has more addresses than that is not held up by counting them. */
const KEYS_MAX = 100_000;

/** How often something was done lately. */
export interface Count {
  used: number;
  /** When it is forgotten, in milliseconds from now. */
  msLeft: number;
}

/** Counts by key; a count is forgotten `seconds` after its first one. */
export interface Counter {
  /** Adds `by`, which may be negative, and gives the count with it; `seconds` where a new count is to last another time. */
  add(key: string, by?: number, seconds?: number): Promise<Count>;
  get(key: string): Promise<Count | null>;
  forget(key: string): Promise<void>;
}

/** A counter of this process's own: it waits for nobody. */
export interface MemoryCounter extends Counter {
  /** Makes the count of `key` what another counter says. */
  take(key: string, count: Count): Promise<void>;
}

/** Counts in this process's memory, of at most `keysMax` keys. */
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

/** Makes a counter that all processes with the same Redis share, by its name there. */
export type SharedCounters = (name: string, seconds: number) => Counter;

/**
 * Counters in Redis. While Redis is away or slow, a process counts in its own memory, going on from what it last heard: it
 * never refuses to count, and nobody waits longer than `timeoutMs`.
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

  /** What Redis says, or what `instead` says where Redis does not. */
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
