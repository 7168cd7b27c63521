import { expect, it } from 'vitest';
import { fewAtOnce } from './few-at-once.ts';

it('runs so much at once and no more, in order, and goes on after a failure', async () => {
  const inTurn = fewAtOnce(2);
  const begun: number[] = [];
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const results = works.map(({ promise }, at) =>
    inTurn(() => {
      begun.push(at);
      return promise;
    }),
  );
  const settled = Promise.allSettled(results);
  expect(begun).toEqual([0, 1]);
  works[1]?.reject(new Error('no'));
  await expect(results[1]).rejects.toThrow('no');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const [at, { resolve }] of works.entries()) resolve(at);
  await settled;
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  await expect(results[4]).resolves.toBe(4);
});
