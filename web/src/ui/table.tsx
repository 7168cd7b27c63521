import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A table that scrolls sideways inside its box when it must. Give it a `caption` or an `aria-label`. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <div className="overflow-x-auto">
      <table className={cn('w-full border-collapse text-start', className)} {...props} />
    </div>
  );
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead {...props} />;
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />;
}

/** A row with a hairline between it and the next. */
export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={cn('border-b border-line last:[tbody>&]:border-b-0', className)} {...props} />;
}

interface Alignment {
  align?: 'start' | 'center' | 'end';
}

const alignments = { start: 'text-start', center: 'text-center', end: 'text-end' };

/** A column's name. */
export function TableHeader({
  align = 'start',
  className,
  scope = 'col',
  ...props
}: Omit<ComponentProps<'th'>, 'align'> & Alignment) {
  return (
    <th
      scope={scope}
      className={cn('px-4 py-3 text-sm font-semibold whitespace-nowrap text-ink-muted', alignments[align], className)}
      {...props}
    />
  );
}

export function TableCell({ align = 'start', className, ...props }: Omit<ComponentProps<'td'>, 'align'> & Alignment) {
  return <td className={cn('px-4 py-3 align-middle', alignments[align], className)} {...props} />;
}
