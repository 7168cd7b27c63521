import { expect, it } from 'vitest';
import { limitPerTenant } from './limit-per-tenant.ts';

const limit = { atOnce: 1, waiting: 1, refusal: 'Too many.', retryAfterMs: 5_000 };

it('tasks of one restaurant wait for each other, too many are refused, and other restaurants are not affected', async () => {
  const inTurn = limitPerTenant(limit);
  const first = Promise.withResolvers<string>();
  const begun: string[] = [];
  const task = (name: string, end: Promise<string>) => () => {
    begun.push(name);
    return end;
  };
  const taken = [inTurn('ada', task('1', first.promise)), inTurn('ada', task('2', Promise.resolve('2')))];
  await expect(inTurn('ada', task('3', first.promise))).rejects.toMatchObject({
    code: 'too-many-requests',
    message: 'Too many. Please try again in 5 seconds.',
    retryAfter: 5,
  });
  expect(await inTurn('bea', task('other', Promise.resolve('other')))).toBe('other');
  expect(begun).toEqual(['1', 'other']);
  first.reject(new Error('failed'));
  expect(await Promise.allSettled(taken)).toMatchObject([{ status: 'rejected' }, { value: '2' }]);
  expect(await inTurn('ada', task('4', Promise.resolve('4')))).toBe('4');
});
