import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshed } from './refreshed.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** Values that are fresh for a second, and their owner, which a test may take away, slow down and change. */
function owned() {
  const owner = { value: 'one' as string | null, reads: 0, answer: async () => owner.value };
  const values = refreshed({
    read: () => {
      owner.reads += 1;
      return owner.answer();
    },
    freshMs: (value) => (value === 'not kept' ? 0 : 1_000),
    lastGoodMs: 60_000,
    patienceMs: 250,
    most: 10,
  });
  const away = () => {
    owner.answer = () => Promise.reject(new Error('away'));
  };
  return { owner, values, away };
}

it('a value is read once for all who ask, and again when it is no longer fresh', async () => {
  const { owner, values } = owned();
  expect(values.wouldRead('a')).toBe(true);
  const both = Promise.all([values.get('a'), values.get('a')]);
  expect(values.wouldRead('a')).toBe(false);
  expect(await both).toEqual(['one', 'one']);
  owner.value = null;
  vi.advanceTimersByTime(999);
  expect(await values.get('a')).toBe('one');
  vi.advanceTimersByTime(1);
  expect(values.wouldRead('a')).toBe(true);
  expect(await values.get('a')).toBe(null);
  expect(owner.reads).toBe(2);
});

it('the last good value is used while its owner is away or slow, for a time', async () => {
  const { owner, values, away } = owned();
  await values.get('a');
  away();
  vi.advanceTimersByTime(2_000);
  expect(await values.get('a')).toBe('one');
  owner.answer = () => new Promise((resolve) => setTimeout(resolve, 400, 'two'));
  const slow = values.get('a');
  await vi.advanceTimersByTimeAsync(250);
  expect(await slow).toBe('one');
  await vi.advanceTimersByTimeAsync(150);
  expect(await values.get('a')).toBe('two');
  away();
  vi.advanceTimersByTime(60_001);
  await expect(values.get('a')).rejects.toThrow('away');
  await expect(values.get('never known')).rejects.toThrow('away');
});

it('a value that is not kept is read by everyone who asks later, and is no last good one', async () => {
  const { owner, values, away } = owned();
  await values.get('a');
  owner.value = 'not kept';
  vi.advanceTimersByTime(1_000);
  expect(await values.get('a')).toBe('not kept');
  expect(await values.get('a')).toBe('not kept');
  expect(owner.reads).toBe(3);
  away();
  await expect(values.get('a')).rejects.toThrow('away');
});
