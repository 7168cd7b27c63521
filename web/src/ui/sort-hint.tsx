import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';

/** A line above a list, about the order of its rows. */
export function SortHint({ children }: { children: ReactNode }) {
  return <p className="border-b border-line px-4 py-2.5 text-sm text-ink-muted sm:px-6">{children}</p>;
}

/** Explains how to move rows, above a list that can be reordered. */
export function SortHowTo({ children }: { children: ReactNode }) {
  return (
    <SortHint>
      {children} Drag{' '}
      <GripVertical role="img" aria-label="the handle" className="-mx-0.5 inline size-4 align-[-0.15em]" /> to reorder,
      or tap it for options.
    </SortHint>
  );
}
