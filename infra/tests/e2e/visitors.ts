import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { type Complaints, complaintsOf, sharedBrowser, VIEWPORTS } from './browser.ts';

export interface Visit extends BrowserContextOptions {
  /** The visitor's token; anonymous without it. */
  token?: string | null;
  /** Whether a failed response is part of the test. */
  expected?: (url: string, status: number) => boolean;
  /** Runs before the page opens: delayed or fake responses, initial scripts. */
  before?: (context: BrowserContext) => Promise<unknown>;
}

/**
 * Pages for a file's tests. Returns `visit(address)`, which opens a page (a phone's, by default). After each test, no page may
 * have reported a problem.
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
    // A service worker's requests bypass a test's routes; the tests of offline menus allow it.
    const context = await browser.newContext({ viewport: VIEWPORTS.phone, serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(10_000);
    open.push({ context, complaints: complaintsOf(context, expected) });
    // Frames without their own URL have no storage.
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

/** How many pixels of a page lie beyond the right or left edge of its window. */
export async function sideways(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
