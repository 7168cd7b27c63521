import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { useFieldAttributes } from './field-context.ts';
import { controlClass } from './input.tsx';

export interface OptionGroup {
  label: string;
  options: readonly { value: string; label: string }[];
}

interface GroupedSelectProps extends Omit<ComponentProps<'select'>, 'children' | 'multiple'> {
  groups: readonly OptionGroup[];
}

/**
 * A choice among hundreds: the browser's native list, which has type-ahead and suits phones. Spread react-hook-form's
 * `register(…)` onto it.
 */
export function GroupedSelect({ groups, className, ...props }: GroupedSelectProps) {
  const attributes = useFieldAttributes(props);
  return (
    <div className="relative">
      <select
        {...props}
        {...attributes}
        className={cn(controlClass, 'min-h-11 appearance-none truncate ps-3.5 pe-10', className)}
      >
        {groups.map(({ label, options }) => (
          <optgroup key={label} label={label} className="bg-surface">
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-4 text-ink-faint"
      />
    </div>
  );
}
