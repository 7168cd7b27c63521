import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { NARROWEST, sharedBrowser, VIEWPORTS } from './browser.ts';
import { DIALOGS, STATES } from './screen-states.ts';
import { OPEN, openScreen, prepare, SCREENS } from './screens.ts';
import { sideways } from './visitors.ts';

// @module-tag browser

const origin = inject('origin');

/** What lies over the page and does not fit into the window, or scrolls sideways. */
const sticksOut = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${OPEN}')].flatMap((over) => {
    const { left, right } = over.getBoundingClientRect();
    return [over, ...over.querySelectorAll('*')].filter((one) => {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth;
      return scrolls || (one === over && (left < 0 || right > innerWidth));
    }).map((one) => one.outerHTML.slice(0, 200));
  })`);

/** Checks the page as it is in this window and color scheme. */
async function expectWell(page: Page, viewport: { width: number; height: number }, colorScheme: 'light' | 'dark') {
  // What a menu covers can't be tapped until it is closed. On a phone, it covers nothing.
  const isCovered = viewport === VIEWPORTS.laptop && (await page.locator('[role=menu][data-state=open]').count()) > 0;
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  // Categories out of view keep the colors of before.
  await page.evaluate(
    "for (const one of document.querySelectorAll('.menu-section')) one.style.contentVisibility = 'visible'",
  );
  await expectAccessible(page, isCovered ? ['target-size'] : []);
  expect([await sideways(page), await sticksOut(page)]).toEqual([0, []]);
}

describe('Every screen, its other states, and every dialog', () => {
  // Both widths and both color schemes, each once: colors do not depend on the width.
  it.each([...SCREENS, ...STATES, ...DIALOGS])('axe finds nothing, and nothing sticks out: $name', async (screen) => {
    const { address, token } = await prepare(origin, screen);
    const browser = await sharedBrowser();
    const viewport = screen.only === 'laptop' ? VIEWPORTS.laptop : NARROWEST;
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    context.setDefaultTimeout(10_000);
    if (token)
      await context.addInitScript(`if (location.origin === '${origin}') localStorage.setItem('token', '${token}')`);
    try {
      const page = await context.newPage();
      await openScreen(page, address, screen);
      if (screen.only !== 'laptop') await expectWell(page, NARROWEST, 'dark');
      if (screen.only !== 'phone') await expectWell(page, VIEWPORTS.laptop, 'light');
    } finally {
      await context.close();
    }
  });
});
