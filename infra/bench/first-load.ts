import type { Browser, BrowserContext, CDPSession } from 'playwright-core';

/** A mid-range phone on a slow mobile network, with Lighthouse's settings. */
const CONDITIONS = {
  cpuSlowdown: 4,
  downloadBitsPerSecond: 1_600_000,
  uploadBitsPerSecond: 750_000,
  roundTripMs: 150,
  viewport: { width: 390, height: 844 },
} as const;

/** A page that was quiet for this long is done; Lighthouse waits as long. */
const SETTLE_MS = 3000;

/** Results of one first load: times in milliseconds, sizes in bytes on the wire, headers included. */
export interface FirstLoad {
  fcp: number;
  lcp: number;
  cls: number;
  tbt: number;
  html: number;
  js: number;
  css: number;
  fonts: number;
  total: number;
  requests: number;
  /** The element with the largest paint. */
  largest: string;
}

/** Data from the observers in the page. */
interface Seen {
  fcp: number;
  lcp: number;
  cls: number;
  largest: string;
  longTasks: [start: number, duration: number][];
}

const KIND: Record<string, 'html' | 'js' | 'css' | 'fonts'> = {
  Document: 'html',
  Script: 'js',
  Stylesheet: 'css',
  Font: 'fonts',
};

/** Loads `url` in a browser with no cache, under CONDITIONS, until `ready` shows and the network is quiet. */
export async function firstLoad(browser: Browser, url: string, ready: string): Promise<FirstLoad> {
  const context = await phoneOf(browser);
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const devtools = await context.newCDPSession(page);
    const bytes = { html: 0, js: 0, css: 0, fonts: 0, total: 0, requests: 0 };
    const kinds = new Map<string, string>();
    devtools.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type));
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = KIND[kinds.get(requestId) ?? ''];
      if (kind) bytes[kind] += encodedDataLength;
      bytes.total += encodedDataLength;
      bytes.requests += 1;
    });
    await devtools.send('Network.enable');
    await slowDown(devtools);
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(SETTLE_MS);
    const { longTasks, ...seen } = (await page.evaluate('window.seen')) as Seen;
    // Only now: looking for a text runs scripts in the page, which took as long as the page's own.
    await page.getByText(ready).first().waitFor();
    return { ...seen, tbt: blockingTime(longTasks, seen.fcp), ...bytes };
  } finally {
    await context.close();
  }
}

/** How long a signed-in user waits for a control after opening the page: the first time, and with what the first visit left. */
export interface ColdStarts {
  first: number;
  again: number;
}

/**
 * Opens `url` under CONDITIONS with `token`, twice in tabs of their own, until `control` (a CSS selector) is there and the
 * page is idle enough to run a task: from then on a tap works.
 */
export async function coldStarts(browser: Browser, url: string, token: string, control: string): Promise<ColdStarts> {
  const context = await phoneOf(browser);
  try {
    await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`);
    await context.addInitScript(noteWhenTappable(control));
    const open = async () => {
      const page = await context.newPage();
      await slowDown(await context.newCDPSession(page));
      await page.goto(url);
      const at = await page.evaluate<number>('window.tappable');
      // What the page keeps for the next start, it keeps now.
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(SETTLE_MS);
      await page.close();
      return at;
    };
    return { first: await open(), again: await open() };
  } finally {
    await context.close();
  }
}

function phoneOf(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: CONDITIONS.viewport,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  });
}

async function slowDown(devtools: CDPSession): Promise<void> {
  const { cpuSlowdown, roundTripMs, downloadBitsPerSecond, uploadBitsPerSecond } = CONDITIONS;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: downloadBitsPerSecond / 8,
    uploadThroughput: uploadBitsPerSecond / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** Total time of long tasks beyond 50 ms each, from the first paint on. */
function blockingTime(longTasks: Seen['longTasks'], fcp: number): number {
  return longTasks.reduce((sum, [start, duration]) => {
    const end = start + duration;
    return sum + Math.max(0, end - Math.max(start, fcp) - 50);
  }, 0);
}

const noteWhenTappable = (control: string) => `
  window.tappable = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(${JSON.stringify(control)})) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  });
`;

// Text instead of a function: it runs in the page, but this project's types are Node's.
const observe = `
  window.seen = { fcp: 0, lcp: 0, cls: 0, largest: '', longTasks: [] };
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  on('largest-contentful-paint', ({ startTime, element }) => {
    seen.lcp = startTime;
    seen.largest = element ? '<' + element.localName + '> ' + element.textContent.slice(0, 40) : '';
  });
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value;
  });
  on('longtask', ({ startTime, duration }) => seen.longTasks.push([startTime, duration]));
`;
