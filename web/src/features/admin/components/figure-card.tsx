import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

interface FigureCardProps {
  label: string;
  icon: ReactNode;
  /** Explains what the number counts. */
  note: string;
  /** Whether a phone shows three of them side by side. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** A card with one platform statistic. */
export function FigureCard({ label, icon, note, isNarrow = false, children }: FigureCardProps) {
  return (
    <Card className={cn('flex flex-col gap-2 p-5', isNarrow && 'max-sm:gap-0 max-sm:px-3.5 max-sm:py-3')}>
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-sm font-semibold text-ink-muted">{label}</h2>
        <span aria-hidden className={cn('text-ink-faint [&_svg]:size-5', isNarrow && 'max-sm:hidden')}>
          {icon}
        </span>
      </div>
      <div className="display figures flex min-h-10 items-center text-2xl max-[22.5rem]:text-xl">{children}</div>
      <p className="text-sm text-ink-muted">{note}</p>
    </Card>
  );
}

/** Placeholder for a statistic that is loading. */
export function FigureWaiting() {
  return (
    <span role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton className="h-8 w-20" />
    </span>
  );
}
