import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasFailed, useErrorText } from '../../../lib/http/has-failed.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';

interface PagedListProps<Page, Row extends { id: number | string }> {
  label: string;
  query: UseInfiniteQueryResult<Page[], Error>;
  rowsOf: (page: Page) => Row[];
  /** Error title: what could not be loaded. */
  errorTitle: string;
  /** Shown when the list is empty. */
  empty: ReactNode;
  children: (row: Row) => ReactNode;
}

/** A list loaded page by page, with its loading, error and empty states. */
export function PagedList<Page, Row extends { id: number | string }>({
  label,
  query,
  rowsOf,
  errorTitle,
  empty,
  children,
}: PagedListProps<Page, Row>) {
  const { data, error, isError, isPlaceholderData } = query;
  const text = useErrorText(error, 'Please check your connection and try again.');
  if (hasFailed(query)) return <LoadErrorCard title={errorTitle} description={text} query={query} />;
  if (!data) {
    return (
      <Card className="p-5 sm:p-7">
        <LoadingRows rows={4} row="h-16" className="gap-5" />
      </Card>
    );
  }
  const rows = data.flatMap(rowsOf);
  if (rows.length === 0) return <Card>{empty}</Card>;
  return (
    <div className="flex flex-col items-center gap-5">
      <Card className="w-full min-w-0">
        <ul aria-label={label} aria-busy={isPlaceholderData} className="divide-y divide-line aria-busy:opacity-50">
          {rows.map((row) => (
            <li key={row.id} data-paged className="@container p-5 sm:px-7">
              {children(row)}
            </li>
          ))}
        </ul>
      </Card>
      {isError && (
        <Alert title={errorTitle} className="w-full">
          {text}
        </Alert>
      )}
      <LoadMore query={query} />
    </div>
  );
}
