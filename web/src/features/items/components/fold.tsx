import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface FoldProps {
  title: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A part of a form that is folded while it is not needed. */
export function Fold({ title, isOpen, onToggle, children }: FoldProps) {
  return (
    <details className="group" open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className="-my-3 flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-control py-3 pe-2 text-sm font-semibold text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90 rtl:rotate-180" />
        {title}
      </summary>
      <div className="pt-5">{children}</div>
    </details>
  );
}
