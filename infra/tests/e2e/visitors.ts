import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { type Complaints, complaintsOf, sharedBrowser, VIEWPORTS } from './browser.ts';

export interface Visit extends BrowserContextOptions {
  /** The token of who looks; nobody where it is left out. */
  token?: string | null;
  /** Failed answers that are part of the test. */
  expected?: (url: string, status: number) => boolean;
  /** Done before the page is opened: answers that are held back or made up, scripts that run first. */
  before?: (context: BrowserContext) => Promise<unknown>;
}

/**
 * Pages for the tests of a file. Gives `visit(address)`, which opens a page (a phone's, unless said otherwise);
 * after each test, no page may have complained of anything.
 */
export function visitors(): (address: string, options?: Visit) => Promise<Page> {
  let browser: Browser;
  let open: { context: BrowserContext; complaints: Complaints }[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(async () => {
    const complaints = open.flatMap((one) => one.complaints.list);
    await Promise.all(open.map((one) => one.context.close()));
    open = [];
    expect(complaints, 'what the pages complained of').toEqual([]);
  });

  return async (address, { token, expected, before, ...options } = {}) => {
    // A service worker's requests pass by what a test puts in their way; the tests of offline menus let it in.
    const context = await browser.newContext({ viewport: VIEWPORTS.phone, serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(10_000);
    open.push({ context, complaints: complaintsOf(context, expected) });
    // Frames without an address of their own have no storage.
    if (token)
      await context.addInitScript(
        `if (location.origin === '${new URL(address).origin}') localStorage.setItem('token', '${token}')`,
      );
    await before?.(context);
    const page = await context.newPage();
    await page.goto(address);
    return page;
  };
}

/** How many pixels of a page lie past the right or left edge of its window. */
export async function sideways(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Texts and targets of the links inside `part`, in order. */
export const linksIn = (part: Locator): Promise<(string | null)[][]> =>
  part.getByRole('link').evaluateAll((links) => links.map((one) => [one.textContent, one.getAttribute('href')]));
