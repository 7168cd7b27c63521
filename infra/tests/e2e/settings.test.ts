import { randomUUID } from 'node:crypto';
import type { Tenant } from '@tavola/contracts/auth.ts';
import type { QrCode } from '@tavola/contracts/qr.ts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { readCode } from '../../../services/qr/test/read-code.ts';
import { expectAccessible } from './accessible.ts';
import { NARROWEST, VIEWPORTS } from './browser.ts';
import { AT_DESK, callsOf, dialogOf, expectToast, questionOf } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// Settings: the restaurant's information and branding.

const origin = inject('origin');
const visit = visitors();
const open = (token: string, options: Parameters<typeof visit>[1] = {}, path = '/settings') =>
  visit(origin + path, { ...AT_DESK, token, ...options });

type Wide = { scrollWidth: number; clientWidth: number };

const PUT = 'PUT /api/tenant';
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of your menu"]');

describe('Restaurant Information', () => {
  it("is saved whole: the tenant is refetched, and the toast says 'Settings updated' - 'Your restaurant settings have been saved successfully.' [S2.63 S4.10 S7.12 S8.19]", async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const page = await open(owner.token);
    expect(await page.getByLabel('Restaurant Name').inputValue()).toBe('Da Rosa');
    const calls = callsOf(page);
    await page.getByLabel('Restaurant Name').fill('Da Rosa e Nino');
    await page.getByLabel('Phone Number').fill('555 0101');
    await page.getByLabel('Description').fill('By the harbor');
    await page.getByLabel('Address').fill('1 Pier Road');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    await save(page);
    await expectToast(page, 'Settings updated', 'Your restaurant settings have been saved successfully.');
    await page.getByText('Unsaved changes', { exact: true }).waitFor({ state: 'hidden' });
    const saved = {
      name: 'Da Rosa e Nino',
      phone: '555 0101',
      description: 'By the harbor',
      address: '1 Pier Road',
      themeColor: '#059669',
    };
    expect(calls.body(PUT)).toMatchObject(saved);
    await expect.poll(() => calls.count('GET /api/tenant')).toBe(1);
    expect(await owner.call<Tenant>('GET', '/api/tenant')).toMatchObject(saved);
    const guest = await visit(`${origin}/menu/${owner.slug}`);
    await guest.getByRole('heading', { name: 'Da Rosa e Nino' }).waitFor();
    await guest.getByText('By the harbor').waitFor();
  });
});

describe('The look', () => {
  it('is chosen by its picture, seen in the preview, and then on the guests’ page, which loads the fonts of that template alone', async () => {
    const { token, slug, addCategory, addItem } = await newRestaurant(origin);
    const { id: categoryId } = await addCategory('Primi');
    await addItem({ name: 'Gnocchi', categoryId });
    const page = await open(token, {}, '/settings/look');
    await page.getByRole('radio', { name: 'Trattoria' }).focus();
    await page.keyboard.press('ArrowRight');
    await preview(page).locator('[data-template="bistrot"]').waitFor();
    await save(page);
    await expectToast(page, 'Settings updated', 'Your restaurant settings have been saved successfully.');
    for (const colorScheme of ['light', 'dark'] as const) {
      const fonts = new Set<string>();
      const guest = await visit(`${origin}/menu/${slug}`, {
        colorScheme,
        before: async (context) => {
          context.on('request', (request) => {
            const [, font] = /assets\/([a-z-]+)-latin[^/]*\.woff2/.exec(request.url()) ?? [];
            if (font) fonts.add(font);
          });
        },
      });
      await guest.getByRole('heading', { name: 'Gnocchi' }).waitFor();
      await guest.evaluate('document.fonts.ready.then(() => true)');
      expect([...fonts]).toEqual(['eb-garamond']);
      await expectAccessible(guest);
    }
  });
});

describe('The opening hours', () => {
  it.each([VIEWPORTS.phone, NARROWEST])('fit into their dialog at $width px', async (viewport) => {
    const lunchAndDinner = [
      [720, 870],
      [1110, 1440],
    ];
    const owner = await newRestaurant(origin);
    const hours = { weekly: Array.from({ length: 7 }, () => lunchAndDinner), special: [] };
    await owner.call('PUT', '/api/tenant', { name: owner.name, hours });
    const page = await open(owner.token, { viewport }, '/settings/hours');
    await page.getByRole('button', { name: 'Edit Hours' }).click();
    const form = dialogOf(page).locator('form');
    expect(await form.evaluate(({ scrollWidth, clientWidth }: Wide) => scrollWidth - clientWidth)).toBe(0);
  });
});

describe('Menu URL', () => {
  const field = (page: Page) => page.getByLabel('Menu URL', { exact: true });
  const agree = (page: Page) => questionOf(page).getByRole('button', { name: 'Change Menu URL' }).click();
  const newSlug = () => `moved-${randomUUID().slice(0, 8)}`;

  it('is changed once the owner has read what follows; the old link and the printed code still open the menu', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const { qrCode } = await owner.call<QrCode>('GET', '/api/qr-code');
    const printed = await readCode(Buffer.from(qrCode.slice(qrCode.indexOf(',') + 1), 'base64'));
    const page = await open(owner.token);
    const calls = callsOf(page);
    const slug = newSlug();
    expect(await field(page).inputValue()).toBe(owner.slug);
    await field(page).fill(slug);
    await field(page).press('Enter');
    const host = new URL(origin).host;
    const words = await questionOf(page).innerText();
    for (const part of [`${host}/menu/${slug}`, `${host}/menu/${owner.slug}`, 'Printed QR codes', 'keep working']) {
      expect(words).toContain(part);
    }
    expect(calls.count(PUT)).toBe(0);
    await agree(page);
    await expectToast(page, 'Settings updated', 'Your restaurant settings have been saved successfully.');
    expect(await page.getByRole('textbox', { name: 'Menu link' }).inputValue()).toBe(`${origin}/menu/${slug}`);
    expect((await owner.call<Tenant>('GET', '/api/tenant')).slug).toBe(slug);

    for (const address of [`${origin}/menu/${slug}`, `${origin}/menu/${owner.slug}`, printed as string]) {
      const guest = await visit(address);
      await guest.getByRole('heading', { name: 'Da Rosa' }).waitFor();
      await expect.poll(() => guest.url()).toBe(`${origin}/menu/${slug}`);
    }
  });
});
