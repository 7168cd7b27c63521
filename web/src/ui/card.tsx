import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/** A card without padding: pad its content, or use `CardSection`. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('rounded-card border border-line bg-surface shadow-card', className)} {...props} />;
}

interface CardSectionProps {
  title?: ReactNode;
  description?: ReactNode;
  /** At the title's right end. */
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** A padded part of a card with an optional h2; a hairline separates several. */
export function CardSection({ title, description, actions, className, children }: CardSectionProps) {
  return (
    <section className={cn('flex flex-col gap-5 p-5 not-first:border-t not-first:border-line sm:p-7', className)}>
      {(title || actions) && (
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="flex flex-col gap-0.5">
            {title && <h2 className="display text-xl">{title}</h2>}
            {description && <p className="text-sm text-ink-muted">{description}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
