import { Root, Thumb } from 'radix-ui/switch';
import { useId } from 'react';
import type { ToggleProps } from './checkbox.tsx';
import { cn } from './cn.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

interface SwitchProps extends ToggleProps {
  /** The label is for screen readers only, as in a table's row. */
  hideLabel?: boolean;
}

/** A switch that takes effect immediately. */
export function Switch({ label, description, hideLabel = false, className, ...props }: SwitchProps) {
  const id = useId();
  const text = (
    <label htmlFor={id} className="text-base font-semibold">
      {label}
    </label>
  );
  return (
    <div className={cn('flex items-center justify-between gap-4', className)}>
      {hideLabel ? (
        <VisuallyHidden>{text}</VisuallyHidden>
      ) : (
        <div className="flex flex-col">
          {text}
          {description && (
            <span id={`${id}-description`} className="text-sm text-ink-muted">
              {description}
            </span>
          )}
        </div>
      )}
      <Root
        id={id}
        aria-describedby={description && !hideLabel ? `${id}-description` : undefined}
        className="relative inline-flex h-7 w-12 shrink-0 items-center rounded-full border border-line-control bg-sunken transition-colors duration-200 before:absolute before:-inset-2 before:content-[''] disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-brand data-[state=checked]:bg-brand"
        {...props}
      >
        <Thumb className="block size-5 translate-x-[3px] rounded-full bg-line-control transition-transform duration-200 ease-serve data-[state=checked]:translate-x-[1.4375rem] data-[state=checked]:bg-on-brand" />
      </Root>
    </div>
  );
}
