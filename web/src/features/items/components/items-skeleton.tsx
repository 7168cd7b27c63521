import { Skeleton } from '../../../ui/skeleton.tsx';

const ROWS = ['w-40', 'w-52', 'w-36', 'w-48', 'w-44', 'w-40'];

/** The shape of the items while they load. */
export function ItemsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading menu items…</span>
      <div className="flex flex-col gap-3 border-b border-line p-4 sm:flex-row sm:px-6">
        <Skeleton className="h-11 flex-1 max-sm:flex-none" />
        <Skeleton className="h-11 sm:w-52" />
      </div>
      {ROWS.map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <div key={row} className="flex items-center gap-4 px-4 py-4 not-last:border-b not-last:border-line sm:px-6">
          <Skeleton className="size-12" />
          <div className="flex min-w-0 flex-1 flex-col gap-2.5">
            <Skeleton className={`h-4 max-w-full ${width}`} />
            <Skeleton className="h-3 w-24" />
          </div>
          <Skeleton className="h-4 w-14" />
        </div>
      ))}
    </div>
  );
}
