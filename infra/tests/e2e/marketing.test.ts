import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { sideways, visitors } from './visitors.ts';

// @module-tag browser
// The look of the live marketing page, and its link to the demo menu; its texts: launch-page.test.tsx.

const origin = inject('origin');
const visit = visitors();

async function openLaunch(options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const page = await visit(`${origin}/launch`, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

describe.each(Object.entries(VIEWPORTS))('the live marketing page, on a %s', (_, viewport) => {
  it("has a hero with 'Watch Demo', which leads to the demo menu [S2.25]", { tags: 'core' }, async () => {
    const page = await openLaunch({ viewport });
    await page.getByRole('link', { name: 'Watch Demo', exact: true }).click();
    await page.waitForURL(`${origin}/menu/demo`);
    await page.getByText('Ready to Order?').waitFor();
  });

  it('has nothing that sticks out sideways, and its header in sight', async () => {
    const page = await openLaunch({ viewport });
    expect(await sideways(page)).toBe(0);
    const nav = page.getByRole('banner').getByRole('navigation');
    for (const name of ['Pre-Launch', 'Sign In', 'Get Started'])
      expect(await nav.getByText(name).isVisible()).toBe(true);
  });
});

describe('the live marketing page', () => {
  it('lets a keyboard skip to its content', async () => {
    const page = await openLaunch();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });
});
