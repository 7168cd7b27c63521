import type { Analytics } from '@tavola/contracts/analytics.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/http/query-client.ts';
import { api, calls } from '../../../test/api.ts';
import {
  downloads,
  expectBusy,
  expectFocus,
  expectPath,
  expectToast,
  fill,
  goTo,
  openApp,
} from '../../../test/app.tsx';
import { anItem, aTenant, aUser } from '../../../test/samples.ts';

// Analytics: the range, what the panels say about their figures, and their states.

const CALL = 'GET /api/analytics';
const EXPORT = 'GET /api/analytics/export.csv';

/** Figures of three days. */
const figures = (): Analytics => ({
  range: { from: '2026-02-01', to: '2026-02-03' },
  timeZone: 'UTC',
  hasData: true,
  totals: { views: 1120, scans: 400, visitors: 900, averageSeconds: 150 },
  before: { views: 1000, scans: 500, visitors: 900, averageSeconds: 130 },
  days: [
    { day: '2026-02-01', views: 400, scans: 100, visitors: 300 },
    { day: '2026-02-02', views: 20, scans: 0, visitors: 20 },
    { day: '2026-02-03', views: 700, scans: 300, visitors: 580 },
  ],
  hours: [{ weekday: 7, hour: 12, views: 36, scans: 0 }],
  items: Array.from({ length: 12 }, (_, at) => ({ itemId: 900_000 + at, seen: 100 - at, opened: at })),
  sources: [
    { codeId: null, views: 700, scans: 0 },
    { codeId: 'maincode', views: 420, scans: 400 },
  ],
});

function openAnalytics(query = '', answer = figures()) {
  api.answers(CALL, answer);
  return openApp(`/dashboard/analytics${query}`, { as: aUser() });
}

const totals = () => screen.findByRole('region', { name: 'Totals' });
const day = async (name: string) =>
  within(await screen.findByRole('radiogroup', { name: 'Days' })).getByRole('radio', { name });
const isChosen = (radio: HTMLElement) => radio.getAttribute('aria-checked') === 'true';

/** The rows of a table, as text. */
const rowsOf = (caption: RegExp) =>
  within(screen.getByRole('table', { name: caption }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('The range', () => {
  it('is in the address, and focus stays where it was', async () => {
    const user = openAnalytics();
    expect(isChosen(await day('30 days'))).toBe(true);
    const week = await day('7 days');
    await user.click(week);
    await expectPath('/dashboard/analytics?range=7-days');
    await expectFocus(() => week);
    await user.click(await day('30 days'));
    await expectPath('/dashboard/analytics');
  });

  describe('in detail', { tags: 'full' }, () => {
    it('is counted anew once the time zone was changed in Settings', async () => {
      const user = openAnalytics();
      await screen.findByText('Time zone: UTC');
      await goTo(user, 'Settings');
      api.answers('PUT /api/tenant', aTenant({ timeZone: 'Asia/Tokyo' }));
      fill(await screen.findByLabelText('Restaurant Name'), 'Da Ines');
      await user.click(screen.getByRole('button', { name: 'Save Changes' }));
      await expectToast('Settings updated', 'Your restaurant settings have been saved successfully.');
      api.answers(CALL, { ...figures(), timeZone: 'Asia/Tokyo' });
      await goTo(user, 'Analytics');
      await screen.findByText('Time zone: Tokyo');
    });

    it('asks for the days where the restaurant is', async () => {
      // It is already the 21st there.
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') });
      api.answers('GET /api/tenant', aTenant({ timeZone: 'Pacific/Kiritimati' }));
      openAnalytics('?range=today');
      await totals();
      expect(calls.last(CALL)?.search).toBe('?from=2026-11-21&to=2026-11-21');
    });

    it("can be days of one's own, refused at the field while they make no range", async () => {
      const user = openAnalytics('?range=today');
      await user.click(await day('Custom'));
      const [from, to] = [await screen.findByLabelText('From'), screen.getByLabelText('To')];
      fill(from, '2026-02-03');
      fill(to, '2026-02-01');
      await screen.findByText("From can't be after To.");
      expect(from.getAttribute('aria-invalid')).toBe('true');
      expect(window.location.search).not.toContain('2026-02-01');
      fill(from, '2026-01-30');
      await expectPath('/dashboard/analytics?from=2026-01-30&to=2026-02-01');
      fill(to, '2199-02-01');
      await screen.findByText('The range can be at most 400 days long.');
      const aboutMonths = 'Months that ended over 13 months ago have one total, on their first day.';
      expect(screen.queryByText(aboutMonths)).toBe(null);
      fill(from, '2019-01-30');
      await screen.findByText(aboutMonths);
    });

    it('is exported as CSV', async () => {
      const names = downloads();
      const disposition = 'attachment; filename="menu-2026-02-01-to-2026-02-03.csv"';
      api.responds(EXPORT, () => new Response('', { headers: { 'Content-Disposition': disposition } }));
      const user = openAnalytics('?from=2026-02-01&to=2026-02-03');
      await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
      await waitFor(() => expect(names).toEqual(['menu-2026-02-01-to-2026-02-03.csv']));
      expect(calls.last(EXPORT)?.search).toBe('?from=2026-02-01&to=2026-02-03');
    });
  });
});

describe('The panels', () => {
  it('compare with the period before by arrow, sign and figure', async () => {
    openAnalytics();
    const cards = within(await totals()).getAllByRole('listitem');
    const expected = [
      ['Menu views', '1,120', '+12% from 1,000'],
      ['QR scans', '400', '-20% from 500'],
      ['Unique visitors', '900', 'Same as before'],
      ['Avg. view time', '2m 30s', '+15% from 2m 10s'],
    ];
    for (const [at, texts] of expected.entries()) {
      for (const text of texts) within(cards[at] as HTMLElement).getByText(text);
      expect(cards[at]?.querySelectorAll('p svg')).toHaveLength(1);
    }
    expect(cards).toHaveLength(expected.length);
  });

  it('order items by how often they were opened, and show all of them on demand', async () => {
    const user = openAnalytics();
    await totals();
    await user.click(screen.getByRole('radio', { name: 'Opened' }));
    const rows = () => rowsOf(/Popular items/);
    await waitFor(() => expect(rows()[1]).toEqual(['Deleted item (#900011)', '89', '11']));
    expect(rows()).toHaveLength(11);
    await user.click(screen.getByRole('button', { name: 'Show All 12' }));
    expect(rows()).toHaveLength(13);
  });

  it("are the placeholders 'Popular Items' and 'View Analytics', both 'Coming soon...', until the first visit [S2.62]", async () => {
    openApp('/dashboard/analytics', { as: aUser() });
    expect(await screen.findAllByText('Coming soon...')).toHaveLength(2);
    for (const name of ['Popular Items', 'View Analytics']) screen.getByRole('heading', { name });
    expect(screen.getAllByText('Appears with your first scan.')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBe(null);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('show every figure of the chart as a table', async () => {
      const user = openAnalytics();
      await totals();
      await user.click(screen.getByRole('radio', { name: 'Table' }));
      const [head, ...rows] = rowsOf(/Views and QR scans by day/);
      expect(head).toEqual(['Day', 'Views', 'QR scans', 'Visitors']);
      expect(rows.map((row) => row.slice(1))).toEqual([
        ['400', '100', '300'],
        ['20', '0', '20'],
        ['700', '300', '580'],
      ]);
      screen.getByText('Monday, February 2, 2026');
      const week = within(screen.getByRole('table', { name: 'Views by weekday and hour' }));
      const days = week.getAllByRole('rowheader').map(({ textContent }) => textContent);
      expect(days).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    });

    it('rank 50 items by what they are ordered by', async () => {
      const items = Array.from({ length: 60 }, (_, at) => ({ itemId: 900_000 + at, seen: 60 - at, opened: at }));
      const user = openAnalytics('', { ...figures(), items });
      await totals();
      await user.click(await screen.findByRole('button', { name: 'Show All 50' }));
      expect(rowsOf(/Popular items/).at(-1)).toEqual(['Deleted item (#900049)', '11', '49']);
      await user.click(screen.getByRole('radio', { name: 'Opened' }));
      await waitFor(() => expect(rowsOf(/Popular items/).at(-1)?.[0]).toBe('Deleted item (#900010)'));
    });

    it('name dishes and codes that were added elsewhere since these were read', async () => {
      const before = { updatedAt: Date.now() - 120_000 };
      queryClient.setQueryData(['/api/menu-items'], [], before);
      queryClient.setQueryData(['/api/qr-codes'], { codes: [] }, before);
      api.answers('GET /api/menu-items', [anItem({ id: 900_000, name: 'Burrata' })]);
      openAnalytics();
      await totals();
      await waitFor(() => expect(rowsOf(/Popular items/)[1]?.[0]).toBe('Burrata'));
      await waitFor(() => expect(rowsOf(/QR codes, by scans/)[2]?.[0]).toBe('Main code'));
    });

    it('name the code that guests came by; those of other codes came without one', async () => {
      const sources = [...figures().sources, { codeId: 'madeup', views: 5, scans: 1 }];
      openAnalytics('', { ...figures(), sources });
      await totals();
      await waitFor(() => expect(rowsOf(/QR codes, by scans/)).toHaveLength(3));
      const [, none, main] = rowsOf(/QR codes, by scans/);
      expect(none).toEqual([expect.stringMatching('No code'), '1', '705']);
      expect(main).toEqual(['Main code', '400', '420']);
    });

    it('stay where only the restaurant could not be loaded again', async () => {
      openAnalytics();
      await totals();
      api.fails('GET /api/tenant', 503);
      await queryClient.invalidateQueries({ queryKey: ['/api/tenant'] });
      await waitFor(() => expect(calls.count('GET /api/tenant')).toBe(2));
      await waitFor(() => expect(queryClient.getQueryState(['/api/tenant'])?.status).toBe('error'));
      await new Promise((resolve) => setTimeout(resolve));
      await totals();
      expect(screen.queryByText("Couldn't load your analytics")).toBeNull();
    });

    it('of another range that failed keep its button while they are loaded again', async () => {
      const user = openAnalytics();
      await totals();
      api.fails(CALL, 503);
      await user.click(await day('7 days'));
      const again = await screen.findByRole('button', { name: 'Try Again' });
      const release = api.holds(CALL);
      again.focus();
      await user.keyboard('{Enter}');
      await expectBusy('Trying again…');
      expect(document.activeElement?.textContent).toBe('Trying again…');
      expect(screen.queryByRole('region', { name: 'Totals' })).toBeNull();
      release();
    });
  });
});
