import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

// WCAG 2.2 AA. Axe's best practices are opinions beyond it.
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails with what axe finds on the page as it is now: which rule, where, and why. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.flat().join(' ')}: ${oneLine(failureSummary ?? '')}`),
  );
  expect(found, `${page.url()}, by axe`).toEqual([]);
}

/** Waits until nothing fades or slides any more, as half-faded colours have no contrast. Endless ones go on. */
async function settled(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)');
  // Asked from outside each time: a waitForFunction polls with eval, which the policy of the pages forbids.
  const isStill = `document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)`;
  await expect.poll(() => page.evaluate<boolean>(isStill), { timeout: 20_000 }).toBe(true);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
