import { Check } from 'lucide-react';
import { Indicator, Root } from 'radix-ui/checkbox';
import { type ReactNode, type Ref, useId } from 'react';
import { cn } from './cn.ts';

export interface ToggleProps {
  label: ReactNode;
  /** A second, less prominent line. */
  description?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A yes/no with its label. Forms use `FormCheckbox` (lib/form-checkbox.tsx), or this one inside a `Controller`. */
export function Checkbox({ label, description, onCheckedChange, className, ...props }: ToggleProps) {
  const id = useId();
  return (
    <div className={cn('flex items-start gap-3', className)}>
      <Root
        id={id}
        aria-describedby={description ? `${id}-description` : undefined}
        onCheckedChange={(checked) => onCheckedChange(checked === true)}
        className="relative mt-px inline-flex size-6 shrink-0 before:absolute before:-inset-2.5 items-center justify-center rounded-tag border border-line-control bg-surface transition-colors duration-150 hover:border-ink-faint disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-brand data-[state=checked]:bg-brand"
        {...props}
      >
        <Indicator>
          <Check aria-hidden strokeWidth={3} className="size-4 text-on-brand" />
        </Indicator>
      </Root>
      <div className="flex min-h-6 flex-col">
        <label htmlFor={id} className="text-base">
          {label}
        </label>
        {description && (
          <span id={`${id}-description`} className="text-sm text-ink-muted">
            {description}
          </span>
        )}
      </div>
    </div>
  );
}
