import { beforeAll, describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// The site's response at each URL; what the application shows there, by user: web/src/app/routes.test.tsx.

const origin = inject('origin');
const visit = visitors();
const laptop = { viewport: VIEWPORTS.laptop };
let owner: Restaurant;

beforeAll(async () => {
  owner = await newRestaurant(origin);
});

describe('for who is signed in', () => {
  it('every address is served, whether the application knows it or not', async () => {
    const page = await visit(`${origin}/dashboard`, {
      ...laptop,
      token: owner.token,
      expected: (url, status) => status === 404 && url.includes('/menu/Not'),
    });
    for (const [path, heading] of [
      ['/dashboard/items', 'Menu Items'],
      ['/dashboard/categories', 'Categories'],
      ['/dashboard/qr', 'QR Codes'],
      ['/dashboard/analytics', 'Analytics'],
      ['/settings', 'Settings'],
      ['/settings/account', 'Account & Security'],
      ['/admin', 'Access Denied'],
      ['/menu/demo', 'Trattoria Ferrante'],
      ['/menu/Not%20a%0d%0aslug', 'Menu not found. Please check the URL and try again.'],
      ['/menu', '404 Page Not Found'],
      ['/menu/', '404 Page Not Found'],
      ['/menu/demo/more', '404 Page Not Found'],
      ['/dashboard/nowhere', '404 Page Not Found'],
    ] as const) {
      await page.goto(`${origin}${path}?from=bookmark`);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      expect(page.url()).toBe(`${origin}${path}?from=bookmark`);
    }
  });
});

it('a menu is loaded as a page of its own when the application leads to it', async () => {
  const page = await visit(`${origin}/launch`);
  await page.getByText('Start Free Trial').first().waitFor();
  await page.evaluate('history.pushState(null, "", "/menu/demo"); dispatchEvent(new PopStateEvent("popstate"))');
  await page.getByText('Ready to Order?').waitFor();
});
