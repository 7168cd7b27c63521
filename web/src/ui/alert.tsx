import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

const TONES = {
  error: { Icon: CircleAlert, className: 'bg-tomato-soft text-tomato-ink' },
  warning: { Icon: TriangleAlert, className: 'bg-saffron-soft text-saffron-ink' },
  info: { Icon: Info, className: 'bg-brand-soft text-brand-ink' },
} as const;

interface AlertProps {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link below the text. */
  action?: ReactNode;
  className?: string;
}

/** A message inside the page; errors and warnings are announced immediately. */
export function Alert({ tone = 'error', title, children, action, className }: AlertProps) {
  const { Icon, className: colors } = TONES[tone];
  return (
    <div
      role={tone === 'info' ? 'status' : 'alert'}
      className={cn('flex items-start gap-3 rounded-control px-4 py-3 text-start', colors, className)}
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
