import type { Analytics, DashboardStats } from '@tavola/contracts/analytics.ts';
import type { CodeList } from '@tavola/contracts/qr.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { AT_DESK, answer, callsOf } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// Guests' activity as the owner sees it: from the beacon sent when a guest leaves the menu to the cards and charts.

const origin = inject('origin');
const visit = visitors();

const LONG = 'Rolled by hand every morning, with what the garden had, slowly, and served at once. '.repeat(4).trim();
const CODE = /^[a-z0-9]{1,32}$/;

const openAnalytics = (token: string, query = '', options: Parameters<typeof visit>[1] = {}) =>
  visit(`${origin}/dashboard/analytics${query}`, { ...AT_DESK, token, ...options });

const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const totals = (page: Page) => page.getByRole('region', { name: 'Totals' });
const days = (page: Page) => page.getByRole('radiogroup', { name: 'Days' });

/** The rows of a table, as text. */
const rowsOf = (page: Page, caption: RegExp) =>
  page
    .getByRole('table', { name: caption })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        Array.from(row.children, (cell) => (cell as unknown as { innerText: string }).innerText.trim()),
      ),
    );

/** Pauses the clock until a test advances it, so that the test sets a visit's length. */
async function stopTime(context: BrowserContext): Promise<void> {
  const now = Date.now();
  await context.clock.install({ time: now });
  await context.clock.pauseAt(now + 1000);
}

const unfoldButton = (page: Page) => page.getByRole('button', { name: 'more about Gnocchi' });

/** A guest opens the menu, does something, looks at it for some seconds, and leaves. */
async function guest(address: string, seconds: number, act: (page: Page) => Promise<unknown> = async () => {}) {
  const page = await visit(address, { before: stopTime });
  // The unfold button appears only once the script has measured the text.
  await unfoldButton(page).waitFor();
  await act(page);
  await page.clock.runFor(seconds * 1000);
  await page.goto('about:blank');
}

describe('Three visits', () => {
  it('one by QR code, one direct and one that asks not to be tracked: the cards and charts show exactly what they must', async () => {
    const owner = await newRestaurant(origin, 'Osteria dei Numeri');
    const primi = await owner.addCategory('Primi');
    const gnocchi = await owner.addItem({ name: 'Gnocchi', categoryId: primi.id, description: LONG });
    const soup = await owner.addItem({ name: 'Soup', categoryId: primi.id });
    const filler = Array.from({ length: 12 }, (_, at) => `Dish ${at + 1}`);
    for (const name of filler) await owner.addItem({ name, categoryId: primi.id });
    const dolci = await owner.addCategory('Dolci');
    const cake = await owner.addItem({ name: 'Cake', categoryId: dolci.id });
    const menu = `${origin}/menu/${owner.slug}`;
    const { codes, linkBase } = await owner.call<CodeList>('GET', '/api/qr-codes');
    const main = codes.find((code) => code.isMain) as CodeList['codes'][number];
    expect(main.id).toMatch(CODE);

    // No visits yet.
    const before = await openAnalytics(owner.token);
    await before.getByText('Coming soon...').first().waitFor();

    const untracked = await visit(menu, {
      extraHTTPHeaders: { DNT: '1' },
      before: (context) => context.addInitScript("Object.defineProperty(navigator, 'doNotTrack', { value: '1' })"),
    });
    const untrackedCalls = callsOf(untracked);
    await untracked.getByText('Ready to Order?').waitFor();
    await untracked.waitForTimeout(1500);
    await untracked.goto('about:blank');
    expect(untrackedCalls.count('POST /api/public/visits')).toBe(0);

    await guest(new URL(linkBase + main.id, origin).href, 37, async (page) => {
      expect(page.url()).toBe(menu);
      await unfoldButton(page).click();
      await page.clock.runFor(3000);
      await page.getByRole('tab', { name: 'Dolci' }).click();
      await page.getByRole('heading', { name: 'Cake' }).waitFor();
      await page.waitForTimeout(200);
    });
    await guest(menu, 80);

    await expect
      .poll(() => owner.call<DashboardStats>('GET', '/api/dashboard/stats'), { timeout: 20_000 })
      .toMatchObject({ totalViews: 2, totalItems: 15, totalScans: 1, avgViewTime: '1m 0s' });

    const page = await visit(`${origin}/dashboard`, { ...AT_DESK, token: owner.token });
    const cards = page.getByRole('region', { name: 'Stats' });
    await cards.getByText('Total Menu Views').waitFor();
    const shown = await cards.getByRole('listitem').allInnerTexts();
    expect(shown.map((text) => text.split('\n').filter(Boolean).slice(0, 2))).toEqual([
      ['Total Menu Views', '2'],
      ['Active Menu Items', '15'],
      ['QR Scans Today', '1'],
      ['Avg. View Time', '1m 0s'],
    ]);

    await page.getByRole('link', { name: 'Analytics' }).click();
    await totals(page).waitFor();
    expect(
      (await totals(page).getByRole('listitem').allInnerTexts()).map((text) => text.split('\n').filter(Boolean)),
    ).toEqual([
      ['Menu views', '2'],
      ['QR scans', '1'],
      ['Unique visitors', '1'],
      ['Avg. view time', '1m 0s'],
    ]);

    await days(page).getByRole('radio', { name: '7 days' }).click();
    await page.getByRole('radiogroup', { name: 'Show as' }).getByRole('radio', { name: 'Table' }).click();
    const byDay = page.getByRole('table', { name: /Views and QR scans by day/ });
    await expect.poll(() => byDay.getByRole('row').count(), { timeout: 10_000 }).toBe(8);
    const rows = (await rowsOf(page, /Views and QR scans by day/)).slice(1).map((row) => row.slice(1));
    // On paper nothing can be scrolled.
    await page.emulateMedia({ media: 'print' });
    const box = page.getByRole('region', { name: /Views and QR scans by day/ });
    expect(await box.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    expect(rows).toEqual([...Array.from({ length: 6 }, () => ['0', '0', '0']), ['2', '1', '1']]);

    const sources = await rowsOf(page, /QR codes, by scans/);
    expect(sources[0]).toEqual(['QR code', 'Scans', 'Views']);
    expect(
      sources
        .slice(1)
        .map(([name, ...figures]) => [name?.split('\n')[0], ...figures])
        .toSorted(),
    ).toEqual([
      [main.name, '1', '1'],
      ['No code', '0', '1'],
    ]);

    const items = await rowsOf(page, /Popular items/);
    const figuresOf = (name: string) => items.find(([first]) => first === name)?.slice(1);
    expect(figuresOf(gnocchi.name)).toEqual(['2', '1']);
    expect(figuresOf(soup.name)).toEqual(['2', '0']);
    expect(figuresOf(cake.name)).toEqual(['1', '0']);
    // Too far down to be seen without scrolling.
    expect(figuresOf('Dish 12')).toBeUndefined();

    await owner.call('DELETE', `/api/menu-items/${soup.id}`);
    await page.reload();
    await panel(page, 'Popular Items').getByText(`Deleted item (#${soup.id})`).waitFor();

    const week = page.getByRole('table', { name: 'Views by weekday and hour' });
    const busy = await week
      .getByRole('cell')
      .filter({ hasText: /^[1-9]/ })
      .allInnerTexts();
    expect(busy.reduce((sum, text) => sum + Number(text), 0)).toBe(2);
  });
});

/** Analytics of three days. */
const FIGURES: Analytics = {
  range: { from: '2026-02-01', to: '2026-02-03' },
  timeZone: 'UTC',
  hasData: true,
  totals: { views: 1120, scans: 400, visitors: 900, averageSeconds: 150 },
  before: null,
  days: [400, 20, 700].map((views, at) => ({ day: `2026-02-0${at + 1}`, views, scans: 100, visitors: 20 })),
  hours: [],
  items: [],
  sources: [],
};

describe('The panels', () => {
  it('have a chart that the arrow keys walk along', async () => {
    const { token } = await newRestaurant(origin);
    const page = await openAnalytics(token, '', {
      before: (context) => answer(context, 'GET /api/analytics', 200, FIGURES),
    });
    const views = panel(page, 'View Analytics');
    const chart = views.locator('.recharts-surface').first();
    await chart.waitFor();
    await views.getByRole('radio', { name: 'Chart' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await views.getByText('Monday, February 2, 2026').waitFor();
  });

  it("bring the charts' library only here, and only when there is something to draw", async () => {
    const { token } = await newRestaurant(origin);
    const scripts: string[] = [];
    const page = await openAnalytics(token, '', {
      before: async (context) => {
        context.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
      },
    });
    await page.getByText('Coming soon...').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(scripts.filter((url) => url.includes('day-chart'))).toEqual([]);
  });
});
