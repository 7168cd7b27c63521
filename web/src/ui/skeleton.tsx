import { cn } from './cn.ts';

/** The shape of something that is still loading; size it by class. Say "loading" once, near it, for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden data-skeleton className={cn('animate-breathe rounded-control bg-line', className)} />;
}
