import type { Analytics } from '@tavola/contracts/analytics.ts';
import { type Cell, csv } from './csv.ts';

const HEAD = ['What', 'Name', 'Views', 'Scans', 'Visitors', 'Average seconds', 'Seen', 'Opened'];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The figures as one table, whose first column says what a row is about. `names` are the items' that there are. */
export function figuresAsCsv(figures: Analytics, names: ReadonlyMap<number, string>): string {
  const { range, totals, days, hours, items, sources } = figures;
  const rows: Cell[][] = [
    HEAD,
    [
      'Total',
      `${range.from} to ${range.to}`,
      totals.views,
      totals.scans,
      totals.visitors,
      totals.averageSeconds,
      '',
      '',
    ],
    ...days.map(({ day, views, scans, visitors }) => ['Day', day, views, scans, visitors, '', '', '']),
    ...hours.map(({ weekday, hour, views, scans }) => [
      'Hour',
      `${WEEKDAYS[weekday - 1]} ${String(hour).padStart(2, '0')}:00`,
      views,
      scans,
      '',
      '',
      '',
      '',
    ]),
    ...items.map(({ itemId, seen, opened }) => [
      'Item',
      names.get(itemId) ?? `Item ${itemId}, deleted`,
      '',
      '',
      '',
      '',
      seen,
      opened,
    ]),
    ...sources.map(({ codeId, views, scans }) => ['Code', codeId ?? 'No code', views, scans, '', '', '', '']),
  ];
  return csv(rows);
}
