import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { hasFailed, useErrorText } from '../../../lib/http/has-failed.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RetryAlert } from '../../../ui/retry-alert.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';

interface RecentListProps<Row extends { id: string }> {
  title: string;
  query: UseQueryResult<Row[]>;
  /** A lucide icon for the empty state. */
  icon: ReactNode;
  emptyText: string;
  /** The screen with the whole list. */
  all: { href: string; label: string };
  children: (row: Row) => ReactNode;
}

/** A list of the newest entries, with its loading, error and empty states. */
export function RecentList<Row extends { id: string }>({
  title,
  query,
  icon,
  emptyText,
  all,
  children,
}: RecentListProps<Row>) {
  const { data, isError, error } = query;
  const text = useErrorText(error, 'Check your connection and try again.');
  return (
    <Card className="min-w-0">
      <CardSection
        title={title}
        actions={
          <Button asChild variant="link" size="sm">
            <Link href={all.href}>{all.label}</Link>
          </Button>
        }
      >
        {isError || hasFailed(query) ? (
          <RetryAlert title="Couldn't load this list" query={query}>
            {text}
          </RetryAlert>
        ) : !data ? (
          <LoadingRows rows={4} row="h-12" className="gap-4" />
        ) : data.length === 0 ? (
          <EmptyState icon={icon} title={emptyText} className="py-8!" />
        ) : (
          <ul className="-my-3 divide-y divide-line">
            {data.map((row) => (
              <li key={row.id} className="@container flex min-h-18 items-center gap-4 py-3">
                {children(row)}
              </li>
            ))}
          </ul>
        )}
      </CardSection>
    </Card>
  );
}
