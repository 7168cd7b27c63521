import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { sideways, visitors } from './visitors.ts';

// @module-tag full
// The API's documentation as nginx serves it. The page's policy allows nothing inline and no other hosts; a violation of the
// policy fails the test.

const origin = inject('origin');
const visit = visitors();

const operation = (page: Page, id: string) => page.locator(`.opblock[id$="-${id}"]`);

it('shows every operation, asks nobody else, and tries one out, on a phone and on a laptop', async () => {
  const asked: string[] = [];
  const page = await visit(`${origin}/api/docs`, {
    before: async (context) => context.on('request', (request) => asked.push(request.url())),
  });
  // Its script takes a busy machine long, at each click, too.
  page.setDefaultTimeout(60_000);
  await page.getByRole('heading', { name: /Tavola API/ }).waitFor();
  const document = (await (await fetch(`${origin}/api/docs/openapi.json`)).json()) as { paths: object };
  const count = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  await expect.poll(() => page.locator('.opblock').count()).toBe(count);
  expect(await sideways(page)).toBe(0);

  const menu = operation(page, 'readMenu');
  await menu.locator('.opblock-summary-control').click();
  await menu.getByRole('button', { name: 'Try it out' }).click();
  await menu.getByPlaceholder('slug').fill('demo');
  await menu.getByRole('button', { name: 'Execute' }).click();
  await menu.locator('.live-responses-table').getByText('Trattoria Ferrante').first().waitFor();
  for (const viewport of [VIEWPORTS.phone, VIEWPORTS.laptop]) {
    await page.setViewportSize(viewport);
    expect(await sideways(page)).toBe(0);
  }
  expect(asked.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([]);
});
