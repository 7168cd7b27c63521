import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The list while it loads. */
export function CodesSkeleton() {
  return (
    <Card role="status" className="overflow-hidden">
      <span className="sr-only">Loading codes…</span>
      {['w-28', 'w-20', 'w-36', 'w-24'].map((width) => (
        <div key={width} className="flex items-center gap-4 px-4 py-4 not-last:border-b not-last:border-line sm:px-6">
          <Skeleton className="size-6 rounded-tag" />
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <Skeleton className={`h-4.5 ${width}`} />
            <Skeleton className="h-3.5 w-44 max-w-full" />
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </Card>
  );
}
