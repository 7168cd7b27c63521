import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** The page's main buttons. */
  actions?: ReactNode;
  /** On a phone, one line: the title and its buttons. For lists that are worked in. */
  dense?: boolean;
}

/** A page's header: its h1, which RouteEffects focuses, with a rule below as on a printed menu. */
export function PageHeader({ title, description, actions, dense = false }: PageHeaderProps) {
  return (
    <header className={cn('flex flex-col gap-5 pb-7', dense && 'max-sm:-mt-3 max-sm:pb-3')}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="flex flex-col gap-1.5 sm:min-w-0 sm:grow sm:basis-80">
          <h1 tabIndex={-1} className={cn('display text-3xl', dense && 'max-sm:text-2xl')}>
            {title}
          </h1>
          {description && <p className={cn('max-w-prose text-ink-muted', dense && 'max-sm:hidden')}>{description}</p>}
        </div>
        {actions && (
          <div className="flex flex-wrap items-center gap-2.5 max-sm:has-[[data-floating]]:contents">{actions}</div>
        )}
      </div>
      <div aria-hidden className={cn('menu-rule text-line-strong', dense && 'max-sm:hidden')} />
    </header>
  );
}
