import { Equal, TrendingDown, TrendingUp } from 'lucide-react';
import type { Change } from '../figures.ts';

const ICONS = { up: TrendingUp, down: TrendingDown, same: Equal };

/** A change, with its direction as an arrow and a sign. */
export function ChangeLine({ direction, text }: Change) {
  const Icon = ICONS[direction];
  return (
    <p className="flex items-start gap-1.5 text-ink-muted max-sm:text-xs sm:text-sm">
      <Icon aria-hidden className={`mt-[0.2em] size-4 shrink-0 ${direction === 'up' ? 'text-brand' : ''}`} />
      <span className="figures min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}
