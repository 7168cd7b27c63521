import { cn } from './cn.ts';

/** The shape of content that is loading; size it by class. State "loading" once nearby for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden data-skeleton className={cn('animate-breathe rounded-control bg-line', className)} />;
}

/** The shape of a list of `rows` that is loading; size the rows by `row`. */
export function LoadingRows({ rows = 1, row, className }: { rows?: number; row: string; className?: string }) {
  return (
    <div role="status" className={cn('flex flex-col', className)}>
      <span className="sr-only">Loading…</span>
      {[...Array(rows).keys()].map((place) => (
        <Skeleton key={place} className={row} />
      ))}
    </div>
  );
}
