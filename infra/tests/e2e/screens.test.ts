import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { type Complaints, complaintsOf, NARROWEST, sharedBrowser } from './browser.ts';
import { newRestaurant } from './restaurant.ts';
import { SCREENS, tokenOf, type Viewer } from './screens.ts';
import { sideways } from './visitors.ts';

// @module-tag browser
// @module-tag core
// Each screen once, in the narrowest width and one scheme. screen-states.test.ts adds a laptop's width, the dark scheme and other states,
// screen-dialogs.test.ts the dialogs.
// A viewer's screens share a page, so that the application is fetched and compiled once.

const origin = inject('origin');
/** A seeded restaurant's screens are opened by a new one: other tests use those. */
const viewerOf = (viewer: Viewer): Viewer => (viewer === 'owner' || viewer === 'cafe' ? 'newcomer' : viewer);
const once = SCREENS.filter(({ path }) => !path.startsWith('/menu/') || path === '/menu/demo');

describe('Every screen', () => {
  const pages = new Map<Viewer, { page: Page; complaints: Complaints }>();

  const openPage = async (viewer: Viewer, token: string | null) => {
    const browser = await sharedBrowser();
    const context = await browser.newContext({
      viewport: NARROWEST,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(10_000);
    const complaints = complaintsOf(context);
    if (token)
      await context.addInitScript(`if (location.origin === '${origin}') localStorage.setItem('token', '${token}')`);
    pages.set(viewer, { page: await context.newPage(), complaints });
  };

  beforeAll(async () => {
    const owner = await newRestaurant(origin, undefined, { languages: { base: 'en', others: ['fr'] } });
    const { id } = await owner.addCategory('Primi');
    await owner.addItem({ name: 'Gnocchi', categoryId: id });
    await openPage('nobody', null);
    await openPage('newcomer', owner.token);
    await openPage('admin', await tokenOf(origin, 'admin'));
  });
  afterAll(() => Promise.all([...pages.values()].map(({ page }) => page.context().close())));

  it.each(once)('is accessible, and has nothing that sticks out: $name', async ({ path, viewer }) => {
    const { page, complaints } = pages.get(viewerOf(viewer)) as { page: Page; complaints: Complaints };
    const before = complaints.list.length;
    await page.goto(origin + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
    expect(await sideways(page), 'pixels that stick out').toBe(0);
    expect(complaints.list.slice(before), 'what the page complained of').toEqual([]);
  });
});
