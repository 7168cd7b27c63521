import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx';

interface FiguresTableProps {
  /** Describes the table. */
  caption: string;
  /** The column headings; the first is that of the row names. */
  columns: readonly [ReactNode, ...ReactNode[]];
  rows: readonly { key: string; name: ReactNode; figures: readonly number[] }[];
}

/** A table of names and numbers. A long one scrolls in its own box, under a fixed header; on paper it is whole. */
export function FiguresTable({ caption, columns: [first, ...rest], rows }: FiguresTableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className="max-h-74 overflow-auto rounded-tag sm:max-h-90 print:max-h-none print:overflow-visible"
    >
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{caption}</caption>
        <TableHead>
          <TableRow className="sticky top-0 bg-surface shadow-[inset_0_-1px_var(--color-line)]">
            <TableHeader className="ps-0">{first}</TableHeader>
            {rest.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a table's columns stay where they are
              <TableHeader key={at} align="end" className="px-2 last:pe-0 sm:px-4">
                {name}
              </TableHeader>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, name, figures }) => (
            <TableRow key={key}>
              <TableHeader scope="row" className="w-full py-2.5 ps-0 whitespace-normal! text-ink!">
                {name}
              </TableHeader>
              {figures.map((figure, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a table's columns stay where they are
                <TableCell key={at} align="end" className="figures px-2 py-2.5 last:pe-0 sm:px-4">
                  {formatCount(figure)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </table>
    </section>
  );
}
