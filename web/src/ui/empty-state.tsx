import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** Shown where there is no data yet, with what to do about it. */
export function EmptyState({ icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-4 px-6 py-14 text-center', className)}>
      {icon && (
        <div
          aria-hidden
          className="flex size-16 items-center justify-center rounded-full border border-line-strong text-brand shadow-[inset_0_0_0_5px_var(--color-surface),inset_0_0_0_6px_var(--color-line)] [&_svg]:size-6"
        >
          {icon}
        </div>
      )}
      <div className="flex max-w-sm flex-col gap-1">
        <p className="display text-lg">{title}</p>
        {description && <p className="text-ink-muted">{description}</p>}
      </div>
      {action}
    </div>
  );
}
