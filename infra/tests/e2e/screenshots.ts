import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startThrowawaySite } from '../../dev/local/throwaway-site.ts';
import { launchBrowser, VIEWPORTS } from './browser.ts';
import { SCREENS, tokenOf } from './screens.ts';

// npm run screenshots: saves every screen on a phone and a laptop, light and dark, in .tavola/screenshots, and copies those in
// the README to docs/screenshots. `-- --origin URL` uses a running site, `--only NAME` saves one screen.

const IN_README = ['menu-phone', 'menu-phone-dark', 'items-laptop', 'launch-laptop'];

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, '.tavola', 'screenshots');
const { values } = parseArgs({ options: { origin: { type: 'string' }, only: { type: 'string' } } });

const site = values.origin ? { origin: values.origin, stop: async () => {} } : await startThrowawaySite('screenshots');
const browser = await launchBrowser();
try {
  mkdirSync(folder, { recursive: true });
  for (const screen of SCREENS) {
    if (values.only && screen.name !== values.only) continue;
    const token = await tokenOf(site.origin, screen.viewer);
    for (const [device, viewport] of Object.entries(VIEWPORTS)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({
          viewport,
          colorScheme,
          deviceScaleFactor: 2,
          reducedMotion: 'reduce',
        });
        if (token) await context.addInitScript(`localStorage.setItem('token', '${token}')`);
        const page = await context.newPage();
        await page.goto(site.origin + screen.path);
        await page.getByText(screen.ready).first().waitFor({ timeout: 15_000 });
        await page.evaluate('document.fonts.ready.then(() => true)');
        const name = `${screen.name}-${device}${colorScheme === 'dark' ? '-dark' : ''}`;
        await page.screenshot({ path: join(folder, `${name}.png`) });
        await page.screenshot({ path: join(folder, `${name}-whole.png`), fullPage: true });
        await context.close();
      }
    }
    console.log(`  ${screen.name}`);
  }
  const shown = join(root, 'docs', 'screenshots');
  mkdirSync(shown, { recursive: true });
  for (const name of IN_README) {
    if (!values.only) copyFileSync(join(folder, `${name}.png`), join(shown, `${name}.png`));
  }
} finally {
  await browser.close();
  await site.stop();
}
process.exit(0);
