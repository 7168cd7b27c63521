import type { Analytics, Totals as Figures } from '@tavola/contracts/analytics.ts';
import { Clock, Equal, Eye, type LucideIcon, ScanLine, TrendingDown, TrendingUp, Users } from 'lucide-react';
import { formatCount } from '../../../lib/text/format.ts';
import { formatLargeCount } from '../../../lib/text/large-count.ts';
import { Card } from '../../../ui/card.tsx';
import { type Change, changeOf, timeText } from '../figures.ts';

const TOTALS: readonly { key: keyof Figures; title: string; icon: LucideIcon; write: (value: number) => string }[] = [
  { key: 'views', title: 'Menu views', icon: Eye, write: formatLargeCount },
  { key: 'scans', title: 'QR scans', icon: ScanLine, write: formatLargeCount },
  { key: 'visitors', title: 'Unique visitors', icon: Users, write: formatLargeCount },
  { key: 'averageSeconds', title: 'Avg. view time', icon: Clock, write: timeText },
];

/** The totals of the range, compared with the range before. */
export function Totals({ totals, before }: Pick<Analytics, 'totals' | 'before'>) {
  return (
    <section aria-label="Totals">
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
        {TOTALS.map(({ key, title, icon: Icon, write }) => (
          <li key={key} className="flex">
            <Card className="flex min-w-0 flex-1 flex-col gap-1.5 p-4 sm:gap-2 sm:p-6">
              <div className="flex items-start justify-between gap-3">
                <h2 className="text-sm font-semibold text-ink-muted">{title}</h2>
                <Icon aria-hidden className="mt-0.5 size-[1.125rem] shrink-0 text-brand max-sm:hidden" />
              </div>
              <p
                className="display figures text-3xl wrap-anywhere"
                title={write === timeText ? undefined : formatCount(totals[key])}
              >
                {write(totals[key])}
              </p>
              {before && <ChangeLine {...changeOf(totals[key], before[key], write)} />}
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ICONS = { up: TrendingUp, down: TrendingDown, same: Equal };

/** A change, with its direction as an arrow and a sign. */
function ChangeLine({ direction, text }: Change) {
  const Icon = ICONS[direction];
  return (
    <p className="flex items-start gap-1.5 text-ink-muted max-sm:text-xs sm:text-sm">
      <Icon aria-hidden className={`mt-[0.2em] size-4 shrink-0 ${direction === 'up' ? 'text-brand' : ''}`} />
      <span className="figures min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}
