import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// The pages for restaurants to come, where they need a browser; their texts and error cases: launch-page.test.tsx, pre-launch-page.test.tsx.

const origin = inject('origin');
const visit = visitors();

describe.each(Object.entries(VIEWPORTS))('the header, on a %s', (_, viewport) => {
  it.each([
    ['/launch', ['Pre-Launch', 'Sign In', 'Get Started']],
    ['/pre-launch', ['Pre-Launch', 'View Live Site', 'Sign In']],
  ])('of %s is in sight', async (path, texts) => {
    const page = await visit(origin + path, { viewport });
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const text of texts)
      expect(await page.getByRole('banner').getByText(text, { exact: true }).isVisible()).toBe(true);
  });
});

it("'Watch Demo' leads to the demo menu [S2.25]", async () => {
  const page = await visit(`${origin}/launch`);
  await page.getByRole('link', { name: 'Watch Demo', exact: true }).click();
  await page.waitForURL(`${origin}/menu/demo`);
  await page.getByText('Ready to Order?').waitFor();
});

it('a keyboard can skip to the content', async () => {
  const page = await visit(`${origin}/launch`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
});
