import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { AT_DESK, hold, signedInOnce, tokenOfPage } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// Log-out, and the next log-in in the same window. Log-in: login-page.test.tsx; a session ended by the server: session-end.test.tsx.

const origin = inject('origin');
const visit = visitors();
const open = (path: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(origin + path, { ...AT_DESK, ...options });

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

describe('Log-out', () => {
  it('clears the token and the cached data, and goes to / with a full redirect [S4.3]', async () => {
    const [first, second] = await Promise.all([newRestaurant(origin, 'First'), newRestaurant(origin, 'Second')]);
    const category = await first.addCategory('Primi');
    await first.addItem({ name: 'Only the first has this', categoryId: category.id });
    const page = await open('/dashboard/items', { before: signedInOnce(first.token) });
    await page.getByText('Only the first has this', { exact: true }).waitFor();
    await page.evaluate('sessionStorage.setItem("draft:settings", "{}"); document.before = true');

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${origin}/`);
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    expect(await page.evaluate('document.before === true'), 'another document').toBe(false);
    expect(await tokenOfPage(page)).toBeNull();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);

    await page.getByRole('link', { name: 'Sign In' }).first().click();
    const release = await hold(page, 'GET /api/menu-items');
    await logIn(page, second);
    await page.getByText('Loading menu items…').waitFor({ state: 'attached' });
    expect(await page.getByText('Only the first has this', { exact: true }).count()).toBe(0);
    release();
    await page.getByText('Nothing on the menu yet').waitFor();
  });
});
