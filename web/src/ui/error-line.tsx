import { CircleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** An error message beside what it is about. */
export function ErrorLine({ className, children, ...props }: ComponentProps<'p'>) {
  return (
    <p className={cn('flex items-start gap-1.5 text-sm font-medium text-tomato-ink', className)} {...props}>
      <CircleAlert aria-hidden className="mt-[0.2em] size-4 shrink-0" />
      {children}
    </p>
  );
}
