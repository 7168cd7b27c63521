import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export type BadgeTone = 'neutral' | 'positive' | 'negative' | 'notice' | 'outline';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-muted',
  positive: 'bg-brand-soft text-brand-ink',
  negative: 'bg-tomato-soft text-tomato-ink',
  notice: 'bg-saffron-soft text-saffron-ink',
  outline: 'border border-line-strong text-ink-muted',
};

/** A one-word status. */
export function Badge({ tone = 'neutral', className, ...props }: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return (
    <span
      className={cn(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap [&_svg]:size-3.5',
        tones[tone],
        className,
      )}
      {...props}
    />
  );
}
