import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

const BARS = [
  'h-[38%]',
  'h-[52%]',
  'h-[45%]',
  'h-[61%]',
  'h-[88%]',
  'h-[94%]',
  'h-[57%]',
  'h-[41%]',
  'h-[66%]',
  'h-[73%]',
];

/** Shown while the first statistics load. */
export function AnalyticsSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-5 sm:gap-6">
      <p role="status" className="sr-only">
        Loading analytics…
      </p>
      <Skeleton className="h-11 w-full max-w-md rounded-full!" />
      <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
        {['views', 'scans', 'visitors', 'time'].map((total) => (
          <Card key={total} className="flex flex-col gap-3 p-4 sm:p-6">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-9 w-1/2" />
            <Skeleton className="h-4 w-2/3" />
          </Card>
        ))}
      </div>
      <Card className="flex flex-col gap-5 p-5 sm:p-7">
        <Skeleton className="h-6 w-44" />
        <div className="flex h-64 items-end gap-2 sm:h-80 sm:gap-3">
          {BARS.map((height) => (
            <Skeleton key={height} className={`flex-1 ${height}`} />
          ))}
        </div>
      </Card>
    </div>
  );
}
