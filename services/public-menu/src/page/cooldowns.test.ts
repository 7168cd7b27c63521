import { expect, it } from 'vitest';
import { cooldowns, FIRST_MS, LONGEST_MS } from './cooldowns.ts';

it('pauses grow up to the longest one, and are forgotten after as long without a failure', () => {
  let now = 1_000;
  const pauses = cooldowns(() => now);
  const begin = () => {
    pauses.begin('x');
    const until = pauses.until('x') as number;
    const ms = until - now;
    now = until;
    return ms;
  };
  expect(pauses.until('x')).toBeUndefined();
  expect(Array.from({ length: 7 }, begin)).toEqual([1, 2, 4, 8, 16, 30, 30].map((times) => times * FIRST_MS));
  expect([pauses.until('x'), pauses.until('y')]).toEqual([undefined, undefined]);
  now += LONGEST_MS;
  expect(begin()).toBe(FIRST_MS);
});
