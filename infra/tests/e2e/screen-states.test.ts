import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { NARROWEST, sharedBrowser } from './browser.ts';
import { DIALOGS, STATES } from './screen-states.ts';
import { OPEN, openScreen, prepare } from './screens.ts';
import { sideways } from './visitors.ts';

// @module-tag browser

const origin = inject('origin');
const onPhones = [...STATES, ...DIALOGS].filter(({ only }) => only !== 'laptop');

/** What lies over the page and does not fit into the window, or scrolls sideways. */
const sticksOut = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${OPEN}')].flatMap((over) => {
    const { left, right } = over.getBoundingClientRect();
    return [over, ...over.querySelectorAll('*')].filter((one) => {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth;
      return scrolls || (one === over && (left < 0 || right > innerWidth));
    }).map((one) => one.outerHTML.slice(0, 200));
  })`);

describe("Every dialog, and every screen's other states", () => {
  it.each(onPhones)('are accessible, and have nothing that sticks out: $name', async (screen) => {
    const { address, token } = await prepare(origin, screen);
    const browser = await sharedBrowser();
    const context = await browser.newContext({ viewport: NARROWEST, reducedMotion: 'reduce' });
    context.setDefaultTimeout(10_000);
    if (token)
      await context.addInitScript(`if (location.origin === '${origin}') localStorage.setItem('token', '${token}')`);
    try {
      const page = await context.newPage();
      await openScreen(page, address, screen);
      await expectAccessible(page);
      expect([await sideways(page), await sticksOut(page)]).toEqual([0, []]);
    } finally {
      await context.close();
    }
  });
});
