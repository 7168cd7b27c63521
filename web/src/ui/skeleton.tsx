import { cn } from './cn.ts';

/** The shape of content that is loading; size it by class. State "loading" once nearby for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden data-skeleton className={cn('animate-breathe rounded-control bg-line', className)} />;
}
