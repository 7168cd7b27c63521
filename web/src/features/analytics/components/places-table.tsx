import type { Totals } from '@tavola/contracts/analytics.ts';
import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { RetryButton } from '../../../ui/retry-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx';
import { timeText } from '../figures.ts';
import type { PlaceRow, SortColumn } from '../places.ts';

const FIGURES: readonly { key: keyof Totals; label: string; write: (value: number) => string }[] = [
  { key: 'views', label: 'Menu views', write: formatCount },
  { key: 'scans', label: 'QR scans', write: formatCount },
  { key: 'visitors', label: 'Unique visitors', write: formatCount },
  { key: 'averageSeconds', label: 'Avg. view time', write: timeText },
];

const COLUMNS: readonly { key: SortColumn; label: string }[] = [{ key: 'name', label: 'Place' }, ...FIGURES];

interface PlacesProps {
  /** In the order in which they show. */
  rows: readonly PlaceRow[];
  sort: SortColumn;
  onSort: (column: SortColumn) => void;
}

/** Restaurants side by side, to be sorted by any column. */
export function PlacesTable({ rows, sort, onSort }: PlacesProps) {
  return (
    <Card className="overflow-clip">
      <Table>
        <caption className="sr-only">Your places, by figure</caption>
        <TableHead>
          <TableRow>
            {COLUMNS.map(({ key, label }) => (
              <TableHeader
                key={key}
                align={key === 'name' ? 'start' : 'end'}
                aria-sort={key !== sort ? undefined : key === 'name' ? 'ascending' : 'descending'}
                className="py-1"
              >
                <button
                  type="button"
                  onClick={() => onSort(key)}
                  className={cn(
                    'inline-flex min-h-11 items-center gap-1 rounded-control hover:text-ink',
                    // Names and figures stay in line with their headings.
                    key !== 'name' && 'flex-row-reverse',
                    key === sort && 'text-ink',
                  )}
                >
                  {label}
                  <ArrowDown aria-hidden className={cn('size-3.5', key !== sort && 'invisible')} />
                </button>
              </TableHeader>
            ))}
            <TableHeader>Most seen dish</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.place.id}>
              <TableHeader scope="row" className="max-w-72 min-w-40 whitespace-normal! text-ink!">
                <PlaceName row={row} />
              </TableHeader>
              {row.figures.data ? (
                <>
                  {FIGURES.map(({ key, write }) => (
                    <TableCell
                      key={key}
                      align="end"
                      className={cn('figures', key === sort ? 'font-semibold' : 'text-ink-muted')}
                    >
                      {row.figures.data && write(row.figures.data.totals[key])}
                    </TableCell>
                  ))}
                  <TableCell className="min-w-36">
                    <MostSeen row={row} />
                  </TableCell>
                </>
              ) : (
                <TableCell colSpan={FIGURES.length + 1}>
                  <Pending row={row} />
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** The same on a phone. */
export function PlacesCards({ rows, sort, onSort }: PlacesProps) {
  return (
    <div className="flex flex-col gap-4">
      <FormField label="Sort by">
        <Select
          value={sort}
          onValueChange={(column) => onSort(column as SortColumn)}
          options={COLUMNS.map(({ key, label }) => ({ value: key, label }))}
        />
      </FormField>
      <ul className="flex flex-col gap-3">
        {rows.map((row) => (
          <li key={row.place.id}>
            <Card className="flex flex-col gap-3 p-4">
              <PlaceName row={row} />
              {row.figures.data ? (
                <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5">
                  {FIGURES.map(({ key, label, write }) => (
                    <Figure key={key} label={label} isSorted={key === sort}>
                      <span className="figures">{row.figures.data && write(row.figures.data.totals[key])}</span>
                    </Figure>
                  ))}
                  <Figure label="Most seen dish" className="col-span-2">
                    <MostSeen row={row} />
                  </Figure>
                </dl>
              ) : (
                <Pending row={row} />
              )}
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FigureProps {
  label: string;
  isSorted?: boolean;
  className?: string;
  children: ReactNode;
}

function Figure({ label, isSorted = false, className, children }: FigureProps) {
  return (
    <div className={cn('flex min-w-0 flex-col', className)}>
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className={cn('min-w-0', isSorted && 'font-semibold')}>{children}</dd>
    </div>
  );
}

function PlaceName({ row: { place } }: { row: PlaceRow }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-semibold wrap-anywhere">
        <bdi>{place.name}</bdi>
      </span>
      {place.address && <bdi className="text-sm font-normal wrap-anywhere text-ink-muted">{place.address}</bdi>}
    </span>
  );
}

function MostSeen({ row: { figures } }: { row: PlaceRow }) {
  const name = figures.data?.mostSeen;
  return name === undefined ? (
    <span className="text-ink-muted">None</span>
  ) : (
    <Bidi className="line-clamp-2 wrap-anywhere">{name}</Bidi>
  );
}

/** In place of figures that are loading, or could not be loaded. */
function Pending({ row: { place, figures } }: { row: PlaceRow }) {
  if (!hasFailed(figures)) {
    return (
      <span role="status">
        <span className="sr-only">Loading the figures of {place.name}…</span>
        <Skeleton className="h-6 w-full rounded-tag" />
      </span>
    );
  }
  return (
    <span role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-tomato-ink">
      These figures couldn't be loaded.
      <RetryButton variant="secondary" size="sm" query={figures} />
    </span>
  );
}
