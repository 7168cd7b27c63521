import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { type Complaints, complaintsOf, launchBrowser, NARROWEST, VIEWPORTS } from './browser.ts';
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

/** Gives the page this device's window and scheme. */
async function show(page: Page, device: Device) {
  const { viewport, colorScheme } = LOOKS[device];
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

/** Checks what lies over the page, which a test of its own checks without it, or else the page, as it is on this device. */
async function expectWell(page: Page, device: Device) {
  await show(page, device);
  // From the top: where an act has scrolled to, what sticks to an edge may hide half of a button.
  await page.evaluate('scrollTo(0, 0)');
  await expectAccessible(page, (await page.locator(OPEN).count()) > 0 ? OPEN : undefined);
  expect([await sideways(page), await sticksOut(page)]).toEqual([0, []]);
}

/** What would take time, or hide something, and changes no color or place that a guest or owner ends up with. */
const STILL = `
  *, ::before, ::after { transition: none !important }
  /* What is out of view and not rendered would keep the colors of before. */
  * { content-visibility: visible !important }
  /* What sticks to the lower edge may hide half of a link. */
  .sticky.bottom-0 { position: static !important }
`;

/** Optimizing scripts takes longer than a screen runs them: an eighth of the CPU time. */
const WITHOUT_OPTIMIZING = '--js-flags=--no-maglev,--no-turbofan';

/**
 * For a file's tests: opens a screen of the site at `origin` on both devices; axe finds nothing, and nothing sticks out. The
 * screens are loaded one after another in one page, whose process keeps the compiled application, but nothing that was stored.
 */
export function wellEverywhere(origin: string): (screen: Screen) => Promise<void> {
  let browser: Browser;
  let context: BrowserContext;
  let complaints: Complaints;
  let shown: Page | undefined;

  beforeAll(async () => {
    browser = await launchBrowser([WITHOUT_OPTIMIZING]);
    context = await browser.newContext();
    context.setDefaultTimeout(10_000);
    complaints = complaintsOf(context);
  });
  afterAll(() => browser.close());

  /** Opens a screen on the first of the devices, and checks it on each. */
  async function expectWellOn(devices: Device[], screen: Screen) {
    const [first] = devices;
    if (!first) return;
    const { address, token } = await prepare(origin, screen);
    shown ??= await context.newPage();
    const page = shown;
    try {
      await empty(page, origin, token);
      const before = complaints.list.length;
      await show(page, first);
      await openScreen(page, address, screen);
      await page.evaluate(`{
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(${JSON.stringify(STILL)});
        document.adoptedStyleSheets.push(sheet);
      }`);
      const open = await page.locator(OPEN).count();
      for (const device of devices) {
        await expectWell(page, device);
        expect(await page.locator(OPEN).count(), 'dialogs and menus, still open').toBe(open);
      }
      expect(
        complaints.list.slice(before).filter((one) => !screen.complaints?.test(one)),
        'what the page complained of',
      ).toEqual([]);
    } catch (error) {
      // Whatever is wrong with this page, the next screen gets another one.
      shown = undefined;
      await page.close();
      throw error;
    }
  }

  return async (screen) => {
    const devices = (['phone', 'laptop'] as const).filter((one) => !screen.only || screen.only === one);
    if (!screen.endsOnResize) return expectWellOn(devices, screen);
    for (const device of devices) await expectWellOn([device], screen);
  };
}

/** Takes the page off the screen that it shows, and connects it, with nothing stored but `token`. */
async function empty(page: Page, origin: string, token: string | null): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  // A text of the site: no program there stores anything again.
  await page.goto(`${origin}/robots.txt`);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  await page.evaluate('sessionStorage.clear()');
  if (token) await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`);
}
