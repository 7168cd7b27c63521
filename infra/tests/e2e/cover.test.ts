import type { Tenant } from '@tavola/contracts/auth.ts';
import { TEMPLATES } from '@tavola/contracts/rules/look.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import type { MenuTranslations } from '@tavola/contracts/translations.ts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { NARROWEST, VIEWPORTS } from './browser.ts';
import { AT_DESK, expectFocus, expectToast } from './owner.ts';
import { newRestaurant, type Restaurant, uploadPhoto } from './restaurant.ts';
import { sideways, visitors } from './visitors.ts';

// @module-tag full
// The cover photo: chosen and cropped in Settings, shown behind the name on the guests' page.

const origin = inject('origin');
const visit = visitors();

/** A photo that is white, where light text is hardest to read, above a dark stripe. */
const whitePhoto = () =>
  sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#ffffff' } })
    .composite([
      {
        input: { create: { width: 2400, height: 300, channels: 3, background: '#203040' } },
        top: 1300,
        left: 0,
      },
    ])
    .jpeg()
    .toBuffer();

const uploadTo = async ({ token }: Restaurant) => uploadPhoto(origin, token, await whitePhoto());

let trattoria: Restaurant;

beforeAll(async () => {
  trattoria = await newRestaurant(origin, 'Trattoria Prova', {
    description: 'Pasta rolled every morning, by the harbor since 1962.',
    phone: '+1 (617) 555-0134',
    address: "27 Cooper's Wharf, Boston",
    themeColor: '#ffee58',
  });
  const { id: categoryId } = await trattoria.addCategory('Primi');
  for (const name of ['Gnocchi', 'Tagliatelle', 'Ravioli']) await trattoria.addItem({ name, categoryId });
});

const openMenu = (options: Parameters<typeof visit>[1] = {}, { slug } = trattoria) =>
  visit(`${origin}/menu/${slug}`, options);
const header = (page: Page) => page.getByRole('banner');

describe('A cover photo', () => {
  it('is cropped with the keyboard alone, seen in the preview, saved, shown to guests, and removed', async () => {
    const plain = await header(await openMenu()).innerHTML();
    const page = await visit(`${origin}/settings/look`, { ...AT_DESK, token: trattoria.token });
    const field = page.getByRole('group', { name: 'Cover Photo' });
    await field.getByRole('button', { name: 'Choose a Picture' }).focus();
    await field
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'hall.jpg', mimeType: 'image/jpeg', buffer: await whitePhoto() });
    const dialog = page.getByRole('dialog', { name: 'Crop Cover Photo' });
    await dialog.getByRole('group', { name: 'Photo.' }).focus();
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('ArrowDown');
    await dialog.getByRole('slider', { name: 'Zoom' }).focus();
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowRight');
    await expectAccessible(page);
    const before = await page.evaluate<number>('scrollY');
    await dialog.getByRole('button', { name: 'Use Photo' }).press('Enter');
    await expectFocus(field.getByRole('button', { name: 'Change Picture' }));
    expect([before > 0, await page.evaluate('scrollY')]).toEqual([true, before]);
    await page.frameLocator('iframe[title="Preview of your menu"]').locator('.menu-cover img').waitFor();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Settings updated', 'Your restaurant settings have been saved successfully.');

    const { look } = await trattoria.call<Tenant>('GET', '/api/tenant');
    const cover = look?.cover as string;
    const picture = pictureAt(cover);
    expect(picture).toMatchObject({ tenantId: trattoria.tenantId, width: 2048 });
    expect((picture?.width as number) / (picture?.height as number)).toBeCloseTo(3, 1);
    // The keys moved the photo down, to its white beginning.
    expect(picture?.color).toBe('#ffffff');
    const guest = await openMenu();
    const shown = await header(guest)
      .locator('.menu-cover img')
      .evaluate((one: { currentSrc: string }) => one.currentSrc);
    expect(pictureAt(new URL(shown).pathname)).toMatchObject({ hash: picture?.hash });
    expect(await guest.locator('meta[property="og:image"]').getAttribute('content')).toMatch(
      new RegExp(`^https?://[^/]+${cover}$`),
    );

    await field.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(async () => (await trattoria.call<Tenant>('GET', '/api/tenant')).look).toBeUndefined();
    await expect.poll(async () => header(await openMenu()).innerHTML()).toBe(plain);
  });
});

describe('A header with a cover', () => {
  let cover: string;
  beforeAll(async () => {
    cover = await uploadTo(trattoria);
  });

  it.each(TEMPLATES)(
    'keeps its text readable on a white photo, and room for dishes, in the template %s',
    async (template) => {
      await trattoria.call('PUT', '/api/tenant', { name: trattoria.name, look: { template, cover } });
      for (const [colorScheme, viewport] of [
        ['dark', VIEWPORTS.phone],
        ['light', VIEWPORTS.laptop],
      ] as const) {
        // Another page for each: a change of the scheme fades, or, with reduced motion, what is hidden goes a frame late.
        const page = await openMenu({ colorScheme, viewport });
        await header(page).locator('.menu-cover img').waitFor();
        await expectAccessible(page);
        expect(await leastContrast(page), `${colorScheme}, ${viewport.width} px`).toBeGreaterThanOrEqual(4.5);
        expect(await sideways(page)).toBe(0);
        const first = await page.getByRole('tabpanel').getByRole('listitem').first().boundingBox();
        if (viewport === VIEWPORTS.phone) expect(first?.y).toBeLessThanOrEqual(380);
      }
    },
  );

  it('gives way to dishes where names are very long, in every template', async () => {
    const kai = await newRestaurant(
      origin,
      'Gasthaus und Weinstube Zum Goldenen Hirschen am Donaudampfschifffahrtskai',
      {
        description: 'Langsam geschmorte Gerichte und zweihundert Weine, im Sommer im Garten unter alten Kastanien.',
        phone: '+43 1 555 012 34',
        address: 'Untere Donaustraße 112, Wien',
        languages: { base: 'de', others: ['en'] },
        hours: { weekly: Array.from({ length: 7 }, () => [[720, 1380]]), special: [] },
      },
    );
    const { id: categoryId } = await kai.addCategory('Vorspeisen und kleine Gerichte zum gemeinsamen Beginnen', {
      description: 'Für den Tisch, zum Teilen.',
    });
    await kai.addItem({ name: 'Rindfleischetikettierungsüberwachungsaufgabe', categoryId });
    const { texts } = await kai.call<MenuTranslations>('GET', '/api/translations/en');
    await kai.call('PUT', '/api/translations/en', {
      changes: texts.map(({ kind, id, field, base }) => ({ kind, id, field, base, text: base })),
    });
    const own = await uploadTo(kai);
    for (const template of TEMPLATES) {
      for (const look of [{ template, cover: own }, { template }]) {
        await kai.call('PUT', '/api/tenant', { name: kai.name, logo: own, look });
        const page = await openMenu({}, kai);
        await header(page)
          .locator('.menu-cover')
          .waitFor({ state: 'cover' in look ? 'visible' : 'detached' });
        const first = await page.getByRole('tabpanel').getByRole('listitem').first().boundingBox();
        expect(first?.y, template).toBeLessThanOrEqual(380);
        expect(await sideways(page), template).toBe(0);
        expect(await nameOverlapsLanguages(page), template).toBe(false);

        await page.setViewportSize(NARROWEST);
        expect(await sideways(page), `${template}, narrow`).toBe(0);
        // Browsers hyphenate in the language of the text; this one has no dictionaries.
        const dish = page.getByRole('heading', { level: 3 });
        expect(await dish.evaluate((one) => one.ownerDocument.defaultView.getComputedStyle(one).hyphens)).toBe('auto');
        expect(await page.locator('html').getAttribute('lang')).toBe('de');
      }
    }
    const linesCut = async (page: Page) => {
      const words = header(page).getByText('Langsam geschmorte');
      return words.evaluate((one) => one.scrollHeight > one.clientHeight);
    };
    expect(await linesCut(await openMenu({}, kai))).toBe(true);
    // Without scripts nothing could unfold them.
    expect(await linesCut(await openMenu({ javaScriptEnabled: false }, kai))).toBe(false);
  });

  it('reads from right to left, too', async () => {
    const hebrew = {
      name: trattoria.name,
      languages: { base: 'he', others: [] },
      look: { template: 'bistrot', cover },
    };
    await trattoria.call('PUT', '/api/tenant', hebrew);
    const page = await openMenu();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await expectAccessible(page);
    expect(await leastContrast(page)).toBeGreaterThanOrEqual(4.5);
    expect(await sideways(page)).toBe(0);
  });

  it('requests it after the stylesheet, has the same size without it, and leaves it out on paper', async () => {
    await trattoria.call('PUT', '/api/tenant', { name: trattoria.name, languages: null, look: { cover } });
    const asked: string[] = [];
    const page = await openMenu({
      before: async (context) => {
        context.on('request', (request) => asked.push(new URL(request.url()).pathname));
      },
    });
    const at = (pattern: RegExp) => asked.findIndex((path) => pattern.test(path));
    expect(at(/\.css$/)).toBeGreaterThan(0);
    expect(at(/^\/m\//)).toBeGreaterThan(at(/\.css$/));

    const without = await openMenu({
      expected: (url, status) => url.includes('/m/') && status === 404,
      before: (context) => context.route(/\/m\//, (route) => route.fulfill({ status: 404 })),
    });
    const [whole, bare] = await Promise.all(
      [page, without].map(async (one) => {
        await one.evaluate('document.fonts.ready.then(() => true)');
        return header(one).boundingBox();
      }),
    );
    expect(whole).toEqual(bare);
    // Its mean color, white above the stripe.
    const photo = header(without).locator('.menu-cover img');
    expect(await photo.evaluate((one) => one.ownerDocument.defaultView.getComputedStyle(one).backgroundColor)).toMatch(
      /^rgb\(2\d\d, 2\d\d, 2\d\d\)$/,
    );

    await page.emulateMedia({ media: 'print' });
    expect(await header(page).locator('.menu-cover img').isVisible()).toBe(false);
    const name = page.getByRole('heading', { level: 1 });
    expect(await name.evaluate((one) => one.ownerDocument.defaultView.getComputedStyle(one).color)).toBe(
      'rgb(0, 0, 0)',
    );
  });
});

/** Whether a line of the restaurant's name lies on the choice of a language. */
const nameOverlapsLanguages = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const choice = document.querySelector('.menu-title summary').getBoundingClientRect();
    const heading = document.querySelector('.menu-title h1');
    const name = document.createRange();
    name.selectNodeContents(heading);
    // Some fonts reach beyond the heading's box with nothing in them.
    const { top } = heading.getBoundingClientRect();
    return [...name.getClientRects()].some(
      (line) => line.left < choice.right && line.right > choice.left && Math.max(line.top, top) < choice.bottom && line.bottom > choice.top,
    );
  })()`);

/** The least contrast of white with what is behind the header's texts, measured in its pixels. */
async function leastContrast(page: Page): Promise<number> {
  const boxes = await page.evaluate<{ x: number; y: number; width: number; height: number; color: string }[]>(`(() => {
    const texts = document.createTreeWalker(document.querySelector('.menu-scrim'), NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { x, y, width, height } = range.getBoundingClientRect();
      const { color } = getComputedStyle(texts.currentNode.parentElement);
      // Not what is for screen readers, nor the letter on its plate.
      if (width > 8 && !texts.currentNode.parentElement.closest('.rounded-full, .sr-only')) found.push({ x, y, width, height, color });
    }
    return found;
  })()`);
  expect(boxes.length).toBeGreaterThanOrEqual(4);
  expect(new Set(boxes.map(({ color }) => color))).toEqual(new Set(['rgb(255, 255, 255)']));
  await page.evaluate(`document.querySelectorAll('.menu-scrim *').forEach((one) => (one.style.visibility = 'hidden'))`);
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let brightest = 0;
  for (const { x, y, width, height } of boxes) {
    for (let row = Math.floor(y); row < y + height; row += 1) {
      for (let column = Math.floor(x); column < x + width; column += 1) {
        const at = (row * info.width + column) * info.channels;
        brightest = Math.max(brightest, luminance([...data.subarray(at, at + 3)]));
      }
    }
  }
  return 1.05 / (brightest + 0.05);
}

function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
