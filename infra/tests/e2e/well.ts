import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { complaintsOf, NARROWEST, sharedBrowser, VIEWPORTS } from './browser.ts';
import { OPEN, openScreen, prepare, type Screen } from './screens.ts';
import { sideways } from './visitors.ts';

/** What lies over the page and does not fit into the window, or scrolls sideways. */
const sticksOut = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${OPEN}')].flatMap((over) => {
    const { left, right } = over.getBoundingClientRect();
    return [over, ...over.querySelectorAll('*')].filter((one) => {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth;
      return scrolls || (one === over && (left < 0 || right > innerWidth));
    }).map((one) => one.outerHTML.slice(0, 200));
  })`);

/** Both widths and both color schemes, each once: colors do not depend on the width. */
const LOOKS = {
  phone: { viewport: NARROWEST, colorScheme: 'dark' },
  laptop: { viewport: VIEWPORTS.laptop, colorScheme: 'light' },
} as const;
type Device = keyof typeof LOOKS;

/** Checks the page as it is on this device. */
async function expectWell(page: Page, device: Device) {
  const { viewport, colorScheme } = LOOKS[device];
  // What a menu covers can't be tapped until it is closed. On a phone, it covers nothing.
  const isCovered = device === 'laptop' && (await page.locator('[role=menu][data-state=open]').count()) > 0;
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await expectAccessible(page, isCovered ? ['target-size'] : []);
  expect([await sideways(page), await sticksOut(page)]).toEqual([0, []]);
}

/** Opens a screen on the first of the devices, and checks it on each. */
async function expectWellOn(origin: string, devices: Device[], screen: Screen) {
  const [first] = devices;
  if (!first) return;
  const { address, token } = await prepare(origin, screen);
  const browser = await sharedBrowser();
  const context = await browser.newContext({ ...LOOKS[first], reducedMotion: 'reduce' });
  context.setDefaultTimeout(10_000);
  const complaints = complaintsOf(context);
  if (token)
    await context.addInitScript(`if (location.origin === '${origin}') localStorage.setItem('token', '${token}')`);
  try {
    const page = await context.newPage();
    await openScreen(page, address, screen);
    // What is out of view and not rendered would keep the colors of before.
    await page.evaluate(`{
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets.push(sheet);
    }`);
    const open = await page.locator(OPEN).count();
    for (const device of devices) {
      await expectWell(page, device);
      expect(await page.locator(OPEN).count(), 'dialogs and menus, still open').toBe(open);
    }
    expect(
      complaints.list.filter((one) => !screen.complaints?.test(one)),
      'what the page complained of',
    ).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Opens a screen of the site at `origin` on both devices: axe finds nothing, and nothing sticks out. */
export async function expectWellEverywhere(origin: string, screen: Screen): Promise<void> {
  const devices = (['phone', 'laptop'] as const).filter((one) => !screen.only || screen.only === one);
  if (!screen.endsOnResize) return expectWellOn(origin, devices, screen);
  for (const device of devices) await expectWellOn(origin, [device], screen);
}
