import type { Analytics } from '@tavola/contracts/analytics.ts';
import { BusiestHours } from './busiest-hours.tsx';
import { PopularItems } from './popular-items.tsx';
import { Sources } from './sources.tsx';
import { Totals } from './totals.tsx';
import { ViewsPanel } from './views-panel.tsx';

interface FiguresProps {
  analytics: Analytics;
  /** Whether another range is loading. */
  isPassing: boolean;
}

/** All statistics of a range of days. */
export function Figures({ analytics, isPassing }: FiguresProps) {
  return (
    <div
      aria-busy={isPassing}
      className="flex flex-col gap-5 transition-opacity duration-150 aria-busy:opacity-55 sm:gap-6"
    >
      <Totals totals={analytics.totals} before={analytics.before} />
      <ViewsPanel analytics={analytics} />
      <div className="grid items-start gap-5 sm:gap-6 xl:grid-cols-2">
        <PopularItems items={analytics.items} />
        <Sources sources={analytics.sources} />
      </div>
      {/* The chart of a single day already shows its hours. */}
      {analytics.range.from !== analytics.range.to && <BusiestHours hours={analytics.hours} />}
      <p className="max-w-prose text-sm text-ink-muted">
        A guest counts as one visitor a day, no matter how often they open the menu. Guests whose browser asks not to be
        tracked aren't counted.
      </p>
    </div>
  );
}
