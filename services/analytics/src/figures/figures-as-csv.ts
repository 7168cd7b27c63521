import type { Analytics } from '@tavola/contracts/analytics.ts';
import { type Cell, csv } from '@tavola/service-kit/http/csv.ts';

const HEAD = ['What', 'Name', 'Id', 'Views', 'Scans', 'Visitors', 'Average seconds', 'Seen', 'Opened'] as const;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Row = Partial<Record<(typeof HEAD)[number], Cell>>;

/** The names of items and printed codes, by id. */
export interface Names {
  items: ReadonlyMap<number, string>;
  codes: ReadonlyMap<string, string>;
}

/** The figures as one table; its first column is the kind of row. Items and codes without a name have been deleted. */
export function figuresAsCsv({ range, totals, days, hours, items, sources }: Analytics, names: Names): string {
  const rows: Row[] = [
    {
      What: 'Total',
      Name: `${range.from} to ${range.to}`,
      Views: totals.views,
      Scans: totals.scans,
      Visitors: totals.visitors,
      'Average seconds': totals.averageSeconds,
    },
    ...days.map(({ day, views, scans, visitors }) => ({
      What: 'Day',
      Name: day,
      Views: views,
      Scans: scans,
      Visitors: visitors,
    })),
    ...hours.map(({ weekday, hour, views, scans }) => ({
      What: 'Hour',
      Name: `${WEEKDAYS[weekday - 1]} ${String(hour).padStart(2, '0')}:00`,
      Views: views,
      Scans: scans,
    })),
    ...items.map(({ itemId, seen, opened }) => ({
      What: 'Item',
      Name: names.items.get(itemId) ?? 'Deleted item',
      Id: itemId,
      Seen: seen,
      Opened: opened,
    })),
    ...sources.map(({ codeId, views, scans }) => ({
      What: 'Code',
      Name: codeId === null ? 'No code' : (names.codes.get(codeId) ?? 'Unknown code'),
      ...(codeId !== null && { Id: codeId }),
      Views: views,
      Scans: scans,
    })),
  ];
  return csv([HEAD, ...rows.map((row: Row) => HEAD.map((column) => row[column] ?? ''))]);
}
