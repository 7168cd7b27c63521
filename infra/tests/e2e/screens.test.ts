import { describe, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { SCREENS, tokenOf } from './screens.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// @module-tag core
// Each screen once, in one look. The tests of each screen look at it in every width and scheme.

const origin = inject('origin');
const visit = visitors();

describe('Every screen', () => {
  it.each(SCREENS)('is accessible: $name', async ({ path, viewer, name }) => {
    const page = await visit(origin + path, {
      token: await tokenOf(origin, viewer),
      viewport: VIEWPORTS.phone,
      reducedMotion: 'reduce',
      expected: (url) => name.includes('not-found') && url.includes('/menu/'),
    });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
  });
});
