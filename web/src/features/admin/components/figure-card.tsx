import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

interface FigureCardProps {
  label: string;
  icon: ReactNode;
  /** Explains what the number counts. */
  note: string;
  children: ReactNode;
}

/** A card with one platform statistic. */
export function FigureCard({ label, icon, note, children }: FigureCardProps) {
  return (
    <Card className="flex flex-col gap-2 p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-sm font-semibold text-ink-muted">{label}</h2>
        <span aria-hidden className="text-ink-faint [&_svg]:size-5">
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
