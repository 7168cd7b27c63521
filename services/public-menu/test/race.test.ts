import { bySize } from '@tavola/test-kit/size.ts';
import { describe, expect, it } from 'vitest';
import { BOUND_MS, type Guards, type Raced, race } from './race.ts';

// @module-tag sized

const MINUTE = 60_000;
const READS = bySize(60_000, 300_000);
/** From here on, few races suffice to have writers crash often enough. */
const FIRST_RACE = 9;

describe('in random orders of writes, reads, fills, late and lost messages, and a Redis that comes and goes', () => {
  it(
    'no read is older than a write acknowledged a lease ago, or than an earlier read of its process',
    async () => {
      const sum = { reads: 0, writes: 0, untold: 0, worstMs: 0, memory: 0, redis: 0, origin: 0, stale: 0 };
      for (let seed = FIRST_RACE; sum.reads < READS; seed += 1) {
        const { reads, writes, untold, worstMs, levels, wrong } = await race(seed);
        expect(wrong).toEqual([]);
        sum.reads += reads;
        sum.writes += writes;
        sum.untold += untold;
        sum.worstMs = Math.max(sum.worstMs, worstMs);
        for (const level of ['memory', 'redis', 'origin', 'stale'] as const) sum[level] += levels[level] ?? 0;
      }
      expect(sum.worstMs).toBeLessThanOrEqual(BOUND_MS);
      // Every source was really used.
      expect(sum.memory).toBeGreaterThan(READS / 3);
      expect(sum.origin).toBeGreaterThan(READS / 15);
      expect(sum.redis).toBeGreaterThan(READS / 150);
      expect(sum.writes).toBeGreaterThan(READS / 150);
      expect(sum.untold).toBeGreaterThan(READS / 6_000);
    },
    2 * MINUTE,
  );

  /** Each with the first race that notices it; where the code changed, another one does. */
  const guards: Record<string, { leftOut: Guards; first: number }> = {
    'a raise that says nothing': { leftOut: { tombstone: true }, first: 6 },
    'a fill that stores whatever it brings': { leftOut: { setIfNewer: true }, first: 126 },
    'a fill from before Redis lost its data': { leftOut: { dataSet: true }, first: 137 },
    'a promoted replica that passes for what it followed': { leftOut: { history: true }, first: 34 },
    'a process that always believes what it keeps': { leftOut: { lease: true }, first: 3 },
    'a process that believes what it kept before it lost its subscription': {
      leftOut: { subscriptionEpoch: true },
      first: 70,
    },
    'a reader who joins whatever is being read': { leftOut: { noJoining: true }, first: 6 },
    'a reader who reads only the dishes though the restaurant changed': {
      leftOut: { restaurantVersion: true },
      first: 6,
    },
  };
  it.each(Object.entries(guards))(
    'the race notices %s',
    async (_what, { leftOut, first }) => {
      let found: Raced | undefined;
      for (let seed = first; seed < first + 500 && !found; seed += 1) {
        const raced = await race(seed, leftOut);
        if (raced.wrong.length > 0) found = raced;
      }
      expect(found?.wrong.length).toBeGreaterThan(0);
    },
    2 * MINUTE,
  );
});
