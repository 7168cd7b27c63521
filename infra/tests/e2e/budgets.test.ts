import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Request } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { sharedBrowser, VIEWPORTS } from './browser.ts';

// @module-tag full
// The size limits of a diner's first load, as nginx sends it to a browser with an empty cache.

const KB = 1000;
const BUDGET = { js: 94 * KB, css: 15 * KB };

interface Chunk {
  file: string;
  css?: string[];
}

/** Texts that only the application contains. */
const APPLICATION = /\/api\/(auth|tenant|categories|menu-items|admin)|Add Item|Logout/;

const origin = inject('origin');
let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("a diner's first load", () => {
  let load: Awaited<ReturnType<typeof firstLoad>>;

  beforeAll(async () => {
    load = await firstLoad('/menu/demo', 'Ready to Order?');
  });

  it('keeps to its budgets', () => {
    expect(load.js.bytes).toBeGreaterThan(0);
    expect(load.js.bytes).toBeLessThanOrEqual(BUDGET.js);
    expect(load.css.bytes).toBeGreaterThan(0);
    expect(load.css.bytes).toBeLessThanOrEqual(BUDGET.css);
  });

  it('is held up by its stylesheet alone', () => {
    expect(load.css.urls).toHaveLength(1);
    expect(load.blocking).toEqual(load.css.urls);
  });

  it('is one chain: the HTML with the menu in it, and the scripts that it names', async () => {
    const html = await (await fetch(`${origin}/menu/demo`)).text();
    expect(load.js.urls.filter((url) => !html.includes(url.slice(origin.length)))).toEqual([]);
    expect(load.urls.filter((url) => url.includes('/api/'))).toEqual([]);
  });

  it('loads nothing of the application', () => {
    expect(load.js.urls).toHaveLength(1);
    const application = applicationFiles();
    expect(application.length).toBeGreaterThan(10);
    expect(load.urls.filter((url) => application.includes(url.slice(origin.length + 1)))).toEqual([]);
    expect(load.code).not.toMatch(APPLICATION);
    // Nothing that loads later.
    expect(load.code).not.toMatch(/\bimport\(/);
  });

  it('asks nobody but the site', () => {
    expect(load.urls.filter((url) => new URL(url).origin !== origin)).toEqual([]);
  });

  it('is measured by what can tell: the application is found too heavy', async () => {
    const launch = await firstLoad('/launch', 'Start Free Trial');
    expect(launch.js.bytes).toBeGreaterThan(BUDGET.js);
    expect(launch.css.bytes).toBeGreaterThan(load.css.bytes);
    expect(launch.code).toMatch(APPLICATION);
  });
});

/** The responses until `ready` showed and the network was quiet; bytes are compressed body sizes. */
async function firstLoad(path: string, ready: string) {
  const requests: Request[] = [];
  const load = { urls: [] as string[], blocking: [] as string[], js: files(), css: files(), code: '' };
  const context = await browser.newContext({ viewport: VIEWPORTS.phone });
  context.setDefaultTimeout(15_000);
  try {
    const page = await context.newPage();
    page.on('requestfinished', (request) => requests.push(request));
    await page.goto(origin + path);
    await page.getByText(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    load.blocking = await page.evaluate(
      `performance.getEntriesByType('resource').filter((entry) => entry.renderBlockingStatus === 'blocking').map((entry) => entry.name)`,
    );
    for (const request of requests) {
      load.urls.push(request.url());
      const kind = { script: load.js, stylesheet: load.css }[request.resourceType()];
      if (!kind) continue;
      kind.urls.push(request.url());
      kind.bytes += (await request.sizes()).responseBodySize;
      if (kind === load.js) load.code += await (await request.response())?.text();
    }
  } finally {
    await context.close();
  }
  return load;
}

function files() {
  return { urls: [] as string[], bytes: 0 };
}

/** The application's scripts and stylesheets. */
function applicationFiles(): string[] {
  const manifest = fileURLToPath(new URL('../../../web/dist/.vite/manifest.json', import.meta.url));
  const chunks = Object.values<Chunk>(JSON.parse(readFileSync(manifest, 'utf8')));
  return chunks.flatMap(({ file, css = [] }) => [file, ...css]).filter((file) => /\.(js|css)$/.test(file));
}
