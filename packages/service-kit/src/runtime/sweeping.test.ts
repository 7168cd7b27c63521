import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeLog } from '../observability/log.ts';
import { startSweeping } from './sweeping.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sweeps every ten minutes until it is stopped; a failed sweep is logged and repeated', async () => {
  const lines: string[] = [];
  const log = makeLog('test', 'info', { write: (line) => void lines.push(line) });
  const sweep = vi.fn(async () => {});
  const stop = startSweeping(sweep, 'old keys were not swept away', log);
  const tenMinutes = () => vi.advanceTimersByTimeAsync(10 * 60_000);
  await tenMinutes();
  expect(sweep).toHaveBeenCalledTimes(1);
  sweep.mockRejectedValueOnce(new Error('the database is away'));
  await tenMinutes();
  await tenMinutes();
  expect(sweep).toHaveBeenCalledTimes(3);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', msg: 'old keys were not swept away', reason: 'the database is away' },
  ]);
  stop();
  await tenMinutes();
  expect(sweep).toHaveBeenCalledTimes(3);
});
