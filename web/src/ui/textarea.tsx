import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { useFieldAttributes } from './field-context.ts';
import { controlClass } from './input.tsx';

/** Several lines of text; grows with what is typed where the browser can. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  const attributes = useFieldAttributes(props);
  return (
    <textarea
      rows={rows}
      {...props}
      {...attributes}
      className={cn(controlClass, 'field-sizing-content min-h-24 px-3.5 py-2.5', className)}
    />
  );
}
