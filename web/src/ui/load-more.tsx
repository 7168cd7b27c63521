import { useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

const rows = () => document.querySelectorAll<HTMLElement>('main [data-paged]');

/** Loads the next page of a list whose rows have `data-paged`. After the last one it is gone, and focus is at the first row that came. */
export function LoadMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: LoadMoreProps) {
  const before = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (isFetchingNextPage) return;
    const row = before.current === undefined ? undefined : rows()[before.current];
    before.current = undefined;
    if (hasNextPage || !row || document.activeElement !== document.body) return;
    row.tabIndex = -1;
    row.focus();
  }, [hasNextPage, isFetchingNextPage]);

  if (!hasNextPage) return null;
  const load = () => {
    before.current = rows().length;
    void fetchNextPage();
  };
  return (
    <Button variant="secondary" className="self-center" busy={isFetchingNextPage} onClick={load}>
      {isFetchingNextPage ? 'Loading…' : 'Load More'}
    </Button>
  );
}
