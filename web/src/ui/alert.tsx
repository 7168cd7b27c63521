import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export interface AlertProps {
  tone?: 'error' | 'info';
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link under the words. */
  action?: ReactNode;
  className?: string;
}

/** A message inside the page; an error is announced at once. */
export function Alert({ tone = 'error', title, children, action, className }: AlertProps) {
  const Icon = tone === 'error' ? CircleAlert : Info;
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn(
        'flex items-start gap-3 rounded-control px-4 py-3',
        tone === 'error' ? 'bg-tomato-soft text-tomato-ink' : 'bg-brand-soft text-brand-ink',
        className,
      )}
    >
      <Icon aria-hidden className="mt-[0.2rem] size-[1.125rem] shrink-0" />
      <div className="flex min-w-0 flex-col gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-sm leading-relaxed font-medium">{children}</div>}
        {action && <div className="pt-1">{action}</div>}
      </div>
    </div>
  );
}
