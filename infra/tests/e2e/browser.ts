import { findCommand } from '@tavola/local-servers/program.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** A phone and a laptop screen. */
export const VIEWPORTS = { phone: { width: 390, height: 844 }, laptop: { width: 1280, height: 800 } } as const;

/** The narrowest window that nothing may stick out of (WCAG 1.4.10). */
export const NARROWEST = { width: 320, height: 640 };

/**
 * What Chromium leaves out: the omnibox's two pop-ups, a hidden page each for every window that nobody sees (a third of a
 * small test's CPU time), and what playwright-core leaves out in its own list, which this one replaces.
 */
const WITHOUT_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Starts the machine's Chromium with its own profile, no background traffic to other hosts, and `more` switches. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
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
      `--disable-features=${WITHOUT_FEATURES.join(',')}`,
      ...more,
    ],
  });
}

let shared: Promise<Browser> | undefined;

/** The Chromium shared by this worker's test files, each with its own contexts. It ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) => browser.on('disconnected', () => (shared = undefined)));
  return shared;
}

/** Problems that fail a test: console errors and failed requests. */
export interface Complaints {
  /** All problems so far. */
  readonly list: readonly string[];
}

/** Collects the problems of all pages of `context`. `expected` returns whether a failed response is part of the test. */
export function complaintsOf(
  context: BrowserContext,
  expected: (url: string, status: number) => boolean = () => false,
): Complaints {
  const list: string[] = [];
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // Chromium reports every failed response a second time, without its status.
      if (message.text().startsWith('Failed to load resource')) return;
      list.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => list.push(`error: ${error.message}`));
    page.on('requestfailed', (request) => {
      const failure = request.failure()?.errorText;
      // Leaving a page aborts its pending requests; so does a network interface of the machine that comes or goes.
      if (failure === 'net::ERR_ABORTED' || failure === 'net::ERR_NETWORK_CHANGED') return;
      // What the policy blocks is on the console, too; the scripts of a page without scripts are not.
      if (failure === 'csp') return;
      list.push(`request: ${request.url()} ${failure}`);
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
