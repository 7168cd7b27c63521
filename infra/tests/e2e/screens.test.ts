import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { type Complaints, complaintsOf, sharedBrowser, VIEWPORTS } from './browser.ts';
import { newRestaurant } from './restaurant.ts';
import { SCREENS, tokenOf, type Viewer } from './screens.ts';

// @module-tag browser
// @module-tag core
// Each screen once, in one width and scheme. Its own tests check all of them. A viewer's screens share a page, so that the
// application is fetched and compiled once.

const origin = inject('origin');
const once = SCREENS.filter(({ path }) => !path.startsWith('/menu/') || path === '/menu/demo');

describe('Every screen', () => {
  const pages = new Map<Viewer, { page: Page; complaints: Complaints }>();

  const openPage = async (viewer: Viewer, token: string | null) => {
    const browser = await sharedBrowser();
    const context = await browser.newContext({
      viewport: VIEWPORTS.phone,
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
    await openPage('owner', owner.token);
    await openPage('admin', await tokenOf(origin, 'admin'));
  });
  afterAll(() => Promise.all([...pages.values()].map(({ page }) => page.context().close())));

  it.each(once)('is accessible: $name', async ({ path, viewer }) => {
    const { page, complaints } = pages.get(viewer) as { page: Page; complaints: Complaints };
    const before = complaints.list.length;
    await page.goto(origin + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
    expect(complaints.list.slice(before), 'what the page complained of').toEqual([]);
  });
});
