import type { CodeList, CodeRun } from '@tavola/contracts/qr.ts';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject, it } from 'vitest';
import { readCode } from '../../../services/qr/test/read-code.ts';
import { downloadedBy } from './downloads.ts';
import { AT_DESK, callsOf, dialogOf, expectFocus, expectToast, failing } from './owner.ts';
import { readPages } from './read-pages.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// QR Codes, where it needs a browser: files that are downloaded, printing, focus and layout. The screen's states and texts are
// tested in web/src/features/qr/pages/qr-page.test.tsx.

const origin = inject('origin');
const visit = visitors();
const open = (token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(`${origin}/dashboard/qr`, { ...AT_DESK, acceptDownloads: true, token, ...options });

const codes = (page: Page) => page.getByRole('list', { name: 'Codes', exact: true }).getByRole('listitem');
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const press = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true }).click();

const listOf = (owner: Restaurant) => owner.call<CodeList>('GET', '/api/qr-codes');
const addRun = (owner: Restaurant, to: number) =>
  owner.call<CodeRun>('POST', '/api/qr-codes/run', { prefix: 'Table', from: 1, to });

it('a print sheet of a run of nine: made, followed and downloaded as a PDF of three pages whose codes say nine right links', async () => {
  const owner = await newRestaurant(origin);
  const page = await open(owner.token);
  await press(page, 'Add Codes');
  await dialogOf(page).getByRole('radio', { name: 'Numbered set' }).click();
  await dialogOf(page).getByLabel('Last number').fill('9');
  await press(dialogOf(page), 'Add Codes');
  await expect.poll(() => codes(page).count()).toBe(10);
  await press(page, 'Print Sheet');
  await dialogOf(page).getByText('9 codes on 3 pages', { exact: true }).waitFor();
  await press(dialogOf(page), 'Create PDF');
  const ready = dialogOf(page).getByRole('button', { name: 'Download PDF' });
  await ready.waitFor({ timeout: 60_000 });
  await expectFocus(ready);
  const file = await downloadedBy(page, () => page.keyboard.press('Enter'));
  // The test's browser is American.
  expect(file.name).toBe('table-1-to-table-9-qr-codes-letter-4-per-page.pdf');

  const { codes: made, linkBase } = await listOf(owner);
  const links = made.filter((code) => !code.isMain).map((code) => `${linkBase}${code.id}`);
  const pages = await readPages(file.bytes, 2, 2);
  expect(pages).toHaveLength(3);
  expect(pages.flat().filter(Boolean)).toEqual(links);
  // The printed link leads to the menu.
  const scan = await fetch(links[8] as string, { redirect: 'manual' });
  expect([scan.status, scan.headers.get('location')]).toEqual([
    302,
    `/menu/${owner.slug}?c=${made.at(-1)?.id}&at=table`,
  ]);
});

it('the menu is printed from the dashboard, which counts as no visit; a toast says when it could not be loaded', async () => {
  const owner = await newRestaurant(origin, 'La Prova', { languages: { base: 'it', others: [] } });
  const { id: categoryId } = await owner.addCategory('Primi');
  await owner.addItem({ name: 'Gnocchi', categoryId });
  const page = await open(owner.token, {
    expected: failing(`/menu/${owner.slug}`, 503),
    // Headless browsers have no print dialog.
    before: (context) => context.addInitScript('window.print = () => { top.printed = document.title }'),
  });
  const calls = callsOf(page);
  await page.route(`**/menu/${owner.slug}`, (route) => route.fulfill({ status: 503, body: 'No.' }));
  await press(page, 'Print Menu');
  await expectToast(page, 'Print failed', 'Failed to load your menu. Please try again.');
  await page.unrouteAll();
  await press(page, 'Print Menu');
  const frame = page.frameLocator('iframe');
  await frame.getByText('Gnocchi', { exact: true }).waitFor({ state: 'attached' });
  await expect.poll(() => page.evaluate<string>('String(window.printed)')).toContain(owner.name);
  expect(calls.count('POST /api/public/visits')).toBe(0);
  // At its end a code that knows how old the paper is.
  const code = await frame.locator('figure img').getAttribute('src');
  const svg = Buffer.from(decodeURIComponent(code?.replace(/^[^,]*,/, '') ?? ''));
  expect(await readCode(await sharp(svg).resize(1024).png().toBuffer())).toMatch(/\/q\/[a-z0-9]{8}\?p=\d+$/);
  expect(await frame.locator('figcaption').textContent()).toBe('Inquadra per vedere il menù');
});

it('goes by keyboard alone: selects, prints and comes back to where it was', async () => {
  const owner = await newRestaurant(origin);
  await addRun(owner, 3);
  const page = await open(owner.token);
  await tick(page, 'Table 2').focus();
  await page.keyboard.press('Space');
  expect(await tick(page, 'Table 2').isChecked()).toBe(true);
  const print = page.getByRole('button', { name: 'Print Sheet' });
  await print.focus();
  await page.keyboard.press('Enter');
  await dialogOf(page).getByText('1 code selected.').waitFor();
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await dialogOf(page).locator(':focus').count(), `Tab stop ${stop + 1}`).toBe(1);
  }
  await page.keyboard.press('Escape');
  await expectFocus(print);
});
