import { afterAll, expect, it } from 'vitest';
import { compareVersions, exportAll, importDishes, readHistory, readMenus } from '../../bench/limits/acts.ts';
import { MOST, startFullSite } from '../../bench/limits/measure.ts';

// @module-tag full
// One owner who has as much of everything as a restaurant may have, and the memory of each process. `npm run bench:limits` measures
// print sheets and pictures, too.

const { site, measure } = await startFullSite();
afterAll(() => site.stop());

it.each([readMenus, readHistory, compareVersions, exportAll, importDishes])(
  'no process takes more memory than it may for $what',
  // It is about memory: beside other tests it takes twice its time, on a busy machine more.
  { timeout: 900_000 },
  async (act) => {
    const { peaks, failure } = await measure(act);
    expect(failure).toBeNull();
    expect(peaks.length).toBeGreaterThan(0);
    expect(peaks.filter(({ share }) => share > MOST)).toEqual([]);
  },
);
