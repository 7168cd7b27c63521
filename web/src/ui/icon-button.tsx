import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Its accessible name and its tooltip. */
  label: string;
  tone?: 'neutral' | 'destructive';
}

/** A round 44 px button of one icon, named by its tooltip. */
export function IconButton({ label, tone = 'neutral', className, ...props }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <button
        type="button"
        aria-label={label}
        className={cn(
          'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-muted transition-colors duration-150',
          'ready:hover:bg-sunken not-ready:cursor-not-allowed not-ready:opacity-50 [&_svg]:size-[1.125rem]',
          tone === 'destructive' ? 'ready:hover:text-tomato-ink' : 'ready:hover:text-ink',
          className,
        )}
        {...props}
      />
    </Tooltip>
  );
}
