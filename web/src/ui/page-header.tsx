import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** The page's main buttons. */
  actions?: ReactNode;
  className?: string;
}

/** A page's header: its h1, which RouteEffects focuses, with a rule below as on a printed menu. */
export function PageHeader({ title, description, actions, className }: PageHeaderProps) {
  return (
    <header className={cn('flex flex-col gap-5 pb-7', className)}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="flex flex-col gap-1.5">
          <h1 tabIndex={-1} className="display text-3xl">
            {title}
          </h1>
          {description && <p className="max-w-prose text-ink-muted">{description}</p>}
        </div>
        {actions && (
          <div className="flex flex-wrap items-center gap-2.5 max-sm:has-[[data-floating]]:contents">{actions}</div>
        )}
      </div>
      <div aria-hidden className="menu-rule text-line-strong" />
    </header>
  );
}
