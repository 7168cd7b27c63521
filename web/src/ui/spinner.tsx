import { LoaderCircle } from 'lucide-react';
import { cn } from './cn.ts';

/** A spinner, for use next to text that says what is in progress. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('size-[1.125rem] animate-turn', className)} />;
}
