import { expect, it } from 'vitest';
import { mapInSlices } from './slices.ts';

it('a list whose rows take long is mapped without blocking the process', async () => {
  let turns = 0;
  let isMapped = false;
  const count = () => {
    turns += 1;
    if (!isMapped) setImmediate(count);
  };
  setImmediate(count);
  const inTurns: number[] = [];
  const slowly = (slice: readonly number[]) => {
    const end = performance.now() + slice.length / 5;
    while (performance.now() < end);
    inTurns.push(...slice.map(() => turns));
    return slice;
  };
  const rows = Array.from({ length: 200 }, (_, at) => at);
  expect(await mapInSlices(rows, slowly)).toEqual(rows);
  isMapped = true;
  // In 5 ms at a time, whatever a row takes.
  const most = Math.max(...Array.from(Map.groupBy(inTurns, (one) => one).values(), ({ length }) => length));
  expect(most).toBeLessThanOrEqual(25);
});
