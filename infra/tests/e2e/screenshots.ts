import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { startThrowawaySite } from '../../dev/local/throwaway-site.ts';
import { launchBrowser, VIEWPORTS } from './browser.ts';
import type { Call } from './restaurant.ts';
import { DIALOGS, STATES } from './screen-states.ts';
import { openScreen, prepare, SCREENS, type Screen } from './screens.ts';

// npm run screenshots: saves every screen and dialog on a phone and a laptop, light and dark, in .tavola/screenshots, copies those in
// the README to docs/screenshots, and makes the pictures of the front page and that of link previews (share). `-- --origin URL` uses
// a running site, without what needs more data; `--only NAME` saves one screen or dialog and makes its pictures, `--only dialog-` those
// whose names begin so; there may be several.

/** The screens in the README, and their pictures. */
const IN_README = {
  menu: ['menu-phone', 'menu-phone-dark'],
  items: ['items-laptop'],
  launch: ['launch-laptop'],
} as const;

/** The café's menu in the morning, when the café is open. */
const MENU_IN_THE_MORNING: Screen = {
  name: 'menu-open',
  path: '/menu/linden-and-rye',
  viewer: 'cafe',
  ready: 'Ready to Order?',
  before: setMorning,
  only: 'phone',
};

/** What the front page shows, by device, and how wide its pictures are, in pixels. On phones, a laptop's would be too small to read. */
const ON_FRONT_PAGE = {
  phone: { names: ['menu-open', 'kitchen', 'items', 'dialog-qr-style'], width: 640 },
  laptop: { names: ['items', 'qr'], width: 1440 },
} as const;

/** How long fading and moving may take before something must be wrong, in milliseconds. */
const STILL_WITHIN_MS = 15_000;

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, '.tavola', 'screenshots');
const { values } = parseArgs({ options: { origin: { type: 'string' }, only: { type: 'string', multiple: true } } });

const site = values.origin ? { origin: values.origin, stop: async () => {} } : await startThrowawaySite('screenshots');
const browser = await launchBrowser();
try {
  mkdirSync(folder, { recursive: true });
  for (const screen of [...SCREENS, ...STATES, ...DIALOGS, MENU_IN_THE_MORNING]) {
    if (!isWanted(screen.name)) continue;
    if (values.origin && (screen.before || screen.viewer === 'newcomer')) continue;
    let prepared = await prepare(site.origin, screen);
    for (const [device, viewport] of Object.entries(VIEWPORTS)) {
      if (screen.only && screen.only !== device) continue;
      for (const colorScheme of ['light', 'dark'] as const) {
        const name = `${screen.name}-${device}${colorScheme === 'dark' ? '-dark' : ''}`;
        const context = await browser.newContext({
          viewport,
          colorScheme,
          deviceScaleFactor: 2,
          reducedMotion: 'reduce',
        });
        // What is done on a screen may change what it shows.
        if (screen.viewer === 'newcomer') prepared = await prepare(site.origin, screen);
        const { address, token } = prepared;
        if (token) await context.addInitScript(`localStorage.setItem('token', '${token}')`);
        context.setDefaultTimeout(30_000);
        const page = await context.newPage();
        try {
          await openScreen(page, address, screen);
          await settle(page);
          await page.screenshot({ path: join(folder, `${name}.png`) });
          if (!DIALOGS.includes(screen)) {
            await page.screenshot({ path: join(folder, `${name}-whole.png`), fullPage: true });
          }
        } catch (error) {
          console.error(`  ${name}: ${(error as Error).message}`);
          process.exitCode = 1;
        } finally {
          await context.close();
        }
      }
    }
    console.log(`  ${screen.name}`);
  }
  if (isWanted('share')) await takeSharePicture();
  const shown = join(root, 'docs', 'screenshots');
  mkdirSync(shown, { recursive: true });
  for (const [screen, names] of values.origin ? [] : Object.entries(IN_README)) {
    if (!isWanted(screen)) continue;
    for (const name of names) copyFileSync(join(folder, `${name}.png`), join(shown, `${name}.png`));
  }
  const pictures = join(root, 'web', 'src', 'features', 'marketing', 'pictures');
  for (const [device, { names, width }] of values.origin ? [] : Object.entries(ON_FRONT_PAGE)) {
    for (const name of names.filter(isWanted).flatMap((one) => [`${one}-${device}`, `${one}-${device}-dark`])) {
      const picture = sharp(join(folder, `${name}.png`)).resize({ width });
      await picture.avif({ quality: 55, effort: 6 }).toFile(join(pictures, `${name}.avif`));
    }
  }
} finally {
  await browser.close();
  await site.stop();
}
process.exit();

/** Link previews show the name and the headline of the front page, above its tablecloth. */
async function takeSharePicture(): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 630 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${site.origin}/`);
  await page.locator('h1').waitFor();
  await page.evaluate(`(() => {
    const wordmark = document.querySelector('header svg').parentElement.outerHTML;
    const headline = document.querySelector('h1').textContent;
    document.body.innerHTML =
      '<div class="bg-paper text-ink" style="position: fixed; inset: 0; padding: 72px 96px">' +
      '<div style="zoom: 2.8; width: max-content">' + wordmark + '</div>' +
      '<p class="display" style="margin-top: 56px; font-size: 108px; line-height: 1; max-width: 900px; text-wrap: balance">' + headline + '</p>' +
      '<div class="tablecloth bg-brand-soft text-brand" style="position: absolute; inset: auto 0 0; height: 118px"></div></div>';
  })()`);
  await settle(page);
  const picture = sharp(await page.screenshot()).png({ palette: true });
  await picture.toFile(join(root, 'web', 'public', 'share.png'));
  await context.close();
  console.log('  share');
}

/** Puts the café into the time zone where it is about ten in the morning. */
async function setMorning(call: Call): Promise<void> {
  const { name } = await call<{ name: string }>('GET', '/api/tenant');
  const east = ((10 - new Date().getUTCHours() + 36) % 24) - 12;
  await call('PUT', '/api/tenant', {
    name,
    timeZone: east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`,
  });
}

/** Whether `--only` asks for a screen or dialog. */
function isWanted(name: string): boolean {
  return values.only?.some((only) => name === only || (only.endsWith('-') && name.startsWith(only))) ?? true;
}

/** Waits for fonts, and until nothing fades or moves for three frames: the end of a transition can begin one in its descendants. */
async function settle(page: Page): Promise<void> {
  const moving: string[] = await page.evaluate(`(async () => {
    await document.fonts.ready;
    // What follows a scroll position always runs.
    const hasEnd = ({ timeline, effect }) =>
      timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity;
    const begunAt = performance.now();
    let moving = [];
    for (let still = 0; still < 3; still += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      moving = document.getAnimations().filter((one) => one.playState === 'running' && hasEnd(one));
      if (moving.length > 0) still = -1;
      if (performance.now() - begunAt > ${STILL_WITHIN_MS}) break;
    }
    return moving.map((one) => (one.animationName ?? one.transitionProperty) + ' of ' + one.effect?.target?.outerHTML.slice(0, 200));
  })()`);
  if (moving.length > 0) throw new Error(`${page.url()} still moves: ${moving.join('; ')}`);
}
