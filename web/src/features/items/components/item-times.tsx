import type { MenuItem } from '@tavola/contracts/menu.ts';
import { Clock } from 'lucide-react';
import { useOwnMoney } from '../../../lib/money/use-own-money.ts';
import { cn } from '../../../ui/cn.ts';
import type { ServingTimes } from '../serving-times.ts';

interface ItemTimesProps {
  item: MenuItem;
  times: ServingTimes;
  className?: string;
}

/** When an item is served if that is not like its category, and its offers. */
export function ItemTimes({ item, times, className }: ItemTimesProps) {
  const words = times.ofItem(item, useOwnMoney());
  if (words.length === 0) return null;
  return (
    <span className={cn('flex min-w-0 items-start gap-1.5 text-ink-muted', className)} title={words.join(' · ')}>
      <Clock aria-hidden className="mt-[0.2em] size-[1em] shrink-0" />
      <span className="figures line-clamp-2 wrap-anywhere">
        {words.map((text, index) => (
          <span key={text}>
            {index > 0 && ' · '}
            <bdi>{text}</bdi>
          </span>
        ))}
      </span>
    </span>
  );
}
