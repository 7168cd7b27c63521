import { Clock, Eye, type LucideIcon, ScanLine, TrendingDown, TrendingUp, UtensilsCrossed } from 'lucide-react';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { formatLargeCount } from '../../../lib/text/large-count.ts';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { useStats } from '../api.ts';

interface Stat {
  title: string;
  icon: LucideIcon;
  /** Placeholder until the restaurant has data of its own (spec §2). */
  example: string;
  hasData: boolean | undefined;
  value: string | undefined;
  /** The change in value; `null` until there is a previous period. */
  change: string | null | undefined;
}

/** Overview's four statistics (spec §2). */
export function StatCards() {
  const query = useStats();
  const { data } = query;
  if (hasFailed(query)) return <LoadErrorCard title="Couldn't load your stats" query={query} />;
  // An example beside real numbers would be taken for one.
  const hasVisits = data && (data.totalViews > 0 || data.hasScans);
  const stats: Stat[] = [
    {
      title: 'Total Menu Views',
      icon: Eye,
      example: '+12% from last month',
      hasData: hasVisits,
      value: data && formatLargeCount(data.totalViews),
      change: data?.changes.totalViews,
    },
    {
      title: 'Active Menu Items',
      icon: UtensilsCrossed,
      example: '+3 new items',
      hasData: hasVisits || (data && data.totalItems > 0),
      value: data && formatLargeCount(data.totalItems),
      change: data?.changes.totalItems,
    },
    {
      title: 'QR Scans Today',
      icon: ScanLine,
      example: '+8% from yesterday',
      hasData: hasVisits,
      value: data && formatLargeCount(data.totalScans),
      change: data?.changes.totalScans,
    },
    {
      title: 'Avg. View Time',
      icon: Clock,
      example: '+15% engagement',
      hasData: hasVisits,
      value: data?.avgViewTime,
      change: data?.changes.avgViewTime,
    },
  ];
  return (
    <section aria-label="Stats" aria-busy={!data}>
      {!data && (
        <p role="status" className="sr-only">
          Loading stats…
        </p>
      )}
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
        {stats.map((stat) => (
          <li key={stat.title} className="flex">
            <StatCard {...stat} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function StatCard({ title, icon: Icon, example, hasData, value, change }: Stat) {
  if (value === undefined) {
    return (
      <Card className="flex flex-1 flex-col gap-3 p-4 sm:p-6" data-skeleton-card>
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-9 w-1/2" />
        <Skeleton className="h-4 w-2/3" />
      </Card>
    );
  }
  return (
    <Card className="flex flex-1 flex-col gap-1.5 p-4 sm:gap-2 sm:p-6">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-sm font-semibold text-ink-muted">{title}</h2>
        <Icon aria-hidden className="mt-0.5 size-[1.125rem] shrink-0 text-brand max-sm:hidden" />
      </div>
      <p className="display figures text-3xl wrap-anywhere">{value}</p>
      {change ? (
        <ChangeLine text={change} />
      ) : hasData ? (
        <p className={cn(lineClass, 'text-ink-muted')}>No comparison yet</p>
      ) : (
        <ExampleLine text={example} />
      )}
    </Card>
  );
}

const lineClass = 'mt-auto max-sm:text-xs sm:text-sm';

/** A computed change, with its direction as a sign and an arrow. */
function ChangeLine({ text }: { text: string }) {
  const Icon = { '+': TrendingUp, '-': TrendingDown }[text.charAt(0)];
  return (
    <p className={cn(lineClass, 'flex items-start gap-1 text-ink-muted')}>
      {Icon && (
        <Icon
          aria-hidden
          className={cn('mt-[0.2em] size-4 shrink-0', text.startsWith('+') ? 'text-brand' : 'text-ink-faint')}
        />
      )}
      <span className="figures min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}

function ExampleLine({ text }: { text: string }) {
  return (
    <Tooltip content="An example, until you have numbers of your own.">
      <button
        type="button"
        className={cn(lineClass, 'flex flex-col items-start gap-1 rounded-tag text-start text-ink-faint')}
      >
        {text}
        <span className="rounded-tag border border-dashed border-line-strong px-1.5 text-xs leading-5">Example</span>
      </button>
    </Tooltip>
  );
}
