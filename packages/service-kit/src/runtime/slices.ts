import { setImmediate as nextIteration } from 'node:timers/promises';

/** Rows that are processed without a look at the clock, and after how many milliseconds others go first. */
const SLICE = 25;
const SLICES_MS = 3;

/** Lists with more rows begin in an iteration of their own, because the work before took its time, too. */
const LARGE = 250;

/** Maps `list` slice by slice. Between slices the process answers other requests, as often as needed. */
export async function mapInSlices<Item, Result>(
  list: readonly Item[],
  map: (slice: readonly Item[]) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = [];
  let since = list.length > LARGE ? Number.NEGATIVE_INFINITY : performance.now();
  for (let at = 0; at < list.length; at += SLICE) {
    if (performance.now() - since > SLICES_MS) {
      await nextIteration();
      since = performance.now();
    }
    for (const result of map(list.slice(at, at + SLICE))) results.push(result);
  }
  return results;
}
