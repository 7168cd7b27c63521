import { Item, Root } from 'radix-ui/toggle-group';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; count?: string }[];
  onValueChange: (value: Value) => void;
  /** Whether a phone, too narrow for one row, shows two columns. */
  wraps?: boolean;
  className?: string;
}

/** A choice among a few options, all in view, as for a filter. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onValueChange,
  wraps = false,
  className,
}: SegmentedProps<Value>) {
  return (
    <Root
      type="single"
      role="radiogroup"
      aria-label={label}
      value={value}
      // Radix reports '' when the chosen option is pressed again; here one option is always chosen.
      onValueChange={(next) => next && onValueChange(next as Value)}
      className={cn(
        'flex min-h-11 rounded-full border border-line bg-sunken p-1',
        wraps && 'max-sm:grid max-sm:auto-rows-[2.75rem] max-sm:grid-cols-2 max-sm:rounded-card',
        className,
      )}
    >
      {options.map((option) => (
        <Item
          key={option.value}
          value={option.value}
          // It is tapped over the whole height of the group.
          className={cn(
            'relative flex flex-auto items-center justify-center gap-1.5 rounded-full border border-transparent px-3 before:absolute before:inset-x-0 before:-inset-y-1.5 max-[22.5rem]:px-1.5 text-sm font-semibold whitespace-nowrap text-ink-muted transition-colors duration-150 hover:text-ink data-[state=on]:border-line-strong data-[state=on]:bg-surface data-[state=on]:text-ink data-[state=on]:shadow-card',
            wraps && 'max-sm:before:hidden',
          )}
        >
          {option.label}
          {option.count !== undefined && (
            <>
              {' '}
              <span className="figures font-medium text-ink-faint">{option.count}</span>
            </>
          )}
        </Item>
      ))}
    </Root>
  );
}
