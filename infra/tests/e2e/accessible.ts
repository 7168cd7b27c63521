import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

// WCAG 2.2 AA, without axe's own best practices.
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Fails with axe's findings on the current page, or in what `selector` finds on it: which rule, where, and why. */
export async function expectAccessible(page: Page, selector = ':root'): Promise<void> {
  await settled(page);
  for (const frame of page.frames()) {
    if (await frame.evaluate<boolean>('typeof axe !== "object"')) await frame.evaluate(AXE);
  }
  const options = {
    runOnly: RULES,
    // Otherwise it describes every element that passes, too.
    resultTypes: ['violations'],
  };
  const violations = await page.evaluate<AxeResults['violations']>(`(async () => {
    const checked = [...document.querySelectorAll('${selector}')];
    const app = document.getElementById('root');
    // Axe would measure all that lies behind a dialog, too, which takes longer than the dialog.
    const isBehind = checked.some((one) => /dialog$/.test(one.role)) && checked.every((one) => !app?.contains(one));
    if (isBehind) app.style.display = 'none';
    try {
      return (await axe.run(checked, ${JSON.stringify(options)})).violations;
    } finally {
      if (isBehind) app.style.display = '';
    }
  })()`);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.flat().join(' ')}: ${oneLine(failureSummary ?? '')}`),
  );
  expect(found, `${page.url()}, by axe`).toEqual([]);
}

/** Waits until animations end, as half-faded colors have no contrast. Endless ones and those that follow scrolling are ignored. */
async function settled(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)');
  // Evaluated from outside each time: waitForFunction polls with eval, which the pages' policy forbids.
  const isStill = `document.getAnimations().every((one) => one.playState !== 'running' || !(one.timeline instanceof DocumentTimeline) || one.effect?.getComputedTiming().endTime === Infinity)`;
  await expect.poll(() => page.evaluate<boolean>(isStill), { timeout: 20_000 }).toBe(true);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
