import { findCommand } from '@tavola/local-servers/program.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** A phone and a laptop, as the screens are looked at. */
export const VIEWPORTS = { phone: { width: 390, height: 844 }, laptop: { width: 1280, height: 800 } } as const;

/** Starts the machine's Chromium, with a profile of its own and no talk to anybody but the site. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findCommand('chromium', 'chromium-browser', 'google-chrome');
  if (!executablePath) throw new Error('Chromium is not installed. Install it (package chromium) and try again.');
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

let shared: Promise<Browser> | undefined;

/** The Chromium of this worker's test files, which keep apart by their contexts. It ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) => browser.on('disconnected', () => (shared = undefined)));
  return shared;
}

/** What a page must not do: errors in its console, requests that fail. */
export interface Complaints {
  /** Everything the page complained of so far. */
  readonly list: readonly string[];
}

/** Collects what any page of `context` complains of. `expected` says which failed answers are part of the test. */
export function complaintsOf(
  context: BrowserContext,
  expected: (url: string, status: number) => boolean = () => false,
): Complaints {
  const list: string[] = [];
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // Chromium reports every failed answer a second time, without its status.
      if (message.text().startsWith('Failed to load resource')) return;
      list.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => list.push(`error: ${error.message}`));
    page.on('requestfailed', (request) => {
      // A page that is left breaks off what it was still loading.
      if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
      list.push(`request: ${request.url()} ${request.failure()?.errorText}`);
    });
    page.on('response', (response) => {
      if (response.status() < 400 || expected(response.url(), response.status())) return;
      list.push(`answer: ${response.status()} ${response.url()}`);
    });
  };
  for (const page of context.pages()) watch(page);
  context.on('page', watch);
  return { list };
}
