import { expect, it } from 'vitest';
import { measure, WANTED } from './measure.ts';
import { PLAIN_SOURCES } from './sources.ts';
import { trueMenus } from './truth.ts';

// A part of npm run evaluate:import, without a browser.
it('reads the menus of a café and a bistro back from text, tables and PDFs', async () => {
  const menus = (await trueMenus()).filter(({ name }) => ['cafe', 'bistro'].includes(name));
  const measured = await measure(menus, PLAIN_SOURCES);
  expect(measured.length).toBe(7);
  for (const { name, score, silent } of measured) {
    expect(score.all, name).toBeGreaterThan(60);
    expect(score.invented, name).toEqual([]);
    expect(score.found / score.all, name).toBeGreaterThanOrEqual(WANTED.found);
    expect(score.priced / score.found, name).toBeGreaterThanOrEqual(WANTED.priced);
    expect(score.placed / score.found, name).toBeGreaterThanOrEqual(WANTED.found);
    expect(silent, name).toEqual([]);
  }
});
