import { setImmediate as turn } from 'node:timers/promises';

/** Rows of a menu that are processed without a pause: 2 ms of work. A whole menu may have 2,000. */
const SLICE = 250;

/** Maps `list` slice by slice. Between slices the process answers other requests. */
export async function mapInSlices<Item, Result>(
  list: readonly Item[],
  map: (slice: readonly Item[]) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < list.length; at += SLICE) {
    if (at > 0) await turn();
    for (const result of map(list.slice(at, at + SLICE))) results.push(result);
  }
  return results;
}
