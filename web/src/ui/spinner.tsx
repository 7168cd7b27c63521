import { LoaderCircle } from 'lucide-react';
import { cn } from './cn.ts';

/** A turning ring beside words that say what is under way. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('size-[1.125rem] animate-turn', className)} />;
}
