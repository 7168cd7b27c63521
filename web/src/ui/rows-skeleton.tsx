import { Skeleton } from './skeleton.tsx';

/** The shape of a list while it loads: a row for each of `widths`, with a name of that width and a switch. */
export function RowsSkeleton({ label, widths }: { label: string; widths: readonly string[] }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {widths.map((width) => (
        <div key={width} className="flex items-center gap-6 px-4 py-5 not-last:border-b not-last:border-line sm:px-6">
          <div className="flex min-w-0 flex-1 flex-col gap-2.5">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-3.5 w-4/5 max-w-sm" />
          </div>
          <Skeleton className="h-7 w-24 rounded-full" />
        </div>
      ))}
    </div>
  );
}
