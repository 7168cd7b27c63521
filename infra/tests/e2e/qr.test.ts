import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, answer, callsOf, dialogOf, expectFocus, failing, hold, LOOKS } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// The QR code: the screen QR Codes, and the dialog that it shares with Settings.

const origin = inject('origin');
const visit = visitors();
const FAILED = 'Failed to generate QR code. Please try again.';

/** The two ways to the dialog. */
const DOORS = [
  { screen: 'QR Codes', path: '/dashboard/qr', button: 'Generate QR Code', specItem: 'S2.61' },
  { screen: 'Settings', path: '/settings', button: 'View QR Code', specItem: 'S2.67' },
];
const [DOOR] = DOORS as [(typeof DOORS)[number]];

const open = (path: string, token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(origin + path, { ...AT_DESK, acceptDownloads: true, token, ...options });

const image = (page: Page) => dialogOf(page).getByRole('img', { name: 'QR code of your menu' });

describe('The QR dialog', () => {
  it.each(DOORS)(
    "opens from the button '$button' of $screen, and only then asks for the code [$specItem]",
    async ({ path, button }) => {
      const { token } = await newRestaurant(origin);
      const page = await open(path, token);
      const calls = callsOf(page);
      await page.getByRole('button', { name: button }).click();
      await image(page).waitFor();
      expect(await image(page).getAttribute('src')).toMatch(/^data:image\/png;base64,/);
      expect(calls.count('GET /api/qr-code')).toBe(1);
      // Requested only once, since the code does not change.
      await page.keyboard.press('Escape');
      await expectFocus(page.getByRole('button', { name: button }));
      await page.getByRole('button', { name: button }).click();
      await image(page).waitFor();
      expect(calls.count('GET /api/qr-code')).toBe(1);
    },
  );

  it('shows skeletons while the code is generated [S2.69]', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open(DOOR.path, token);
    const release = await hold(page, 'GET /api/qr-code');
    await page.getByRole('button', { name: DOOR.button }).click();
    await dialogOf(page).getByText('Generating the QR code…').waitFor({ state: 'attached' });
    expect(await dialogOf(page).locator('[data-skeleton]').count()).toBe(5);
    release();
    await image(page).waitFor();
    expect(await dialogOf(page).locator('[data-skeleton]').count()).toBe(0);
  });

  it("says 'Failed to generate QR code. Please try again.' on error, and tries again [S2.70 S8.21]", async () => {
    const { token } = await newRestaurant(origin);
    const page = await open(DOOR.path, token, { expected: failing('/api/qr-code', 500) });
    await answer(page, 'GET /api/qr-code', 500);
    await page.getByRole('button', { name: DOOR.button }).click();
    await dialogOf(page).getByRole('alert').getByText(FAILED, { exact: true }).waitFor();
    await expectAccessible(page);
    await page.unrouteAll();
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await image(page).waitFor();
    expect(await dialogOf(page).getByText(FAILED).count()).toBe(0);
  });

  it("shows the menu URL; 'Download QR Code' saves menu-qr-code.png, a PNG; 'View Menu' opens the menu in a new tab [S2.68 S9.10]", {
    tags: 'core',
  }, async () => {
    const { token, slug, name } = await newRestaurant(origin);
    const page = await open(DOOR.path, token);
    await page.getByRole('button', { name: DOOR.button }).click();
    await image(page).waitFor();
    expect(await dialogOf(page).getByRole('textbox', { name: 'Menu URL' }).inputValue()).toBe(`${origin}/menu/${slug}`);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialogOf(page).getByRole('link', { name: 'Download QR Code' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('menu-qr-code.png');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).subarray(1, 4).toString()).toBe('PNG');

    const [menu] = await Promise.all([
      page.context().waitForEvent('page'),
      dialogOf(page).getByRole('link', { name: 'View Menu' }).click(),
    ]);
    await menu.getByRole('heading', { name }).waitFor();
    expect(menu.url()).toBe(`${origin}/menu/${slug}`);
    expect(page.url()).toBe(origin + DOOR.path);
  });

  it('the menu URL can be copied', async () => {
    const { token, slug } = await newRestaurant(origin);
    const page = await open(DOOR.path, token, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: DOOR.button }).click();
    await dialogOf(page).getByRole('button', { name: 'Copy Menu URL' }).click();
    await dialogOf(page).getByText('Menu URL copied').waitFor({ state: 'attached' });
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${origin}/menu/${slug}`);
  });

  it('closes by Escape and by its button, holds focus while it is open, and gives it back [S4.11]', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open(DOOR.path, token);
    const button = page.getByRole('button', { name: DOOR.button });
    await button.click();
    await image(page).waitFor();
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await dialogOf(page).locator(':focus').count(), `Tab stop ${stop + 1}`).toBe(1);
    }
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await expectFocus(button);
    await button.click();
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await expectFocus(button);
  });

  it.each(LOOKS)('axe finds nothing in it: $device, $colorScheme', async (look) => {
    const { token } = await newRestaurant(origin);
    const page = await open(DOOR.path, token, look);
    await page.getByRole('button', { name: DOOR.button }).click();
    await image(page).waitFor();
    await expectAccessible(page);
    if (look.viewport === VIEWPORTS.phone) {
      const card = await dialogOf(page).boundingBox();
      expect(card?.width).toBe(VIEWPORTS.phone.width);
    }
  });
});
