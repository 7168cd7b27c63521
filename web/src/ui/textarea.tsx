import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { useFieldAttributes } from './field-context.ts';
import { controlClass } from './input.tsx';

/** A multi-line text field; grows with its content where the browser supports it. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  const attributes = useFieldAttributes(props);
  return (
    <textarea
      rows={rows}
      {...props}
      {...attributes}
      className={cn(
        controlClass,
        'field-sizing-content px-3.5 py-2.5',
        rows === 1 ? 'min-h-11' : 'min-h-24',
        className,
      )}
    />
  );
}
