import { beforeAll, describe, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { newRestaurant } from './restaurant.ts';
import { SCREENS, tokenOf } from './screens.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// @module-tag core
// Each screen once, in one width and scheme. Its own tests check all of them.

const origin = inject('origin');
const visit = visitors();
const once = SCREENS.filter(({ path }) => !path.startsWith('/menu/') || path === '/menu/demo');

describe('Every screen', () => {
  const tokens: Record<string, string | null> = {};
  beforeAll(async () => {
    tokens.admin = await tokenOf(origin, 'admin');
    const owner = await newRestaurant(origin);
    const { id } = await owner.addCategory('Primi');
    await owner.addItem({ name: 'Gnocchi', categoryId: id });
    tokens.owner = owner.token;
  });

  it.each(once)('is accessible: $name', async ({ path, viewer }) => {
    const page = await visit(origin + path, {
      token: tokens[viewer],
      viewport: VIEWPORTS.phone,
      reducedMotion: 'reduce',
    });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
  });
});
