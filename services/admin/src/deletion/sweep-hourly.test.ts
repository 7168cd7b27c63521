import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sweepHourly } from './sweep-hourly.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sweeps five minutes after the start, and an hour after each sweep, failed or not', async () => {
  const lines: string[] = [];
  const log = makeLog('test', 'info', { write: (line) => void lines.push(line) });
  const sweep = vi.fn(async () => {});
  const stop = sweepHourly(sweep, log);
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1);
  expect(sweep).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(sweep).toHaveBeenCalledTimes(1);
  sweep.mockRejectedValueOnce(new Error('auth is away'));
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(sweep).toHaveBeenCalledTimes(2);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', msg: 'due deletions not checked', reason: 'auth is away' },
  ]);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(sweep).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
  expect(sweep).toHaveBeenCalledTimes(3);
});

it('waits for a running sweep when it is stopped', async () => {
  const done = Promise.withResolvers<void>();
  const asked: boolean[] = [];
  const stop = sweepHourly(
    async (isOver) => {
      asked.push(isOver());
      await done.promise;
      asked.push(isOver());
    },
    makeLog('test', 'silent'),
  );
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect([isStopped, asked]).toEqual([false, [false]]);
  done.resolve();
  await stopped;
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
  expect(asked).toEqual([false, true]);
});
