import { fileURLToPath } from 'node:url';
import type { Dayparts } from '@tavola/contracts/dayparts.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { TEMPLATES } from '@tavola/contracts/rules/look.ts';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { sideways, type Visit, visitors } from './visitors.ts';

// @module-tag full
// The page /menu/{slug} as diners see it, where it needs a browser; by default on a phone. Its texts and states: public-menu-page.test.tsx.

const origin = inject('origin');
const visit = visitors();
const PICTURE = 'https://pictures.example/dish.png';
const BROKEN = 'https://pictures.example/gone.png';
const LONG_TEXT = 'Slow-cooked, stirred by hand, and served with what the garden had this morning. '.repeat(6).trim();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

let trattoria: Restaurant;
let primi: Category;
let items: Record<'tagliatelle' | 'gnocchi' | 'tiramisu' | 'panna' | 'water', MenuItem>;

beforeAll(async () => {
  trattoria = await newRestaurant(origin, 'Trattoria Prova', {
    description: 'Pasta rolled every morning.',
    phone: '+1 (617) 555-0134',
    address: "27 Cooper's Wharf, Boston",
    notes: { tip: 'Tips go to the whole team.' },
  });
  primi = await trattoria.addCategory('Primi', { description: 'Made by hand' });
  await trattoria.addCategory('Secondi');
  const dolci = await trattoria.addCategory('Dolci');
  const passing = await trattoria.addCategory('For a day');
  const add = trattoria.addItem;
  items = {
    tagliatelle: await add({
      name: 'Tagliatelle',
      categoryId: primi.id,
      price: 13.5,
      description: LONG_TEXT,
      isPopular: true,
      isFeatured: true,
      image: PICTURE,
    }),
    gnocchi: await add({ name: 'Gnocchi', categoryId: primi.id, price: 11, isAvailable: false, image: BROKEN }),
    tiramisu: await add({ name: 'Tiramisù', categoryId: dolci.id, price: 0.07, isFeatured: true }),
    panna: await add({ name: 'Panna cotta', categoryId: dolci.id, price: 1234.5 }),
    water: await add({ name: 'Water', categoryId: passing.id, price: 2 }),
  };
  await trattoria.call('DELETE', `/api/categories/${passing.id}`);
});

/** Picture hosts: one picture is missing, the others are a single dot. */
const pictures = (context: BrowserContext) =>
  context.route('https://pictures.example/**', (route) =>
    route.request().url() === BROKEN
      ? route.fulfill({ status: 404, body: '' })
      : route.fulfill({ contentType: 'image/png', body: PNG }),
  );

const SHELL = fileURLToPath(new URL('../../../web/dist/menu.html', import.meta.url));

/** The page as nginx serves it while no menu can be embedded: it requests the menu itself. */
const withoutMenu = (context: BrowserContext) =>
  context.route(`${origin}/menu/*`, (route) => route.fulfill({ path: SHELL, contentType: 'text/html' }));

/** A menu, loaded to its end. */
async function openMenu({ slug }: Pick<Restaurant, 'slug'>, options: Visit = {}, hash = ''): Promise<Page> {
  const page = await visit(`${origin}/menu/${slug}${hash}`, {
    ...options,
    expected: (url, status) => url === BROKEN || (options.expected?.(url, status) ?? false),
    before: async (context) => {
      await pictures(context);
      await options.before?.(context);
    },
  });
  await page.getByText('Ready to Order?').waitFor();
  return page;
}

const card = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const dishes = (page: Page) => page.getByRole('tabpanel').getByRole('heading', { level: 3 }).allInnerTexts();
const chosen = (page: Page) => page.getByRole('tab', { selected: true }).allInnerTexts();

describe('a dish with a picture', () => {
  it('is shown large by a tap, also after a reload; "back", Escape and the cross close it, and the focus goes back', async () => {
    // Not to the dish that a link led to.
    const page = await openMenu(trattoria, {}, `#item-${items.panna.id}`);
    const sheet = page.getByRole('dialog', { name: 'Tagliatelle' });
    // It is hidden before the address is the menu's again.
    const left = async () => {
      await sheet.waitFor({ state: 'detached' });
      await page.waitForURL(({ hash }) => hash === '');
    };
    const link = card(page, 'Tagliatelle').getByRole('link', { name: 'Photo of Tagliatelle' });
    await card(page, 'Tagliatelle').getByRole('heading').click();
    expect(await sheet.getByText(LONG_TEXT).count()).toBe(1);
    expect(page.url()).toContain(`#item-${items.tagliatelle.id}`);
    await expectAccessible(page);
    await trattoria.call('PUT', `/api/menu-items/${items.tagliatelle.id}`, { price: 14 });
    await sheet.getByText('$14.00').waitFor();
    await page.goBack();
    await left();
    await link.focus();
    await page.keyboard.press('Enter');
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await left();
    expect(await link.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await link.click();
    await sheet.waitFor();
    await page.reload();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await left();
    // Without scripts, the link leads to the picture.
    expect(await link.getAttribute('href')).toBe(PICTURE);
    // Without a picture, a dish opens by a tap beside its name, and by its name with the keyboard.
    const plain = page.getByRole('dialog', { name: 'Tiramisù' });
    await card(page, 'Tiramisù').click({ position: { x: 8, y: 8 } });
    await plain.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await plain.waitFor({ state: 'detached' });
    await card(page, 'Tiramisù').getByRole('link', { name: 'Tiramisù' }).press('Enter');
    await plain.waitFor();
    await page.keyboard.press('Escape');
    await left();
    await trattoria.call('PUT', `/api/menu-items/${items.tagliatelle.id}`, { price: 13.5 });
  });
});

describe('the house favorites', () => {
  it('are a strip before the menu: by touch, by keys, in both directions and without a script; what sells out leaves it', async () => {
    const { addCategory, addItem, call, slug } = await newRestaurant(origin, 'Favorita', {
      look: { favorites: true },
      languages: { base: 'ar', others: [] },
    });
    const { id: categoryId } = await addCategory('Primi');
    const dishes = [];
    for (const [at, name] of ['Tagliatelle', 'Gnocchi', 'Ravioli', 'Lasagne'].entries()) {
      dishes.push(await addItem({ name, categoryId, isPopular: true, image: at === 0 ? PICTURE : null }));
    }
    const open = (options: Visit = {}) =>
      visit(`${origin}/menu/${slug}`, {
        ...options,
        before: async (context) => {
          await pictures(context);
          await options.before?.(context);
        },
      });
    const page = await open();
    const strip = page.getByRole('region', { name: 'أطباقنا المفضّلة' });
    const favorite = (name: string) => strip.getByRole('link', { name });
    expect((await favorite('Tagliatelle').boundingBox())?.y).toBeLessThanOrEqual(380);
    expect(await sideways(page)).toBe(0);
    await expectAccessible(page);
    // From right to left: the next one is to the left.
    const left = async (name: string) => (await favorite(name).boundingBox())?.x ?? 0;
    expect(await left('Gnocchi')).toBeLessThan(await left('Tagliatelle'));
    await favorite('Tagliatelle').focus();
    for (let at = 1; at < dishes.length; at += 1) await page.keyboard.press('Tab');
    await expect.poll(() => left('Lasagne')).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    for (const name of ['Lasagne', 'Tagliatelle']) {
      if (name === 'Tagliatelle') await favorite(name).click();
      await page.getByRole('dialog', { name }).waitFor();
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await focused(favorite(name))).toBe(true);
    }
    await call('PUT', `/api/menu-items/${dishes[1]?.id}`, { isAvailable: false });
    await favorite('Gnocchi').waitFor({ state: 'detached' });
    expect(await strip.getByRole('link').count()).toBe(3);
    await page.emulateMedia({ media: 'print' });
    expect(await strip.isVisible()).toBe(false);
    const plain = await open({
      before: (context) => context.route('**/assets/*.js', (route) => route.abort('aborted')),
    });
    await plain.getByRole('region', { name: 'أطباقنا المفضّلة' }).getByRole('link', { name: 'Ravioli' }).click();
    expect(await inView(card(plain, 'Ravioli'))).toBe(true);
    await expectAccessible(await open({ viewport: VIEWPORTS.laptop, colorScheme: 'dark' }));
  });
});

describe('a category as a photo grid', () => {
  it('has two pictures side by side on a phone and more on a laptop; a tap shows the dish, which a printed menu has in full', async () => {
    const restaurant = await newRestaurant(origin, 'Griglia');
    const { id: categoryId } = await restaurant.addCategory('Primi', { layout: 'grid' });
    for (const name of ['Tagliatelle', 'Gnocchi', 'Ravioli', 'Lasagne']) {
      const image = name === 'Tagliatelle' ? PICTURE : null;
      await restaurant.addItem({ name, categoryId, image, description: `${name} by hand` });
    }
    const perRow = async (page: Page) => {
      const tops = await page
        .getByRole('tabpanel')
        .getByRole('listitem')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
      return tops.filter((top) => top === tops[0]).length;
    };
    const page = await openMenu(restaurant);
    expect([await perRow(page), await sideways(page)]).toEqual([2, 0]);
    const picture = await card(page, 'Tagliatelle').getByRole('link').boundingBox();
    expect(picture?.width).toBeCloseTo(picture?.height ?? 0, 0);
    expect(await card(page, 'Gnocchi').getByText('Gnocchi by hand').isVisible()).toBe(false);
    await expectAccessible(page);
    await card(page, 'Gnocchi').getByRole('heading').click();
    const sheet = page.getByRole('dialog', { name: 'Gnocchi' });
    await sheet.getByText('Gnocchi by hand').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.emulateMedia({ media: 'print' });
    expect(await card(page, 'Gnocchi').getByText('Gnocchi by hand').isVisible()).toBe(true);
    const laptop = await openMenu(restaurant, { viewport: VIEWPORTS.laptop, colorScheme: 'dark' });
    expect(await perRow(laptop)).toBe(4);
    await expectAccessible(laptop);
  });
});

describe('before there is a menu', () => {
  const go: (() => void)[] = [];
  afterEach(() => {
    for (const one of go.splice(0)) one();
  });
  /** Holds the response back until it is released. */
  const hold = async (context: BrowserContext) => {
    await pictures(context);
    await withoutMenu(context);
    await context.route('**/api/public/menu/*', async (route) => {
      await new Promise<void>((resolve) => go.push(resolve));
      await route.continue();
    });
  };

  it('a skeleton shows while it is loading [S2.71]', async () => {
    const page = await visit(`${origin}/menu/${trattoria.slug}`, {
      before: hold,
      expected: (url) => url === BROKEN,
    });
    await page.getByRole('status').filter({ hasText: 'Loading the menu…' }).waitFor({ state: 'attached' });
    expect(await page.locator('[data-skeleton]').count()).toBeGreaterThan(8);
    expect(await page.getByRole('main').getAttribute('aria-busy')).toBe('true');
    await expectAccessible(page);
    for (const one of go.splice(0)) one();
    await page.getByRole('heading', { level: 1, name: 'Trattoria Prova' }).waitFor();
    expect(await page.locator('[data-skeleton]').count()).toBe(0);
  });
});

describe('a menu that comes with the page', () => {
  /** The page as it is for a large menu: without the data, and rendered from `version` if given. */
  const asLarge = (version?: string) => (context: BrowserContext) =>
    context.route(`${origin}/menu/*`, async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(
        /("menu-data">{"version":")([\d.]+)",[^<]*/,
        (_, start, own) => `${start}${version ?? own}"}`,
      );
      await route.fulfill({ response, body: html });
    });

  it.each([
    ['as it is', async () => {}, true],
    ['as it is where the page holds no data', asLarge(), true],
    ['by rendering it where the data are newer than the page', asLarge('0.1'), false],
  ])('is taken over by the script %s', async (_, prepare: (context: BrowserContext) => Promise<unknown>, isSame) => {
    const page = await openMenu(trattoria, {
      before: async (context) => {
        await prepare(context);
        await context.addInitScript(`
          new MutationObserver(() => { window.asItCame ??= document.querySelector('li h3'); })
            .observe(document, { childList: true, subtree: true });
        `);
      },
    });
    await card(page, 'Tagliatelle')
      .getByRole('button', { name: /more about Tagliatelle/ })
      .waitFor();
    expect(await dishes(page)).toHaveLength(5);
    expect(await page.evaluate("window.asItCame === document.querySelector('li h3')")).toBe(isSame);
  });

  it('has all dishes without scripts, and no tabs and no search, which need them', async () => {
    const page = await openMenu(trattoria, { javaScriptEnabled: false });
    const headings = page.locator('main li h3');
    expect(await headings.filter({ visible: true }).count()).toBe(5);
    expect(
      await page
        .getByRole('tablist')
        .or(page.getByRole('button', { name: 'Search' }))
        .count(),
    ).toBe(0);
  });
});

describe('the tabs', () => {
  it('scroll sideways, alone, and stay in view and follow the reader [S2.77]', async () => {
    const restaurant = await newRestaurant(origin, 'Many Categories');
    for (let n = 1; n <= 12; n += 1) {
      const { id } = await restaurant.addCategory(`Category number ${n}`);
      for (let dish = 1; dish <= 4; dish += 1) await restaurant.addItem({ name: `Dish ${n}.${dish}`, categoryId: id });
    }
    const page = await openMenu(restaurant);
    const strip = page.getByRole('tablist');
    expect(await strip.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeGreaterThan(500);
    expect(await sideways(page)).toBe(0);
    await page.getByRole('heading', { name: 'Dish 9.2' }).evaluate((one) => one.scrollIntoView({ block: 'start' }));
    await page.mouse.wheel(0, -120);
    // Below the name, which is all that stays of the header.
    await expect.poll(async () => (await strip.boundingBox())?.y).toBeLessThan(40);
    expect(
      await page.getByRole('heading', { level: 1 }).evaluate((one) => one.getBoundingClientRect().bottom),
    ).toBeLessThan(0);
    await expect
      .poll(() => page.getByRole('tab', { name: 'Category number 9' }).getAttribute('aria-current'))
      .toBe('location');
    const filled = page
      .getByRole('tab')
      .evaluateAll((tabs) =>
        tabs
          .filter(
            (one) => !/, 0\)$|transparent/.test(one.ownerDocument.defaultView.getComputedStyle(one).backgroundColor),
          )
          .map((one) => one.textContent),
      );
    expect(await filled).toEqual(['All Items']);
    // Between 'All Items', which is pinned, and the search.
    const sides = async (part: Locator) => {
      const { x, width } = (await part.boundingBox()) as { x: number; width: number };
      return { start: x, end: x + width };
    };
    const [all, search] = [page.getByRole('tab', { name: 'All Items' }), page.getByRole('button', { name: 'Search' })];
    const tab = page.getByRole('tab', { name: 'Category number 9' });
    await expect.poll(async () => (await sides(tab)).end).toBeLessThanOrEqual((await sides(search)).start);
    await expect.poll(async () => (await sides(tab)).start).toBeGreaterThanOrEqual((await sides(all)).end);
  });
});

describe('a menu where there is little room', () => {
  let bar: Restaurant;
  beforeAll(async () => {
    const lunchAndDinner: [number, number][] = [
      [720, 870],
      [1110, 1440],
    ];
    bar = await newRestaurant(origin, 'Osteria', {
      description: 'Pasta rolled every morning.',
      phone: '555 0101',
      address: '1 Pier Road',
      hours: { weekly: Array.from({ length: 7 }, () => lunchAndDinner), special: [] },
    });
    const lunch = { name: 'Lunch', weekly: Array(7).fill([[720, 870]]), special: [], isActive: true };
    const { dayparts } = await bar.call<Dayparts>('PUT', '/api/dayparts', { dayparts: [lunch] });
    const { id: categoryId } = await bar.addCategory('Primi');
    for (const name of ['Gnocchi', 'Pesto']) await bar.addItem({ name, categoryId });
    const offers = dayparts.map(({ id }) => ({ daypart: id, price: 0.5 }));
    await bar.addItem({ name: 'Ragù', categoryId, offers });
  });

  it.each(TEMPLATES)(
    'shows a dish in the first view of a phone held sideways, in the template %s',
    async (template) => {
      await bar.call('PUT', '/api/tenant', { name: bar.name, look: { template } });
      const page = await openMenu(bar, { viewport: { width: 844, height: 390 } });
      expect(await inView(card(page, 'Gnocchi'))).toBe(true);
    },
  );

  it('keeps the hours in their place where letters are twice as large', async () => {
    const page = await openMenu(bar);
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const times = page.locator('#hours dd > span');
    const beyond = await times.evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right + 1)
        .map(({ textContent }) => textContent),
    );
    expect([await times.count(), beyond]).toEqual([15, []]);
  });
});

describe('an item', () => {
  it('limits its description to two lines, and gives the rest for a tap [S2.82]', async () => {
    const page = await openMenu(trattoria);
    const text = card(page, 'Tagliatelle').getByText(LONG_TEXT);
    const lines = () =>
      text.evaluate(
        (one) => one.clientHeight / Number.parseFloat(one.ownerDocument.defaultView.getComputedStyle(one).lineHeight),
      );
    expect(Math.round(await lines())).toBe(2);
    await card(page, 'Tagliatelle')
      .getByRole('button', { name: /more about Tagliatelle/ })
      .click();
    expect(await lines()).toBeGreaterThan(3);
  });

  it('is marked where a search found it', async () => {
    const page = await openMenu(trattoria);
    await page.getByRole('button', { name: 'Search the menu' }).click();
    const marked = () => page.evaluate<string[]>(`[...(CSS.highlights.get('found') ?? [])].map(String)`);
    for (const [words, found] of [
      ['tiramisu', ['Tiramisù']],
      ['tiramsiu', ['Tiramisù']],
      ['haggis', []],
    ] as const) {
      await page.getByRole('searchbox').fill(words);
      await expect.poll(marked).toEqual(found);
    }
    await expectAccessible(page);
  });

  it('is led to by a deep link #item-N, also while another category is chosen', async () => {
    const page = await openMenu(trattoria, {}, `#item-${items.water.id}`);
    await expect.poll(() => focused(card(page, 'Water'))).toBe(true);
    expect(await inView(card(page, 'Water'))).toBe(true);
    await tab(page, 'Primi').click();
    await page.evaluate(`location.hash = '#item-${items.panna.id}'`);
    await card(page, 'Panna cotta').waitFor();
    await expect.poll(() => inView(card(page, 'Panna cotta'))).toBe(true);
    expect(await chosen(page)).toEqual(['All Items']);
  });
});

describe('a menu in a hand', () => {
  it('stays when the connection does not, and asks for nothing by itself but to hear of changes', async () => {
    const page = await openMenu(trattoria);
    const asked: string[] = [];
    page.on('request', (request) => /\/api\/(?!.*\/events\?)/.test(request.url()) && asked.push(request.url()));
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(asked).toEqual([]);
    await page.context().route('**/api/public/menu/*', (route) => route.fulfill({ status: 200, body: 'no menu' }));
    const answered = page.waitForResponse('**/api/public/menu/*');
    await see(page, 'visible');
    await answered;
    expect(await dishes(page)).toHaveLength(5);
  });

  it.each([
    ['in it', false],
    ['asked for', true],
  ])('moves nothing while it loads, its menu %s: layout shift of at most 0.02', async (_, isAskedFor) => {
    const page = await openMenu(trattoria, {
      before: async (context) => {
        await context.addInitScript(`
          window.shift = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shift += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
        `);
        if (isAskedFor) await withoutMenu(context);
        await context.route('**/api/public/menu/*', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          await route.continue();
        });
      },
    });
    await card(page, 'Gnocchi').getByText('G', { exact: true }).waitFor();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await page.evaluate<number>('window.shift')).toBeLessThanOrEqual(0.02);
  });

  it('prints as a paper menu: everything with its price, no tabs, no buttons', async () => {
    const page = await openMenu(trattoria);
    await tab(page, 'Dolci').click();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    expect(await dishes(page)).toHaveLength(5);
    expect(await card(page, 'Tagliatelle').getByText('$13.50').isVisible()).toBe(true);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.getByRole('tablist').count()).toBe(0);
    expect(await page.getByText('Ready to Order?').isVisible()).toBe(false);
    // A sheet from right to left would begin too far left.
    expect(await sideways(page)).toBe(0);
    expect(await page.getByText('Tips go to the whole team.').isVisible()).toBe(true);
    expect(await card(page, 'Tagliatelle').locator('img').isVisible()).toBe(false);
    expect(await page.getByText(LONG_TEXT).evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(
      1,
    );
    await expectAccessible(page);
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    await page.emulateMedia({ media: 'screen' });
    expect(await chosen(page)).toEqual(['Dolci']);
  });

  it('keeps still for who prefers reduced motion', async () => {
    const moving = `[...document.querySelectorAll('*')].filter((one) => {
      const { animationName, animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(one);
      const longest = (times) => Math.max(...times.split(',').map((time) => parseFloat(time)));
      return (animationName !== 'none' && longest(animationDuration) > 0.01) || longest(transitionDuration) > 0.01 ||
        scrollBehavior === 'smooth';
    }).length`;
    const page = await openMenu(trattoria, { reducedMotion: 'reduce' });
    expect(await page.evaluate<number>(moving)).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await page.evaluate<number>(moving)).toBeGreaterThan(0);
  });
});

describe('a theme colour', () => {
  it.each([
    ['yellow', '#ffee00'],
    ['black', '#000000'],
  ])('that is %s keeps every text readable, by day and by night', async (_, themeColor) => {
    const restaurant = await newRestaurant(origin, 'Colourful', {
      themeColor,
      description: 'Words',
      phone: '+1 617 555 0134',
      address: 'Somewhere 1',
    });
    const { id } = await restaurant.addCategory('Primi', { description: 'By hand' });
    await restaurant.addItem({ name: 'Gnocchi', categoryId: id, isFeatured: true, description: LONG_TEXT });
    await restaurant.addItem({ name: 'Ravioli', categoryId: id, isPopular: true, isAvailable: false });
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    // Without a fade from one scheme to the other.
    const page = await openMenu(restaurant, { reducedMotion: 'reduce' });
    expect(await paper()).toBe('rgb(250, 246, 238)');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(paper).toBe('rgb(23, 21, 16)');
    await expectAccessible(page);
  });
});

describe('a menu that is hard to set', () => {
  it('holds 200 items, names of 150 characters without a space, right-to-left and East Asian text, at 320, 390 and 1280 pixels', async () => {
    const restaurant = await newRestaurant(origin, 'W'.repeat(120), {
      description: 'D'.repeat(1000),
      phone: '0'.repeat(40),
      address: 'A'.repeat(300),
    });
    const names = [
      'W'.repeat(150),
      'קובה סלק עם סולת ובשר בקר טחון ופטרוזיליה',
      'كبة بالسميد واللحم المفروم والبقدونس',
      '本日のおすすめ握り寿司盛り合わせ特選まぐろ中とろいくらうに'.repeat(5),
      '红烧牛肉面',
    ];
    const categories = [
      await restaurant.addCategory('C'.repeat(100), { description: 'E'.repeat(500) }),
      await restaurant.addCategory('المقبلات'),
      await restaurant.addCategory('握り寿司'),
    ];
    for (let n = 0; n < 200; n += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          restaurant.addItem({
            name: names[(n + index) % names.length] ?? '',
            categoryId: categories[(n + index) % categories.length]?.id ?? 0,
            price: 99_999_999.99,
            description: index % 3 === 0 ? 'd'.repeat(1000) : null,
            isPopular: true,
            isAvailable: false,
          }),
        ),
      );
    }
    const page = await openMenu(restaurant);
    expect(await dishes(page)).toHaveLength(200);
    for (const viewport of [{ width: 320, height: 640 }, VIEWPORTS.phone, VIEWPORTS.laptop]) {
      await page.setViewportSize(viewport);
      expect(await sideways(page), `sideways at ${viewport.width}`).toBe(0);
    }
    const arabic = page.getByRole('heading', { level: 3, name: names[2], exact: true }).first();
    expect(await arabic.evaluate((one) => one.ownerDocument.defaultView.getComputedStyle(one).direction)).toBe('rtl');
  });
});

const focused = (part: Locator): Promise<boolean> => part.evaluate((one) => one === one.ownerDocument.activeElement);

const inView = (part: Locator): Promise<boolean> =>
  part.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= one.ownerDocument.defaultView.innerHeight;
  });

/** Makes the page believe that it is hidden or visible. */
async function see(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { get: () => '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}
