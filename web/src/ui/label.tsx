import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** The name of a control; `htmlFor` is its id. */
export function Label({ htmlFor, className, children, ...props }: ComponentProps<'label'> & { htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className={cn('text-sm font-semibold text-ink', className)} {...props}>
      {children}
    </label>
  );
}
