import { type ReactNode, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx';

/** Rows shown at first. */
const FIRST = 10;

interface RankingProps<Figure extends string> {
  /** Describes the table. */
  caption: string;
  /** The heading of the name column. */
  nameOfRows: string;
  columns: readonly { figure: Figure; label: string }[];
  /** The figure that sorts the rows and sets the bars. */
  by: Figure;
  rows: readonly ({ key: string; name: ReactNode } & Record<Figure, number>)[];
}

/** Rows sorted by one figure, highest first, with bars to compare them. */
export function Ranking<Figure extends string>({ caption, nameOfRows, columns, by, rows }: RankingProps<Figure>) {
  const [showsAll, setShowsAll] = useState(false);
  const ranked = rows.toSorted((a, b) => b[by] - a[by]);
  const most = Math.max(1, ...rows.map((row) => row[by]));
  const shown = showsAll ? ranked : ranked.slice(0, FIRST);
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        <Table>
          <caption className="sr-only">{caption}</caption>
          <TableHead>
            <TableRow>
              <TableHeader className="ps-0 pe-0">{nameOfRows}</TableHeader>
              {columns.map(({ figure, label }) => (
                <TableHeader key={figure} align="end" className={cn('pe-0', figure === by && 'text-ink!')}>
                  {label}
                </TableHeader>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map((row) => (
              <TableRow key={row.key}>
                {/* No width of its own, so that a long name can't push the figures out. */}
                <TableHeader scope="row" className="w-full max-w-0 ps-0 pe-0 whitespace-normal! text-ink!">
                  <span className="flex flex-col gap-1.5">
                    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">{row.name}</span>
                    <span aria-hidden className="h-1.5 w-full overflow-hidden rounded-full bg-sunken">
                      <span
                        className="block h-full rounded-full bg-brand"
                        style={{ width: `${(row[by] / most) * 100}%` }}
                      />
                    </span>
                  </span>
                </TableHeader>
                {columns.map(({ figure }) => (
                  <TableCell
                    key={figure}
                    align="end"
                    className={cn('figures pe-0 align-top', figure === by ? 'font-semibold' : 'text-ink-muted')}
                  >
                    {formatCount(row[figure])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      {rows.length > FIRST && (
        <Button variant="secondary" size="sm" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? `Show First ${FIRST}` : `Show All ${formatCount(rows.length)}`}
        </Button>
      )}
    </div>
  );
}
